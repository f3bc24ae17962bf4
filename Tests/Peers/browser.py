"""A real browser on a device: facts, updates and restarts over the bridge, a release that never confirms, and strangers."""

import json
import re

from chromium import Chromium
from device import OPEN_PATH, Device
from relctl import Registry, expect, play, run
from static_server import StaticServer

CONFIRMS = "await wrapper.confirm(); document.title += ' confirmed';"
NEVER_CONFIRMS = "document.title += ' waits for ever';"


def story(scratch):
    with Registry(scratch / "registry") as registry:
        team = Team(scratch, registry)
        team.publish("1.0.0", CONFIRMS)
        with Device(scratch / "phone", registry) as device:
            rules = "--host-resolver-rules=MAP evil.example 127.0.0.1"
            with Chromium(scratch / "chromium", rules) as browser:
                tab = browser.open(device.url)
                reads_the_facts(tab)
                stale = tab.run("fetch('/_wrapper/bridge.js').then((answer) => answer.text())")
                update_and_restart(tab, team, device)
                outgoing_page_confirms_nothing(tab, stale)
                broken_release_comes_back(tab, team, device)
                serves_the_web(tab, browser, device)
                strangers_get_nothing(browser, device, scratch)
            expect(device.stop() == 0, f"wrapper run ended with {device.process.returncode}:\n{device.log.read_text()}")
    return "a browser restarts into an update, comes back from one that never confirms, and strangers get nothing"


def reads_the_facts(tab):
    tab.until("document.title", "1.0.0 confirmed")
    facts = tab.run(
        "({platform: wrapper.platform, wrapperVersion: wrapper.wrapperVersion, "
        "webReleaseVersion: wrapper.webReleaseVersion, initialPath: wrapper.initialPath})")
    wanted = {
        "platform": "android", "wrapperVersion": "4.6.0", "webReleaseVersion": "1.0.0", "initialPath": OPEN_PATH}
    expect(facts == wanted, f"the facts are {facts}")
    changed = tab.run(
        "wrapper.platform = 'x'; delete wrapper.platform; window.wrapper = {}; "
        "delete window.wrapper; wrapper.platform")
    expect(changed == "android", "a page can change the facts")
    members = set(tab.run("Object.keys(wrapper)"))
    calls = {"checkForUpdate", "restartWithInstalledUpdate", "confirm", "decline", "returnedFromStore", "onState"}
    expect(members == {*wanted, *calls}, f"window.wrapper has {sorted(members)}")


def update_and_restart(tab, team, device):
    same = tab.run("wrapper.checkForUpdate()")
    expect(same["outcome"] == "current" and same["offer"]["kind"] == "nothing", f"a check without an update: {same}")
    refused = tab.run("wrapper.restartWithInstalledUpdate().catch((error) => error.code)")
    expect(refused == "no_update_installed", f"a restart without an update: {refused}")
    team.publish("1.1.0", CONFIRMS)
    check = tab.run("wrapper.checkForUpdate()")
    expect(check["outcome"] == "installed" and check["offer"]["kind"] == "web", f"a check with an update: {check}")
    expect(check["offer"]["version"] == "1.1.0", f"a check with an update: {check}")
    tab.until("states.at(-1).state", "installed")
    begun = tab.run("wrapper.restartWithInstalledUpdate()")
    expect(begun == {"state": "restarting"}, f"a restart answers {begun}")
    tab.until("document.title", "1.1.0 confirmed")
    expect(tab.run("wrapper.webReleaseVersion") == "1.1.0", "the new page has the old fact")
    expect("webReleaseVersion=1.1.0" in tab.run("location.href"), "the address does not name the release")
    device.expect_current("1.1.0", "healthy")


def outgoing_page_confirms_nothing(tab, script):
    token = re.search(r'"token":"([0-9a-f]+)"', script)[1]
    message = json.dumps({"id": "1", "type": "release.confirm", "params": {"token": token}})
    answer = tab.run(
        "fetch('/_wrapper/bridge', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
        f"body: {json.dumps(message)}}}).then((answer) => answer.json())")
    expect(answer.get("error", {}).get("code") == "stale_token", f"the token of an earlier launch: {answer}")


