"""Runs deploy/nginx/release-registry.conf in front of a registry: files are cached, and a pause is still immediate."""

import http.client
import json
import ssl
import subprocess
import threading

import wheels
from nginx import Nginx, free_port
from relctl import REPOSITORY, Registry, expect, play

CHECK = "/mobile-web/releases/latest?channel=production&wrapperVersion=4.4.0"
THREADS = 8
CHECKS_AFTER_PAUSE = 200


def story(scratch):
    port = free_port()
    certificate = make_certificate(scratch)
    with Registry(scratch, "--public-url", f"https://127.0.0.1:{port}") as registry:
        with Nginx(scratch / "nginx", adapted(scratch, port, registry.url), port):
            proxy = Proxy(port, certificate)
            for version in ("1.0.0", "1.1.0"):
                registry.publish(bundle(scratch, version), version, "^4.0.0")
            stores_files(proxy)
            stores_no_check(proxy)
            pause_is_immediate(registry, proxy)
    return f"files cached, and no stale check among {CHECKS_AFTER_PAUSE} after a pause, through nginx with TLS"


def make_certificate(scratch):
    subprocess.run(
        [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", scratch / "privkey.pem", "-out", scratch / "fullchain.pem",
        ],
        check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return scratch / "fullchain.pem"


def adapted(scratch, port, upstream):
    """The example as it is, but for its addresses and folders."""
    text = (REPOSITORY / "deploy/nginx/release-registry.conf").read_text()
    for old, new in {
        "server 127.0.0.1:8080;": f"server {upstream.removeprefix('http://')};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        "/etc/ssl/release-registry/": f"{scratch}/",
        "/var/cache/nginx/release-registry": f"{scratch}/cache",
    }.items():
        expect(old in text, f"the example no longer says `{old}`: adapt this test")
        text = text.replace(old, new)
    return text


def bundle(scratch, version):
    page = f"<!doctype html><title>{version}</title>".encode()
    return wheels.write({"index.html": page}, scratch / "bundles" / version)


class Proxy:
    """Requests over TLS to nginx, one connection for each thread."""

    def __init__(self, port, certificate):
        self.port = port
        self.context = ssl.create_default_context(cafile=str(certificate))
        self.local = threading.local()

    def get(self, path):
        if not hasattr(self.local, "connection"):
            self.local.connection = http.client.HTTPSConnection(
                "127.0.0.1", self.port, context=self.context, timeout=30)
        self.local.connection.request("GET", path)
        response = self.local.connection.getresponse()
        return response, response.read()

    def offered(self):
        response, body = self.get(CHECK)
        expect(response.status == 200, f"a check answered {response.status}: {body[:300]}")
        return json.loads(body)["data"]


def stores_files(proxy):
    offer = proxy.offered()
    paths = (offer["zipUrl"].split(str(proxy.port), 1)[1], f"/mobile-web/trees/{offer['tree']['sha256']}.json")
    for path in paths:
        first, body = proxy.get(path)
        second, again = proxy.get(path)
        statuses = [response.getheader("X-Cache-Status") for response in (first, second)]
        expect(first.status == 200 and statuses == ["MISS", "HIT"], f"{path}: {first.status}, cache says {statuses}")
        expect(body == again, f"{path}: the stored copy differs")
        expect("immutable" in second.getheader("Cache-Control", ""), f"{path}: not immutable")


def stores_no_check(proxy):
    response, _ = proxy.get(CHECK)
    expect(response.getheader("X-Cache-Status") is None, "a check went through the cache")
    expect("max-age=0" in response.getheader("Cache-Control", ""), "a check may be stored by others")


def pause_is_immediate(registry, proxy):
    """Checks run before, during and after the pause; none that began after it returned may offer the release."""
    paused = threading.Event()
    stale, checks, errors = [], [], []

    def keep_checking():
        try:
            while len(checks) < CHECKS_AFTER_PAUSE:
                began_after = paused.is_set()
                version = proxy.offered()["releaseVersion"]
                if began_after:
                    checks.append(version)
                    if version != "1.0.0":
                        stale.append(version)
        except Exception as error:
            errors.append(error)
            raise

    expect(proxy.offered()["releaseVersion"] == "1.1.0", "1.1.0 is not offered before its pause")
    threads = [threading.Thread(target=keep_checking) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    registry.run("release", "pause", "production", "1.1.0", "--reason", "a test of the pause")
    paused.set()
    for thread in threads:
        thread.join()
    expect(not errors, f"checks failed: {errors[:3]}")
    expect(not stale, f"{len(stale)} of {len(checks)} checks still offered {stale[0] if stale else ''} after the pause")


if __name__ == "__main__":
    play(story)
