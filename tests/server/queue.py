#!/usr/bin/env python3
"""queue.py TABLIER - all kinds of work through a queue, in the database of postgres.sh.

Workers are killed at random, and so are the database and whoever wants something done; what comes
out is byte for byte what one process gives alone, but for what measures time. Whoever is of
another version is turned away.
"""
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

TABLIER = os.path.realpath(sys.argv[1])
ADDRESS = os.environ['TABLIER_TEST_POSTGRES']
CONTROL = os.environ['TABLIER_TEST_POSTGRES_CONTROL']
EXPERIMENT = ['lab', 'tictacdoh', '--sweep', 'players=2,3', '--seats', 'level:3', '--games', '24']
FILES = ['games.jsonl', 'measures.csv', 'measures.json', 'report.html', 'experiment.txt']
# Everything else that makes jobs; each writes one file.
KINDS = {
    'tournament': ['tournament', 'tictacdoh', '--entrant', 'level:1', '--entrant', 'random',
                   '--entrant', 'two=level:2', '--nodes', '50', '--rounds', '4',
                   '--adjudicate-proven'],
    'swiss': ['tournament', 'quoridor', '--set', 'size=5', '--entrant', 'level:1', '--entrant',
              'random', '--entrant', 'level:2', '--nodes', '20', '--rounds', '2', '--format',
              'swiss'],
    'match': ['match', 'dorix', '--players', '3', '--a', 'random', '--b', 'level:1', '--c', 'level:1',
              '--nodes', '20', '--games', '20'],
    'selfplay': ['selfplay', 'tictacdoh', '--games', '30', '--nodes', '100'],
    'puzzles': ['puzzles', 'tictacdoh', '--count', '3'],
    'review': ['review', 'records.jsonl', '--nodes', '300'],
}
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


def others_gone():
    """Waits until the database has done what programs that were killed had asked for."""
    while sql("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
              " AND pid <> pg_backend_pid()") != '0':
        time.sleep(0.05)


def worker():
    return start('worker', '--queue', ADDRESS, '--lease', '1', '--threads', '2')


def compare(folder):
    for name in FILES:
        with open(f'alone/{name}', 'rb') as a, open(f'{folder}/{name}', 'rb') as b:
            assert a.read() == b.read(), f'{folder}/{name} differs'


def content(kind, path):
    """What a file holds, in an order of its own, without what measures time."""
    with open(path, 'rb') as file:
        data = file.read()
    if kind in ('tournament', 'swiss', 'match'):
        return sorted(re.sub(rb'"ms":\d+|"date":"[\d.]*"', b'', line)
                      for line in data.splitlines())
    if kind == 'selfplay':
        games, at = [data[:512]], 512
        while at < len(data):
            end = at + 20 + struct.unpack_from('<I', data, at + 12)[0]
            games.append((struct.unpack_from('<I', data, at)[0], data[at:end]))
            at = end
        return games[:1] + sorted(games[1:])
    return data


def same(kind, path):
    assert content(kind, path) == content(kind, f'{kind}.alone'), f'{path} differs'
    left = [name for name in os.listdir('.') if name.endswith('.journal')]
    assert not left, left


def every_kind():
    """Each through the queue gives what it gives alone."""
    workers = [worker() for _ in range(2)]
    for kind, words in KINDS.items():
        status, out, err = run(*words, '--out', f'{kind}.queued', '--queue', ADDRESS, '--batch', '3')
        assert status == 0 and err == '', (kind, status, err)
        assert re.search(r'^The worker \S+ did \d+ jobs?\.$', out, re.M), (kind, out)
        same(kind, f'{kind}.queued')
    for w in workers:
        w.send_signal(signal.SIGTERM)
        err = w.communicate(timeout=PATIENCE)[1]
        assert err == '', err
    assert sql('SELECT count(*) FROM tablier_lab.queue') == '0'


