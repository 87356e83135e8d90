#!/usr/bin/env bash
# api_docs.sh SOURCE LIBRARY_DIR - every program of docs/API.md compiles without a warning, even as
# strict C17, runs, and prints what the page says.
set -euo pipefail
source=$1 library=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A program is a block that begins with `/* name.c - ...`; the block behind it is its output.
awk -v work="$work" '
    /^```/ && inside { close(file); inside = 0; next }
    /^```c$/ { wait_name = 1; next }
    /^```$/ && program { file = work "/" program ".expected"; printf "" > file; inside = 1; program = ""; next }
    wait_name { wait_name = 0; if (match($0, /^\/\* [a-z]+\.c /)) {
        program = substr($0, 4, RLENGTH - 6); file = work "/" program ".c"; inside = 1 } }
    inside { print > file }
' "$source/docs/API.md"

count=0
for program in "$work"/*.c; do
    name=$(basename "$program" .c)
    cc -std=c17 -Wall -Wextra -Wpedantic -Werror -I "$source/include" "$program" -L "$library" -ltablier \
        -Wl,-rpath,"$library" -o "$work/$name"
    (cd "$work" && "./$name" > "$name.out") || { echo "$name failed" >&2; exit 1; }
    diff "$work/$name.expected" "$work/$name.out" || { echo "$name prints something else" >&2; exit 1; }
    count=$((count + 1))
done
[[ $count -ge 8 ]] || { echo "only $count programs were found in docs/API.md" >&2; exit 1; }
