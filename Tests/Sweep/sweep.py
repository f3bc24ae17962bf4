"""Kills a device at every file-system call that it makes, and lets every one fail that can; then starts it again.

    sweep.py                    every point
    sweep.py --points 400       as many, spread evenly over all of them, others each time
    sweep.py --seed 7           the same choice again
    sweep.py --only update      one scenario
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import shutil
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))

from relctl import Failure, expect, in_scratch  # noqa: E402
from device import Device, answer_of  # noqa: E402
from scenarios import SCENARIOS, Scenario  # noqa: E402
from shop import Shop  # noqa: E402
from tracer import ERRORS, KILL, Call, Tracer  # noqa: E402

# The shared memory of Debian: nothing here depends on what a disk does, and 10,000 runs would wear one out.
FAST_FOLDER = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
KINDS = (KILL, *ERRORS, "full disk")


@dataclasses.dataclass(frozen=True)
class Point:
    scenario: Scenario
    kind: str
    call: Call

    @property
    def injection(self):
        return ("ENOSPC", self.call.number, "stay") if self.kind == "full disk" else (self.kind, self.call.number)

    def __str__(self):
        return f"{self.scenario.name}: {self.kind} at call {self.call.number}, {self.call.name} {self.call.path}"


class Sweep:
    """Every scenario's device as it is before its command, and the points of that command."""

    def __init__(self, scratch, tracer, scenarios):
        self.scratch, self.tracer, self.scenarios = scratch, tracer, scenarios
        self.shops, self.devices, self.verified = {}, {}, set()
        self.lock = threading.Lock()

    def prepare(self, shop, scenarios, is_rotated=False):
        """Makes the devices, rotates the root if that is what they have missed, and lists the calls."""
        points = []
        for scenario in scenarios:
            folder = self.folder()
            folder.mkdir()
            device = self.devices[scenario] = Device(folder, shop)
            scenario.prepare(device)
        if is_rotated:
            shop.rotate()
        for scenario in scenarios:
            with self.copy(self.devices[scenario]) as device:
                calls = self.tracer.list(device.folder, scenario.command(device), shop.environment)
                check_end(scenario, device, (scenario.new,))
            with self.copy(self.devices[scenario]) as device:
                self.tracer.compare_with_strace(device.folder, scenario.command(device), shop.environment, calls)
            points += [Point(scenario, kind, call) for call in calls for kind in KINDS if can(kind, call)]
        return points

    def folder(self):
        return self.scratch / f"device-{os.urandom(8).hex()}"

    def copy(self, device):
        return Copy(device, self.folder())

    def probe(self, point):
        """Disturbs the command at that point, and looks at everything after. Returns what was bad, or nothing."""
        with self.copy(self.devices[point.scenario]) as device:
            command = point.scenario.command(device)
            outcome = self.tracer.inject(device.folder, command, device.shop.environment, *point.injection)
            try:
                check_outcome(point, outcome)
                check_left(point, outcome, device)
                scenario = point.scenario
                allowed = (scenario.new,) if outcome.status == 0 else (scenario.old, scenario.new)
                self.check_state(scenario, device, allowed)
            except Failure as failure:
                return f"{point}\n    {failure}\n    it ended with {outcome.status}: {outcome.error.strip()[-400:]}"
        return None

    def check_state(self, scenario, device, allowed):
        """The same bytes on disk behave the same, so that each state is looked at once."""
        state = (scenario, allowed, device.digest())
        with self.lock:
            if state in self.verified:
                return
        check_start(self, device, allowed)
        check_end(scenario, device, allowed)
        with self.lock:
            self.verified.add(state)


class Copy:
    """A device of its own for one probe; gone when the `with` block ends."""

    def __init__(self, device, folder):
        self.device, self.folder = device, folder

    def __enter__(self):
        return self.device.copy(self.folder)

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)


def can(kind, call):
    return kind == KILL or ("ENOSPC" if kind == "full disk" else kind) in call.errors


def check_outcome(point, outcome):
    """A killed command was killed; any other succeeds, or says with a code what failed."""
    if point.kind == KILL:
        # Another thread may make the last calls in another order; a run that made fewer has simply ended.
        expect(outcome.was_killed or outcome.status == 0, "it was not killed, and failed")
        return
    expect(outcome.status in (0, 1), "it ended neither well nor as a failure of the device")
    if outcome.status == 1:
        code = answer_of("", outcome.error).get("error", {}).get("code")
        expect(code not in (None, "unexpected_error"), f"it failed with the code {code}")


