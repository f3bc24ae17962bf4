"""Runs relctl under `inject.c`: lists its file-system calls in one folder, kills it at one of them or lets that one fail."""

import dataclasses
import os
import pathlib
import platform
import re
import shutil
import subprocess

from relctl import Failure, expect

SOURCE = pathlib.Path(__file__).with_name("inject.c")
KILL = "kill"
ERRORS = ("ENOSPC", "EIO", "EDQUOT", "EMFILE")
# What strace shows of descriptors and the sweep leaves out: it neither reads nor changes anything on a disk.
HARMLESS = {"execve", "fcntl", "mmap", "umask"}


@dataclasses.dataclass(frozen=True)
class Call:
    number: int
    name: str
    errors: tuple
    path: str


@dataclasses.dataclass(frozen=True)
class Outcome:
    status: int
    output: str
    error: str
    calls: tuple

    @property
    def was_killed(self):
        return self.status == 128 + 9


class Tracer:
    """The built tracer, and a scratch folder for what it writes down."""

    def __init__(self, scratch):
        expect(platform.machine() == "x86_64", "the sweep reads the registers of x86_64 only")
        self.scratch = pathlib.Path(scratch)
        self.program = self.scratch / "inject"
        done = subprocess.run(
            [compiler(), "-O1", "-Wall", "-Wextra", "-Werror", SOURCE, "-o", self.program], capture_output=True, text=True)
        expect(done.returncode == 0, f"cannot compile {SOURCE}:\n{done.stderr}")

    def list(self, folder, command, environment):
        """Runs the command undisturbed; its calls."""
        outcome = self.inject(folder, command, environment, "list")
        expect(outcome.status == 0, f"{command} failed undisturbed: {outcome}")
        return outcome.calls

    def inject(self, folder, command, environment, *what):
        """Runs the command with one thing done to it: `kill, N`, or an error, N and perhaps `stay`."""
        log = self.scratch / f"calls-{os.urandom(8).hex()}"
        done = subprocess.run(
            [self.program, folder, log, *map(str, what), "--", *map(str, command)], env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        calls = tuple(parse(line, folder) for line in log.read_text().splitlines())
        log.unlink()
        if done.returncode in (125, 127):
            raise Failure(f"the tracer failed: {done.stderr}")
        return Outcome(done.returncode, done.stdout, done.stderr, calls)

    def steps(self, folder, command, environment, lies=False):
        """Yields each call before it is executed. With `lies`, no sync ever reaches the disk."""
        log = self.scratch / f"steps-{os.urandom(8).hex()}"
        os.mkfifo(log)
        command = [self.program, folder, log, "lie" if lies else "step", "--", *command]
        process = subprocess.Popen(
            list(map(str, command)), env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        with process, open(log) as lines:
            for line in lines:
                yield parse(line.rstrip("\n"), folder)
                process.stdin.write(b".")
                process.stdin.flush()
        log.unlink()
        expect(process.returncode == 0, f"a command whose disk did nothing wrong ended with {process.returncode}")

    def compare_with_strace(self, folder, command, environment, calls):
        """strace must have seen the same calls in the folder, or else the sweep misses some."""
        log = self.scratch / "strace"
        subprocess.run(
            ["strace", "-f", "-y", "-qq", "-s", "0", "-o", log, *map(str, command)], env=environment, check=True,
            stdin=subprocess.DEVNULL, capture_output=True)
        seen = {found for line in log.read_text(errors="replace").splitlines() if (found := parse_strace(line, folder))}
        # How often differs: an archive comes in as many pieces as the network makes of it.
        counted = {(call.name, call.path) for call in calls}
        expect(seen == counted, f"strace sees {seen - counted} more, and does not see {counted - seen}")


def compiler():
    """Any C compiler; Swift brings one."""
    beside_swift = os.path.join(os.path.dirname(os.path.realpath(shutil.which("swift") or "swift")), "clang")
    return shutil.which("cc") or shutil.which("clang") or beside_swift


STRACE_LINE = re.compile(r'\d+ +(\w+)\((?:-?\w+<([^>]*)>(?:, )?)?(?:"([^"]*)")?')


def parse_strace(line, folder):
    """Name and path of a call that strace -y shows, if that is a file in the folder."""
    found = STRACE_LINE.match(line)
    if not found or found[1] in HARMLESS:
        return None
    name = found[3] or ""
    path = name if name.startswith("/") else f"{found[2]}/{name}" if name else found[2] or ""
    return (found[1], common_name(path, folder)) if f"{path}/".startswith(f"{folder}/") else None


# A tree being built; an entry of the outbox, whose last part is its id.
RANDOM_NAME = r"(?<=staging-)[0-9a-f]+|(?<=/outbox/).*(?=\.entry)"


def common_name(path, folder):
    """The path in the folder, without what is random in it."""
    return re.sub(RANDOM_NAME, "*", path.removeprefix(str(folder)).removeprefix("/").removesuffix(" (deleted)"))


def parse(line, folder):
    number, name, errors, path = line.split("\t")
    return Call(int(number), name, tuple(errors.split()), common_name(path, folder))
