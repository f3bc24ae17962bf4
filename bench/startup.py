"""How long a command takes to start, and a registry with 10,000 releases to be ready."""

import statistics
import subprocess

from fill import filled_registry
from measure import limit_row, seconds
from relctl import RELCTL

STARTS = 51
SERVER_STARTS = 7
RELEASES = 10_000


def measure(scratch):
    version = median_start([RELCTL, "version"])
    nothing = median_start(["/bin/true"])
    data = filled_registry(scratch / "startup", RELEASES).data
    ready = statistics.median(start_server(data) for _ in range(SERVER_STARTS))
    return [
        limit_row("`relctl version` starts and ends", version * 1000, "ms", 10, f"`true`: {nothing * 1000:.2g} ms"),
        limit_row(f"registry ready, {RELEASES:,} releases", ready * 1000, "ms", 100),
    ]


def median_start(command):
    return statistics.median(
        seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)) for _ in range(STARTS))


def start_server(data):
    process = None

    def until_ready():
        nonlocal process
        process = subprocess.Popen(
            [RELCTL, "serve", "--data", data, "--listen", "127.0.0.1:0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while "listening on" not in process.stderr.readline():
            if process.poll() is not None:
                raise RuntimeError("the registry did not start")

    try:
        return seconds(until_ready)
    finally:
        process.terminate()
        process.communicate()
