"""Two processes work on one device at once: one installs and prunes, the other launches, confirms, installs or rolls back.

    together.py                a thousand rounds
    together.py --rounds 50    as many
    together.py --seed 7       the same order again
"""

import argparse
import collections
import os
import pathlib
import random
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))

from relctl import Failure, expect, in_scratch  # noqa: E402
from device import Device, answer_of  # noqa: E402
from scenarios import three_trees, unconfirmed  # noqa: E402
from shop import Shop  # noqa: E402
from sweep import FAST_FOLDER, Copy  # noqa: E402

# How long the second process waits at most: about what an installation takes here.
LONGEST_HEAD_START = 0.06
# What either may answer besides success, because the other was first.
REFUSALS = {
    "install": {"install_in_progress"},
    "launch": set(),
    "status": set(),
    "confirm": {"stale_token", "release_gone"},
    "rollback": {"install_in_progress", "nothing_to_go_back_to"},
}


class Round:
    """A copy of a device, two commands, and what they answered."""

    def __init__(self, device, choice):
        self.device, self.choice = device, choice
        self.verbs = (choice.choice(("install", "install", "rollback")), choice.choice(sorted(REFUSALS)))

    def command(self, verb, token):
        device = self.device
        return {
            "install": device.install_command("1.4.0"), "launch": device.launch_command(),
            "status": device.command("status"), "confirm": device.command("confirm", "--token", token),
            "rollback": device.command("rollback"),
        }[verb]

    def run(self):
        current, token = self.device.launch()
        processes = []
        for verb in self.verbs:
            processes.append(subprocess.Popen(
                list(map(str, self.command(verb, token))), env=self.device.shop.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
            if len(processes) == 1:
                time.sleep(self.choice.random() * LONGEST_HEAD_START)
        answers = []
        for verb, process in zip(self.verbs, processes):
            output, error = process.communicate()
            answers.append(answer_of(output, error))
            self.check(verb, process.returncode, output, error)
        self.check_after(current)
        return answers

    def check(self, verb, status, output, error):
        if status == 0:
            if verb == "launch":
                launch = answer_of(output, error)["launch"]
                expect(launch["token"] != "unrecorded", f"a launch could not be recorded: {output}")
            return
        code = answer_of("", error).get("error", {}).get("code")
        expect(code in REFUSALS[verb], f"{verb} ended with {status}: {output}{error}")

    def check_after(self, before):
        """Whoever was first: something complete starts, and the next installation tidies up."""
        version, _ = self.device.launch()
        expect(version is not None, f"nothing starts any more; {before} did")
        status, answer = self.device.run(self.device.install_command("1.4.0"))
        expect(status == 0, f"the installation after that ended with {status}: {answer}")
        version, _ = self.device.launch()
        expect(version is not None, "nothing starts after the installation")
        self.device.expect_tidy()


def run(arguments, scratch):
    choice, began = random.Random(arguments.seed), time.monotonic()
    counts = collections.Counter()
    with Shop(scratch / "shop") as shop:
        devices = []
        for prepare in (unconfirmed, three_trees):
            folder = scratch / prepare.__name__
            folder.mkdir()
            devices.append(Device(folder, shop))
            prepare(devices[-1])
        for number in range(arguments.rounds):
            with Copy(choice.choice(devices), scratch / f"round-{os.urandom(8).hex()}") as device:
                turn = Round(device, choice)
                try:
                    turn.run()
                except Failure as failure:
                    raise Failure(f"round {number}, {' and '.join(turn.verbs)}, seed {arguments.seed}: {failure}")
                counts[turn.verbs] += 1
    pairs = ", ".join(f"{first} and {second} {count}" for (first, second), count in sorted(counts.items()))
    print(f"{arguments.rounds} rounds of two processes at once, 0 bad, {time.monotonic() - began:.0f} s: {pairs}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    arguments = parser.parse_args()
    in_scratch(lambda scratch: run(arguments, scratch), FAST_FOLDER)


if __name__ == "__main__":
    main()
