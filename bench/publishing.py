"""Publishing a real bundle, beside the shell commands that only read, list and store it."""

import os
import subprocess

import wheels
from measure import in_turns, limit_row, memory_kib, ratio_row, reset_peak_memory, seconds
from relctl import Registry, run

PAIRS = 15
LARGE_MIB = 192
# What the server's peak may differ by when an upload is twenty times as large.
GROWTH_LIMIT_MIB = 8


def measure(scratch, files):
    bundles = iter([distinct_bundle(scratch, files, number) for number in range(2 * PAIRS + 1)])
    with Registry(scratch / "publishing") as registry:
        version = iter(range(1, 100))

        def publish():
            bundle = next(bundles)
            return seconds(lambda: registry.publish(bundle, f"1.0.{next(version)}", ">=4.2.0 <6.0.0"))

        def shell():
            bundle = next(bundles)
            return seconds(lambda: subprocess.run(
                ["sh", "-c", 'sha256sum "$1" && bsdtar -tvf "$1" && cp "$1" "$1.copy" && sync "$1.copy"', "sh", bundle],
                check=True, stdout=subprocess.DEVNULL))

        publish()
        ours, theirs = in_turns(PAIRS, publish, shell)
        rows = [ratio_row("publish 9 MB / `sha256sum`, `bsdtar -tvf`, `cp`, `sync`", ours, theirs, "s", 2.0)]
        return rows + [memory_growth(scratch, registry, files)]


def distinct_bundle(scratch, files, number):
    """The real front end with one small file of its own, so that no upload is known already."""
    folder = wheels.write({**files, "build.txt": f"build {number}".encode()}, scratch / f"source-{number}")
    bundle = scratch / f"bundle-{number}.zip"
    run("release", "pack", folder, "-o", bundle)
    return bundle


def memory_growth(scratch, registry, files):
    small = distinct_bundle(scratch, files, "small")
    noise = {f"noise-{part}.bin": os.urandom(LARGE_MIB // 4 << 20) for part in range(4)}
    large = distinct_bundle(scratch, {"index.html": b"<!doctype html>", **noise}, "large")
    small_peak = peak(registry, small, "2.0.0")
    large_peak = peak(registry, large, "2.0.1")
    return limit_row(
        f"server's peak memory, {LARGE_MIB} MiB upload − 9 MB upload", (large_peak - small_peak) / 1024, "MiB",
        GROWTH_LIMIT_MIB, f"{small_peak / 1024:.0f} MiB at 9 MB")


def peak(registry, bundle, version):
    reset_peak_memory(registry.process.pid)
    registry.publish(bundle, version, ">=4.2.0 <6.0.0")
    return memory_kib(registry.process.pid, "VmHWM")
