"""What trust costs: devices that refresh and verify, and publishers that sign, with many releases on a channel."""

import hashlib
import resource
import statistics
import subprocess
import time

import wheels
from measure import cpu_seconds, in_turns, limit_row
from relctl import REPOSITORY, Registry, run

BENCH_TRUST = REPOSITORY / ".build/release/bench-trust"
RELEASES = 1000
ROUNDS = 101
TURNS = 15
RANGES = ("--wrapper-range", ">=4.2.0 <6.0.0", "--api-contract-range", "^3.0.0")


def measure(scratch):
    folder = scratch / "trust"
    page = wheels.write({"index.html": b"<!doctype html><title>Fixture</title>"}, folder / "page")
    with Registry(folder / "unsigned") as unsigned, Registry(folder / "signed") as signed:
        team = Team(folder, signed)
        team.publish(page, "0.0.0")
        alone = device(team, "0.0.0", folder / "device-1")
        for number in range(1, RELEASES):
            team.publish(page, f"0.{number}.0")
        crowd = device(team, f"0.{RELEASES // 2}.0", folder / "device-2")
        signing = signing_row(team, unsigned, page)
    size = sum(file.stat().st_size for file in (folder / "device-2").glob("*.json"))
    return [
        limit_row("device: refresh of an unchanged repository, CPU", alone.refresh, "ms", 2),
        limit_row(f"device: verify a release, {RELEASES:,} releases on the channel, CPU", crowd.verify, "ms", 20),
        signing,
        limit_row(f"all metadata that a device keeps, {RELEASES:,} releases", size / 1e6, "MB", 1),
    ]


def signing_row(team, unsigned, page):
    """How much longer a publish takes because it is signed, besides the key's derivation; and the CPU time of the same,
    which does not get less by doing two things at once."""
    version = iter(range(1, 100))
    turns = list(zip(*in_turns(
        TURNS,
        lambda: spent(team.registry, lambda: team.publish(page, f"1.{next(version)}.0")),
        lambda: spent(unsigned, lambda: unsigned.run(*publish(page, f"1.{next(version)}.0"))),
        derivation), strict=True))

    def more(part, middle=statistics.median):
        return middle(part(with_keys) - part(without) - part(key) for with_keys, without, key in turns) * 1000

    # The kernel tells of the server's time in steps of 10 ms, of which only the mean says anything.
    server = more(lambda it: it.server, statistics.fmean)

    return limit_row(
        f"publish: signed − unsigned − key derivation, {RELEASES:,} releases on the channel", more(lambda it: it.wall),
        "ms", 50,
        f"unsigned {statistics.median(without.wall for _, without, _ in turns) * 1000:.0f} ms; CPU "
        f"{more(lambda it: it.client):.0f} ms here and {server:.0f} ms on the server")


def publish(page, version):
    return "release", "publish", page, "--channel", "production", "--version", version, *RANGES


class Team:
    """A key, and a registry whose root trusts it."""

    def __init__(self, folder, registry):
        self.registry = registry
        self.root = folder / "root.json"
        self.environment = {
            **registry.environment, "HOME": str(folder / "home"), "RELCTL_KEYS": str(folder / "keys"),
            "RELCTL_KEY_PASSPHRASE": "correct horse", "RELCTL_TRUST_ROOT": str(self.root),
        }
        ceremony = folder / "ceremony.json"
        self.run("key", "generate", "dev")
        self.run("trust", "init", ceremony, "--root-key", "dev", "--targets-key", "dev", "--channel", "production=dev")
        self.run("trust", "publish", ceremony, "--root-out", self.root)

    def run(self, *arguments):
        return run(*arguments, environment=self.environment)

    def publish(self, page, version):
        self.run(*publish(page, version))


class Cost:
    """CPU milliseconds."""

    def __init__(self, refresh, verify):
        self.refresh, self.verify = refresh, verify


def device(team, version, folder):
    done = subprocess.run(
        [BENCH_TRUST, f"{team.registry.url}/tuf", team.root, "production", version, folder, str(ROUNDS)],
        check=True, capture_output=True, text=True)
    return Cost(*map(float, done.stdout.split()))


class Spent:
    """Seconds: of the clock, and of the processor, here and in the registry."""

    def __init__(self, wall, client, server):
        self.wall, self.client, self.server = wall, client, server


def spent(registry, action):
    """What commands cost that end within the action, and the registry that they ask."""
    server, client, started = cpu_seconds(registry.process.pid), children_seconds(), time.perf_counter()
    action()
    return Spent(
        time.perf_counter() - started, children_seconds() - client, cpu_seconds(registry.process.pid) - server)


def children_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def derivation():
    """What the key file's scrypt costs, in OpenSSL too: the same parameters as Cryptography/KeyFiles."""
    used, started = time.process_time(), time.perf_counter()
    hashlib.scrypt(b"correct horse", salt=bytes(16), n=1 << 14, r=8, p=5, maxmem=1 << 30, dklen=48)
    return Spent(time.perf_counter() - started, time.process_time() - used, 0)
