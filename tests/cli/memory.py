"""Commands on a machine whose memory runs out: the Nth allocation fails, or it and all later ones.

memory.py PROGRAM FAULTS [MOST [WORDS]] tries every N up to MOST (10), and some of the later ones.
Each command must end as it does with all its memory, or with one line that says so, a status other
than 0, and no file that looks whole. WORDS, a part of a command line, picks the commands. (The server
is in tests/server/memory.py, workers are in tests/server/worker_memory.py.)
"""
import concurrent.futures
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile

program, faults = (os.path.realpath(path) for path in sys.argv[1:3])
most = int(sys.argv[3]) if len(sys.argv) > 3 else 10
picked = sys.argv[4] if len(sys.argv) > 4 else ""

FILES = {
    "games": '{"game":"quoridor","options":{"size":5,"walls":2},"moves":["c2","c4","c3"]}\n'
             '{"game":"tictacdoh","moves":["Sc3","Sd4","Se5"],"result":[1]}\n',
    "over": '{"game":"tictacdoh","moves":["Sc3","Sd4","Se5"],"result":[1]}\n',
}
PLAY = "play quoridor --set size=5 --set walls=2 --no-autosave"
SMALL = "quoridor --set size=5 --set walls=2"
SMALLEST = "solve quoridor --set size=3 --set walls=1 --table 1"
# A command, its input, and a file that it writes.
COMMANDS = [
    ("games", "", None),
    ("rules dorix", "", None),
    ("help solve", "", None),
    ("completion bash", "", None),
    (f"show {SMALL} --moves 'c2 c4'", "", None),
    (f"moves {SMALL}", "", None),
    (f"why {SMALL} c2", "", None),
    (f"perft {SMALL} 2", "", None),
    ("replay games", "", None),
    ("replay games --counts", "", None),
    ("replay games --to json", "", None),
    ("replay games --to text", "", None),
    ("review over --nodes 100", "", None),
    ("review over --nodes 100 --json", "", None),
    ("review games --nodes 100 --out annotated", "", "annotated"),
    (f"analyse {SMALL} --nodes 200 --hash 1", "", None),
    (f"analyse {SMALL} --nodes 200 --hash 1 --json --lines 2", "", None),
    (f"explore {SMALL} --nodes 20", "", None),
    (SMALLEST, "", None),
    (f"{SMALLEST} --json", "", None),
    (f"{SMALLEST} --proof proof", "", "proof"),
    ("verify proven", "", None),
    ("bench", "", None),
    ("book tictacdoh --games 1 --out book", "", "book"),
    ("backup copy --store store", "", "copy"),
    ("match tictacdoh --a random --b random --games 2", "", None),
    ("tournament tictacdoh --entrant random --entrant B=random --rounds 1 --out played", "",
     "played"),
    ("lab tictacdoh --seats random --games 4", "", None),
    ("lab tictacdoh --seats random --games 4 --out folder", "", "folder/report.html"),
    ("lab tictacdoh --records over --json", "", None),
    ("selfplay tictacdoh --games 2 --nodes 50 --out data", "", "data"),
    ("puzzles tictacdoh --count 1 --out found", "", "found"),
    ("puzzle tictacdoh --id v6v4x5", "quit\n", None),
    ("engine tictacdoh", "ugi\nisready\nquit\n", None),
    ("qtp", "name\nquit\n", None),
    (PLAY, "c2\nrules\nquit\n", None),
    ("site page", "", "page/index.html"),
]
# These grow game by game, and the same command resumes where they end.
GROWING = ["played", "data"]
# These take too long to be run to their end: only failures are looked at.
LONG = ["table orbital made --table 1", "table tictacdoh made"]
CHANGING = re.compile(rb" {3,}\d+\.\d\b| +\d+(?=  (?:\S+ +(?:nodes|depth) |in ))|"
                      rb"\(?\d[\d,. ]*/s\)|\d[\d,.]* *(?:ms|s|us|kn/s|positions? a second)\b|"
                      rb"\"(?:ms|nps|seconds|time)\":[\d.]+|/tmp/[\w/.-]*|\"Date\":\"[^\"]*\"")


