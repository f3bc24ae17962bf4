"""What the sweep does to a device: how it was left, the command that is disturbed, and what may start after that."""

import dataclasses
import hashlib
from collections.abc import Callable

from device import Device
from shop import of_before


@dataclasses.dataclass(frozen=True)
class Scenario:
    name: str
    # Brings a new device to where the command begins.
    prepare: Callable
    # The command for such a device.
    command: Callable
    # The version that starts before the command and may start after one that did not end; None for none.
    old: str | None
    # The version that starts after a command that succeeded.
    new: str
    # The version that can be installed after all that.
    following: str
    # There are left-overs already before the command, so that one that fails may leave them.
    begins_untidy: bool = False
    # A root was replaced since the device was last here.
    is_rotated: bool = False
    # The registry and its keys were lost since, and the same versions were published anew, with other bytes and another root.
    is_renewed: bool = False


# A release that fails at so many launches is taken back.
ATTEMPTS = 3


def installed(*versions):
    """A device that installed, launched and confirmed these in turn."""
    def prepare(device):
        for version in versions:
            device.install(version)
            device.confirm()
    return prepare


def tried(device, version):
    device.install(version)
    device.launch()


def unconfirmed(device):
    installed("1.1.0")(device)
    tried(device, "1.2.0")


def three_trees(device):
    unconfirmed(device)
    tried(device, "1.3.0")


def renewed(device):
    """Nothing to go back to, and the version that comes is the one that runs."""
    installed("1.1.0")(Device(device.folder, device.shop.earlier))


def waiting(device):
    installed("1.1.0")(device)
    device.install("1.2.0")


def half_fetched(device):
    installed("1.1.0")(device)
    archive = device.shop.archive("1.2.0")
    part = device.root / "downloads" / f"{hashlib.sha256(archive).hexdigest()}.partial"
    part.write_bytes(archive[:len(archive) // 2])


def damaged(device):
    """Everything that a bad disk and kills can leave, at once: 1.1.0 alone is complete."""
    unconfirmed(device)
    root = device.root
    (root / "releases/1.2.0/assets/app.js").write_bytes(b"torn")
    (root / "current.json").write_bytes((root / "current.json").read_bytes()[:40])
    (root / ".current.json.new").write_bytes(b"{")
    (root / ".blocked.json.new").write_bytes(b"")
    (root / "releases/.staging-0011223344556677/assets").mkdir(parents=True)
    (root / "releases/.staging-0011223344556677/assets/app.js").write_bytes(b"half")
    (root / "releases/.records/.1.2.0.json.new").write_bytes(b"")
    (root / "trust/snapshot.json").write_bytes(b"")
    (root / "trust/.incoming").write_bytes(b"{")
    (root / "downloads/foreign").mkdir()


def install(version):
    return lambda device: device.install_command(version)


def confirm(device):
    """The token is the one of the launch that `prepare` began last; it lies beside the device's folder."""
    return device.command("confirm", "--token", (device.folder / "token").read_text())


def launched(device):
    waiting(device)
    (device.folder / "token").write_text(device.launch()[1])


def launch(device):
    return device.launch_command()


def failing(device):
    """One more failure takes 1.2.0 back."""
    waiting(device)
    for _ in range(ATTEMPTS):
        token = device.launch()[1]
    (device.folder / "token").write_text(token)


def crash(device):
    return device.command("end", "--token", (device.folder / "token").read_text(), "--crashed")


def rollback(device):
    return device.command("rollback")


SCENARIOS = (
    Scenario("first install", lambda device: None, install("1.1.0"), None, "1.1.0", "1.1.0"),
    Scenario("update", installed("1.1.0"), install("1.2.0"), "1.1.0", "1.2.0", "1.2.0"),
    Scenario("update over an unconfirmed one", unconfirmed, install("1.3.0"), "1.2.0", "1.3.0", "1.3.0"),
    Scenario("update that prunes", three_trees, install("1.4.0"), "1.3.0", "1.4.0", "1.4.0"),
    Scenario("resumed download", half_fetched, install("1.2.0"), "1.1.0", "1.2.0", "1.2.0"),
    Scenario("install on damage", damaged, install("1.2.0"), "1.1.0", "1.2.0", "1.2.0", begins_untidy=True),
    Scenario("rollback", installed("1.1.0", "1.2.0"), rollback, "1.2.0", "1.1.0", "1.3.0"),
    Scenario("launch", waiting, launch, "1.2.0", "1.2.0", "1.3.0"),
    Scenario("confirm", launched, confirm, "1.2.0", "1.2.0", "1.3.0"),
    Scenario("crash", failing, crash, "1.2.0", "1.1.0", "1.3.0"),
    Scenario("launch after failed ones", failing, launch, "1.1.0", "1.1.0", "1.3.0"),
    Scenario(
        "same version, other bytes", renewed, install("1.1.0"), of_before("1.1.0"), "1.1.0", "1.2.0", is_renewed=True),
    Scenario("trust refresh", installed("1.1.0"), install("1.1.0"), "1.1.0", "1.1.0", "1.2.0", is_rotated=True),
)
