"""`relctl trust client` on repositories that python-tuf wrote: through rotations, and under attack."""

import hashlib
import os
import subprocess
from urllib.parse import quote

from lying_server import LyingServer, endless, slow
from relctl import RELCTL, expect, play
from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import Metadata
from tuf_repository import Repository

# A name in which everything that means something in an address or a path stands for itself.
ODD = "odd/a b?c=1#d%20é&+.zip"


def story(scratch):
    attacks = 0
    for consistent in (True, False):
        folder = scratch / ("consistent" if consistent else "plain")
        with LyingServer(folder / "served") as server:
            repository = make_repository(folder / "served", consistent)
            follows(repository, server, Client(folder / "device", server))
            for attack in ATTACKS:
                with_lies(attack, folder, server, repository)
                attacks += 1
    return f"refreshes, downloads and rotations with and without consistent snapshots, and {attacks} attacks refused"


def make_repository(folder, consistent):
    repository = Repository(folder, consistent)
    prefix = hashlib.sha256(b"hashed/b.zip").hexdigest()[:2]
    repository.delegate("targets", "stable/1?", CryptoSigner.generate_ed25519(), paths=["stable/*", "odd/*"])
    repository.delegate("targets", "bin", CryptoSigner.generate_ecdsa(), path_hash_prefixes=[prefix])
    repository.delegate("stable/1?", "deep", CryptoSigner.generate_rsa(), paths=["stable/deep-*"])
    repository.add("targets", "top.zip", b"top")
    repository.add("stable/1?", "stable/a.zip", b"stable")
    repository.add("stable/1?", ODD, b"odd")
    repository.add("deep", "stable/deep-a.zip", b"")
    repository.add("bin", "hashed/b.zip", b"hashed" * 100_000)
    repository.publish()
    return repository


class Client:
    """A device: `relctl trust client` with its two folders."""

    def __init__(self, folder, server):
        self.server = server
        self.metadata = folder / "metadata"
        self.targets = folder / "targets"
        folder.mkdir()

    def init(self, repository):
        self.run("init", repository.metadata / "1.root.json")

    def refresh(self, **options):
        return self.run("refresh", url=True, **options)

    def download(self, *names, **options):
        self.run(
            *(word for name in names for word in ("--target-name", name)), "--target-dir", self.targets,
            "--target-base-url", f"{self.server.url}/targets", "download", url=True, **options)

    def run(self, *words, url=False, refused=None, clock=None):
        """Runs one command, perhaps with a clock that faketime moves; returns the requests that it made.

        With `refused` it has to end with status 1 and this code.
        """
        self.server.requests.clear()
        where = ["--metadata-url", f"{self.server.url}/metadata/"] if url else []
        command = [RELCTL, "trust", "client", *where, "--metadata-dir", self.metadata, *words]
        if clock:
            command = ["faketime", "-f", clock, *command]
        done = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        ended = done.returncode == 1 and f"({refused})" in done.stderr if refused else done.returncode == 0
        expect(ended, f"{command} ended with {done.returncode} instead of {refused or 0}: {done.stderr}")
        return [path.removeprefix("/metadata/") for path in self.server.requests]

    def kept(self):
        return {name: (self.metadata / name).read_bytes() for name in os.listdir(self.metadata)}

    def got(self, name):
        return (self.targets / quote(name, "")).read_bytes()


def follows(repository, server, client):
    """Everything that an honest repository may do."""
    client.init(repository)
    first = client.refresh()
    expect(first == requests(repository, "timestamp", "snapshot", "targets"), f"first refresh: {first}")
    again = client.refresh()
    expect(again == requests(repository, "timestamp"), f"refresh of an unchanged repository: {again}")

    names = ["top.zip", "stable/a.zip", ODD, "stable/deep-a.zip", "hashed/b.zip"]
    client.download(*names)
    expect(client.got(ODD) == b"odd" and client.got("hashed/b.zip") == b"hashed" * 100_000, "other bytes arrived")
    client.download(*names)
    fetched = [path for path in server.requests if "targets/" in path]
    expect(not fetched, f"targets that were there are fetched again: {fetched}")
    expect_stored_as_served(repository, client)

    repository.rotate("timestamp", "snapshot")
    repository.rotate("root", "targets")
    repository.add("targets", "top.zip", b"another top")
    repository.publish()
    client.download(*names)
    expect(client.got("top.zip") == b"another top", "the new target did not come")
    client.download("not-there.zip", refused="target_not_found")
    client.refresh(clock="-10y")
    expect_stored_as_served(repository, client)


