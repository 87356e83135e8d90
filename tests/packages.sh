#!/usr/bin/env bash
# packages.sh BUILD SOURCE - makes the Debian packages, installs them into an empty root, and
# uses what is there: the program, the library, its development files, the Python package.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

cmake --build "$build" --target python_module > "$work/log" 2>&1 || { tail "$work/log"; exit 1; }
(cd "$work" && cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/packages") \
    > "$work/log" 2>&1 || { tail -n 30 "$work/log"; exit 1; }

echo "-- four packages"
ls "$work/packages"/*.deb | sed 's|.*/||; s|_.*||' | sort | diff - <(printf '%s\n' \
    libtablier-dev libtablier2 python3-tablier tablier)

echo "-- they can be unpacked, and the only script runs ldconfig: nothing is started"
mkdir -p "$root/var/lib/dpkg/"{info,updates,triggers}
touch "$root/var/lib/dpkg/"{status,available}
dpkg --root="$root" --force-not-root --force-depends --force-bad-path --unpack \
    "$work/packages"/*.deb > "$work/log" 2>&1 || { tail -n 30 "$work/log"; exit 1; }
[[ $(cd "$root/var/lib/dpkg/info" && ls ./*.postinst) == ./libtablier2.postinst ]]
[[ $(grep -c '^[[:space:]]*ldconfig$' "$root/var/lib/dpkg/info/libtablier2.postinst") -eq 1 ]]
test -s "$root/usr/lib/systemd/system/tablier.service"
[[ ! -e $root/etc/systemd ]]

echo "-- the program, its page and manuals"
"$root/usr/bin/tablier" --version
"$root/usr/bin/tablier" show dorix > /dev/null
"$root/usr/bin/tablier" rules orbital > /dev/null
test -s "$root/usr/share/man/man1/tablier.1"
test -s "$root/usr/share/man/man8/tablier-serve.8"
test -s "$root/usr/share/man/man3/libtablier.3"
test -s "$root/usr/share/man/fr/man3/libtablier.3"
test -s "$root/usr/share/bash-completion/completions/tablier"

echo "-- the library and its development files"
export PKG_CONFIG_PATH=$root/usr/lib/pkgconfig
read -ra flags <<< "$(pkg-config --cflags --libs tablier)"
cc "$source/examples/random_game.c" "${flags[@]}" -o "$work/game"
LD_LIBRARY_PATH=$root/usr/lib "$work/game" quoridor 2 1 > /dev/null

echo "-- the Python package"
(cd "$work" && PYTHONPATH=$root/usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 \
    /usr/bin/python3 -c '
import tablier
assert tablier.__file__.startswith("'"$root"'"), tablier.__file__
assert tablier.Game("quoridor").start.perft(1) == 131
')
