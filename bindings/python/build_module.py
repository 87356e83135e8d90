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


ffibuilder = FFI()
ffibuilder.cdef(declarations((SOURCE / "include" / "tablier.h").read_text(encoding="utf-8")))
ffibuilder.cdef("""
    extern "Python" void tablier_report(void *context, const struct tb_analysis *analysis);
    extern "Python" bool tablier_progress(void *context, const struct tb_progress *progress);
    extern "Python" bool tablier_reviewing(void *context, int done, int count);
    int tablier_play(const struct tb_position *before, const char *text, struct tb_position *after);
""")
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
    extra_compile_args=["-O2"],
)
