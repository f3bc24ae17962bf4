"""What a launch costs a device that keeps three releases, with and without reading every file again."""

import json
import os
import statistics
import subprocess

import wheels
from measure import in_turns, limit_row, ratio_row, seconds
from relctl import REPOSITORY, Registry, run

BENCH_LAUNCH = REPOSITORY / ".build/release/bench-launch"
WRAPPER = "4.6.0"
FILES, BYTES = 150, 60_000
LAUNCHES, PAIRS = 101, 9


def measure(scratch):
    phone = device(scratch / "launching")
    tree = sorted(path for path in (phone / "mobile-web/releases/1.2.0").rglob("*") if path.is_file())

    def sha256sum():
        return seconds(lambda: subprocess.run(["sha256sum", *tree], check=True, stdout=subprocess.DEVNULL))

    launch(phone, 1, "--rehash"), sha256sum()
    quick = statistics.median(launch(phone, LAUNCHES))
    ours, theirs = in_turns(PAIRS, lambda: launch(phone, 1, "--rehash")[0] / 1000, sha256sum)
    size = sum(path.stat().st_size for path in tree) / 1e6
    what = f"{len(tree)} files, {size:.0f} MB"
    return [
        limit_row(f"begin a launch, three releases of {FILES} files", quick, "ms", 5),
        ratio_row(f"begin a launch and read every file again ({what}) / `sha256sum`", ours, theirs, "s", 1.2),
    ]


def launch(phone, count, *options):
    """Milliseconds of each launch."""
    done = subprocess.run(
        [BENCH_LAUNCH, phone, WRAPPER, str(count), *options], check=True, capture_output=True, text=True)
    return [float(line) for line in done.stdout.split()]


def device(folder):
    """A device that confirmed 1.0.0, started 1.1.0, and installed 1.2.0."""
    phone = folder / "phone"
    with Registry(folder / "registry") as registry:
        for number in range(3):
            version = f"1.{number}.0"
            files = {f"assets/{name}.bin": os.urandom(BYTES) for name in range(FILES - 1)}
            page = wheels.write({"index.html": b"<!doctype html>", **files}, folder / version)
            registry.publish(page, version, ">=4.2.0 <6.0.0")
            run(
                "wrapper", "install", "--root", phone, "--server", registry.url, "--channel", "production",
                "--platform", "ios", "--wrapper-version", WRAPPER)
            began = run("wrapper", "launch", "--root", phone, "--wrapper-version", WRAPPER, "--output", "json")
            if number == 0:
                run("wrapper", "confirm", "--root", phone, "--token", json.loads(began)["launch"]["token"])
    return phone
