"""Publishes three real front ends, lets wrappers choose among them, and compares what was installed, file by file."""

import json
import subprocess

import wheels
from relctl import Registry, expect, play, run

# Each release with the wrappers that it is for, in the order of publishing.
RANGES = {"1.49.1": ">=4.0.0 <5.0.0", "1.50.0": ">=4.2.0 <5.0.0", "1.51.0": ">=5.0.0 <6.0.0"}
CHOICES = {"4.1.0": "1.49.1", "4.4.0": "1.50.0", "5.0.0": "1.51.0"}
TOO_OLD = "3.9.0"


def story(scratch):
    front_ends = {version: wheels.front_end(version) for version in wheels.VERSIONS}
    with Registry(scratch) as registry:
        for version, wrappers in RANGES.items():
            folder = wheels.write(front_ends[version], scratch / "sources" / version)
            registry.publish(bundle_of(folder, version), version, wrappers)

        for wrapper, version in CHOICES.items():
            check(registry, wrapper, version)
            install_and_compare(registry, scratch / f"device-{wrapper}", wrapper, version, front_ends[version])
        check(registry, TOO_OLD, "none")

        update_keeps_the_previous_one(registry, scratch / "device-4.1.0", front_ends)
    run("doctor", "--data", registry.data)
    files = sum(map(len, front_ends.values()))
    return f"3 front ends, {files} files, published, chosen by wrapper, installed and found equal"


def bundle_of(folder, version):
    """One is zipped by Info-ZIP, one packed by relctl, one published as a folder."""
    bundle = folder.with_name(f"{version}.zip")
    if version == "1.49.1":
        subprocess.run(["zip", "-q", "-r", bundle, "."], cwd=folder, check=True, stdin=subprocess.DEVNULL)
    elif version == "1.50.0":
        run("release", "pack", folder, "-o", bundle)
    else:
        return folder
    return bundle


def check(registry, wrapper, expected):
    registry.run("check", "web", "--channel", "production", "--wrapper-version", wrapper, "--expect", expected)


def install_and_compare(registry, root, wrapper, version, files):
    registry.run(
        "wrapper", "install", "--root", root, "--server", registry.url, "--channel", "production",
        "--platform", "android", "--wrapper-version", wrapper)
    status = json.loads(run("wrapper", "status", "--root", root, "--output", "json"))
    expect(status["current"]["version"] == version, f"wrapper {wrapper} runs {status['current']}, not {version}")
    expect(status["complete"] is True, f"the installed {version} is not complete: {status}")
    compare(root, version, files)


def compare(root, version, files):
    installed = wheels.read(root / "mobile-web/releases" / version)
    differing = [path for path in files.keys() | installed.keys() if files.get(path) != installed.get(path)]
    expect(not differing, f"{version} was installed with other content: {sorted(differing)[:5]}")


def update_keeps_the_previous_one(registry, root, front_ends):
    install_and_compare(registry, root, "4.4.0", "1.50.0", front_ends["1.50.0"])
    compare(root, "1.49.1", front_ends["1.49.1"])


if __name__ == "__main__":
    play(story)
