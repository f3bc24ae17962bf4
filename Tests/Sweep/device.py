"""One device's folder, looked at without any code of the product: hashes, names, and what the commands answer."""

import hashlib
import json
import os
import pathlib
import re
import subprocess

from relctl import RELCTL, expect
from tracer import common_name

# The names in a finished folder, below mobile-web.
NAMES = {
    "": r"releases|downloads|trust|cache|outbox|blocked|lock|(current|blocked|findings|reporting)\.json",
    "releases": r"[^.].*|\.manifests|\.records",
    "releases/.manifests": r"[^.].*\.json",
    "releases/.records": r"[^.].*\.json",
    "blocked": r"[0-9a-f]{64}",
    "trust": r"[^.].*\.json|\.followed-roots",
    "cache": r"[^.].*\.(entry|generation)",
    "outbox": r"[^.].*\.entry",
}
MAXIMUM_TREES = 3


class Device:
    """The documents folder of a wrapper that follows `shop`'s channel."""

    def __init__(self, folder, shop):
        self.folder = pathlib.Path(folder)
        self.root = self.folder / "mobile-web"
        self.shop = shop

    def copy(self, folder):
        subprocess.run(["cp", "-a", f"{self.folder}/.", folder], check=True)
        return Device(folder, self.shop)

    def command(self, verb, *arguments):
        return [RELCTL, "wrapper", verb, "--root", self.folder, *arguments, "--output", "json"]

    def install_command(self, version):
        return self.command(
            "install", "--server", self.shop.url, "--channel", "production", "--platform", "ios", "--wrapper-version",
            self.shop.wrapper(version), "--trust-root", self.shop.pinned)

    def launch_command(self):
        return self.command("launch", "--wrapper-version", self.shop.newest_wrapper)

    def run(self, command):
        """Status, and what it printed as JSON."""
        done = subprocess.run(
            list(map(str, command)), env=self.shop.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.returncode, answer_of(done.stdout, done.stderr)

    def install(self, version):
        status, answer = self.run(self.install_command(version))
        expect(status == 0, f"an install of {version} ended with {status}: {answer}")
        expect(
            answer["outcome"] in ("installed", "current", "repaired", "moved_from_withdrawn"), f"an install of {version} answers {answer}")

    def launch(self):
        """Begins a launch, and verifies every file that it would serve. Version and token, or two times None."""
        status, answer = self.run(self.launch_command())
        if status == 1 and answer.get("outcome") == "nothing_installed":
            return None, None
        expect(status == 0, f"a launch ended with {status}: {answer}")
        launch = answer["launch"]
        expect(launch["token"] != "unrecorded", f"a launch could not be recorded: {answer}")
        return self.shop.expect_tree(pathlib.Path(launch["folder"]), launch["version"]), launch["token"]

    def confirm(self):
        version, token = self.launch()
        status, answer = self.run(self.command("confirm", "--token", token))
        expect(status == 0, f"a confirmation of {version} ended with {status}: {answer}")

    def expect_status(self):
        """`wrapper status` reads whatever is there."""
        status, answer = self.run(self.command("status"))
        expect(status in (0, 5) and "healthy" in answer, f"status ended with {status}: {answer}")

    def trees(self):
        releases = self.root / "releases"
        return sorted(path for path in releases.iterdir() if path.name[0] != ".") if releases.is_dir() else []

    def leftovers(self, archive_may_stay=False):
        """What no finished command leaves behind; one that failed may leave what it fetched, to go on with that."""
        found = []
        for folder, names in NAMES.items():
            found += [path for path in children(self.root / folder) if not re.fullmatch(names, path.name)]
        archives = children(self.root / "downloads")
        found += archives[1:] if archive_may_stay else archives
        return [str(path.relative_to(self.root)) for path in found]

    def age_outbox(self):
        """Nobody holds a lock while writing an entry of the outbox, so that what is being written has a day for it."""
        for path in children(self.root / "outbox"):
            a_day_ago = path.stat().st_mtime - 90_000
            os.utime(path, (a_day_ago, a_day_ago))

    def expect_tidy(self):
        expect(not self.leftovers(), f"left over: {', '.join(self.leftovers())}")
        trees = self.trees()
        expect(len(trees) <= MAXIMUM_TREES, f"{len(trees)} trees are left")
        for tree in trees:
            self.shop.expect_tree(tree, tree.name.partition("~")[0])
        names = sorted(tree.name for tree in trees)
        records = sorted(path.stem for path in children(self.root / "releases/.records"))
        expect(records == names, f"records {records} beside the trees {names}")
        manifests = len(children(self.root / "releases/.manifests"))
        expect(manifests == len(names), f"{manifests} manifests beside the trees {names}")

    def digest(self):
        """Names what is on disk, but for what differs between two runs of the same: times, and random names."""
        found = hashlib.sha256()
        for folder, folders, files in os.walk(self.folder):
            folders.sort()
            for name in folders:
                found.update(f"folder {common_name(os.path.join(folder, name), self.folder)}\0".encode())
            for name in sorted(files):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    content = COMMON_BYTES.sub(b"", CHECKSUM.sub(b"{", file.read()))
                if folder.endswith(("/cache", "/outbox")):  # times within what is encoded; the length tells a torn one
                    content = str(len(content)).encode()
                found.update(f"{common_name(path, self.folder)}\0".encode() + hashlib.sha256(content).digest())
        return found.hexdigest()


COMMON_BYTES = re.compile(rb'"(installedAt|startedAt|tokenSha256|firstAt|lastAt|blockedAt|refusedAt|failedAt|lastFailedAt|stamp)":"[^"]*"')

CHECKSUM = re.compile(rb'\A\{"sha256":"[0-9a-f]{64}",')  # of a state file; it differs with what differs


def children(folder):
    return list(folder.iterdir()) if folder.is_dir() else []


def answer_of(output, error):
    """The JSON that a command printed: its result, or else its error."""
    for text in (output, error):
        try:
            return json.loads(text)
        except ValueError:
            continue
    return {"output": output, "error_text": error}
