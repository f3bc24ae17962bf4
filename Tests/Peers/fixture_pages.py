"""The fixture releases as they are, in a real browser: good ones confirm, the bad one is taken back, all open elsewhere."""

import json
import os
import subprocess
import zipfile

from chromium import Chromium
from device import OPEN_PATH, Device
from relctl import RELCTL, REPOSITORY, Registry, expect, play
from static_server import StaticServer

FIXTURES = REPOSITORY / "fixtures"
# As a wrapper has it, so that a slow machine does not make a good release a bad one.
READY_TIMEOUT = 20
TIMETABLE = "document.querySelectorAll('.departure').length"
CONFIRMED = "document.getElementById('confirmed').textContent"
STATUS = "document.getElementById('status').textContent"
FACTS = "[...document.querySelectorAll('#facts dd')].map((fact) => fact.textContent)"


def story(scratch):
    bundles = scratch / "bundles"
    subprocess.run(
        [FIXTURES / "pack.sh", bundles], env={**os.environ, "RELCTL": RELCTL}, check=True, stdout=subprocess.DEVNULL)
    with Registry(scratch / "registry") as registry, Chromium(scratch / "chromium") as browser:
        publish(registry, bundles, "2.13.0")
        with Device(scratch / "phone", registry, ready_timeout=READY_TIMEOUT) as phone:
            tab = browser.open(phone.url)
            good_release_confirms(tab, phone, "2.13.0")
            publish(registry, bundles, "2.14.0")
            update(tab)
            good_release_confirms(tab, phone, "2.14.0")
            publish(registry, bundles, "2.15.0")
            update(tab)
            bad_release_is_taken_back(tab, phone)
        bad_release_stays_where_nothing_else_is(browser, scratch, registry)
        registry_hears_of_it(registry)
        publish(registry, bundles, "3.0.0")
        with Device(scratch / "newer", registry, "5.1.0", READY_TIMEOUT) as newer:
            good_release_confirms(browser.open(newer.url), newer, "3.0.0")
        opens_elsewhere(browser, bundles, scratch)
    return "good fixture releases confirm, the bad one is taken back and reported, and all open without a wrapper"


def publish(registry, bundles, version):
    facts = json.loads((FIXTURES / "releases" / version / "release.json").read_text())
    registry.publish(bundles / f"{version}.zip", version, facts["wrapperRange"])


def update(tab):
    """Presses the page's buttons, as a person does."""
    tab.run("document.getElementById('check').click()")
    tab.until("document.getElementById('restart').hidden", False)
    tab.run("document.getElementById('restart').click()")


def good_release_confirms(tab, device, version):
    wanted = ["android", device.wrapper_version, version, OPEN_PATH]
    tab.until(f"[{FACTS}, {CONFIRMED}, {TIMETABLE}]", [wanted, "confirmed", 4])
    device.expect_current(version, "healthy")


def bad_release_is_taken_back(tab, device):
    tab.until("[wrapper.webReleaseVersion, document.readyState]", ["2.15.0", "complete"])
    expect(tab.run(TIMETABLE) == 0, "the bad release shows its timetable, so it is not bad")
    good_release_confirms(tab, device, "2.14.0")
    device.says("release 2.15.0 did not work and was taken back (ready_timeout)")
    device.says("release 2.14.0 runs instead")
    tab.until(STATUS, "The update did not work and was taken back (ready_timeout).")
    tab.run("document.getElementById('check').click()")
    tab.until("document.getElementById('answer').textContent.includes('failed here before')", True)
    device.expect_current("2.14.0", "healthy")
    blocked = [(entry["version"], entry["code"]) for entry in device.status()["blocked"]]
    expect(blocked == [("2.15.0", "ready_timeout")], f"blocked are {blocked}")


def bad_release_stays_where_nothing_else_is(browser, scratch, registry):
    with Device(scratch / "alone", registry, ready_timeout=1) as alone:
        browser.open(alone.url)
        alone.says("there is nothing to go back to")
        alone.expect_current("2.15.0", "pending")


def registry_hears_of_it(registry):
    """Once the devices ended, all of their reports are there."""
    for version, wanted in (("2.14.0", (1, 1, 0)), ("2.15.0", (2, 0, 1))):
        reports = registry.json("release", "adoption", "production", version)["releases"][0]["reports"]
        counts = tuple(reports[outcome] for outcome in ("installed", "confirmed", "rolledBack"))
        expect(counts == wanted, f"of {version} are installed, confirmed, taken back: {counts}, not {wanted}")


def opens_elsewhere(browser, bundles, scratch):
    """Through a server that knows of no wrapper, a good page is its timetable and nothing more."""
    for version in ("2.13.0", "2.14.0", "3.0.0"):
        site = scratch / f"elsewhere-{version}"
        zipfile.ZipFile(bundles / f"{version}.zip").extractall(site)
        with StaticServer(site) as server:
            tab = browser.open(server.url)
            tab.until(TIMETABLE, 4)
            expect(tab.run("document.getElementById('device').hidden"), f"{version} shows a wrapper where there is none")


if __name__ == "__main__":
    play(story)
