#!/usr/bin/env bash
# Memory runs out: see memory.py. TABLIER_TEST_MOST=200 tries many more allocations.
faults=$TABLIER_TEST_FAULTS tests=$(realpath "$(dirname "$0")")
source "$tests/lib.sh"

python3 "$tests/memory.py" "$tablier" "$faults" "${TABLIER_TEST_MOST:-3}" || complain "memory.py"
