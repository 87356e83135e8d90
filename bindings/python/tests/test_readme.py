"""Every block of Python in the documents runs, in order. Run with unittest; TABLIER names the
command-line tool."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3]
TOOL = os.environ.get("TABLIER")
# What stands before the Python of a document: commands that make its files.
COMMANDS = {"docs/SELFPLAY.md": (
    ("selfplay", "tictacdoh", "--games", "2", "--nodes", "20", "--out", "games.bin"),
    ("-m", "tablier.selfplay", "games.bin", "data"))}


def documents():
    """The documents with Python, and its blocks."""
    for path in sorted(SOURCE.glob("**/*.md")):
        name = path.relative_to(SOURCE)
        if name.parts[0] != "build" and "node_modules" not in name.parts:
            blocks = re.findall(r"^```python\n(.*?)^```$", path.read_text(encoding="utf-8"),
                                re.MULTILINE | re.DOTALL)
            if blocks:
                yield str(name), blocks


@unittest.skipUnless(TOOL, "TABLIER is not set to the command-line tool")
class Documents(unittest.TestCase):
    def run_here(self, folder, *words):
        path = f"{Path(TOOL).resolve().parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(words, cwd=folder, env={**os.environ, "PATH": path}, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_blocks(self):
        found = dict(documents())
        self.assertIn("bindings/python/README.md", found)
        self.assertGreaterEqual(len(found["bindings/python/README.md"]), 4)
        self.assertLessEqual(set(COMMANDS), set(found))
        for name, blocks in found.items():
            with tempfile.TemporaryDirectory() as folder:
                for words in COMMANDS.get(name, ()):
                    self.run_here(folder, sys.executable if words[0] == "-m" else TOOL, *words)
                for number, block in enumerate(blocks, 1):
                    with self.subTest(name, block=number):
                        self.run_here(folder, sys.executable, "-W", "error", "-c", block)


if __name__ == "__main__":
    unittest.main()
