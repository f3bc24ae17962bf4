"""What a device does with a bundle that it downloaded, beside the shell commands that only hash, unpack and sync it."""

import hashlib
import shutil
import subprocess

import wheels
from measure import in_turns, ratio_row, seconds
from relctl import RELCTL, REPOSITORY, Registry, run

PAIRS = 7
UNPACK = REPOSITORY / ".build/release/bench-unpack"
BEFORE, WRAPPERS, WRAPPER = "1.0.0", ">=4.2.0 <6.0.0", "4.6.0"
BESIDE = "`sha256sum`, `bsdtar -x`, `sync -f`"


def measure(scratch, bundle):
    digest = hashlib.sha256(bundle.read_bytes()).hexdigest()
    targets = iter(scratch / f"tree-{number}" for number in range(4 * PAIRS + 4))

    def unpack():
        command = [UNPACK, bundle, digest, next(targets)]
        return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))

    def shell():
        target = next(targets)
        target.mkdir()
        script = 'sha256sum "$1" && bsdtar -x -f "$1" -C "$2" && sync -f "$2"'
        command = ["sh", "-c", script, "sh", bundle, target]
        return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))

    with Registry(scratch / "devices") as registry:
        registry.publish(wheels.write({"index.html": b"<!doctype html>"}, scratch / "before"), BEFORE, WRAPPERS)
        phones = iter([phone(registry, scratch / f"phone-{number}") for number in range(PAIRS + 1)])
        registry.publish(bundle, "1.50.0", WRAPPERS)

        def installation():
            device = next(phones)
            # All of its bytes are there, as after a download that was cut at its last byte.
            shutil.copy(bundle, device / f"mobile-web/downloads/{digest}.partial")
            subprocess.run(["sync", "-f", device], check=True)
            return seconds(lambda: install(registry, device))

        unpack(), shell(), installation()
        unpacked, beside_unpack = in_turns(PAIRS, unpack, shell)
        installed, beside_install = in_turns(PAIRS, installation, shell)
    return [
        ratio_row(
            f"device: verify, inspect, extract, hash each file, sync / {BESIDE}", unpacked, beside_unpack, "s", 1.0),
        ratio_row(
            f"device: whole installation but the transfer, durable / {BESIDE}", installed, beside_install, "s", 1.0),
    ]


def phone(registry, folder):
    """A device that runs the release before, confirmed or not."""
    folder.mkdir()
    install(registry, folder)
    run("wrapper", "launch", "--root", folder, "--wrapper-version", WRAPPER)
    return folder


def install(registry, folder):
    command = [
        RELCTL, "wrapper", "install", "--root", folder, "--server", registry.url, "--channel", "production",
        "--platform", "ios", "--wrapper-version", WRAPPER]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
