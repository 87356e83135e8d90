#!/usr/bin/env bash
# amalgamation.sh BUILD SOURCE LIBRARY_DIR - the library as one file: it compiles without a warning with
# gcc and with clang, shows the names of tablier.h and no others but tablier_..., and the examples print
# the same with it as with the library. Meson compiles it as a subproject.
set -euo pipefail
build=$1 source=$2 library=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --build "$build" --target amalgamation > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
folder=$build/amalgamation
warnings=(-std=c11 -Wall -Wextra -Werror)

echo "-- gcc and clang accept it, with the command of its first comment"
mkdir "$work/hand"
ln -s "$folder"/tablier.{c,h} "$work/hand"
cp "$source/examples/random_game.c" "$work/hand/program.c"
command=$(sed -n '3s/^ \* *cc //p' "$folder/tablier.c")
[[ $command == *program.c* ]]
(cd "$work/hand" && eval "gcc ${warnings[*]} -D_DEFAULT_SOURCE -fsyntax-only $command")
clang "${warnings[@]}" -fsyntax-only "$folder/tablier.c"
c++ -x c++ -Wall -Wextra -Werror -fsyntax-only "$folder/tablier.h"

echo "-- a Meson project compiles it, and the example prints what it prints with the library"
cc -I "$source/include" "$source/examples/random_game.c" -L "$library" -ltablier \
    -Wl,-rpath,"$library" -o "$work/game"
"$work/game" quoridor 4 7 > "$work/wanted"
cp -r "$source/tests/consumer" "$work/consumer"
for name in random_game who_wins draw_position list_records; do # their header is one file here
    sed 's|<tablier/[a-z]*\.h>|<tablier.h>|' "$source/examples/$name.c" > "$work/consumer/$name.c"
done
mkdir "$work/consumer/subprojects"
cp -r "$folder" "$work/consumer/subprojects/tablier"
(cd "$work/consumer" && env PKG_CONFIG_LIBDIR=/nonexistent meson setup build \
    -Dexample=random_game.c -Dwarning_level=2 -Doptimization=0 &&
    ninja -C build) > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/consumer/build/with_meson" quoridor 4 7 | cmp - "$work/wanted"

echo "-- the names that it shows"
nm -g --defined-only "$work"/consumer/build/subprojects/tablier/*.a | awk 'NF == 3 {print $3}' |
    grep -v '^tablier_' | sort | diff - <(sed 's/#.*//' "$source/tests/abi.txt" | awk 'NF == 2 {print $1}' | sort)

echo "-- without a build system"
cd "$work"
for name in who_wins draw_position list_records; do
    cc "${warnings[@]}" -D_DEFAULT_SOURCE -I "$folder" "$work/consumer/$name.c" \
        "$work"/consumer/build/subprojects/tablier/*.a -lm -lpthread -o "$name"
done
./who_wins quoridor 'size=3 walls=1 b1/b3 1/1 - 1' proof | grep 'loses in 8 plies; 2 claims checked' > /dev/null
./draw_position quoridor 'e2/e8 9/10 e3h 1' | grep '^<svg ' > /dev/null
echo '{"game":"quoridor","moves":["e2"],"names":["Zo\u00eb"]}' > record
./list_records record | grep '^Quoridor, 1 ply: Zoë' > /dev/null
