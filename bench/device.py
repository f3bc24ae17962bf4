"""What a device does with a bundle that it downloaded, beside the shell commands that only hash, unpack and sync it."""

import hashlib
import subprocess

from measure import in_turns, ratio_row, seconds
from relctl import REPOSITORY

PAIRS = 7
UNPACK = REPOSITORY / ".build/release/bench-unpack"


def measure(scratch, bundle):
    digest = hashlib.sha256(bundle.read_bytes()).hexdigest()
    targets = iter(scratch / f"tree-{number}" for number in range(2 * PAIRS + 2))

    def unpack():
        command = [UNPACK, bundle, digest, next(targets)]
        return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))

    def shell():
        target = next(targets)
        target.mkdir()
        script = 'sha256sum "$1" && bsdtar -x -f "$1" -C "$2" && sync -f "$2"'
        command = ["sh", "-c", script, "sh", bundle, target]
        return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))

    unpack(), shell()
    ours, theirs = in_turns(PAIRS, unpack, shell)
    what = "device: verify, inspect, extract, hash each file, sync / `sha256sum`, `bsdtar -x`, `sync -f`"
    return [ratio_row(what, ours, theirs, "s", 1.0)]
