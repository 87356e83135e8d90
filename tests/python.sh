#!/usr/bin/env bash
# python.sh BUILD SOURCE - the Python package, made and used as its users do: pip install,
# python3 -m build, its tests and doctests on the wheel, objects destroyed under Valgrind.
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
for name in CMakeLists.txt LICENSE README.md cmake include src bench train examples docs; do
    ln -s "$source/$name" "$work/tree/$name"
done
rm -f "$work/tree/examples"
cp -r "$source/examples" "$work/tree/examples"
mkdir "$work/tree/bindings/python"
(cd "$source/bindings/python" && cp -r setup.py setup.cfg MANIFEST.in README.md build_module.py src \
    "$work/tree/bindings/python")

echo "-- pip install, with the library that is built already"
TABLIER_BUILD=$build "$python" -m pip install --quiet --no-deps --target "$work/installed" \
    "$work/tree/bindings/python"
(cd "$work" && PYTHONPATH=$work/installed "$python" -c \
    'import tablier; assert len(tablier.Game("quoridor").start.moves()) == 131')

echo "-- python3 -m build makes a source distribution, and a wheel of that"
(cd "$work/tree/bindings/python" &&
    "$python" -m build --no-isolation --outdir "$work/dist" > "$work/log" 2>&1) ||
    { tail -n 40 "$work/log"; exit 1; }
ls "$work/dist"/tablier-*.tar.gz "$work/dist"/tablier-*.whl > /dev/null
"$python" -m pip install --quiet --no-deps --target "$work/wheel" "$work/dist"/tablier-*.whl
test -e "$work/wheel/tablier/py.typed"

echo "-- tests and doctests, on the wheel"
cd "$work"
export PYTHONPATH=$work/wheel
"$python" "$source/bindings/python/tests/test_tablier.py"
"$python" "$source/tests/consumer/python/consumer.py"
for example in "$source"/examples/python/*.py; do
    "$python" "$example" --quick > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
done

echo "-- nothing is used after it was freed, in whatever order objects go"
PYTHONMALLOC=malloc valgrind --quiet --error-exitcode=9 --leak-check=no \
    "$python" "$source/bindings/python/tests/test_tablier.py" Destruction > "$work/log" 2>&1 ||
    { tail -n 60 "$work/log"; exit 1; }
