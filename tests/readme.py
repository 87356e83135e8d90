#!/usr/bin/env python3
"""readme.py SOURCE TOOL LIBRARY_DIR - every block of code in every README of the tree runs.

Python's blocks are run by bindings/python/tests/test_readme.py, those of JavaScript by js/run.sh
and js/bundlers.sh, and how the Python package is installed by python.sh; here are the rest.
Commands that go on for long are given a moment: what is asked is whether they are understood.
"""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE, TOOL, LIBRARY = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]).resolve()
MOMENT = "0.5"
ELSEWHERE = {"bindings/python/README.md", "bindings/js/README.md"}
RECORD = '[Game "Quoridor"]\n\n1. e2 e8 *\n'


def fail(text):
    sys.exit(f"readme.py: {text}")


def blocks(path):
    text = path.read_text(encoding="utf-8")
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(folder, line):
    """Runs a command of the terminal, which must be understood; returns its output."""
    words = shlex.split(line, comments=True)
    words[0] = TOOL
    words = ["tictacdoh" if word == "GAME" else word for word in words]
    if words[1] == "serve":
        words += ["--port", "0", "--store", str(folder / "store")]
    moment = [] if words[1] == "why" else ["timeout", "-s", "INT", "-k", "60", MOMENT]
    done = subprocess.run([*moment, *words], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True)
    if done.returncode in (1, 2) and done.stderr:
        fail(f"'{line}' fails: {done.stderr.strip()}")
    return done.stdout


def commands(folder, text):
    """Commands, each with a description after two spaces or more."""
    for line in text.splitlines():
        command = re.split(r"\s{2,}", line.strip())[0]
        if command.startswith("tablier "):
            run(folder, command)
        elif command.startswith("./"):
            if not (SOURCE / command[2:].split()[0]).stat().st_mode & 0o100:
                fail(f"{command} is not a program")
        elif not command.startswith("python3 -m tablier.selfplay "):
            fail(f"'{line}' is run by no test")


def session(folder, text):
    """A command after a dollar sign, and its output."""
    first, _, expected = text.partition("\n")
    found = run(folder, first[2:])
    if found != expected:
        fail(f"'{first}' prints\n{found}")


def fragment(folder, text):
    """The body of a C function; the comment after a call is its result."""
    checked = re.sub(r"int count = (.*?);\s*/\* (\d+) \*/",
                     r"int count = \1;\nif (count != \2) return 1;", text)
    if checked == text:
        fail("the C of README.md has no result to check")
    (folder / "readme.c").write_text(
        f"#include <tablier.h>\nint main(void)\n{{\n{checked}\nreturn 0;\n}}\n")
    subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-I", SOURCE / "include", "readme.c", "-L",
                    LIBRARY, "-ltablier", f"-Wl,-rpath,{LIBRARY}", "-o", "readme"],
                   cwd=folder, check=True)
    subprocess.run(["./readme"], cwd=folder, check=True)


def deployment(text):
    """Commands for the root of another machine: the files that they install exist."""
    for name in re.findall(r"deploy/\S+", text):
        if not (SOURCE / name).exists():
            fail(f"deploy/README.md installs {name}, a missing file")


def main():
    count = 0
    listed = subprocess.run(["git", "-C", SOURCE, "ls-files", "*README.md"], capture_output=True,
                            text=True).stdout.split()
    names = listed or ["README.md", "deploy/README.md", "docs/lab/README.md"]
    for name in sorted(set(names) - ELSEWHERE):
        for language, text in blocks(SOURCE / name):
            with tempfile.TemporaryDirectory() as path:
                folder = Path(path)
                for record in ("game.txt", "games.jsonl"):
                    (folder / record).write_text(RECORD)
                if name == "deploy/README.md":
                    deployment(text)
                elif language == "c":
                    fragment(folder, text)
                elif text.startswith("$ "):
                    session(folder, text)
                elif not language:
                    commands(folder, text)
                else:
                    fail(f"{name} has a block of {language}, which no test runs")
            count += 1
    if count < 5:
        fail(f"only {count} blocks were found")


main()
