"""What trust costs: devices that refresh and verify, and publishers that sign, with many releases on a channel."""

import hashlib
import statistics
import subprocess

import wheels
from measure import in_turns, limit_row, seconds
from relctl import REPOSITORY, Registry, run

BENCH_TRUST = REPOSITORY / ".build/release/bench-trust"
RELEASES = 1000
ROUNDS = 101
PAIRS = 7
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
        version = iter(range(1, 100))
        with_keys, without = in_turns(
            PAIRS,
            lambda: seconds(lambda: team.publish(page, f"1.{next(version)}.0")),
            lambda: seconds(lambda: unsigned.run(*publish(page, f"1.{next(version)}.0"))))
    size = sum(file.stat().st_size for file in (folder / "device-2").glob("*.json"))
    signing = statistics.median(with_keys) - statistics.median(without) - derivation()
    return [
        limit_row("device: refresh of an unchanged repository, CPU", alone.refresh, "ms", 2),
        limit_row(f"device: verify a release, {RELEASES:,} releases on the channel, CPU", crowd.verify, "ms", 20),
        limit_row(
            f"publish: signed − unsigned − key derivation, {RELEASES:,} releases on the channel", signing * 1000, "ms",
            50, f"unsigned {statistics.median(without) * 1000:.0f} ms"),
        limit_row(f"all metadata that a device keeps, {RELEASES:,} releases", size / 1e6, "MB", 1),
    ]


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


def derivation():
    """What the key file's scrypt costs, in OpenSSL too: the same parameters as Cryptography/KeyFiles."""
    return statistics.median(
        seconds(lambda: hashlib.scrypt(b"correct horse", salt=bytes(16), n=1 << 14, r=8, p=5, maxmem=1 << 30, dklen=48))
        for _ in range(PAIRS))
