"""check_messages.py TEMPLATES CATALOG... - every catalogue is complete and well formed.

Each message of TEMPLATES (made by `scripts/messages extract`) must be translated in every
catalogue, with the arguments of the English template, no others, and valid plural and select
forms, set as its language sets its marks, and with its own words for FILE and GAME. A catalogue
may leave out the words of the web app, all of them: then the web app does not
offer that language. Lessons and rule pages must match the English ones task by task and section
by section. Prints a line per fault: catalogue, line, what is wrong. Exits with 1 if there are any.
"""

import json
import glob
import re
import sys
from pathlib import Path

Key = tuple[str, str]


def unquote(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def page_keys(path: str) -> set[Key]:
    """The messages of a template catalogue that are words of the web app alone."""
    found = set()
    with open(path, encoding="utf-8") as file:
        for block in file.read().split("\n\n"):
            places = re.findall(r"^#: (.*)$", block, re.MULTILINE)
            texts = re.search(r'^msgctxt "(.*)"\nmsgid "(.*)"$', block, re.MULTILINE)
            if texts and places and all(place.startswith("web/") for place in places):
                found.add((unquote(texts[1]), unquote(texts[2])))
    return found


def read(path: str) -> dict[Key, tuple[str, int]]:
    """The entries of a catalogue: (context, text) to the translation and its line."""
    entries: dict[Key, tuple[str, int]] = {}
    fields: dict[str, str] = {}
    field, start = "", 0

    def finish() -> None:
        if "msgid" in fields:
            entries[fields.get("msgctxt", ""), fields["msgid"]] = fields.get("msgstr", ""), start

    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            found = re.match(r'(msgctxt|msgid|msgstr)?\s*"(.*)"$', line.strip())
            if not found:
                continue
            if found[1] == "msgctxt" or (found[1] == "msgid" and "msgid" in fields):
                finish()
                fields = {}
            if found[1]:
                field, fields[found[1]] = found[1], ""
                start = number if field == "msgid" else start
            fields[field] += unquote(found[2])
    finish()
    return entries


class Pattern:
    """An ICU MessageFormat pattern, as far as message.c knows it: its arguments."""

    def __init__(self, text: str, categories: set[str]) -> None:
        self.text, self.at, self.categories = text, 0, categories
        self.arguments: dict[str, str] = {}
        self.choices: dict[str, set[str]] = {}
        self.block(nested=False)

    def block(self, nested: bool) -> None:
        while self.at < len(self.text):
            c = self.text[self.at]
            if c == "'" and self.text[self.at + 1:self.at + 2] in ("'", "{", "}", "#"):
                end = self.text.find("'", self.at + 1)
                self.at = len(self.text) if end < 0 else end + 1
            elif c == "{":
                self.at += 1
                self.argument()
            elif c == "}":
                if not nested:
                    raise ValueError("a } too many")
                return
            else:
                self.at += 1
        if nested:
            raise ValueError("a } is missing")

    def word(self) -> str:
        found = re.compile(r"\s*([^\s,{}]*)\s*").match(self.text, self.at)
        assert found
        self.at = found.end()
        return found[1]

    def take(self, sign: str) -> None:
        if self.text[self.at:self.at + 1] != sign:
            raise ValueError(f"{sign} expected at {self.at}")
        self.at += 1

    def argument(self) -> None:
        name, kind = self.word(), ""
        if not name:
            raise ValueError("an argument without a name")
        if self.text[self.at:self.at + 1] == ",":
            self.at += 1
            kind = self.word()
        if kind in ("plural", "select"):
            self.take(",")
            self.branches(name, kind)
        elif kind not in ("", "number"):
            raise ValueError(f"no such format: {kind}")
        self.take("}")
        self.arguments.setdefault(name, kind)
        if kind == "plural":
            self.arguments[name] = kind

    def branches(self, name: str, kind: str) -> None:
        words = set()
        while (word := self.word()) or self.text[self.at:self.at + 1] != "}":
            if not word:
                raise ValueError(f"{name}: a branch without a name")
            self.take("{")
            self.block(nested=True)
            self.take("}")
            words.add(word)
        if "other" not in words:
            raise ValueError(f"{name}: no branch other")
        if kind == "plural":
            wrong = {w for w in words if not w.startswith("=")} - self.categories
            missing = self.categories - words
            if wrong or missing:
                raise ValueError(f"{name}: plural forms {sorted(wrong or missing)}")
        else:
            self.choices.setdefault(name, set()).update(words)


READERS = {"you", "yourteam", "team", "named", "vowel", "other"}


def compare(english: str, translation: str, categories: set[str]) -> str:
    """What is wrong with a translation; empty if nothing is."""
    try:
        wanted = Pattern(english, {"one", "other"})
    except ValueError as error:
        return f"the English template: {error}"
    try:
        found = Pattern(translation, categories)
    except ValueError as error:
        return str(error)
    if set(found.arguments) - set(wanted.arguments):
        return f"arguments too many: {sorted(set(found.arguments) - set(wanted.arguments))}"
    if set(wanted.arguments) - set(found.arguments):
        return f"arguments too few: {sorted(set(wanted.arguments) - set(found.arguments))}"
    for name, words in found.choices.items():
        known = wanted.choices.get(name, set()) | READERS
        unknown = sorted(word for word in words - known if not re.fullmatch(r".+-", word))
        if unknown:
            return f"{name}: no such choice {unknown}"
    for end in ("\n", " ", ": "):
        if english.endswith(end) != translation.endswith(end) and end == "\n":
            return "a line break at the end is missing, or one too many"
    return ""


APOSTROPHE = (r"[^\W\d_]'[^\W\d_]", "an apostrophe that is not ’")
SPACED = [(r"[ \u00a0](?=[;:!?»%](\W|$))", "a space before ; : ! ? % » that is not U+202F"),
          (r"«[ \u00a0]", "a space after « that is not U+202F")]
TYPOGRAPHY = {"fr": [APOSTROPHE, *SPACED], "it": [APOSTROPHE]}


def badly_set(tag: str, text: str) -> str:
    """What the typography of a language forbids and the text has; empty if nothing."""
    for pattern, name in TYPOGRAPHY.get(tag, []):
        if found := re.search(pattern, text):
            return f"{name}: {text[max(0, found.start() - 15):found.end() + 15]!r}"
    return ""


def untranslated_placeholder(english: str, translation: str, placeholders: dict[str, str]) -> str:
    """An English word for an argument, such as FILE, that the translation has kept; empty if none."""
    for word, translated in placeholders.items():
        pattern = rf"(?<![\w-]){word}\b"
        if word != translated and re.search(pattern, english) and re.search(pattern, translation):
            return f"{word} is {translated} elsewhere"
    return ""


def check_prose(tag: str) -> int:
    """Checks the rule pages and lessons of a language; returns the number of faults."""
    faults = 0
    for pattern in ("src/games/*/rules.%s.md", "docs/rules/*.%s.md", "web/games/*/lessons.%s.json"):
        for path in sorted(glob.glob(pattern % tag)):
            with open(path, encoding="utf-8") as file:
                code = re.sub(r"```.*?```", lambda m: "\n" * m[0].count("\n"), file.read(), flags=re.DOTALL)
            for number, line in enumerate(code.splitlines(), 1):
                if problem := badly_set(tag, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line)):
                    print(f"{path}:{number}: {problem}")
                    faults += 1
    return faults


