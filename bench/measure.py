"""How the benchmarks measure: interleaved pairs, medians, CPU time from the kernel's own accounts."""

import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

SERVER_CORE = "0"
CLIENT_CORE = "1"
CONNECTIONS = 64


class Row:
    """One line of the table: two measured values, their ratio or difference, and the bound that it must reach."""

    def __init__(self, what, ours, theirs, value, bound, reached):
        self.what, self.ours, self.theirs = what, ours, theirs
        self.value, self.bound, self.reached = value, bound, reached


def ratio_row(what, ours, theirs, unit, bound):
    """Compares the medians of two lists that were measured in turns; the ratio is the median of each pair's own."""
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    return Row(
        what, f"{statistics.median(ours):.3g} {unit}", f"{statistics.median(theirs):.3g} {unit}",
        f"{ratio:.2f} ×", f"≤ {bound} ×", ratio <= bound)


def limit_row(what, value, unit, limit, theirs=""):
    """Compares one value with a fixed bound."""
    return Row(what, f"{value:.3g} {unit}", theirs, f"{value:.3g} {unit}", f"< {limit:g} {unit}", value < limit)


def in_turns(rounds, *measurements):
    """Runs measurements alternately, every other time in the opposite order; returns a list of results for each."""
    results = [[] for _ in measurements]
    for turn in range(rounds):
        for index in range(len(measurements))[::1 if turn % 2 == 0 else -1]:
            results[index].append(measurements[index]())
    return results


def seconds(action):
    """Wall time of a call."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def cpu_seconds(pid):
    """User and system time of a process and its children that still run."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(cpu_seconds(child) for child in children)


def memory_kib(pid, field="VmRSS"):
    """One field of /proc/PID/status."""
    return int(re.search(rf"^{field}:\s+(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text(), re.M)[1])


def reset_peak_memory(pid):
    """Makes VmHWM start again from what is resident now."""
    pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")


def time_and_peak(command, environment):
    """The exit status of a command, the seconds that it took, and the most MiB that it had resident at once."""
    starter = [sys.executable, str(pathlib.Path(__file__).with_name("peak.py"))]
    status, taken, kib = subprocess.run(
        [*starter, *map(str, command)], env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    return int(status), float(taken), int(kib) / 1024


def pinned(core):
    return ["taskset", "-c", core]


def cpu_per_request(pid, url, duration):
    """Microseconds of CPU time that a server spends on one request under load from another core."""
    before = cpu_seconds(pid)
    done = subprocess.run(
        [*pinned(CLIENT_CORE), "wrk", "-t1", f"-c{CONNECTIONS}", f"-d{duration}s", url],
        check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    spent = cpu_seconds(pid) - before
    if "Non-2xx" in done or "Socket errors" in done:
        raise RuntimeError(f"the load on {url} was not answered with 200 throughout:\n{done}")
    return spent / int(re.search(r"(\d+) requests in", done)[1]) * 1e6
