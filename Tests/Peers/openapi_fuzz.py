"""Runs schemathesis, with every check on, against /openapi.json of a registry that has something in it."""

import os
import subprocess
import sys

import wheels
from relctl import REPOSITORY, Registry, expect, play, run

HOOKS = REPOSITORY / "Tests/Peers/schemathesis_hooks.py"
EXAMPLES = os.environ.get("FUZZ_EXAMPLES", "20")


def story(scratch):
    with Registry(scratch) as registry:
        fill(registry, scratch)
        fuzz(registry, scratch)
        expect(registry.process.poll() is None, f"the registry died:\n{registry.log.read_text()[-2000:]}")
    run("doctor", "--data", registry.data)
    return f"every schemathesis check passed, {EXAMPLES} examples for each operation"


def fill(registry, scratch):
    bundle = wheels.write({"index.html": b"<!doctype html><title>Fixture</title>"}, scratch / "bundle")
    registry.publish(bundle, "1.0.0", ">=4.0.0 <5.0.0")
    registry.run(
        "policy", "set", "--channel", "production", "--platform", "android", "--minimum", "4.0.0",
        "--latest", "4.6.0", "--package-name", "org.example.app", "--activate")


def fuzz(registry, scratch):
    done = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--config-file", str(REPOSITORY / "Tests/Peers/schemathesis.toml"),
            "run", f"{registry.url}/openapi.json", "--checks", "all", "--max-examples", EXAMPLES, "--seed", "1",
            "--no-color",
        ],
        cwd=scratch, env={**os.environ, "REGISTRY_TOKEN": registry.token, "SCHEMATHESIS_HOOKS": str(HOOKS)}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True)
    expect(done.returncode == 0, f"schemathesis found faults:\n{done.stdout[-12000:]}{done.stderr[-2000:]}")


if __name__ == "__main__":
    play(story)
