"""Measures what docs/performance.md promises, side by side in one run, and prints the table. Takes a few minutes."""

import os
import pathlib
import platform
import re
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Peers"))

import checks
import device
import launching
import fleet
import publishing
import scale
import startup
import trust
import wheels
from relctl import REPOSITORY, run


def main():
    with tempfile.TemporaryDirectory(prefix="bench-", dir=REPOSITORY / ".build") as folder:
        scratch = pathlib.Path(folder)
        files = wheels.front_end("1.50.0")
        bundle = scratch / "1.50.0.zip"
        run("release", "pack", wheels.write(files, scratch / "front-end"), "-o", bundle)
        parts = {
            "checks": lambda: checks.measure(scratch, bundle),
            "scale": lambda: scale.measure(scratch),
            "publishing": lambda: publishing.measure(scratch, files),
            "device": lambda: device.measure(scratch, bundle),
            "fleet": lambda: fleet.measure(scratch, files),
            "launching": lambda: launching.measure(scratch),
            "startup": lambda: startup.measure(scratch),
            "trust": lambda: trust.measure(scratch),
        }
        rows = []
        for name in sys.argv[1:] or parts:
            print(f"bench: {name}…", file=sys.stderr)
            rows += parts[name]()
    show(rows)


def show(rows):
    print(f"\n{machine()}\n")
    print("| what | relctl | beside it | result | bound | |\n|---|---|---|---|---|---|")
    for row in rows:
        verdict = "reached" if row.reached else "**missed**"
        print(f"| {row.what} | {row.ours} | {row.theirs} | {row.value} | {row.bound} | {verdict} |")


def machine():
    """The machine in one line: a table without it says nothing."""
    model = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    system = re.search(r'^PRETTY_NAME="(.*)"$', pathlib.Path("/etc/os-release").read_text(), re.M)
    return (
        f"{os.cpu_count()} × {model[1] if model else platform.machine()}, "
        f"{system[1] if system else platform.system()}, Linux {platform.release()}; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
