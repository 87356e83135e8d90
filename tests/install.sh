#!/usr/bin/env bash
# install.sh BUILD SOURCE - installs into an empty folder and uses the result as a third-party
# project would: pkg-config, find_package, C++, the program, its manual.
set -euo pipefail
build=$1 source=$2
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
example=$source/examples/random_game.c

cmake --install "$build" --prefix "$prefix/usr" > /dev/null
# Nothing may depend on where it was installed to.
mv "$prefix/usr" "$prefix/moved"
root=$prefix/moved
lib=$(dirname "$(dirname "$(find "$root" -name tablier.pc)")")
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib

echo "-- shared, by pkg-config"
read -ra flags <<< "$(pkg-config --cflags --libs tablier)"
cc "$example" "${flags[@]}" -o "$prefix/shared"
"$prefix/shared" dorix 3 5 > "$prefix/out"
grep -q 'won\|draw' "$prefix/out"
[[ $(ldd "$prefix/shared") == *libtablier.so.[0-9]* ]]

echo "-- each part of the header alone, in C and C++"
parts=("$root"/include/tablier.h "$root"/include/tablier/*.h)
[[ ${#parts[@]} -eq 9 ]] || { echo "${#parts[@]} headers are installed" >&2; exit 1; }
for part in "${parts[@]}"; do
    echo "#include <${part#"$root"/include/}>" > "$prefix/part.c"
    cc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$root/include" "$prefix/part.c"
    c++ -x c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$root/include" \
        "$prefix/part.c"
done

echo "-- static, by pkg-config"
read -ra flags <<< "$(pkg-config --cflags --libs --static tablier)"
cc "$example" "${flags[@]/-ltablier/-l:libtablier.a}" -o "$prefix/static"
env -u LD_LIBRARY_PATH "$prefix/static" dorix 3 5 | cmp - "$prefix/out"

echo "-- a folder for libraries that is named from outside stays below the prefix"
cmake -G Ninja -S "$source" -B "$prefix/named" -D TABLIER_LIBRARY_ONLY=ON -D CMAKE_INSTALL_LIBDIR=lib/here > /dev/null
grep -q '{CMAKE_INSTALL_PREFIX}/lib/here/libtablier' "$prefix/named/cmake_install.cmake"

echo "-- both, by find_package"
cmake -S "$source/tests/consumer" -B "$prefix/consumer" -D CMAKE_PREFIX_PATH="$root" \
    -D EXAMPLE="$example" > /dev/null
cmake --build "$prefix/consumer" > /dev/null
"$prefix/consumer/with_shared" dorix 3 5 | cmp - "$prefix/out"
"$prefix/consumer/with_static" dorix 3 5 | cmp - "$prefix/out"
"$prefix/consumer/with_cpp" > "$prefix/record"
"$prefix/consumer/with_static_cpp" | cmp - "$prefix/record"

echo "-- by Meson, which asks pkg-config"
cp -r "$source/tests/consumer" "$prefix/meson"
cp "$example" "$prefix/meson"
(cd "$prefix/meson" && meson setup build -Dexample="$(basename "$example")" && ninja -C build) \
    > "$prefix/log" 2>&1 || { cat "$prefix/log"; exit 1; }
"$prefix/meson/build/with_meson" dorix 3 5 | cmp - "$prefix/out"

echo "-- as a part of another project: the library alone, which needs no other (nothing is built here)"
env PKG_CONFIG_LIBDIR=/nonexistent cmake -G Ninja -S "$source/tests/consumer/part" -B "$prefix/part" \
    -D TABLIER_SOURCE="$source" -D EXAMPLE="$example" > /dev/null
ninja -C "$prefix/part" -t targets all > "$prefix/targets"
grep -q '^with_part:' "$prefix/targets"
! grep -qE '/src/(cli|server|lab)/' "$prefix/targets" || { echo "more than the library is built" >&2; exit 1; }

echo "-- the program and its manual"
"$root/bin/tablier" --version
"$root/bin/tablier" rules dorix > /dev/null
test -s "$root/share/man/man1/tablier.1"
test -s "$root/share/man/man8/tablier-serve.8"
test -s "$root/share/man/de/man1/tablier.1"
test -s "$root/share/man/man3/libtablier.3"
test -s "$root/share/man/fr/man3/libtablier.3"
test -s "$root/share/bash-completion/completions/tablier"
test -s "$root/share/zsh/site-functions/_tablier"
test -s "$root/share/fish/vendor_completions.d/tablier.fish"
test -s "$root/share/tablier/puzzles/quoridor.txt"
test -s "$root/share/doc/tablier/API.md"
test -s "$root/share/doc/tablier/LICENSE"
