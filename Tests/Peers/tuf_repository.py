"""Repositories of The Update Framework that python-tuf writes and signs, as files in a folder."""

import datetime
import hashlib
from urllib.parse import quote

from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import (
    DelegatedRole, Delegations, Metadata, MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp)

LIFETIME = datetime.timedelta(days=30)


class Repository:
    """A repository below `folder`: `metadata/` and `targets/`, as a web server would serve them."""

    def __init__(self, folder, consistent=True):
        self.metadata = folder / "metadata"
        self.targets = folder / "targets"
        self.metadata.mkdir(parents=True)
        self.expires = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + LIFETIME
        self.signers = {
            "root": [CryptoSigner.generate_ed25519(), CryptoSigner.generate_ecdsa(), CryptoSigner.generate_rsa()],
            "timestamp": [CryptoSigner.generate_ed25519()],
            "snapshot": [CryptoSigner.generate_ecdsa()],
            "targets": [CryptoSigner.generate_rsa()],
        }
        self.roles = {
            "root": Root(expires=self.expires + 12 * LIFETIME, consistent_snapshot=consistent),
            "timestamp": Timestamp(expires=self.expires),
            "snapshot": Snapshot(expires=self.expires),
            "targets": Targets(expires=self.expires),
        }
        for role, signers in self.signers.items():
            for signer in signers:
                self.roles["root"].add_key(signer.public_key, role)
        self.roles["root"].roles["root"].threshold = 2
        self.write("root")

    @property
    def consistent(self):
        return self.roles["root"].consistent_snapshot

    def delegate(self, delegator, name, signer, **scope):
        """Lets a new role speak of some targets: `paths=[…]` or `path_hash_prefixes=[…]`."""
        parent = self.roles[delegator]
        if parent.delegations is None:
            parent.delegations = Delegations({}, roles={})
        parent.delegations.roles[name] = DelegatedRole(name, [], 1, False, **scope)
        parent.add_key(signer.public_key, name)
        self.signers[name] = [signer]
        self.roles[name] = Targets(expires=self.expires)

    def add(self, role, path, data):
        """Adds a target file to a role; it is there for clients after `publish`."""
        target = TargetFile.from_data(path, data, ["sha256", "sha512"])
        self.roles[role].targets[path] = target
        folder, slash, name = path.rpartition("/")
        served = f"{folder}{slash}{target.hashes['sha256']}.{name}" if self.consistent else path
        file = self.targets / served
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        return file

    def publish(self):
        """Raises the version of everything below root, signs it and writes it, timestamp last."""
        for role in [role for role in self.roles if role not in ("root", "timestamp", "snapshot")]:
            self.roles["snapshot"].meta[f"{role}.json"] = self.stated(role, self.write_next(role))
        self.roles["timestamp"].snapshot_meta = self.stated("snapshot", self.write_next("snapshot"))
        self.write_next("timestamp")

    def rotate(self, *roles):
        """Gives roles new keys in a new root, which the old and the new keys of root sign."""
        old = list(self.signers["root"])
        root = self.roles["root"]
        for role in roles:
            for keyid in list(root.roles[role].keyids):
                root.revoke_key(keyid, role)
            self.signers[role] = [CryptoSigner.generate_ed25519() for _ in self.signers[role]]
            for signer in self.signers[role]:
                root.add_key(signer.public_key, role)
        root.version += 1
        self.write("root", old + self.signers["root"])

    def write_next(self, role):
        if self.file(role).exists() or (self.consistent and role != "timestamp" and self.was_written(role)):
            self.roles[role].version += 1
        return self.write(role)

    def was_written(self, role):
        return any(self.metadata.glob(f"*.{quote(role, '')}.json"))

    def write(self, role, signers=None):
        """Signs a role as it is and writes its file; returns the bytes."""
        metadata = Metadata(self.roles[role])
        for signer in self.signers[role] if signers is None else signers:
            metadata.sign(signer, append=True)
        data = metadata.to_bytes()
        self.file(role).write_bytes(data)
        return data

    def file(self, role):
        """Where the current version of a role is."""
        name = f"{quote(role, '')}.json"
        if role == "root" or (self.consistent and role != "timestamp"):
            name = f"{self.roles[role].version}.{name}"
        return self.metadata / name

    def stated(self, role, data):
        return MetaFile(self.roles[role].version, len(data), {"sha256": hashlib.sha256(data).hexdigest()})
