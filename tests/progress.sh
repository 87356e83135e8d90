#!/usr/bin/env bash
# progress.sh SOURCE - ./test and ./run in a small tree of their own: what they show, when, and how
# they end.
set -uo pipefail
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/scripts"
cp "$source/test" "$source/run" "$work"
# A log of seconds instead of minutes.
sed 's/^progress_pause=.*/progress_pause=1/' "$source/scripts/setup.sh" > "$work/scripts/setup.sh"
touch "$work/scripts/packages"
cd "$work" || exit 1

failures=0
complain() {
    echo "FAILED: $1" >&2
    sed 's/^/    /' out >&2
    failures=$((failures + 1))
}

cat > CMakePresets.json << 'END'
{
    "version": 3,
    "configurePresets": [
        {"name": "release", "generator": "Ninja", "binaryDir": "build/release"},
        {"name": "sanitize", "generator": "Ninja", "binaryDir": "build/sanitize",
         "cacheVariables": {"SECOND": true}}
    ],
    "buildPresets": [{"name": "release", "configurePreset": "release"},
                     {"name": "sanitize", "configurePreset": "sanitize"}],
    "testPresets": [
        {"name": "release", "configurePreset": "release", "output": {"outputOnFailure": true}},
        {"name": "sanitize", "configurePreset": "sanitize", "output": {"outputOnFailure": true}}
    ]
}
END

# tree RULE TESTS: a build of five steps, the third by this rule, and these tests of the first build.
tree() {
    rm -rf build
    {
        echo 'cmake_minimum_required(VERSION 3.22)'
        echo 'project(small NONE)'
        echo 'enable_testing()'
        for step in 1 2 3 4 5; do
            local rule='sleep 0.4'
            [[ $step -ne 3 ]] || rule=$1
            echo "add_custom_command(OUTPUT step$step COMMAND sh -c \"$rule; touch step$step\""
            echo "    DEPENDS $(for ((i = 1; i < step; i++)); do echo "step$i"; done | paste -sd ' ') VERBATIM)"
        done
        echo 'add_custom_target(all_steps ALL DEPENDS step5)'
        echo 'if(SECOND)'
        echo '    add_test(NAME second COMMAND true)'
        echo '    return()'
        echo 'endif()'
        echo "$2"
    } > CMakeLists.txt
}

# ---- Tests that fail, are skipped and are slow

tree 'sleep 0.4' '
add_test(NAME good COMMAND true)
add_test(NAME bad COMMAND sh -c "echo the reason of the failure; printf %0200000d 0; exit 1")
add_test(NAME partly COMMAND sh -c "echo skipped: no such thing here; exit 77")
add_test(NAME slow COMMAND sleep 3)
add_test(NAME liar COMMAND sh -c "echo 99% tests passed, 0 tests failed out of 99; exit 1")
add_test(NAME off COMMAND true)
set_tests_properties(partly PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(off PROPERTIES DISABLED TRUE)
'
# stamp: every line with the second at which it came.
stamp() {
    while IFS= read -r line; do echo "$SECONDS $line"; done
}
SECONDS=0
./test 2>&1 | stamp > stamped
status=${PIPESTATUS[0]}
sed 's/^[0-9]* //' stamped > out
[[ $status -ne 0 ]] || complain 'a test failed, and ./test exits with 0'
[[ $(tail -n 1 out) == '3 passed, 2 failed, 2 skipped' ]] || complain 'the last line'
grep -q '^  release: partly$' out && grep -q '^  release: off$' out || complain 'the skipped ones by name'
grep -q '^release: partly: skipped: no such thing here$' out || complain 'the reason of the skip'
[[ $(grep -cE '^(the reason of the failure|99% tests passed, 0 tests failed out of 99)$' out) -eq 4 ]] || complain 'the output of the failures, and of both again'
grep -qE '^release: building, [1-5] of 5' out || complain 'how far the build is'
grep -qE '^release: tests, [1-5] of ' out || complain 'how far the tests are'
shown=$(sed -n 's/^\([0-9]*\) the reason of the failure$/\1/p' stamped | head -n 1)
ended=$(sed -n 's/^\([0-9]*\) release: 2 of 6 passed.*/\1/p' stamped)
! grep -q 'Not Run' out || complain 'a disabled test is not a failure'
[[ -n $shown && -n $ended ]] && ((ended > shown + 1)) ||
    complain "a failure is shown when it happens, not at the end ('$shown', '$ended')"

# On a terminal one line is updated.
script -qec ./test /dev/null > out 2>&1 < /dev/null
grep -q $'\rrelease\|\r\033\\[Krelease: tests, 1 of ' out || complain 'the line that is updated'
[[ $(tail -n 1 out | tr -d '\r') == '3 passed, 2 failed, 2 skipped' ]] || complain 'the last line of a terminal'

# ---- A test that fails the first time

tree 'sleep 0.1' '
add_test(NAME unsteady COMMAND sh -c "test -e was-here || { touch was-here; exit 1; }")
add_test(NAME good COMMAND true)
'
./test > out 2>&1 || complain 'it passed when it ran again, and ./test exits with something else'
[[ $(tail -n 1 out) == '3 passed, 0 failed, 0 skipped' ]] || complain 'the last line'
grep -qx '  release: unsteady' out || complain 'the unsteady one by name'

# Six failures run only once.
tree 'sleep 0.1' "$(for i in 1 2 3 4 5 6; do echo "add_test(NAME bad$i COMMAND false)"; done)"
./test > out 2>&1 && complain 'six tests failed, and ./test exits with 0'
[[ $(tail -n 1 out) == '1 passed, 6 failed, 0 skipped' ]] || complain 'the last line'
! grep -q 'one at a time' out || complain 'six failures ran again'

# ---- All is well

tree 'sleep 0.1' 'add_test(NAME good COMMAND true)'
./test > out 2>&1 || complain 'nothing failed, and ./test exits with something else'
[[ $(tail -n 1 out) == '2 passed, 0 failed, 0 skipped' ]] || complain 'the last line'
! grep -q Skipped out || complain 'nothing was skipped'

# ---- A build that fails

tree 'echo what the compiler says; exit 1' 'add_test(NAME good COMMAND true)'
./test > out 2>&1 && complain 'the build failed, and ./test exits with 0'
[[ $(tail -n 1 out) == '0 passed, 2 failed, 0 skipped' ]] || complain 'the last line'
[[ $(grep -cx 'what the compiler says' out) -eq 2 ]] || complain 'what the compiler says, once a build'
./run > out 2>&1 && complain 'the build failed, but ./run continues'
grep -qx 'what the compiler says' out || complain './run says why the build failed'

# ---- ./run

tree 'sleep 0.4' ''
mkdir -p build/release
printf '#!/bin/sh\necho "serving $*"\n' > build/release/tablier
chmod +x build/release/tablier
./run --port 9 > out 2>&1 || complain './run'
grep -qE '^release: building, [1-5] of 5' out || complain 'how far the build of ./run is'
[[ $(tail -n 1 out) == 'serving serve --port 9' ]] || complain './run serves'

[[ $failures -eq 0 ]]
