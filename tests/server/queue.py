#!/usr/bin/env python3
"""queue.py TABLIER - experiments through a queue, in the database of postgres.sh.

Workers are killed at random, and so is the database; what comes out is byte for byte what one
process gives alone. Whoever is of another version is turned away.
"""
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TABLIER = os.path.realpath(sys.argv[1])
ADDRESS = os.environ['TABLIER_TEST_POSTGRES']
CONTROL = os.environ['TABLIER_TEST_POSTGRES_CONTROL']
EXPERIMENT = ['lab', 'tictacdoh', '--sweep', 'players=2,3', '--seats', 'level:3', '--games', '40']
FILES = ['games.jsonl', 'measures.csv', 'measures.json', 'report.html', 'experiment.txt']
PATIENCE = 200  # seconds: a limit against hanging, far from what it takes
os.environ['LC_ALL'] = 'C.UTF-8'


def start(*words):
    return subprocess.Popen([TABLIER, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def run(*words):
    done = subprocess.run([TABLIER, *words], capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def sql(statement):
    psql = shutil.which('psql')
    return subprocess.run([psql, ADDRESS, '-qAt', '-c', statement], check=True,
                          capture_output=True, text=True).stdout.strip()


def worker():
    return start('worker', '--queue', ADDRESS, '--lease', '1', '--threads', '2')


def compare(folder):
    for name in FILES:
        with open(f'alone/{name}', 'rb') as a, open(f'{folder}/{name}', 'rb') as b:
            assert a.read() == b.read(), f'{folder}/{name} differs'


def four_workers():
    """Without any trouble: who did what is told, and all of it is done once."""
    workers = [worker() for _ in range(4)]
    status, out, err = run(*EXPERIMENT, '--out', 'four', '--queue', ADDRESS, '--batch', '2')
    assert status == 0 and err == '', err
    played = [int(n) for n in re.findall(r'^The worker \S+ played (\d+) games', out, re.M)]
    assert sum(played) == 80, out
    compare('four')
    for w in workers:
        w.send_signal(signal.SIGTERM)
    counted = [w.communicate(timeout=PATIENCE) for w in workers]
    assert all(err == '' for _, err in counted), counted
    assert sum(int(out.split()[0]) for out, _ in counted) == 80, counted
    assert sql('SELECT count(*) FROM tablier_lab.jobs') == '0'


def killed():
    """Workers, the experiment itself and the database end at any moment."""
    chance = random.Random(1)
    words = [*EXPERIMENT, '--out', 'killed', '--queue', ADDRESS, '--batch', '1']
    lab, workers, kills = start(*words), [worker() for _ in range(3)], 0
    deadline = time.monotonic() + PATIENCE
    while lab.poll() is None:
        assert time.monotonic() < deadline, 'it does not come to an end'
        time.sleep(chance.uniform(0.05, 0.3))
        if kills < 12:
            kills += 1
            victim = chance.randrange(len(workers))
            workers[victim].kill()
            workers[victim].communicate()
            workers[victim] = worker()
            if kills == 5:
                subprocess.run([CONTROL, 'restart'], check=True, capture_output=True)
            if kills == 9:
                lab.kill()
                lab.communicate()
                lab = start(*words)
    out, err = lab.communicate()
    assert lab.returncode == 0 and err == '', (lab.returncode, out, err)
    compare('killed')
    for w in workers:
        w.kill()
        w.communicate()


def turned_away():
    sql("INSERT INTO tablier_lab.jobs (experiment, cell, first, count, version, body)"
        " VALUES ('x', 0, 0, 1, '0.0.1', 'tablier job 1')")
    status, out, err = run('worker', '--queue', ADDRESS)
    assert status == 1 and len(err.splitlines()) == 1 and 'version 0.0.1' in err, (status, err)
    # Its own version, but other rules: the job goes back for somebody who has them.
    lab = start(*EXPERIMENT, '--queue', ADDRESS)
    while sql("SELECT count(*) FROM tablier_lab.jobs WHERE version <> '0.0.1'") == '0':
        time.sleep(0.05)
    lab.kill()
    lab.communicate()
    sql("UPDATE tablier_lab.jobs SET body ="
        " regexp_replace(body, 'fingerprint .{16}', 'fingerprint 0123456789abcdef')")
    status, out, err = run('worker', '--queue', ADDRESS)
    assert status == 1 and 'rules or search differ' in err, (status, err)
    assert sql('SELECT count(*) FROM tablier_lab.jobs WHERE state <> 0') == '0'
    sql('DELETE FROM tablier_lab.jobs')


def no_queue():
    nowhere = 'postgres:///nowhere?host=/nonexistent&user=nobody&password=secret'
    for words in (['worker', '--queue', nowhere], [*EXPERIMENT, '--queue', nowhere]):
        status, out, err = run(*words)
        assert status == 1 and out == '' and len(err.splitlines()) == 1, (status, out, err)
        assert 'does not answer' in err and 'secret' not in err, err
    status, _, err = run('worker')
    assert status == 2 and '--queue' in err
    status, _, err = run(*EXPERIMENT, '--queue', 'mysql://x')
    assert status == 2 and 'postgres://' in err


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    status, _, err = run(*EXPERIMENT, '--out', 'alone')
    assert status == 0 and err == '', err
    four_workers()
    killed()
    turned_away()
    no_queue()
    os.chdir('/')
