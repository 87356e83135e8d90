#!/usr/bin/env bash
# abi.sh SOURCE SHARED STATIC - both libraries show exactly the names that tests/abi.txt
# lists and the public headers declare, the structs have the sizes that it lists, and the version
# says when they came.
set -euo pipefail
export LC_ALL=C
source=$1 shared=$2 static=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

list=$source/tests/abi.txt
version=$(sed -n 's/^#define TB_VERSION "\(.*\)"/\1/p' "$source/include/tablier/base.h")

sed 's/#.*//' "$list" | awk 'NF == 2 {print $1}' > "$work/listed"
sort -uc "$work/listed" || { echo "abi.txt: the names must be sorted, each once" >&2; exit 1; }

compare() {
    diff "$work/listed" - > "$work/difference" && return
    echo "$1 does not show what tests/abi.txt lists (< listed, > shown):" >&2
    grep '^[<>]' "$work/difference" >&2
    echo "A new name goes into the list with the version that brings it; taking one away" \
        "needs a new major version." >&2
    exit 1
}

grep -ohE '^TB_API .*\btb_[a-z_0-9]+\(' "$source"/include/tablier/*.h | grep -oE 'tb_[a-z_0-9]+\(' |
    tr -d '(' | sort -u | compare "The public header"
nm -D --defined-only "$shared" | awk '$2 != "A" {print $3}' | sort | compare "$shared"
nm -g --defined-only "$static" | awk 'NF == 3 {print $3}' | sort | compare "$static"

# A struct with another size breaks programs, unless it begins with its size and has grown.
grep -ohE '^struct tb_[a-z_]+ \{' "$source"/include/tablier/*.h | sort -u | {
    echo '#include <stdio.h>'
    echo '#include <tablier.h>'
    echo 'int main(void) {'
    while read -r _ name _; do
        echo "printf(\"struct $name %zu\\n\", sizeof(struct $name));"
    done
    echo 'return 0; }'
} > "$work/sizes.c"
cc -I "$source/include" "$work/sizes.c" -o "$work/sizes"
"$work/sizes" > "$work/sizes.is"
diff <(grep '^struct' "$list") "$work/sizes.is" >&2 ||
    { echo "the public structs have other sizes than tests/abi.txt lists (< listed)" >&2; exit 1; }

# No name is younger than the library, and the soname is the major version's.
newest=$(sed 's/#.*//' "$list" | awk 'NF == 2 {print $2}' | sort -uV | tail -n 1)
[[ $(printf '%s\n' "$newest" "$version" | sort -V | tail -n 1) == "$version" ]] ||
    { echo "abi.txt lists names of $newest, but the library is $version" >&2; exit 1; }
soname=$(objdump -p "$shared" | awk '$1 == "SONAME" {print $2}')
[[ $soname == "libtablier.so.${version%%.*}" ]] ||
    { echo "the soname is $soname, the version $version" >&2; exit 1; }