def broken_release_comes_back(tab, team, device):
    team.publish("1.2.0", NEVER_CONFIRMS)
    expect(tab.run("wrapper.checkForUpdate()")["outcome"] == "installed", "1.2.0 is not installed")
    tab.run("wrapper.restartWithInstalledUpdate()")
    tab.until("document.title", "1.2.0 waits for ever")
    tab.until("document.title", "1.1.0 confirmed")
    tab.until(
        "states.at(-1)", {"state": "updateFailed", "code": "ready_timeout", "retryable": False})
    device.expect_current("1.1.0", "healthy")
    blocked = [(entry["version"], entry["code"]) for entry in device.status()["blocked"]]
    expect(blocked == [("1.2.0", "ready_timeout")], f"blocked are {blocked}")
    again = tab.run("wrapper.checkForUpdate()")
    expect((again["outcome"], again["reason"]) == ("refused", "blocked"), f"the same bytes again: {again}")


def serves_the_web(tab, browser, device):
    for path in ("/orders/17", "/a/b/c/", "/user/j.doe"):
        deep = browser.open(device.origin + path)
        deep.until("document.title", "1.1.0 confirmed")
    missing = tab.run("fetch('/missing/data').then((answer) => answer.status)")
    expect(missing == 404, f"data that is missing is answered with {missing}")
    part = tab.run(
        "fetch('/clip.webm', {headers: {Range: 'bytes=2-4'}})"
        ".then(async (answer) => [answer.status, await answer.text()])")
    expect(part == [206, "234"], f"a range is answered with {part}")
    expect(tab.run("fetch('/caf%C3%A9 1.json').then((answer) => answer.json())") == {"a": 1}, "names are not decoded")


def strangers_get_nothing(browser, device, scratch):
    """Pages of another port, which is another origin of the same site, and of a name that leads to the device."""
    folder = scratch / "stranger"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><title>stranger</title>")
    with StaticServer(folder) as stranger:
        tab = browser.open(stranger.url)
        tab.until("document.readyState", "complete")
        script = tab.run(
            "new Promise((done) => { const script = document.createElement('script'); "
            f"script.src = '{device.origin}/_wrapper/bridge.js'; script.onload = () => done('loaded'); "
            "script.onerror = () => done('refused'); document.head.append(script); })")
        expect(script == "refused", "a stranger's page runs the script of the bridge")
        for path in ("/", "/app.js", "/_wrapper/state"):
            for mode in ("cors", "no-cors"):
                got = tab.run(
                    f"fetch('{device.origin}{path}', {{mode: '{mode}'}}).then(() => 'answered', () => 'refused')")
                expect(got == "refused", f"a stranger's page fetches {path} with {mode}")
        asked = device.status()
        for headers in ("{}", "{'Content-Type': 'text/plain'}"):
            tab.run(
                f"fetch('{device.origin}/_wrapper/bridge', {{method: 'POST', mode: 'no-cors', headers: {headers}, "
                """body: '{"id":"1","type":"release.restartWithInstalledUpdate"}'}).catch(() => 0)""")
        expect(device.status()["current"] == asked["current"], "a stranger's form changed what runs")
    port = device.origin.rsplit(":", 1)[1]
    rebound = browser.open(f"http://evil.example:{port}/")
    rebound.until("document.body?.innerText.includes('wrong_host')", True)
    state = rebound.run("fetch('/_wrapper/state').then((answer) => answer.status)")
    expect(state == 421, f"a name that leads to the device is answered with {state}")


class Team:
    """Publishes releases of a small app."""

    def __init__(self, scratch, registry):
        self.scratch, self.registry = scratch, registry

    def publish(self, version, ending):
        site = self.scratch / f"site-{version}"
        site.mkdir()
        (site / "index.html").write_text(
            f"<!doctype html><meta charset=utf-8><title>{version}</title><script src=/_wrapper/bridge.js></script>"
            "<script type=module src=/app.js></script>")
        (site / "app.js").write_text(
            f"window.states = []; wrapper.onState((state) => states.push(state)); {ending}")
        (site / "clip.webm").write_text("0123456789")
        (site / "caf\u00e9 1.json").write_text('{"a": 1}')
        bundle = self.scratch / f"{version}.zip"
        run("release", "pack", site, "-o", bundle)
        self.registry.publish(bundle, version, ">=4.0.0 <6.0.0")


if __name__ == "__main__":
    play(story)
