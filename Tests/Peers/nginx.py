"""nginx on free loopback ports, with all its files in a scratch folder."""

import os
import shutil
import socket
import subprocess
import time

from relctl import expect

BINARY = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Nginx:
    """Runs nginx with `http` as the content of its http block; reachable on `port`."""

    def __init__(self, folder, http, port, main="", prefix=()):
        expect(BINARY, "nginx is not installed: run deploy/setup-debian.sh test")
        self.folder = folder
        self.port = port
        self.prefix = prefix
        self.process = None
        temporary = "\n".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        # Started as root, nginx would run its worker as `nobody`, which may not enter the scratch folder.
        user = "user root;" if os.geteuid() == 0 else ""
        folder.mkdir()
        (folder / "nginx.conf").write_text(f"""
            daemon off; {user} {main} pid {folder}/pid; error_log {folder}/error.log warn;
            events {{ worker_connections 4096; }}
            http {{ access_log off; {temporary} {http} }}
        """)

    def __enter__(self):
        self.process = subprocess.Popen(
            [*self.prefix, BINARY, "-p", self.folder, "-c", self.folder / "nginx.conf"], stdin=subprocess.DEVNULL,
            stderr=(self.folder / "stderr.log").open("w"))
        deadline = time.monotonic() + 10
        while not self.answers():
            expect(
                self.process.poll() is None and time.monotonic() < deadline,
                f"nginx did not start: {(self.folder / 'stderr.log').read_text()}")
            time.sleep(0.01)
        return self

    def answers(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
