"""The module tablier._tablier: cffi's reading of the public headers, which stay the only
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
    struct tb_position *tablier_copy(const struct tb_position *position);
    struct tb_position *tablier_play(const struct tb_position *before, const char *text);
    struct tb_position *tablier_play_action(const struct tb_position *before, int action);
    bool tablier_over(const struct tb_position *position);
    char *tablier_moves(const struct tb_position *position);
    int *tablier_actions(const struct tb_position *position);
    void tablier_free(void *memory);
"""

_STUB = """# Made from the public headers by build_module.py.
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


def headers() -> str:
    """The parts of tablier.h, one after the other."""
    folder = SOURCE / "include"
    parts = re.findall(r"^#include <(tablier/\w+\.h)>",
                       (folder / "tablier.h").read_text(encoding="utf-8"), re.MULTILINE)
    return "".join((folder / part).read_text(encoding="utf-8") for part in parts)


ffibuilder = FFI()
HEADER = headers()
ffibuilder.cdef(declarations(HEADER))
ffibuilder.cdef(EXTRA)
ffibuilder.set_source(
    "tablier._tablier",
    """
    #include <stdlib.h>
    #include <tablier.h>

    /* A position to be freed with tb_position_free(); NULL if memory runs out. */
    static struct tb_position *tablier_copy(const struct tb_position *position)
    {
        struct tb_position *copy = tb_position_new(NULL, NULL);

        if (copy)
            tb_position_copy(copy, position);
        return copy;
    }

    /* In one call what Position.play() needs: NULL if the move is illegal. */
    static struct tb_position *tablier_play(const struct tb_position *before, const char *text)
    {
        struct tb_position *after = tablier_copy(before);

        if (after && tb_play_text(after, text, NULL)) {
            tb_position_free(after);
            after = NULL;
        }
        return after;
    }

    /* The same for Position.play_action(): NULL if the action is not legal. */
    static struct tb_position *tablier_play_action(const struct tb_position *before, int action)
    {
        tb_move move;

        if (tb_action_move(before, action, &move, NULL))
            return NULL;
        struct tb_position *after = tablier_copy(before);

        if (after && tb_play(after, move, NULL)) {
            tb_position_free(after);
            after = NULL;
        }
        return after;
    }

    static bool tablier_over(const struct tb_position *position)
    {
        return tb_position_result(position).over;
    }

    static void tablier_free(void *memory)
    {
        free(memory);
    }

    /* In one call what Position.moves() needs, to be freed with tablier_free(); NULL if memory runs
     * out. */
    static char *tablier_moves(const struct tb_position *position)
    {
        char *list = malloc(TB_MOVES_TEXT);

        if (list)
            tb_moves_text(position, list, TB_MOVES_TEXT);
        return list;
    }

    /* The number of legal actions and then these, ascending, to be freed with tablier_free(); NULL if
     * memory runs out. */
    static int *tablier_actions(const struct tb_position *position)
    {
        int count = tb_action_count(tb_position_setup(position));
        int *actions = malloc((size_t)(count + 1) * sizeof *actions + (size_t)count);

        if (!actions)
            return NULL;
        uint8_t *mask = (uint8_t *)(actions + count + 1); /* in the same block, behind the list */

        tb_action_mask(position, mask);
        actions[0] = 0;
        for (int i = 0; i < count; i++)
            if (mask[i])
                actions[++actions[0]] = i;
        return actions;
    }
    """,
    libraries=["m"],
)
