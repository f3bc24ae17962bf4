"""A registry with signed releases, one for each wrapper version, and what each of their files must be."""

import copy
import hashlib
import os
import pathlib
import random

from relctl import Failure, Registry, expect
from team import Team

VERSIONS = ("1.1.0", "1.2.0", "1.3.0", "1.4.0")


class Shop:
    """Release 1.N.0 is the newest for wrapper 4.N.0."""

    def __init__(self, scratch, versions=VERSIONS, channels=("production",), earlier=None):
        """Publishes only those of the versions. With an earlier shop, which was lost with its keys, they have other bytes."""
        self.earlier = earlier
        self.published, self.channels = versions, channels
        self.scratch = pathlib.Path(scratch)
        self.registry = Registry(self.scratch / "registry")
        self.releases = {version: site(version, "" if earlier is None else " again") for version in VERSIONS}
        self.newest_wrapper = "4.9.0"

    def __enter__(self):
        self.registry.__enter__()
        self.url = self.registry.url
        self.team = Team(self.scratch, self.registry)
        self.team.begin(*self.channels)
        self.pinned = self.scratch / "pinned.json"
        self.pinned.write_bytes(self.team.root.read_bytes())
        for version in self.published:
            self.team.publish(version, self.releases[version], self.range_of(version))
        self.environment = {**os.environ, "HOME": str(self.scratch / "nobody")}
        return self

    def __exit__(self, *_):
        self.registry.__exit__()

    def rotate(self):
        """Replaces the registry's own key, a root key and that of the releases: nothing that devices keep is good any more."""
        self.team.change("online", "--online-key")
        self.team.rotate("root-1", "root-3")
        self.team.rotate("release", "release-2")

    @staticmethod
    def wrapper(version):
        return "4." + version.split(".", 1)[1]

    def range_of(self, version):
        return f">={self.wrapper(version)} <6.0.0"

    def moved_to(self, url):
        """The same shop, served elsewhere."""
        other = copy.copy(self)
        other.url = url
        return other

    def archive(self, version):
        return self.team.bundle(version).read_bytes()

    def expect_tree(self, folder, version):
        """Exactly the files that were published as that version, byte for byte. Returns what that release is called here."""
        expect(version in self.releases, f"a release {version} was never published")
        if self.earlier is not None and self.earlier.is_tree(folder, version):
            return of_before(version)
        expected = {path: hashlib.sha256(content).hexdigest() for path, content in self.releases[version].items()}
        found = {}
        for place, folders, files in os.walk(folder):
            for name in folders + files:
                expect(not os.path.islink(os.path.join(place, name)), f"{folder} holds the link {name}")
            for name in files:
                path = pathlib.Path(place, name)
                found[str(path.relative_to(folder))] = hashlib.sha256(path.read_bytes()).hexdigest()
        wrong = sorted(path for path in found.keys() | expected.keys() if found.get(path) != expected.get(path))
        expect(not wrong, f"release {version} in {folder} is not complete: {', '.join(wrong[:5])}")
        return version

    def is_tree(self, folder, version):
        try:
            return self.expect_tree(folder, version) is not None
        except Failure:
            return False


def of_before(version):
    """What the earlier shop's release of that version is called."""
    return f"{version} of before"


def site(version, edition=""):
    """A page, and files of several sizes in several folders; some are the same in each version."""
    source = random.Random(version + edition)
    return {
        "index.html": f"<!doctype html><title>{version}{edition}</title>".encode(),
        "assets/app.js": source.randbytes(90_000),
        "assets/style.css": source.randbytes(3_000),
        "assets/fonts/a.woff2": random.Random("a").randbytes(20_000),
        "assets/fonts/b.woff2": random.Random("b").randbytes(700),
        "empty.txt": b"",
        "media/logo.svg": source.randbytes(5_000),
    }
