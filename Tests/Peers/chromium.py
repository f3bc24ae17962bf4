"""Drives Debian's Chromium, without a window, through its DevTools protocol."""

import json
import os
import re
import shutil
import subprocess
import time

import websocket
from relctl import Failure, expect

# A machine that is busy with other tests starts a browser slowly.
PATIENCE = 120


class Chromium:
    """A browser with a profile of its own under `folder`; stops when the `with` block ends."""

    def __init__(self, folder, *options):
        self.folder = folder
        self.options = options
        self.process = None
        self.devtools = None

    def __enter__(self):
        program = shutil.which("chromium")
        expect(program, "chromium is missing; run deploy/setup-debian.sh test")
        self.folder.mkdir()
        log = self.folder / "log"
        # Without a sandbox only where Chromium has no other way: as root.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        command = [
            program, "--headless=new", *sandbox, "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--remote-debugging-port=0", f"--user-data-dir={self.folder / 'profile'}",
            *self.options, "about:blank"]
        with log.open("w") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(r"DevTools listening on (ws://\S+)", log.read_text())):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise Failure(f"chromium did not start:\n{log.read_text()}")
            time.sleep(0.05)
        # A client that is no page has no origin to name.
        self.devtools = DevTools(websocket.create_connection(found[1], timeout=PATIENCE, suppress_origin=True))
        return self

    def __exit__(self, *_):
        if self.devtools:
            self.devtools.socket.close()
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def open(self, url):
        """A new tab that shows `url`."""
        target = self.devtools.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.devtools.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self.devtools, session)
        tab.go(url)
        return tab


class DevTools:
    """Commands to the browser, and their answers."""

    def __init__(self, socket):
        self.socket = socket
        self.count = 0

    def call(self, method, session=None, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.socket.send(json.dumps(message))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            pass
        if "error" in answer:
            raise DevToolsError(answer["error"]["message"])
        return answer["result"]


class DevToolsError(Exception):
    """A command that the browser did not carry out, because its page went away, for example."""


class ScriptError(Exception):
    """An expression that threw, or whose promise was rejected."""


class Tab:
    """One tab."""

    def __init__(self, devtools, session):
        self.devtools, self.session = devtools, session

    def go(self, url):
        self.devtools.call("Page.navigate", self.session, url=url)

    def run(self, expression):
        """The value of an expression in the page; of a promise, what it is fulfilled with."""
        result = self.devtools.call(
            "Runtime.evaluate", self.session, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise ScriptError(result["exceptionDetails"].get("exception", {}).get("description", str(result)))
        return result["result"].get("value")

    def until(self, expression, wanted, patience=PATIENCE):
        """Waits until the expression has the value, however often the page changes meanwhile."""
        deadline = time.monotonic() + patience
        while True:
            try:
                last = self.run(expression)
            except (DevToolsError, ScriptError) as error:
                last = error
            if last == wanted:
                return
            if time.monotonic() > deadline:
                raise Failure(f"{expression} is {last!r} after {patience} s, not {wanted!r}")
            time.sleep(0.05)
