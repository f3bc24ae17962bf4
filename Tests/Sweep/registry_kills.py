"""Kills a registry at every file-system call of a signed change: nothing that was acknowledged is lost, `relctl doctor` finds
nothing wrong, the change can be made again, and a device that pins the first root goes on.

    registry_kills.py                every point
    registry_kills.py --points 5     as many of each change, spread evenly over all of them, others each time
    registry_kills.py --seed 7       the same choice again
"""

import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))

from relctl import RELCTL, Failure, Registry, expect, in_scratch, run as relctl  # noqa: E402
from device import Device  # noqa: E402
from shop import Shop  # noqa: E402
from sweep import FAST_FOLDER, choose  # noqa: E402
from tracer import Tracer  # noqa: E402

OLD, NEW, CHANNELS = "1.1.0", "1.2.0", ("production", "beta")
CHANGES = ("publish", "promote", "trust publish")


class World:
    """A stopped registry with a root, a release on one channel, and what is needed for each change to it."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.shop = Shop(scratch / "shop", versions=(OLD,), channels=CHANNELS)
        with self.shop as shop:
            self.team = shop.team
            self.team.pack(NEW, shop.releases[NEW])
            self.ceremony = scratch / "ceremony.json"
            self.team.run("key", "generate", "root-3")
            self.team.run("trust", "rotate", self.ceremony, "--replace", "root-1=root-3")

    def copy(self, folder):
        for name in ("shop/registry", "shop/keys", "shop/home"):
            if (self.scratch / name).exists():
                shutil.copytree(self.scratch / name, folder / name)
        for name in ("ceremony.json", "shop/root.json"):
            shutil.copy(self.scratch / name, folder / name)
        return Site(self, folder)


class Site:
    """A copy of that registry, and of the machine of its release engineers."""

    def __init__(self, world, folder):
        self.world, self.folder = world, folder
        self.registry_folder = folder / "shop/registry"
        self.data = self.registry_folder / "data"

    def registry(self, prefix=()):
        return Registry(self.registry_folder, prefix=prefix)

    def environment(self, registry):
        return {
            **self.world.team.environment, **registry.environment, "HOME": str(self.folder / "shop/home"),
            "RELCTL_KEYS": str(self.folder / "shop/keys"), "RELCTL_TRUST_ROOT": str(self.folder / "shop/root.json")}

    def command(self, change):
        if change == "publish":
            return self.world.team.publish_command(NEW, self.world.shop.range_of(NEW), CHANNELS[0])
        if change == "promote":
            return ("release", "promote", CHANNELS[0], OLD, "--to", CHANNELS[1])
        return ("trust", "publish", self.folder / "ceremony.json")

    def make(self, change, registry):
        """Status and text of the change's command."""
        done = subprocess.run(
            [RELCTL, *map(str, self.command(change))], env={**os.environ, **self.environment(registry)},
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def was_made(self, change, registry):
        """Whether the registry says so itself."""
        if change == "trust publish":
            return is_there(f"{registry.url}/tuf/2.root.json")
        channel, version = (CHANNELS[0], NEW) if change == "publish" else (CHANNELS[1], OLD)
        releases = registry.json("release", "list", channel)
        return any(
            release["releaseVersion"] == version and release["state"] == "published" for release in releases)


def is_there(url):
    try:
        with urllib.request.urlopen(url):
            return True
    except urllib.error.HTTPError as error:
        expect(error.code == 404, f"{url} answers {error.code}")
        return False


@dataclasses.dataclass(frozen=True)
class Point:
    change: str
    number: int
    what: str

    def __str__(self):
        return f"{self.change}: killed at call {self.number}, {self.what}"


def list_points(world, tracer, change, folder):
    """The calls of the server between the first request of the change's command and its answer."""
    site = world.copy(folder)
    log = folder / "calls"
    with site.registry([tracer.program, site.data, log, "list", "--"]) as registry:
        ready = len(log.read_text().splitlines())
        status, text = site.make(change, registry)
        expect(status == 0, f"{change} failed undisturbed: {text}")
        lines = log.read_text().splitlines()[ready:]
    calls = [line.split("\t") for line in lines]
    return [Point(change, int(call[0]), f"{call[1]} {call[3]}") for call in calls]


def probe(world, tracer, point):
    """Kills the registry there, and looks at everything after: whether it was killed, and what was bad, or nothing."""
    with tempfile.TemporaryDirectory(dir=world.scratch) as folder:
        site = world.copy(pathlib.Path(folder))
        log = site.folder / "calls"
        status, text = 1, "the registry was killed before the command"
        try:
            prefix = [tracer.program, site.data, log, "kill", str(point.number), "--"]
            with site.registry(prefix) as registry:
                status, text = site.make(point.change, registry)
        except Failure:
            pass  # it was killed while it started
        # The tracer writes down the call that it kills at. Where threads made fewer calls this time, nothing was killed.
        was_killed = bool(log.read_text())
        try:
            check(world, site, point.change, status == 0)
        except Failure as failure:
            return was_killed, f"{point}\n    {failure}\n    the command ended with {status}: {text.strip()[-300:]}"
    return was_killed, None


def check(world, site, change, was_acknowledged):
    relctl("doctor", "--data", site.data)
    with site.registry() as registry:
        was_made = site.was_made(change, registry)
        expect(was_made or not was_acknowledged, "an acknowledged change is lost")
        expect_device(world, site, registry, NEW if change == "publish" and was_made else OLD)
        status, text = site.make(change, registry)
        # A root is published once; everything else may be repeated.
        expect(
            status == 0 or (change == "trust publish" and was_made), f"it cannot be made again: {status} {text[-300:]}")
        expect(site.was_made(change, registry), "it was made again, and is not there")
        expect_device(world, site, registry, NEW if change == "publish" else OLD)
    relctl("doctor", "--data", site.data)


def expect_device(world, site, registry, version):
    """A new device that pins the first root, and one that was here before."""
    shop = world.shop.moved_to(registry.url)
    for name in ("new", "known"):
        folder = site.folder / name
        if name == "new":
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(exist_ok=True)
        device = Device(folder, shop)
        device.install(version)
        started, _ = device.launch()
        expect(started == version, f"{started} starts on a {name} device after an install of {version}")


def run(arguments, scratch):
    tracer = Tracer(scratch)
    world, began, bad, kills = World(scratch), time.monotonic(), 0, 0
    print("| change | points | of | kills | bad |\n|---|---:|---:|---:|---:|", flush=True)
    for change in CHANGES:
        with tempfile.TemporaryDirectory(dir=scratch) as folder:
            points = list_points(world, tracer, change, pathlib.Path(folder))
        chosen = choose(points, arguments.points, arguments.seed)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = list(pool.map(lambda point: probe(world, tracer, point), chosen))
        problems = [problem for _, problem in outcomes if problem]
        for problem in problems:
            print(f"BAD {problem}", file=sys.stderr, flush=True)
        killed = sum(was_killed for was_killed, _ in outcomes)
        print(f"| {change} | {len(chosen)} | {len(points)} | {killed} | {len(problems)} |", flush=True)
        expect(killed * 2 > len(chosen), f"only {killed} of {len(chosen)} points of {change} were reached")
        kills, bad = kills + killed, bad + len(problems)
    print(f"{kills} kills of a registry, {bad} bad, {time.monotonic() - began:.0f} s, seed {arguments.seed}")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    arguments = parser.parse_args()
    sys.exit(in_scratch(lambda scratch: run(arguments, scratch), FAST_FOLDER))


if __name__ == "__main__":
    main()
