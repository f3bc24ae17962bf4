"""100,000 published releases beside 10: a repeated check, a first one, memory."""

import http.client
import statistics
import time

from fill import filled_registry
from measure import SERVER_CORE, cpu_per_request, in_turns, limit_row, memory_kib, pinned, ratio_row
from relctl import expect

PAIRS = 5
LOAD_SECONDS = 2
FEW, MANY = 10, 100_000
FIRST_CHECKS = 300
PATH = "/mobile-web/releases/latest?channel=production&wrapperVersion="


def measure(scratch):
    few = filled_registry(scratch / "few", FEW, prefix=pinned(SERVER_CORE))
    many = filled_registry(scratch / "many", MANY, prefix=pinned(SERVER_CORE))
    with few, many:
        firsts = first_checks(many)
        first_checks(few)
        growth = memory_kib(many.process.pid) - memory_kib(few.process.pid)
        ours, theirs = in_turns(PAIRS, lambda: repeated_check(many), lambda: repeated_check(few))
    return [
        ratio_row(f"CPU per repeated check, {MANY:,} releases / {FEW}", ours, theirs, "µs", 1.1),
        limit_row(
            f"first, uncached check, {MANY:,} releases (round trip, 99 of 100 are faster)",
            statistics.quantiles(firsts, n=100)[-1] * 1000, "ms", 1,
            f"median {statistics.median(firsts) * 1000:.2g} ms"),
        limit_row("memory per release", growth / (MANY - FEW), "KiB", 1),
    ]


def repeated_check(registry):
    return cpu_per_request(registry.process.pid, f"{registry.url}{PATH}4.4.0", LOAD_SECONDS)


def first_checks(registry):
    """Round-trip seconds of checks for wrapper versions that were never asked for."""
    connection = http.client.HTTPConnection("127.0.0.1", registry.port)
    times = []
    for number in range(FIRST_CHECKS + 1):
        started = time.perf_counter()
        connection.request("GET", f"{PATH}4.{number}.{number}")
        response = connection.getresponse()
        body = response.read()
        times.append(time.perf_counter() - started)
        expect(response.status == 200, f"a check answered {response.status}: {body[:200]}")
    # The first request opens the connection: it is not a check's own time.
    return times[1:]
