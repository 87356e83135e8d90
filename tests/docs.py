#!/usr/bin/env python3
"""docs.py SOURCE - links between the documents lead somewhere, docs/RESULTS.md and
docs/server/ratings.md quote rightly, and docs/algorithms and docs/server name code that exists.

Every relative link of a tracked Markdown file names a file or folder of the tree, and its anchor a
heading there, by GitHub's rule for anchors. Every number in a row of a table of docs/RESULTS.md that
links to a page of docs/results is on that page. The ratings of levels in
docs/server/ratings.md are those of the source. Every `file.c` and `function()` of the pages about
algorithms and the server is in src/, train/, tests/, bindings/ or web/.
"""
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(sys.argv[1]).resolve()
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
NUMBER = re.compile(r"\d[\d,.]*\d|\d")
NAMED = re.compile(r"`([\w./*-]+\.(?:c|h|js|py)|\w+\(\))`")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def anchors(text):
    """The anchors of the headings of a document; a heading that repeats has a number after it."""
    found = {}
    for heading in re.findall(r"^#{1,6} (.*?)\s*$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M):
        plain = LINK.sub(lambda link: link[0][1:link[0].index("]")], heading).lower()
        name = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        found[name] = found.get(name, -1) + 1
    return {name if not n else f"{name}-{n}" for name, last in found.items() for n in range(last + 1)}


def dead_links(path):
    for link in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        if not target.exists():
            yield f"{link}: no such file"
        elif anchor and target.suffix == ".md" and \
                anchor not in anchors(target.read_text(encoding="utf-8")):
            yield f"{link}: no such heading"


def misquotations(path):
    for row in path.read_text(encoding="utf-8").splitlines():
        pages = [link.partition("#")[0] for link in LINK.findall(row) if link.startswith("results/")]
        if not row.startswith("|") or not pages:
            continue
        numbers = set().union(*(NUMBER.findall((path.parent / page).read_text(encoding="utf-8"))
                                for page in pages))
        for number in NUMBER.findall(LINK.sub("", CODE.sub("", row))):
            if number not in numbers:
                yield f"{number} is not on {' or '.join(pages)}: {row}"


def unknown_names(path, files, words):
    for name in NAMED.findall(path.read_text(encoding="utf-8")):
        if name.endswith("()"):
            if name[:-2] not in words:
                yield f"{name}: no such function"
        elif not any(file.match(name) for file in files):
            yield f"{name}: no such file"


def wrong_ratings():
    """The levels' ratings in docs/server/ratings.md that differ from the source."""
    text = (SOURCE / "docs/server/ratings.md").read_text(encoding="utf-8")
    for file in (SOURCE / "src/games").glob("*/*_ratings.c"):
        levels = re.search(r"\.levels = \{0, ([\d, ]+)\}", file.read_text(encoding="utf-8"))
        row = re.search(rf"^\| {file.parent.name} \|((?: [\d ]*\|)+)$", text, re.MULTILINE | re.IGNORECASE)
        if levels and (not row or NUMBER.findall(row[1]) != levels[1].split(", ")):
            yield f"the ratings of {file.parent.name} are not {levels[1]}"
        elif row and not levels:
            yield f"{file.parent.name} has no ratings"


def main():
    listed = subprocess.run(["git", "-C", SOURCE, "ls-files", "*.md"], capture_output=True, text=True)
    names = listed.stdout.split() or [str(path.relative_to(SOURCE)) for path in SOURCE.glob("docs/**/*.md")]
    problems = [f"{name}: {problem}" for name in names for problem in dead_links(SOURCE / name)]
    problems += [f"docs/RESULTS.md: {problem}" for problem in misquotations(SOURCE / "docs/RESULTS.md")]
    files = [file for folder in ("src", "train", "tests", "bindings", "web")
             for file in (SOURCE / folder).rglob("*.*")
             if file.suffix in (".c", ".h", ".js", ".py") and "node_modules" not in file.parts]
    words = set().union(*(re.findall(r"\w+(?=\()", file.read_text(encoding="utf-8")) for file in files))
    problems += [f"docs/server/ratings.md: {problem}" for problem in wrong_ratings()]
    for page in [SOURCE / "docs/ALGORITHMS.md", *sorted((SOURCE / "docs/algorithms").glob("*.md")),
                 *sorted((SOURCE / "docs/server").glob("*.md"))]:
        problems += [f"{page.name}: {problem}" for problem in unknown_names(page, files, words)]
    if len(names) < 20:
        problems.append(f"only {len(names)} documents were found")
    sys.exit("\n".join(problems) or 0)


main()
