#!/usr/bin/env bash
# packages.sh BUILD SOURCE - makes the Debian packages, which lintian must accept, unpacks them into an
# empty root, and uses what is there: the program, the server's files, the library, its development
# files, the Python package, the documents. scripts/debian --chroot installs and removes them.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
arch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
if ! grep -q "^CMAKE_INSTALL_LIBDIR:[A-Z]*=lib/$arch$" "$build/CMakeCache.txt"; then
    echo "skipped: this build folder is configured for libraries in another place than lib/$arch"
    exit 77
fi

echo "-- the version and what a build needs are the same here as elsewhere"
version=$(sed -n 's/^#define TB_VERSION "\(.*\)"/\1/p' "$source/include/tablier/base.h")
[[ $(dpkg-parsechangelog -l "$source/debian/changelog" -S Version) == "$version" ]]
comm -23 <(awk '$1 == "build" && $2 !~ /^(gcc|libc6-dev)$/ {print $2}' "$source/scripts/packages" | sort) \
    <(sed -n '/^Build-Depends/,/^Standards/p' "$source/debian/control" | grep -oE '[a-z0-9-]+' | sort) \
    > "$work/missing"
[[ ! -s $work/missing ]] || { echo "debian/control lacks $(cat "$work/missing")" >&2; exit 1; }

echo "-- without Python's module its package fails"
sed "s|$build/python/lib|$work/nothing|g" "$build/cmake_install.cmake" > "$work/install.cmake"
if cmake -D CMAKE_INSTALL_COMPONENT=python -D CMAKE_INSTALL_PREFIX="$work/none" \
    -P "$work/install.cmake" > "$work/log" 2>&1; then
    echo "an empty package is made" >&2
    exit 1
fi
grep -q "module is not built" "$work/log"

echo "-- five packages, with which lintian finds no fault"
TABLIER_BUILD=$build "$source/scripts/debian" "$work/packages" | sed 's|.*/||; s|_.*||' | sort |
    diff - <(printf '%s\n' libtablier-dev libtablier2 python3-tablier tablier tablier-server)
mkdir "$root"
for package in "$work/packages"/*.deb; do
    dpkg -x "$package" "$root"
done

echo "-- the program, its page and manuals"
"$root/usr/bin/tablier" --version
"$root/usr/bin/tablier" show dorix > /dev/null
"$root/usr/bin/tablier" rules orbital > /dev/null
for lang in . de es fr it; do
    for page in man1/tablier.1 man8/tablier-serve.8 man3/libtablier.3; do
        gzip -t "$root/usr/share/man/$lang/$page.gz"
    done
done
test -s "$root/usr/share/bash-completion/completions/tablier"

echo "-- the server: a unit, a user, settings that an upgrade keeps"
grep -q "^User=tablier$" "$root/lib/systemd/system/tablier.service"
grep -q "^u tablier " "$root/usr/lib/sysusers.d/tablier.conf"
dpkg-deb --ctrl-tarfile "$work/packages"/tablier-server_*.deb | tar -xO ./conffiles |
    grep -qx /etc/tablier/tablier.conf
cmp "$source/deploy/tablier.conf" "$root/etc/tablier/tablier.conf"

echo "-- links in documents lead somewhere"
find "$root/usr/share/doc" -name '*.md' | while read -r document; do
    grep -oE '\]\([^)# ]+' "$document" | sed 's/](//' | grep -v '^https\?:' | while read -r link; do
        [[ -e $(dirname "$document")/$link ]] || echo "${document##*/}: $link"
    done
done > "$work/dead" || true # grep has nothing to say of a document without links
[[ ! -s $work/dead ]] || { cat "$work/dead" >&2; exit 1; }
test -s "$root/usr/share/doc/tablier/NOTATION.md"
test -s "$root/usr/share/doc/tablier/results/library.md"
test -s "$root/usr/share/doc/tablier/algorithms/search.md"
test -s "$root/usr/share/doc/tablier/server/running.md"

echo "-- the library and its development files"
dpkg-deb --ctrl-tarfile "$work/packages"/libtablier2_*.deb | tar -xO ./symbols |
    grep -q '^ tb_play@Base 2\.0$'
export PKG_CONFIG_PATH=$root/usr/lib/$arch/pkgconfig
read -ra flags <<< "$(pkg-config --cflags --libs tablier)"
cc "$source/examples/random_game.c" "${flags[@]}" -o "$work/game"
LD_LIBRARY_PATH=$root/usr/lib/$arch "$work/game" quoridor 2 1 > /dev/null

echo "-- the Python package"
(cd "$work" && PYTHONPATH=$root/usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 -c '
import tablier
assert tablier.__file__.startswith("'"$root"'"), tablier.__file__
assert tablier.Game("quoridor").start.perft(1) == 131
')
