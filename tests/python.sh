#!/usr/bin/env bash
# python.sh BUILD SOURCE - the Python package, made and used as its users do: pip install and
# python3 -m build, its tests, doctests and examples, and its types.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Debian's Python, whatever else is in the PATH: it has the packages.
python=/usr/bin/python3
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

echo "-- pip install, with the library that is built already"
TABLIER_BUILD=$build "$python" -m pip install --quiet --no-deps --no-build-isolation \
    --target "$work/installed" "$work/tree/bindings/python"

echo "-- tests, doctests and examples, on what was installed"
cd "$work"
export PYTHONPATH=$work/installed TABLIER=$build/tablier
for test in "$source"/bindings/python/tests/test_*.py; do
    "$python" "$test"
done
for example in "$source"/examples/python/*.py; do
    "$python" "$example" --quick > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done
# Whoever has learned nothing does not pass.
! "$python" "$source/examples/python/learn_tictacdoh.py" --quick 0 > "$work/log" ||
    { cat "$work/log"; exit 1; }

echo "-- the types"
test -e "$work/installed/tablier/py.typed"
printf 'import tablier\ntablier.Game("quoridor").start.play(3)\n' > "$work/wrong.py"
! MYPYPATH=$work/installed "$python" -m mypy --strict --cache-dir "$work/types" \
    "$work"/installed/tablier/*.py "$source"/examples/python/*.py \
    "$source/tests/consumer/python/consumer.py" "$work/wrong.py" > "$work/log" || exit 1
# The one mistake is seen, and there is no other.
grep -q '^wrong.py:2: error: Argument 1 to "play"' "$work/log" || { cat "$work/log"; exit 1; }
grep -q '^Found 1 error in 1 file' "$work/log" || { cat "$work/log"; exit 1; }

# Without optimisation, which takes a third of the time: the question is whether everything
# is there.
echo "-- python3 -m build makes a source distribution, and of that a wheel with the library"
(cd "$work/tree/bindings/python" && TABLIER_BUILD_TYPE=None CFLAGS="-O0 -g0" \
    "$python" -m build --no-isolation --outdir "$work/dist" > "$work/log" 2>&1) ||
    { tail -n 40 "$work/log"; exit 1; }
ls "$work/dist"/tablier-*.tar.gz > /dev/null
# One wheel for every Python from 3.9 on, with the licence.
ls "$work/dist"/tablier-*-cp39-abi3-linux_*.whl > /dev/null
for archive in "$work"/dist/*; do
    case $archive in
    *.whl) "$python" -m zipfile -l "$archive" ;;
    *) tar tzf "$archive" ;;
    esac | grep -E '/LICENSE( |$)' > /dev/null || { echo "$archive has no licence" >&2; exit 1; }
done
"$python" -m pip install --quiet --no-deps --target "$work/wheel" "$work/dist"/tablier-*.whl
diff <(cd "$work/wheel" && find tablier | sort) <(cd "$work/installed" && find tablier | sort)
PYTHONPATH=$work/wheel "$python" "$source/tests/consumer/python/consumer.py"
