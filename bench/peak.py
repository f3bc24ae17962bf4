"""`peak.py COMMAND…` runs a command; prints its exit status, the seconds it took, and the most KiB that it had resident at once.

A program of its own, because Linux counts what a process had before it became another program: one that the benchmark
starts itself begins with the benchmark's own peak, which is hundreds of MiB.
"""

import os
import subprocess
import sys
import time


def main():
    started = time.perf_counter()
    process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    taken = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    print(process.returncode, taken, usage.ru_maxrss)


if __name__ == "__main__":
    main()