def check_left(point, outcome, device):
    """What failed once has cleaned up, unless it was the cleaning that failed."""
    if outcome.status == 0 or point.kind not in ERRORS or point.scenario.begins_untidy:
        return
    if point.call.name.startswith(("unlink", "rmdir")):
        return
    left = device.leftovers(archive_may_stay=True)
    # An entry of the outbox might be another process's; and what replaces the online keys is ended by the next refresh.
    left = [path for path in left if not path.startswith("outbox/") and path != "trust/.forget-below-root"]
    expect(not left, f"not cleaned up: {', '.join(left)}")


def check_start(sweep, device, allowed):
    """A fresh process reads what is there, and starts the old tree or the new one, complete."""
    with sweep.copy(device) as copy:
        copy.expect_status()
        version, _ = copy.launch()
        expect(version in allowed, f"{version} starts, and not {' or '.join(map(str, allowed))}")


def check_end(scenario, device, allowed):
    """The next installation succeeds, whatever was left, and tidies up."""
    device.age_outbox()
    if scenario.following == scenario.new or None in allowed:
        device.install(scenario.new)
        version, _ = device.launch()
        expect(version == scenario.new, f"{version} starts after an install of {scenario.new}")
        device.expect_tidy()
    device.install(scenario.following)
    version, _ = device.launch()
    expect(version == scenario.following, f"{version} starts after an install of {scenario.following}")
    device.expect_tidy()


def choose(points, count, seed):
    """As many, spread evenly, begun at a place that the seed says."""
    if count is None or count >= len(points):
        return points
    step = len(points) / count
    start = random.Random(seed).random() * step
    return [points[int(start + index * step)] for index in range(count)]


def run(arguments, scratch):
    tracer = Tracer(scratch)
    scenarios = [scenario for scenario in SCENARIOS if arguments.only in (None, scenario.name)]
    expect(scenarios, f"no scenario is called '{arguments.only}'")
    sweep = Sweep(scratch, tracer, scenarios)
    began = time.monotonic()
    with (
        Shop(scratch / "shop") as shop, Shop(scratch / "rotated-shop") as rotated,
        Shop(scratch / "renewed-shop", earlier=shop) as renewed,
    ):
        points = sweep.prepare(
            shop, [scenario for scenario in scenarios if not scenario.is_rotated and not scenario.is_renewed])
        points += sweep.prepare(rotated, [scenario for scenario in scenarios if scenario.is_rotated], True)
        points += sweep.prepare(renewed, [scenario for scenario in scenarios if scenario.is_renewed])
        chosen = choose(points, arguments.points, arguments.seed)
        bad = []
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for point, problem in zip(chosen, pool.map(sweep.probe, chosen)):
                if problem:
                    bad.append((point, problem))
                    print(f"BAD {problem}", file=sys.stderr, flush=True)
    show(scenarios, points, chosen, bad)
    print(
        f"{len(chosen)} of {len(points)} points, {len(bad)} bad, {len(sweep.verified)} different states, "
        f"{time.monotonic() - began:.0f} s, seed {arguments.seed}")
    return 1 if bad else 0


def show(scenarios, points, chosen, bad):
    """The table: points tried by scenario and kind, and how many were bad."""
    tried = collections.Counter((point.scenario, point.kind) for point in chosen)
    wrong = collections.Counter(point.scenario for point, _ in bad)
    total = collections.Counter(point.scenario for point in points)
    print("| scenario | " + " | ".join(KINDS) + " | points | of | bad |")
    print("|---|" + "---:|" * (len(KINDS) + 3))
    for scenario in scenarios:
        counts = [tried[scenario, kind] for kind in KINDS]
        cells = [scenario.name, *counts, sum(counts), total[scenario], wrong[scenario]]
        print("| " + " | ".join(map(str, cells)) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", type=int)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    sys.exit(in_scratch(lambda scratch: run(arguments, scratch), FAST_FOLDER))


if __name__ == "__main__":
    main()
