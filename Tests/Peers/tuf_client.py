"""python-tuf's client on a registry's repository: through publishes, a pause and rotations; and OpenSSL on its statements."""

import json
import pathlib
import re
import shutil
import subprocess

from relctl import Registry, expect, play
from team import Team
from tuf.ngclient import Updater


def story(scratch):
    with Registry(scratch / "registry") as registry:
        team = Team(scratch, registry)
        team.begin()
        team.publish("1.0.0")
        device = Device(scratch / "device", team)
        device.expect_release("1.0.0")

        team.publish("1.1.0")
        device.expect_release("1.1.0")
        expect("1.1.0" not in device.withdrawn(), "1.1.0 counts as withdrawn")
        registry.run("release", "pause", "production", "1.1.0", "--reason", "it blinks")
        expect("1.1.0" in device.withdrawn(), "a pause does not show in the signed states")
        device.expect_release("1.1.0")  # what was signed stays; only its state changed

        team.rotate("release", "release-2")
        team.publish("1.2.0")
        device.expect_release("1.2.0")
        team.rotate("root-1", "root-3")
        team.publish("1.3.0")
        device.expect_release("1.3.0")
        device.expect_none("9.9.9")
        LightClient(scratch, team).expect_release("1.3.0", "release-2")
    return "python-tuf follows the registry through four releases, a pause and two rotations; openssl verifies a statement"


class Device:
    """A client that pins the first root, made of nothing but python-tuf."""

    def __init__(self, folder, team):
        self.folder, self.team = folder, team
        (folder / "targets").mkdir(parents=True)
        self.pinned = team.root.read_bytes()

    def updater(self):
        url = self.team.registry.url
        updater = Updater(
            metadata_dir=str(self.folder / "metadata"), metadata_base_url=f"{url}/tuf/",
            target_dir=str(self.folder / "targets"), target_base_url=f"{url}/tuf/targets/", bootstrap=self.pinned)
        updater.refresh()
        return updater

    def expect_release(self, version):
        updater = self.updater()
        info = updater.get_targetinfo(f"production/{version}.zip")
        expect(info is not None, f"python-tuf finds no {version}")
        expect(info.custom["releaseVersion"] == version, f"{version} is signed as {info.custom}")
        path = pathlib.Path(updater.download_target(info))
        expect(
            path.read_bytes() == (self.team.scratch / f"{version}.zip").read_bytes(), f"{version} has other bytes")

    def expect_none(self, version):
        expect(self.updater().get_targetinfo(f"production/{version}.zip") is None, f"there is a {version}")

    def withdrawn(self):
        """What the signed states say of production."""
        updater = self.updater()
        updater.get_targetinfo("status/none")  # makes it fetch and verify the role
        status = json.loads((self.folder / "metadata" / "status.json").read_text())
        said = status["signed"]["channels"].get("production", {})
        return said.get("paused", []) + said.get("retired", [])


class LightClient:
    """The lines of docs/light-clients.md as they stand there, in a shell that finds curl and openssl and no other program."""

    DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/light-clients.md"

    def __init__(self, scratch, team):
        self.folder, self.team = scratch / "light", team
        programs = self.folder / "bin"
        programs.mkdir(parents=True)
        for name in ("curl", "openssl"):
            (programs / name).symlink_to(shutil.which(name))
        blocks = re.findall(r"^```sh\n(.*?)^```$", self.DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
        expect(len(blocks) == 1, f"{self.DOCUMENT} has {len(blocks)} blocks to run")
        self.read, self.verify = re.fullmatch(r"(.*\n)(openssl pkeyutl .*\n)", blocks[0], re.DOTALL).groups()

    def run(self, lines, key):
        return subprocess.run(
            ["/bin/sh", "-euc", lines], cwd=self.folder, capture_output=True, text=True,
            env={
                "PATH": str(self.folder / "bin"), "SERVER": self.team.registry.url,
                "KEY": str(self.team.scratch / f"keys/{key}.pub")})

    def expect_release(self, version, key):
        done = self.run(self.read + self.verify, key)
        expect(
            done.returncode == 0 and done.stdout == "Signature Verified Successfully\n" and done.stderr == "",
            f"openssl on {version}: {done}")
        statement = self.folder / "statement"
        release = json.loads(statement.read_text())
        expect(release["releaseVersion"] == version, f"{release} is offered")
        expect(self.run(self.verify, "release").returncode != 0, "a key that was replaced verifies it")
        for name in release:
            statement.write_text(json.dumps({**release, name: "*"}, separators=(",", ":"), sort_keys=True))
            expect(self.run(self.verify, key).returncode != 0, f"another {name} is verified")


if __name__ == "__main__":
    play(story)