def four_workers():
    """Without any trouble: who did what is told, and all of it is done once."""
    workers = [worker() for _ in range(4)]
    sql('CREATE TABLE taken AS SELECT * FROM tablier_lab.queue')
    sql('CREATE FUNCTION keep() RETURNS trigger AS $$ BEGIN INSERT INTO taken SELECT NEW.*;'
        ' RETURN NEW; END $$ LANGUAGE plpgsql')
    sql('CREATE TRIGGER keep BEFORE INSERT ON tablier_lab.queue FOR EACH ROW EXECUTE FUNCTION keep()')
    status, out, err = run(*EXPERIMENT, '--out', 'four', '--queue', ADDRESS, '--batch', '2')
    sql('DROP TRIGGER keep ON tablier_lab.queue')
    assert status == 0 and err == '', err
    done = [int(n) for n in re.findall(r'^The worker \S+ did (\d+) jobs?', out, re.M)]
    assert sum(done) == 24, out
    compare('four')
    for w in workers:
        w.send_signal(signal.SIGTERM)
    counted = [w.communicate(timeout=PATIENCE) for w in workers]
    assert all(err == '' for _, err in counted), counted
    assert sum(int(out.split()[0]) for out, _ in counted) == 24, counted
    assert sql('SELECT count(*) FROM tablier_lab.queue') == '0'


def killed():
    """Workers, those who want something done and the database end at any moment."""
    chance = random.Random(1)
    wanted = [[*EXPERIMENT, '--out', 'killed', '--queue', ADDRESS, '--batch', '1']]
    wanted += [[*KINDS[kind], '--out', f'{kind}.killed', '--queue', ADDRESS, '--batch', '1']
               for kind in KINDS]
    labs, workers, kills = [start(*words) for words in wanted], [worker() for _ in range(2)], 0
    deadline = time.monotonic() + PATIENCE
    while any(lab.poll() is None for lab in labs):
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
            if kills == 8:
                for i, words in enumerate(wanted):
                    if labs[i].poll() is None:
                        labs[i].kill()
                        labs[i].communicate()
                        labs[i] = start(*words)
    for words, lab in zip(wanted, labs):
        out, err = lab.communicate()
        assert lab.returncode == 0 and err == '', (words, lab.returncode, out, err)
    compare('killed')
    for kind in KINDS:
        same(kind, f'{kind}.killed')
    for w in workers:
        w.kill()
        w.communicate()


def forgotten():
    """What a command took, but died before it could remove it, goes when it is given again."""
    others_gone()
    sql('DELETE FROM tablier_lab.queue')  # of work that was done while the database was away
    work = sql("INSERT INTO tablier_lab.queue (work, kind, cell, first, count, version, body, state)"
               " SELECT work, kind, 0, 0, 1, version, body, 2 FROM taken LIMIT 1 RETURNING work")
    assert work, 'there is no such job'
    run(*EXPERIMENT, '--out', 'four', '--queue', ADDRESS)
    assert sql('SELECT count(*) FROM tablier_lab.queue') == '0'


def turned_away():
    sql("INSERT INTO tablier_lab.queue (work, kind, cell, first, count, version, body)"
        " VALUES ('x', 'x', 0, 0, 1, '0.0.1', 'tablier job 1')")
    status, out, err = run('worker', '--queue', ADDRESS)
    assert status == 1 and len(err.splitlines()) == 1 and 'version 0.0.1' in err, (status, err)
    # Its own version, but other rules: the job goes back for somebody who has them.
    lab = start(*EXPERIMENT, '--queue', ADDRESS)
    while sql("SELECT count(*) FROM tablier_lab.queue WHERE version <> '0.0.1'") == '0':
        time.sleep(0.05)
    lab.kill()
    lab.communicate()
    others_gone()
    sql("UPDATE tablier_lab.queue SET body ="
        " regexp_replace(body, 'fingerprint .{16}', 'fingerprint 0123456789abcdef')")
    status, out, err = run('worker', '--queue', ADDRESS)
    assert status == 1 and 'rules or search differ' in err, (status, err)
    assert sql('SELECT count(*) FROM tablier_lab.queue WHERE state <> 0') == '0'
    sql('DELETE FROM tablier_lab.queue')


def no_queue():
    nowhere = 'postgres:///nowhere?host=/nonexistent&user=nobody&password=secret'
    for words in (['worker'], EXPERIMENT, KINDS['tournament'], KINDS['review'],
                  [*KINDS['selfplay'], '--out', 'unborn'], [*KINDS['puzzles'], '--out', 'unborn.txt']):
        words = [*words, '--queue', nowhere]
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
    with open('alone/games.jsonl') as games, open('records.jsonl', 'w') as records:
        records.writelines(list(games)[:7])
    for kind, words in KINDS.items():
        status, _, err = run(*words, '--out', f'{kind}.alone')
        assert status == 0 and err == '', (kind, err)
    every_kind()
    four_workers()
    killed()
    forgotten()
    turned_away()
    no_queue()
    os.chdir('/')
