#!/usr/bin/env bash
# python_destruction.sh BUILD SOURCE SANITIZERS - the Python package over the library of a
# build with sanitizers: nothing is used after it was freed, in whatever order objects go.
set -euo pipefail
build=$(realpath "$1") source=$2 sanitizers=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags="-fsanitize=$sanitizers -fno-omit-frame-pointer -O0"

cd "$source/bindings/python"
PYTHONDONTWRITEBYTECODE=1 TABLIER_BUILD=$build CFLAGS=$flags LDFLAGS="-fsanitize=$sanitizers" \
    /usr/bin/python3 setup.py --quiet egg_info --egg-base "$work" build --build-base "$work/base" \
    --build-lib "$work/lib" > "$work/log" 2>&1 || { tail -n 40 "$work/log"; exit 1; }
cd "$work"
run() {
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
        ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1 PYTHONMALLOC=malloc \
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$work/lib /usr/bin/python3 "$@"
}
run "$source/bindings/python/tests/test_tablier.py" Destruction

# It would be seen: a match is asked after its record was freed.
! run -c 'import tablier
match = tablier.Match(tablier.Game("dorix"))
tablier._lib.tb_record_free(match._record)
tablier._lib.tb_match_length(match._match)' > log 2>&1
grep -q heap-use-after-free log
