"""python-tuf's client on a registry's repository: through publishes, a pause and rotations; and OpenSSL on its statements."""

import json
import pathlib
import subprocess
import urllib.request

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
        verify_with_openssl(scratch, team, "1.3.0")
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


def verify_with_openssl(scratch, team, version):
    """What docs/light-clients.md shows: the statement and its signature, with nothing but openssl."""
    url = f"{team.registry.url}/mobile-web/releases/latest?channel=production&wrapperVersion=4.5.0"
    answer = json.load(urllib.request.urlopen(url))["data"]
    expect(answer["releaseVersion"] == version, f"{answer['releaseVersion']} is offered")
    fields = (
        "apiContractRange", "channel", "entryFile", "releaseVersion", "sequence", "sha256", "sizeBytes", "tree",
        "wrapperRange")
    for change, verified in (({}, True), ({"wrapperRange": "*"}, False)):
        statement = json.dumps(
            {**{name: answer[name] for name in fields}, **change}, separators=(",", ":"), sort_keys=True,
            ensure_ascii=False)
        (scratch / "statement").write_text(statement)
        (scratch / "signature").write_bytes(bytes.fromhex(answer["signatures"][0]["sig"]))
        done = subprocess.run(
            ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", str(scratch / "keys/release-2.pub"), "-rawin", "-in",
             str(scratch / "statement"), "-sigfile", str(scratch / "signature")], capture_output=True, text=True)
        expect((done.returncode == 0) == verified, f"openssl: {done.stdout}{done.stderr} for {statement}")


if __name__ == "__main__":
    play(story)
