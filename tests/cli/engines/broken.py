#!/usr/bin/env python3
"""broken.py FAULT COMMAND... - an engine that stands between the controller and a good engine, and
does one thing wrong, as FAULT says; `none` does nothing wrong."""
import os
import re
import subprocess
import sys
import threading
import time

fault = sys.argv[1]
engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          bufsize=1)
searching = False   # a search runs
commands = 0        # read so far
games = 0
held = []           # answers kept back
late = 0            # seconds that the next move is late
last = ''
lock = threading.Lock()


def say(line):
    with lock:
        print(line, flush=True)


def crash(condition):
    if condition:
        engine.kill()
        os._exit(9)


def hang(condition):
    if condition:
        time.sleep(60)


def answer(line):
    """A line of the good engine, on its way to the controller."""
    global searching
    if fault == 'handshake' and line == 'ugiok':
        return
    if fault == 'options':
        line = re.sub('^(option name Hash .*)default \\d+', '\\1default -1', line)
    if fault == 'info':
        line = line.replace(' score cp ', ' score ')
    if fault == 'multipv' and ' multipv 2 ' in line:
        return
    if fault == 'queries' and line == 'response true':
        line = 'response false'
    if fault == 'qtp-handshake' and line.startswith('= Tablier'):
        line = '= '
    if fault == 'qtp-illegal' and line == '? illegal move':
        line = '= '
    if fault == 'qtp-unknown' and line.startswith('? unknown'):
        line = '= '
    if fault == 'ready-searching' and line == 'readyok' and searching:
        held.append(line)
        return
    if line.startswith('bestmove'):
        time.sleep(late)
        searching = False
        if fault == 'one-answer' and last == 'go movetime 20':
            threading.Timer(0.1, repeat, [commands, line]).start()
    say(line)
    if line.startswith('bestmove'):
        while held:
            say(held.pop())


def repeat(before, line):
    if commands == before:
        say(line)


def command(line):
    """A line of the controller; None if the good engine is not to see it."""
    global searching, games, late
    words = line.split()
    if fault == 'limits' and re.match('go (depth|nodes)', line):
        return None
    if fault == 'tiny-times' and re.search('(movetime|p1time) -?[0-9]\\b', line):
        return None
    if fault == 'stop' and line == 'stop' and last == 'go infinite' and searching:
        return None
    if fault == 'stop-idle' and line == 'stop' and not searching:
        say('bestmove none')
    if fault == 'infinite' and line == 'go infinite':
        line = 'go movetime 150'
    if fault == 'ponder':
        line = line.replace('go ponder', 'go')
    if fault == 'line-ends' and line.endswith('\r'):
        return None
    if fault in ('quit', 'quit-searching') and line == 'quit':
        hang(fault == 'quit' or searching)
    games += line == 'uginewgame'
    crash(fault == 'new-game' and games > 2)
    crash(fault == 'long-games' and len(line) > 1024)
    crash(fault == 'fen' and line.startswith('position fen'))
    crash(fault == 'illegal' and 'zz99' in line)
    crash(fault == 'rules' and line == 'setoption name Players value 4')
    crash(fault == 'unknown' and line == 'hello')
    crash(fault == 'game' and words[:2] == ['go', 'p1time'] and position.count(' ') > 12)
    crash(fault == 'qtp-undo' and line == 'undo')
    late = 8 if (fault == 'movetime' and line == 'go movetime 300') or \
        (fault == 'clock' and line.startswith('go p1time 1000 ')) else 0
    if words[:1] == ['go']:
        searching = True
    return line


def answers():
    for line in engine.stdout:
        answer(line.rstrip('\n'))


reader = threading.Thread(target=answers, daemon=True)
reader.start()
position = ''
for line in sys.stdin:
    commands += 1
    line = line.rstrip('\n')
    if line.startswith('position'):
        position = line
    kept = command(line)
    last = line
    if kept is not None:
        engine.stdin.write(kept + '\n')
        engine.stdin.flush()
if last != 'quit':
    hang(fault == 'eof' or (fault == 'eof-searching' and searching))
engine.stdin.close()
engine.wait()
reader.join()
sys.exit(engine.returncode)
