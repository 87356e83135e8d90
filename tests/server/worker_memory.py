#!/usr/bin/env python3
"""worker_memory.py TABLIER FAULTS - workers whose memory runs out, in the database of postgres.sh: the
Nth allocation fails, or it and all later ones.

A worker ends well or says that memory ran out. The job goes to the next worker, and the result is
byte for byte what one process gives alone.
"""
import os
import re
import subprocess
import sys
import tempfile

program, faults = (os.path.realpath(path) for path in sys.argv[1:3])
ADDRESS = os.environ["TABLIER_TEST_POSTGRES"]
WORK = ["selfplay", "tictacdoh", "--games", "2", "--nodes", "50"]
WORKER = [program, "worker", "--queue", ADDRESS, "--once", "--lease", "1"]
failures = 0


def result(folder, *options):
    path = os.path.join(folder, "data")
    done = subprocess.Popen([program, *WORK, "--out", path, *options], stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE)
    return done, path


def content(path):
    with open(path, "rb") as file:
        return file.read()


with tempfile.TemporaryDirectory() as folder:
    alone, path = result(folder)
    assert alone.wait(60) == 0
    wanted = content(path)
for number in ["0", "5", "7+", "20", "50+", "100", "200", "300+", "400", "700", "1000", "1500+", "2000"]:
    with tempfile.TemporaryDirectory() as folder:
        asked, path = result(folder, "--queue", ADDRESS)
        count = os.path.join(folder, "count")
        worker = subprocess.run(WORKER, capture_output=True, timeout=100, check=False, env={
            **os.environ, "LC_ALL": "C", "LD_PRELOAD": faults, "TABLIER_TEST_ALLOCATION": number,
            "TABLIER_TEST_COUNT": count})
        good = worker.returncode == 0 or (
            worker.returncode == 1 and
            re.match(rb"tablier: .*(memory|allocate).*\n$", worker.stderr))
        while asked.poll() is None:
            subprocess.run(WORKER, stdout=subprocess.DEVNULL, timeout=100, check=False)
        same = asked.returncode == 0 and content(path) == wanted
        if not good or not same:
            failures += 1
            print(f"FAILED: allocation {number}: the worker ends with {worker.returncode}, "
                  f"{worker.stderr[-200:]}; the work with {asked.returncode}, same: {same}")
        if "VERBOSE" in os.environ:
            with open(count, encoding="ascii") as file:
                print(number, worker.returncode, file.read().strip(), worker.stderr)
sys.exit(failures > 0)
