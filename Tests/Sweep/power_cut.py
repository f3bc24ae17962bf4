"""Cuts the power of a device at every call that changes or syncs something: its ext4 file system, in an image on a loop
device, is copied at that moment, and the copy is mounted as after a cut. What was not synced yet is not in the image.

    power_cut.py                                       every scenario
    power_cut.py --only update --only "first install"  these
"""

import argparse
import contextlib
import os
import pathlib
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))

from relctl import Failure, expect, in_scratch  # noqa: E402
from device import Device  # noqa: E402
from scenarios import SCENARIOS  # noqa: E402
from shop import Shop  # noqa: E402
from sweep import FAST_FOLDER, check_end  # noqa: E402
from tracer import Tracer  # noqa: E402

# Reading moves nothing to the disk, so that a cut at such a call is one at the call before.
READING = {
    "access", "close", "faccessat", "faccessat2", "flock", "fstat", "fstatfs", "getdents64", "lseek", "lstat",
    "newfstatat", "pread64", "preadv", "read", "readlinkat", "readv", "stat", "statfs", "statx"}
IMAGE_BYTES = 24 << 20
# The kernel would write by itself after a few seconds, and so hide a sync that is missing.
MOUNT_OPTIONS = "loop,commit=100000"


class Image:
    """A file that holds an ext4 file system, and the folder where it is mounted."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.folder = self.path.with_suffix(".mounted")

    def make(self):
        with self.path.open("wb") as file:
            file.truncate(IMAGE_BYTES)
        subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", self.path], check=True)

    @contextlib.contextmanager
    def mounted(self):
        self.folder.mkdir(exist_ok=True)
        done = subprocess.run(["mount", "-o", MOUNT_OPTIONS, self.path, self.folder], capture_output=True, text=True)
        if done.returncode:
            raise CannotMount(done.stderr.strip())
        try:
            yield self.folder
        finally:
            subprocess.run(["umount", self.folder], check=True)

    def copied(self, path):
        """What a power cut leaves now. Copied until it did not change meanwhile."""
        while True:
            subprocess.run(["cp", "--sparse=always", self.path, path], check=True)
            if subprocess.run(["cmp", "-s", self.path, path]).returncode == 0:
                return Image(path)

    def is_same_as(self, other):
        return subprocess.run(["cmp", "-s", self.path, other.path]).returncode == 0


class CannotMount(Exception):
    pass


class Cuts:
    """The images of one run of a scenario's command."""

    def __init__(self, scratch, tracer, scenario, shop):
        self.scratch, self.tracer, self.scenario, self.shop = scratch, tracer, scenario, shop
        self.before = Image(scratch / f"{scenario.name.replace(' ', '-')}.img")

    def prepare(self):
        self.before.make()
        with self.before.mounted() as folder:
            self.scenario.prepare(Device(folder, self.shop))

    def take(self, lies=False):
        """Runs the command once. Its cuts that left different disks: number of the call before which power was cut, or
        None at the end, what the call was, and the image. Counts all cuts."""
        image = self.before.copied(self.scratch / "running.img")
        cuts, self.count = [], 0
        with image.mounted() as folder:
            command = self.scenario.command(Device(folder, self.shop))
            for call in self.tracer.steps(folder, command, self.shop.environment, lies):
                if call.name not in READING:
                    self.cut(image, cuts, call.number, f"{call.name} {call.path}")
            self.cut(image, cuts, None, "the end")
        return cuts

    def cut(self, image, cuts, number, what):
        self.count += 1
        copy = image.copied(self.scratch / f"cut-{os.urandom(8).hex()}.img")
        if cuts and number is not None and copy.is_same_as(cuts[-1][2]):
            copy.path.unlink()
        else:
            cuts.append((number, what, copy))

    def check(self, number, copy):
        """The device starts again with the old or the new tree, complete, and the next installation succeeds."""
        scenario = self.scenario
        allowed = (scenario.new,) if number is None else (scenario.old, scenario.new)
        try:
            with copy.mounted() as folder:
                device = Device(folder, self.shop)
                device.expect_status()
                version, _ = device.launch()
                expect(version in allowed, f"{version} starts, and not {' or '.join(map(str, allowed))}")
                check_end(scenario, device, allowed)
        except Failure as failure:
            return str(failure)
        finally:
            copy.path.unlink()
            copy.folder.rmdir()
        return None


def try_scenario(cuts):
    """Prints the scenario's row; how many cuts there were, and how many of them were bad."""
    images, bad = cuts.take(), 0
    for number, what, copy in images:
        if problem := cuts.check(number, copy):
            bad += 1
            print(f"BAD {cuts.scenario.name}: cut before call {number}, {what}\n    {problem}", file=sys.stderr, flush=True)
    print(f"| {cuts.scenario.name} | {cuts.count} | {len(images)} | {bad} |", flush=True)
    return cuts.count, bad


def expect_detection(cuts):
    """On a disk that syncs nothing, cuts must be found to do harm, or else this test proves nothing."""
    problems = [problem for number, _, copy in cuts.take(lies=True) if (problem := cuts.check(number, copy))]
    expect(problems, "no cut does harm on a disk that syncs nothing")


def run(arguments, scratch):
    tracer = Tracer(scratch)
    scenarios = [scenario for scenario in SCENARIOS if scenario.name in (arguments.only or [scenario.name])]
    expect(scenarios, f"no scenario is called {arguments.only}")
    began = time.monotonic()
    with (
        Shop(scratch / "shop") as shop, Shop(scratch / "rotated-shop") as rotated,
        Shop(scratch / "renewed-shop", earlier=shop) as renewed,
    ):
        def shop_of(scenario):
            return rotated if scenario.is_rotated else renewed if scenario.is_renewed else shop

        runs = [Cuts(scratch, tracer, scenario, shop_of(scenario)) for scenario in scenarios]
        for cuts in runs:
            cuts.prepare()
        rotated.rotate()
        print("| scenario | cuts | different disks | bad |\n|---|---:|---:|---:|", flush=True)
        results = [try_scenario(cuts) for cuts in runs]
        expect_detection(runs[0])
    count, bad = (sum(column) for column in zip(*results))
    print(f"{count} power cuts, {bad} bad, {time.monotonic() - began:.0f} s; a disk that syncs nothing is found out")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    try:
        sys.exit(in_scratch(lambda scratch: run(arguments, scratch), FAST_FOLDER))
    except CannotMount as reason:
        print(f"power_cut: SKIPPED: loop mounts are not allowed here ({reason})")


if __name__ == "__main__":
    main()
