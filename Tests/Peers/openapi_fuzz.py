"""Runs schemathesis, with every check on, against /openapi.json of a registry that has something in it."""

import os
import subprocess
import sys

import wheels
from relctl import REPOSITORY, Registry, expect, play, run

PEERS = REPOSITORY / "Tests/Peers"
EXAMPLES = os.environ.get("FUZZ_EXAMPLES", "20")

# With things that exist, OpenAPI cannot say when well-formed input is refused (a stale revision, a minimum above the
# latest), and wrong tokens soon meet the limit on failed attempts. The first run has these two checks as well.
UNSUITED_TO_KNOWN_NAMES = "positive_data_acceptance,ignored_auth"


def story(scratch):
    with Registry(scratch) as registry:
        names = fill(registry, scratch)
        fuzz(registry, scratch, "schemathesis.toml", {})
        fuzz(
            registry, scratch, "schemathesis-known.toml", names, "--mode", "positive", "--phases", "fuzzing",
            "--exclude-path-regex", "/tokens", "--exclude-checks", UNSUITED_TO_KNOWN_NAMES)
        expect(registry.process.poll() is None, f"the registry died:\n{registry.log.read_text()[-2000:]}")
    run("doctor", "--data", registry.data)
    return f"every schemathesis check passed, {EXAMPLES} examples for each operation"


def fill(registry, scratch):
    """Puts a release and a policy into the registry; returns their names for the second run."""
    bundle = wheels.write({"index.html": b"<!doctype html><title>Fixture</title>"}, scratch / "bundle")
    release = registry.publish(bundle, "1.0.0", ">=4.0.0 <5.0.0")
    policy = registry.json(
        "policy", "set", "--channel", "production", "--platform", "android", "--minimum", "4.0.0",
        "--latest", "4.6.0", "--package-name", "org.example.app", "--activate")
    return {
        "ARTIFACT_SHA256": release["artifactSha256"], "TREE_SHA256": release["tree"]["sha256"], "POLICY_ID": policy["id"],
    }


def fuzz(registry, scratch, configuration, names, *options):
    """One worker, and no verdict on how fast the input was made: the same run on every machine."""
    done = subprocess.run(
        [
            sys.executable, "-m", "schemathesis.cli", "--config-file", PEERS / configuration,
            "run", f"{registry.url}/openapi.json", "--checks", "all", "--max-examples", EXAMPLES, "--seed", "1",
            "--workers", "1", "--suppress-health-check", "too_slow", "--no-color", *options,
        ],
        cwd=scratch, env={**os.environ, **names, "REGISTRY_TOKEN": registry.token, "PYTHONPATH": str(PEERS)}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True)
    expect(
        done.returncode == 0,
        f"schemathesis found faults with {configuration}:\n{done.stdout[-40000:]}{done.stderr[-2000:]}")


if __name__ == "__main__":
    play(story)
