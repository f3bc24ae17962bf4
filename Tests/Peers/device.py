"""A device that keeps running, for a browser: `relctl wrapper run`."""

import json
import re
import subprocess
import time

from chromium import PATIENCE
from relctl import RELCTL, Failure, expect, run

OPEN_PATH = "/orders/17?tab=open"


class Device:
    """A device that runs; stops when the `with` block ends."""

    def __init__(self, folder, registry, wrapper_version="4.6.0", ready_timeout=10):
        self.folder = folder
        self.wrapper_version = wrapper_version
        self.log = folder.with_suffix(".log")
        self.command = [
            RELCTL, "wrapper", "run", "--root", str(folder), "--server", registry.url, "--channel", "production",
            "--platform", "android", "--wrapper-version", wrapper_version, "--open-path", OPEN_PATH,
            "--ready-timeout", str(ready_timeout)]
        self.process = None

    def __enter__(self):
        with self.log.open("w") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        deadline = time.monotonic() + PATIENCE
        while "serving on" not in self.log.read_text():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise Failure(f"the device did not start:\n{self.log.read_text()}")
            time.sleep(0.02)
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Closes the app as a user does, and returns its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()

    @property
    def url(self):
        return re.findall(r"serving on (\S+)", self.log.read_text())[-1]

    @property
    def origin(self):
        return re.match(r"http://[^/]+", self.url)[0]

    def status(self):
        return json.loads(run("wrapper", "status", "--root", self.folder, "--output", "json"))

    def says(self, text):
        """Waits until the device told people this."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.log.read_text():
            expect(time.monotonic() < deadline, f"the device does not say '{text}':\n{self.log.read_text()}")
            time.sleep(0.05)

    def expect_current(self, version, state):
        current = self.status()["current"]
        expect((current["version"], current["state"]) == (version, state), f"current is {current}")
