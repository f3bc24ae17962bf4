"""How long a simulated fleet of 10,000 wrappers takes, of which 100 differ, against a registry on this machine."""

import itertools

import wheels
from measure import limit_row, time_and_peak
from relctl import RELCTL, Failure, Registry, run

COUNT = 100


def measure(scratch, files):
    with Registry(scratch / "fleet") as registry:
        for version in ("1.0.0", "1.1.0"):
            folder = wheels.write({**files, "build.txt": version.encode()}, scratch / f"fleet-{version}")
            bundle = scratch / f"fleet-{version}.zip"
            run("release", "pack", folder, "-o", bundle)
            registry.publish(bundle, version, ">=4.0.0 <6.0.0")
        fleet = scratch / "fleet.csv"
        fleet.write_text("\n".join(["platform,wrapperVersion,installed,count", *rows(), ""]))
        taken, peak = simulate(registry, fleet)
    what = "simulated fleet of 10,000 wrappers, 100 distinct, 9 MB releases"
    return [
        limit_row(f"{what}: time", taken, "s", 60),
        limit_row(f"{what}: peak memory", peak, "MiB", 300),
    ]


def rows():
    """100 kinds of wrappers, each 100 times: half of them with the release before, the others with none yet."""
    kinds = itertools.product(("ios", "android"), range(25), ("1.0.0", "built-in"))
    return [f"{platform},4.{minor}.0,{installed},{COUNT}" for platform, minor, installed in kinds]


def simulate(registry, fleet):
    """Seconds, and the most MiB that the process had at once; every device must run the newest release."""
    command = [
        RELCTL, "wrapper", "simulate", "--fleet", fleet, "--channel", "production", "--expect", "1.1.0", "--expect",
        "way-back"]
    status, taken, peak = time_and_peak(command, registry.environment)
    if status != 0:
        raise Failure(f"the simulation ended with {status}")
    return taken, peak