def requests(repository, *roles):
    """A request for the next root, and one for each file that changed."""
    return [f"{repository.roles['root'].version + 1}.root.json", *(repository.file(role).name for role in roles)]


def expect_stored_as_served(repository, client):
    for role in repository.roles:
        stored = client.metadata / f"{quote(role, '')}.json"
        expect(stored.read_bytes() == repository.file(role).read_bytes(), f"'{role}' is not stored as it was served")
    names = {f"{quote(role, '')}.json" for role in repository.roles}
    extra = {name for name in os.listdir(client.metadata) if name.endswith(".json")} - names
    expect(not extra, f"there is metadata of nobody: {extra}")


def with_lies(attack, folder, server, repository):
    """Lets a device trust the repository, then attacks it: it has to fail and to keep what it had."""
    client = Client(folder / f"device-{attack.__name__}", server)
    server.lies = {}
    client.init(repository)
    client.download("top.zip")
    before = client.kept()
    try:
        # What was signed anew on the way to the attack may be kept.
        allowed = attack(repository, server, client) or set()
    finally:
        server.lies = {}
    after = client.kept()
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    expect(changed <= allowed, f"{attack.__name__}: {changed} changed in the trusted metadata")
    expect(os.listdir(client.targets) == ["top.zip"], f"{attack.__name__}: {os.listdir(client.targets)} in the targets")
    client.refresh()


def rollback(repository, server, client):
    old = repository.file("timestamp").read_bytes()
    repository.publish()
    client.refresh()
    before = client.kept()
    server.lies["/metadata/timestamp.json"] = old
    client.refresh(refused="version_rollback")
    expect(client.kept() == before, "a rollback changed something")
    return {"timestamp.json", "snapshot.json", "targets.json"} | {f"{quote(role, '')}.json" for role in repository.roles}


def freeze(repository, server, client):
    client.refresh(refused="expired_timestamp", clock="+31d")


def mix_and_match(repository, server, client):
    """New timestamp and snapshot, but the targets of before."""
    old = repository.file("targets").read_bytes()
    repository.publish()
    server.lies[f"/metadata/{repository.file('targets').name}"] = old
    client.refresh(refused="metadata_hash_mismatch")
    return {"timestamp.json", "snapshot.json"}


def under_threshold(repository, server, client):
    """The next root, signed by one key of the two that are needed."""
    root = repository.roles["root"]
    root.version += 1
    metadata = Metadata(root)
    metadata.sign(repository.signers["root"][0])
    root.version -= 1
    server.lies[f"/metadata/{root.version + 1}.root.json"] = metadata.to_bytes()
    client.refresh(refused="threshold_not_met")


def signed_by_nobody(repository, server, client):
    metadata = Metadata(repository.roles["timestamp"])
    metadata.signed.version += 1
    server.lies["/metadata/timestamp.json"] = metadata.to_bytes()
    metadata.signed.version -= 1
    client.refresh(refused="unsigned_metadata")


def endless_metadata(repository, server, client):
    for name in (f"{repository.roles['root'].version + 1}.root.json", "timestamp.json"):
        server.lies = {f"/metadata/{name}": endless}
        client.refresh(refused="metadata_too_long")


def slow_metadata(repository, server, client):
    """The client's clock runs fast, so that nobody has to wait until its patience ends."""
    server.lies["/metadata/timestamp.json"] = slow
    client.refresh(refused="metadata_fetch_failed", clock="+0 x20")


def broken_server(repository, server, client):
    """Only 404 and 403 mean that there is no newer root."""
    server.lies[f"/metadata/{repository.roles['root'].version + 1}.root.json"] = 500
    client.refresh(refused="metadata_fetch_failed")
    server.lies[f"/metadata/{repository.roles['root'].version + 1}.root.json"] = 403
    client.refresh()


def other_targets(repository, server, client):
    """Other bytes of the same length, fewer, more, and no end."""
    file = repository.add("targets", "victim.zip", b"genuine")
    repository.publish()
    lies = [
        (b"malware", "target_hash_mismatch"), (b"gen", "target_length_mismatch"),
        (b"genuine and more", "target_length_mismatch"), (endless, "target_length_mismatch"), (404, "target_fetch_failed"),
    ]
    for lie, code in lies:
        server.lies[f"/targets/{file.name}"] = lie
        client.download("victim.zip", refused=code)
    return {"timestamp.json", "snapshot.json", "targets.json"}


ATTACKS = [
    rollback, freeze, mix_and_match, under_threshold, signed_by_nobody, endless_metadata, slow_metadata, broken_server,
    other_targets,
]

if __name__ == "__main__":
    play(story)
