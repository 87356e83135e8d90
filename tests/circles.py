"""circles.py SRC OBJECTS WEB - no two files of src/ call each other, directly or through others, and no two of WEB import each other.

SRC is the folder with the sources, OBJECTS one with the object files of a build. A call is a relocation in code: a table of
functions (the commands, a game's abilities) may name files that use the table. The files of one game
are one part. In WEB, the folder of the page, an import counts whether it is made at once or later. Prints each
circle with the functions that close it, and exits with 1 if there are any.
"""

import collections
import os
import re
import subprocess
import sys
from pathlib import Path

calls: dict[str, set[str]] = collections.defaultdict(set)
home: dict[str, str] = {}


def part(path: Path) -> str:
    name = re.sub(r"\.c\.o(bj)?$", "", str(path).rsplit("/src/", 1)[1])
    return re.sub(r"^games/(\w+)/.*", r"games/\1", name)


def say(program: list[str], paths: list[Path]) -> str:
    """What a program prints of all files; with one file it would leave out the name."""
    return subprocess.run([*program, *paths, paths[0]], capture_output=True, text=True, check=True).stdout


def read(paths: list[Path]) -> None:
    name = section = ""
    for line in say(["nm"], paths).splitlines():
        if line.endswith(".o:"):
            name = part(Path(line[:-1]))
        elif found := re.fullmatch(r"[0-9a-f]+ [A-Z] (\S+)", line):
            home[found[1]] = name
    for line in say(["objdump", "-r"], paths).splitlines():
        if found := re.match(r"(.*\.o): +file format ", line):
            name = part(Path(found[1]))
        elif found := re.match(r"RELOCATION RECORDS FOR \[(.*)\]", line):
            section = found[1]
        elif section.startswith(".text") and len(words := line.split()) == 3:
            calls[name].add(re.sub(r"[+-]0x[0-9a-f]+$|@.*$", "", words[2]))


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one file (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            group = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(group) > 1:
                found.append(sorted(group))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def imports(folder: Path) -> dict[str, set[str]]:
    """The scripts of a folder, each with those that it imports."""
    graph = {}
    for path in folder.rglob("*.js"):
        code = re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
        names = re.findall(r"""(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.[^'"]*)['"]""", code)
        graph[str(path)] = {os.path.normpath(path.parent / name) for name in names}
    return {name: found & graph.keys() for name, found in graph.items()}


def main() -> int:
    # Objects of files that were renamed may remain in a build, and src/wasm belongs to another program.
    objects = [path for path in Path(sys.argv[2]).rglob("*.o") if "/src/" in str(path) and "/wasm/" not in str(path)
               and (Path(sys.argv[1]) / re.sub(r"\.o(bj)?$", "", str(path).rsplit("/src/", 1)[1])).exists()]
    if objects:
        read(objects)
    graph = {name: {home[symbol] for symbol in used if home.get(symbol, name) != name} for name, used in calls.items()}
    graph |= {name: set() for name in set(home.values()) - graph.keys()}
    faults = circles(graph)
    for group in faults:
        print("circle:", ", ".join(group))
        for name in group:
            for other in sorted(graph[name] & set(group)):
                print(f"    {name} calls {other}:", *sorted(s for s in calls[name] if home.get(s) == other))
    scripts = imports(Path(sys.argv[3]))
    tied = circles(scripts)
    for group in tied:
        print("circle:", ", ".join(group))
        for name in group:
            print(f"    {name} imports:", *sorted(scripts[name] & set(group)))
    print(f"{len(objects)} objects, {len(faults)} circles; {len(scripts)} scripts, {len(tied)} circles")
    return len(faults) + len(tied) > 0 or not objects or not scripts


if __name__ == "__main__":
    sys.exit(main())
