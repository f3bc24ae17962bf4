"""Real web front ends: the folder `streamlit/static` of the wheels that deploy/setup-debian.sh fetched."""

import zipfile

from relctl import REPOSITORY, expect

VERSIONS = ("1.49.1", "1.50.0", "1.51.0")
PREFIX = "streamlit/static/"


def front_end(version):
    """{path: bytes} of one front end."""
    wheel = REPOSITORY / f".build/wheels/streamlit-{version}-py3-none-any.whl"
    expect(wheel.exists(), f"{wheel} is missing: run deploy/setup-debian.sh test")
    with zipfile.ZipFile(wheel) as archive:
        return {
            name.removeprefix(PREFIX): archive.read(name)
            for name in archive.namelist()
            if name.startswith(PREFIX) and not name.endswith("/")
        }


def write(files, folder):
    """Writes {path: bytes} under a folder."""
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return folder


def read(folder):
    """{path: bytes} of a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
