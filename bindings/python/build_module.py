"""The module tablier._tablier: cffi's reading of the public header, which stays the only
place where the interface is written down."""

import re
from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "tablier-source" if (HERE / "tablier-source").exists() else HERE.parent.parent


def declarations(header: str) -> str:
    """What cffi understands of the header: no comments, no preprocessor, no attributes.

    Structs end in `...`: the compiler says how they are laid out.
    """
    errors = re.findall(r"^\s*X\((\w+), (-\d+),", header, re.MULTILINE)
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"^#(?:.*\\\n)*.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r'extern "C" \{|^\}$', "", text, flags=re.MULTILINE)
    text = re.sub(r"__attribute__\(\(.*?\)\)\)?", "", text)
    text = re.sub(r"^\s*TB_ERRORS\(.*$",
                  "".join(f"    TB_ERR_{name} = {code},\n" for name, code in errors),
                  text, flags=re.MULTILINE)
    text = re.sub(r"(\nstruct \w+ \{.*?\n)\};", r"\1    ...;\n};", text, flags=re.DOTALL)
    return text.replace("TB_API ", "")


EXTRA = """
    extern "Python" void tablier_report(void *context, const struct tb_analysis *analysis);
    extern "Python" bool tablier_progress(void *context, const struct tb_progress *progress);
    extern "Python" bool tablier_reviewing(void *context, int done, int count);
    int tablier_play(const struct tb_position *before, const char *text, struct tb_position *after);
"""

_STUB = """# Made from tablier.h by build_module.py.
from typing import Any, Callable, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

class FFI:
    def def_extern(self, *, error: Any = ..., onerror: Any = ...) -> Callable[[F], F]: ...
    def __getattr__(self, name: str) -> Any: ...

ffi: FFI

class Lib:
"""


def _python_type(result: str) -> str:
    """What a C function's result is in Python. Pointers and structs have no class of their own."""
    plain = {"void": "None", "bool": "bool", "double": "float", "int": "int", "tb_move": "int",
             "size_t": "int", "uint64_t": "int", "int64_t": "int"}
    return plain.get(result, "int" if re.fullmatch(r"enum \w+", result) else "Any")


def stub(header: str) -> str:
    """The types of the module, for those who check theirs: names, parameters, results."""
    text = declarations(header) + EXTRA
    names = re.findall(r"\bTB_[A-Z_]+\b(?=\s*[,=}\n])", text)
    lines = [f"    {name}: int" for name in dict.fromkeys(names)]
    for name in re.findall(r'extern "Python" \w+ (\w+)\(', text):
        lines.append(f"    {name}: Any")
    functions = re.sub(r'extern "Python".*?;|\{.*?\}', "", text, flags=re.DOTALL)
    for result, name, given in re.findall(
            r"^\s*([\w ]+?[ *]+)(tb_\w+|tablier_\w+)\(((?:[^()]|\([^()]*\))*)\);", functions,
            re.MULTILINE):
        given = re.sub(r"\([^()]*\)", "", given)
        count = 0 if given.strip() == "void" else given.count(",") + 1
        parameters = ", ".join(["self", *(f"_{i}: Any" for i in range(count))])
        lines.append(f"    def {name}({parameters}) -> {_python_type(result.strip())}: ...")
    return _STUB + "\n".join(lines) + "\n\nlib: Lib\n"


ffibuilder = FFI()
HEADER = (SOURCE / "include" / "tablier.h").read_text(encoding="utf-8")
ffibuilder.cdef(declarations(HEADER))
ffibuilder.cdef(EXTRA)
ffibuilder.set_source(
    "tablier._tablier",
    """
    #include <tablier.h>

    /* In one call what Position.play() needs. */
    static int tablier_play(const struct tb_position *before, const char *text,
                            struct tb_position *after)
    {
        *after = *before;
        return tb_play_text(after, text, NULL);
    }
    """,
    libraries=["jansson", "m"],
)
