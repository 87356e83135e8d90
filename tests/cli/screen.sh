#!/usr/bin/env bash
# The prompt and the menu on a terminal of 24 rows and 60 or 80 columns.
tests=$(realpath "$(dirname "$0")")
source "$tests/lib.sh"

holds python3 "$tests/screen.py" "$tablier"
holds python3 "$tests/menu.py" "$tablier"
