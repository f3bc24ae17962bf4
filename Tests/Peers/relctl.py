"""Runs the built relctl: its commands, and registries on free ports in scratch folders."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
RELCTL = os.environ.get("RELCTL", str(REPOSITORY / ".build/release/relctl"))


class Failure(Exception):
    """An expectation that did not hold; its text is for people."""


def expect(condition, message):
    if not condition:
        raise Failure(message)


def run(*arguments, status=0, environment=None):
    """Standard output of `relctl ARGUMENTS`, which must end with `status`."""
    command = [RELCTL, *map(str, arguments)]
    done = subprocess.run(
        command, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    expect(
        done.returncode == status,
        f"{' '.join(command)} ended with {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout


class Registry:
    """A registry with a data folder of its own under `folder`; stops when the `with` block ends."""

    def __init__(self, folder, *options, prefix=()):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data"
        self.token_file = self.folder / "admin.token"
        self.log = self.folder / "server.log"
        self.options = options
        self.prefix = prefix
        self.process = None
        self.url = None
        if not self.data.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            run("init", "--data", self.data, "--token-out", self.token_file)

    @property
    def token(self):
        return self.token_file.read_text().strip()

    @property
    def port(self):
        return int(self.url.rsplit(":", 1)[1])

    @property
    def environment(self):
        return {"RELCTL_SERVER": self.url, "RELCTL_TOKEN_FILE": str(self.token_file)}

    def __enter__(self):
        log = self.log.open("w")
        command = [*self.prefix, RELCTL, "serve", "--data", str(self.data), "--listen", "127.0.0.1:0", *self.options]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + 30
        while not (found := re.search(r"listening on (http\S+)", self.log.read_text())):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise Failure(f"the registry did not start:\n{self.log.read_text()}")
            time.sleep(0.002)
        self.url = found[1].rstrip("/")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def run(self, *arguments, status=0):
        return run(*arguments, status=status, environment=self.environment)

    def json(self, *arguments, status=0):
        return json.loads(self.run(*arguments, "--output", "json", status=status))

    def publish(self, bundle, version, wrappers, *options, channel="production"):
        return self.json(
            "release", "publish", bundle, "--channel", channel, "--version", version,
            "--wrapper-range", wrappers, "--api-contract-range", "^3.0.0", *options)


def play(story):
    """Runs `story(scratch folder)` as a program: says what it is, and fails with the reason."""
    summary = in_scratch(story)
    print(f"{program_name()}: {summary}")


def in_scratch(story, parent=None):
    """What `story(scratch folder)` returns; a failure ends the program with its reason."""
    try:
        with tempfile.TemporaryDirectory(prefix=f"relctl-{program_name()}-", dir=parent) as scratch:
            return story(pathlib.Path(scratch))
    except Failure as failure:
        sys.exit(f"{program_name()}: FAILED: {failure}")


def program_name():
    return pathlib.Path(sys.argv[0]).stem