def check(path: str, templates: dict[Key, tuple[str, int]], page: set[Key]) -> int:
    tag = path.removesuffix(".po").rpartition("/")[2]
    entries, faults = read(path), check_prose(tag)
    left_out = page if not any(entries.get(key, ("", 0))[0] for key in page) else set()
    header = entries.get(("", ""), ("", 0))[0]
    names = re.search(r"X-Plural-Categories: (.*)", header)
    categories = set(names[1].split()) if names else set()

    placeholders = {text: translation for (context, text), (translation, _) in entries.items()
                    if context == "placeholder"}

    def fault(line: int, text: str) -> None:
        nonlocal faults
        faults += 1
        print(f"{path}:{line}: {text}")

    for needed in ("Language: ", "Plural-Forms: ", "X-Plural-Categories: "):
        if needed not in header:
            fault(1, f"the header has no {needed.strip(': ')}")
    for key in templates:
        if not key[1] or key in left_out:
            continue
        translation, line = entries.get(key, ("", 0))
        if not translation:
            fault(line, f"not translated: {key[1]!r}")
            continue
        problem = compare(key[1], translation, categories) or badly_set(tag, translation) or \
            untranslated_placeholder(key[1], translation, placeholders)
        if problem:
            fault(line, f"{problem}: {key[1]!r}")
    for key, (_, line) in entries.items():
        if key not in templates and key[1]:
            fault(line, f"no longer used; run scripts/messages merge: {key[1]!r}")
    return faults


def headings(path: Path) -> list[int]:
    return [len(found) for found in re.findall(r"^(#+) ", path.read_text("utf-8"), re.MULTILINE)]


def shape(words: dict, prefix: str = "") -> set[str]:
    """The paths to all texts in the words of lessons."""
    return {path for key, value in words.items()
            for path in (shape(value, f"{prefix}{key}.") if isinstance(value, dict) else [prefix + key])}


def check_pages() -> int:
    """Lessons and rule pages: every lesson and task has its words, every page the sections of the English one."""
    faults = 0

    def fault(path: Path, text: str) -> None:
        nonlocal faults
        faults += 1
        print(f"{path}: {text}")

    for lessons in sorted(Path("web/games").glob("*/lessons.js")):
        names = re.findall(r"name: '([\w-]+)'", lessons.read_text("utf-8"))
        english = json.loads(lessons.with_name("lessons.en.json").read_text("utf-8"))
        for path in sorted(lessons.parent.glob("lessons.*.json")):
            words = json.loads(path.read_text("utf-8"))
            found = [name for lesson in words for name in (lesson, *words[lesson].get("tasks", {}))]
            if found != names:
                fault(path, f"not the names of {lessons}: {sorted(set(found) ^ set(names)) or 'another order'}")
            if shape(words) != shape(english):
                fault(path, f"other words than in English: {sorted(shape(words) ^ shape(english))}")
    for english in [*Path("src/games").glob("*/rules.en.md"), Path("docs/rules/match.en.md")]:
        for path in sorted(english.parent.glob(english.name.replace(".en.", ".*."))):
            if headings(path) != headings(english):
                fault(path, f"the headings are not those of {english}")
    return faults


def main() -> int:
    templates = read(sys.argv[1])
    page = page_keys(sys.argv[1])
    faults = sum(check(path, templates, page) for path in sys.argv[2:]) + check_pages()
    print(f"{len(templates) - 1} messages, {len(sys.argv) - 2} catalogues, {faults} faults")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