def start(words, said, number, folder, wanted):
    """Runs a command in an empty folder; its status, output, errors and file."""
    for name, content in FILES.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
    count = os.path.join(folder, "count")
    environment = {"PATH": os.environ["PATH"], "HOME": folder, "LC_ALL": "C",
                   "LD_PRELOAD": faults, "TABLIER_TEST_COUNT": count}
    if number:
        environment["TABLIER_TEST_ALLOCATION"] = number
    try:
        done = subprocess.run([program, *shlex.split(words)], input=said.encode(), cwd=folder,
                              env=environment, capture_output=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return "no end", b"", b"", None, 0
    written = None
    if wanted and os.path.exists(os.path.join(folder, wanted)):
        with open(os.path.join(folder, wanted), "rb") as file:
            written = CHANGING.sub(b"", file.read())
    made = 0
    if os.path.exists(count):
        with open(count, encoding="ascii") as file:
            made = int(file.read())
    return done.returncode, CHANGING.sub(b"", done.stdout), done.stderr, written, made


def fresh(words, said, number, wanted):
    with tempfile.TemporaryDirectory() as folder:
        return start(words, said, number, folder, wanted)


def fault_of(whole, words, said, number, wanted):
    """What is wrong with the end of a command, or None."""
    status, out, err, written, _ = fresh(words, said, number, wanted)
    talks = said != ""
    if status == "no end" or status < 0 or status >= 126:
        return f"ends with {status}"
    if status == 0:
        if talks and b"memory" in out + err:
            return None
        if out != whole[1]:
            return "status 0, and other output: " + repr(out[-200:])
        if written != whole[3]:
            return "status 0, and another file: " + repr(written and written[-200:])
        return None
    lines = [line for line in err.splitlines() if line.startswith(b"tablier: ")]
    if not lines or (len(lines) > 1 and not talks) or not re.search(rb"memory|allocate", lines[0]):
        return f"status {status}, and on standard error: " + repr(err[-300:])
    kept = whole[3][:len(written)] if wanted in GROWING and written is not None else whole[3]
    if written is not None and written != kept:
        return "a failure, and yet a file: " + repr(written[-200:])
    return None


def numbers(made):
    """All small ones, then fewer and fewer, the last ones; every second one with all later ones too."""
    some = list(range(1, min(made, most) + 1))
    n = most + 1
    while n <= made:
        some.append(n)
        n += max(1, n // max(2, most // 2))
    some += range(max(1, made - most // 4), made + 1)
    return sorted({str(i) for i in some} | {f"{i}+" for i in some[::2]},
                  key=lambda text: (int(text.rstrip("+")), text))


def prepare():
    """A proof and a store, for the commands that read them."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, *shlex.split(SMALLEST), "--proof", "proven"], cwd=folder,
                       stdout=subprocess.DEVNULL, check=True)
        with subprocess.Popen([program, "serve", "--store", "store", "--port", "0"], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
            server.stdout.readline()
            server.send_signal(signal.SIGTERM)
        for name in ("proven", "store"):
            with open(os.path.join(folder, name), "rb") as file:
                FILES[name] = file.read()


failures = 0
prepare()
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for words, said, wanted in COMMANDS + [(words, "", "made") for words in LONG]:
        if picked not in words:
            continue
        whole = (1, b"", b"", None, 5) if words in LONG else fresh(words, said, None, wanted)
        if words not in LONG and (whole[0] != 0 or whole[4] == 0 or (wanted and whole[3] is None)):
            print(f"FAILED: tablier {words}: {whole}")
            failures += 1
            continue
        # The first ones are of the C library, which manages without.
        tried = numbers(whole[4]) if words not in LONG else ["3", "4", "5+"]
        found = pool.map(lambda n: fault_of(whole, words, said, n, wanted), tried)
        wrong = [f"allocation {n}: {fault}" for n, fault in zip(tried, found) if fault]
        if wrong or "VERBOSE" in os.environ:
            print(f"{'FAILED: ' if wrong else ''}tablier {words}: {len(wrong)} of {len(tried)} ends "
                  f"are wrong ({whole[4]} allocations)")
        failures += len(wrong)
        for line in wrong if "VERBOSE" in os.environ else wrong[:5]:
            print("  " + line)
sys.exit(failures > 0)
