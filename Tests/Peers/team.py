"""Release engineers with keys, and a registry whose root trusts them."""

from relctl import run

PAGE = b"<!doctype html><title>release</title>"


class Team:
    """Keys, and a registry whose root trusts them."""

    def __init__(self, scratch, registry):
        self.scratch, self.registry = scratch, registry
        self.root = scratch / "root.json"
        self.environment = {
            **registry.environment, "HOME": str(scratch / "home"), "RELCTL_KEYS": str(scratch / "keys"),
            "RELCTL_KEY_PASSPHRASE": "correct horse", "RELCTL_TRUST_ROOT": str(self.root),
        }

    def run(self, *arguments):
        return run(*arguments, environment=self.environment)

    def begin(self, *channels):
        """Makes the keys and the first root; every channel has the same key."""
        for name in ("root-1", "root-2", "release"):
            self.run("key", "generate", name, *(("--scheme", "p256") if name == "root-2" else ()))
        ceremony = self.scratch / "ceremony.json"
        self.run(
            "trust", "init", ceremony, "--root-key", "root-1", "--root-key", "root-2", "--root-threshold", "2",
            "--targets-key", "root-2", *(f"--channel={channel}=release" for channel in channels or ("production",)))
        self.run("trust", "publish", ceremony, "--root-out", self.root)

    def rotate(self, old, new):
        self.run("key", "generate", new)
        self.change(new, "--replace", f"{old}={new}")

    def change(self, name, *what):
        """Publishes what `trust rotate` makes of it."""
        ceremony = self.scratch / f"{name}.json"
        self.run("trust", "rotate", ceremony, *what)
        self.run("trust", "publish", ceremony)

    def publish(self, version, files=None, wrappers=">=4.0.0 <6.0.0"):
        """Signs and publishes a release of `files`, bytes by path; without them it is one page."""
        self.pack(version, files or {"index.html": PAGE + version.encode()})
        self.run(*self.publish_command(version, wrappers))

    def pack(self, version, files):
        site = self.scratch / f"site-{version}"
        for path, content in files.items():
            (site / path).parent.mkdir(parents=True, exist_ok=True)
            (site / path).write_bytes(content)
        self.run("release", "pack", site, "-o", self.bundle(version))

    def bundle(self, version):
        return self.scratch / f"{version}.zip"

    def publish_command(self, version, wrappers, channel="production"):
        return (
            "release", "publish", self.bundle(version), "--channel", channel, "--version", version, "--wrapper-range",
            wrappers, "--api-contract-range", "^3.0.0")
