"""Registries with many published releases: one is published, the others are copies of its row with ranges of their own."""

import sqlite3

import wheels
from relctl import Registry


def filled_registry(folder, releases, prefix=()):
    """A stopped registry that holds `releases` published releases on `production`."""
    registry = Registry(folder, prefix=prefix)
    with registry:
        page = wheels.write({"index.html": b"<!doctype html><title>Fixture</title>"}, folder / "bundle")
        registry.publish(page, "0.0.0", wrapper_range(0))
    with sqlite3.connect(registry.data / "registry.sqlite") as database:
        copy_release(database, releases - 1)
    database.close()
    return registry


def copy_release(database, count):
    database.row_factory = sqlite3.Row
    original = dict(database.execute("SELECT * FROM release").fetchone())
    del original["id"]
    columns = ", ".join(original)
    values = ", ".join(f":{name}" for name in original)
    database.executemany(
        f"INSERT INTO release ({columns}) VALUES ({values})",
        (
            original | {
                "version": f"0.{number}.0",
                "sequence": original["sequence"] + number,
                "published_at": original["published_at"] + number,
                "wrapper_range": wrapper_range(number),
            }
            for number in range(1, count + 1)
        ))
    database.execute(
        "INSERT INTO published_version SELECT version, artifact_sha256 FROM release WHERE version <> ?",
        [original["version"]])
    database.execute("UPDATE counter SET value = (SELECT max(sequence) FROM release) WHERE name = 'sequence'")


def wrapper_range(number):
    """No two alike, and most of the newest ones out of reach of the wrappers that ask."""
    return f">=4.{number % 1000}.{number // 1000} <6.0.0"
