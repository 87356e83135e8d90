#!/usr/bin/env bash
# python.sh BUILD SOURCE - the Python package, made and used as its users do: pip install and
# python3 -m build, its tests, doctests and examples, and its types.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1
export PIP_ROOT_USER_ACTION=ignore

# A tree of our own: building leaves files behind.
mkdir -p "$work/tree/bindings"
for name in CMakeLists.txt LICENSE README.md cmake include src bench train docs po web; do
    ln -s "$source/$name" "$work/tree/$name"
done
cp -r "$source/examples" "$work/tree/examples"
mkdir "$work/tree/bindings/python"
(cd "$source/bindings/python" && cp -rL setup.py setup.cfg pyproject.toml MANIFEST.in README.md LICENSE \
    build_module.py src "$work/tree/bindings/python")

# As the README says, but with the library that is built already, and without optimisation where it
# is built: the question is whether everything is there.
echo "-- the commands of the README"
awk '/^```$/ { inside = !inside; if (!inside) exit; next } inside' "$source/bindings/python/README.md" > "$work/commands"
packages=$(sed -n '/^sudo apt install/,/[^\\]$/p' "$work/commands" | tr -d '\\' | tr '\n' ' ')
read -r -a packages <<< "${packages#sudo apt install}"
[[ ${#packages[@]} -gt 5 ]]
dpkg-query -W "${packages[@]}" > /dev/null
{
    echo 'pip() { TABLIER_BUILD=$build command pip --quiet "$@"; }'
    sed '/^sudo apt install/,/[^\\]$/d' "$work/commands"
    echo 'echo "$VIRTUAL_ENV" > ../environment'
} > "$work/install"
export build
(cd "$work/tree" && TABLIER_BUILD_TYPE=None CFLAGS="-O0 -g0" \
    bash -e ../install > "$work/log" 2>&1) || { tail -n 40 "$work/log"; exit 1; }
python=$(cat "$work/environment")/bin/python3
installed=$("$python" -c 'import os, tablier; print(os.path.dirname(os.path.dirname(tablier.__file__)))')

echo "-- tests, doctests and examples, on what was installed"
cd "$work"
export TABLIER=$build/tablier
for test in "$source"/bindings/python/tests/test_*.py; do
    "$python" "$test"
done
for example in "$source"/examples/python/*.py; do
    "$python" "$example" --quick > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done
# Whoever has learned nothing does not pass.
! "$python" "$source/examples/python/learn_tictacdoh.py" --quick 0 > "$work/log" ||
    { cat "$work/log"; exit 1; }

echo "-- the notebook"
"$python" "$source/tests/notebook.py" "$source/examples/python/first_player.ipynb"

echo "-- the types"
test -e "$installed/tablier/py.typed"
printf 'import tablier\ntablier.Game("quoridor").start.play(3)\n' > "$work/wrong.py"
"$python" -m mypy --strict --cache-dir "$work/types" --package tablier > "$work/log" ||
    { cat "$work/log"; exit 1; }
# What the README shows has no types of its own.
awk -v out="$work/readme_" '
    /^```python$/ { n++; file = out n ".py"; print "# mypy: allow-untyped-defs, allow-untyped-calls" > file; next }
    /^```$/ { file = "" }
    file { print > file }' "$source/bindings/python/README.md"
! "$python" -m mypy --strict --cache-dir "$work/types" "$source"/examples/python/*.py "$work"/readme_*.py \
    "$source/tests/consumer/python/consumer.py" "$work/wrong.py" > "$work/log" || exit 1
# The one mistake is seen, and there is no other.
grep -q '^wrong.py:2: error: Argument 1 to "play"' "$work/log" || { cat "$work/log"; exit 1; }
grep -q '^Found 1 error in 1 file' "$work/log" || { cat "$work/log"; exit 1; }

echo "-- the source distribution, and the wheel that was made of it"
dist=$work/tree/bindings/python/dist
ls "$dist"/tablier-*.tar.gz > /dev/null
# One wheel for every Python from 3.9 on, with the licence.
ls "$dist"/tablier-*-cp39-abi3-linux_*.whl > /dev/null
for archive in "$dist"/*; do
    case $archive in
    *.whl) "$python" -m zipfile -l "$archive" ;;
    *) tar tzf "$archive" ;;
    esac | grep -E '/LICENSE( |$)' > /dev/null || { echo "$archive has no licence" >&2; exit 1; }
done
"$python" -m pip install --quiet --no-deps --target "$work/wheel" "$dist"/tablier-*.whl
files() {
    (cd "$1" && find tablier -name __pycache__ -prune -o -type f -print | sort)
}
diff <(files "$work/wheel") <(files "$installed")
PYTHONPATH=$work/wheel "$python" "$source/tests/consumer/python/consumer.py"
