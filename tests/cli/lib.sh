# shellcheck shell=bash
# lib.sh - sourced by the tests of the command line, which are called with the
# program as their only argument. They run in an empty folder of their own, with
# a home of their own.
set -uo pipefail

tablier=$(realpath "$1")
work=$(mktemp -d)
failures=0 skipped=0 status=0

# A test fails if anything failed in it, however it ends.
finish() {
    local code=$?

    rm -rf "$work"
    [[ $code -eq 0 && $failures -eq 0 ]] || exit 1
    [[ $skipped -eq 0 ]] || exit 77
}
trap finish EXIT
cd "$work" || exit 1
export HOME=$work LC_ALL=C.UTF-8
unset XDG_STATE_HOME NO_COLOR

: > out > err
complain() {
    echo "FAILED: $1" >&2
    echo "  status $status" >&2
    sed 's/^/  out: /' out >&2
    sed 's/^/  err: /' err >&2
    failures=$((failures + 1))
}

# run WORD...: calls the program, with $input as its input if that is set, and with the
# environment changed by the words of the array $environment. Then $status is its exit status, and the files out and err hold what it said.
run() {
    printf '%s' "${input-}" > in
    timeout 250 env ${environment[@]+"${environment[@]}"} "$tablier" "$@" < in > out 2> err
    status=$?
    # On a slow machine a solver reports its progress there, a line each half minute.
    [[ ${1-} != solve ]] || sed -i -E '/, [0-9]+ s(, ([0-9]+ s left|encore [0-9]+ s))?$/d' err
}

# ok PATTERN WORD...: exits 0, says nothing on standard error, and some line of
# its output matches the extended regular expression.
ok() {
    local pattern=$1
    shift
    run "$@"
    [[ $status -eq 0 && ! -s err ]] && grep -qE -- "$pattern" out ||
        complain "ok '$pattern' tablier $*"
}

# bad STATUS PATTERN WORD...: exits so, with one line on standard error, which
# matches, and nothing else.
bad() {
    local wanted=$1 pattern=$2
    shift 2
    run "$@"
    [[ $status -eq $wanted && ! -s out && $(wc -l < err) -eq 1 ]] && grep -qE -- "$pattern" err ||
        complain "bad $wanted '$pattern' tablier $*"
}

# last LINE WORD...: exits 0, and the last line of its output is this one.
last() {
    local line=$1
    shift
    run "$@"
    [[ $status -eq 0 && $(tail -n 1 out) == "$line" ]] || complain "last '$line' tablier $*"
}

# same TEXT: the output of the last call is this.
same() {
    [[ $(< out) == "$1" ]] || complain "same '$1'"
}

# holds COMMAND...: succeeds.
holds() {
    "$@" || complain "$*"
}

# skip REASON: a part of the test cannot run here. The other parts do.
skip() {
    echo "skipped: $1"
    skipped=$((skipped + 1))
}
