#!/usr/bin/env bash
# Files that commands write: replaced as a whole, links followed, devices and pipes
# written to and never replaced; what is not empty is kept unless the user says
# otherwise; and a path that cannot be written is refused before the work begins.
source "$(dirname "$0")/lib.sh"

small=(quoridor --set size=3 --set walls=2 --shortest)
pair=(orbital --a random --b random --games 2)

# untouched: no draft is left behind.
untouched() {
    [[ -z $(find . -name '*.tmp') ]] || complain "a draft was left: $(find . -name '*.tmp')"
}

# writes FILE WORD...: the command succeeds, and FILE holds something.
writes() {
    local file=$1
    shift
    run "$@"
    [[ $status -eq 0 && -s $file ]] || complain "writes $file: tablier $*"
}

# ---- What stands at the path

# through KIND WORD...: the command leaves the FIFO what it is, and its reader gets this kind of file.
through() {
    local kind=$1
    shift
    rm -f pipe
    mkfifo pipe
    cat pipe > got &
    run "$@"
    holds test -p pipe
    [[ $status -eq 0 ]] || kill $! # it may wait for a writer that never came
    wait $! 2> /dev/null
    [[ $status -eq 0 ]] && grep -q "$kind" got || complain "through a pipe: tablier $*"
}

through TABPRF solve "${small[@]}" --proof pipe
through TABCHK solve "${small[@]}" --checkpoint pipe
through '"game":"orbital"' match "${pair[@]}" --out pipe

# A device of our own, so that nothing is at stake; only root can make one.
if mknod full c 1 7 2> /dev/null && ! echo 2> /dev/null > full; then
    for words in "solve ${small[*]} --proof full" "solve ${small[*]} --checkpoint full" \
        "match ${pair[*]} --out full"; do
        # shellcheck disable=SC2086
        run $words
        [[ $status -eq 1 ]] && grep -q 'Cannot write full: No space' err || complain "tablier $words"
        holds test -c full
    done
    rm full
fi

ln -s target link
writes target solve "${small[@]}" --proof link
holds test -L link
ok '^proven' verify link
rm target
writes target solve "${small[@]}" --checkpoint link # which led nowhere
holds test -L link
rm -f target link
ln -s loop loop
bad 1 'Cannot write loop: Too many' match "${pair[@]}" --out loop
bad 1 'Cannot write \.: Is a directory' table tictacdoh .
untouched

# The printed text is not lost where standard output is the file.
"$tablier" solve "${small[@]}" --proof /dev/stdout > both 2> err
status=$?
[[ $status -eq 0 ]] && grep -qa '^Player 2 wins' both && grep -qa TABPRF both ||
    complain 'a proof on standard output'

# The mode of a file survives.
: > private
chmod 600 private
writes private solve "${small[@]}" --proof private
[[ $(stat -c %a private) == 600 ]] || complain 'the file is as private as before'

# ---- Files that are not empty

echo precious > kept
for words in "solve ${small[*]} --proof kept" "solve ${small[*]} --checkpoint kept" \
    'table tictacdoh kept'; do
    # shellcheck disable=SC2086
    bad 1 'kept is not empty; --force replaces it' $words
done
bad 1 'kept, line 1' match "${pair[@]}" --out kept
bad 1 'kept is not empty; --force replaces it' match "${pair[@]}" --out games --pgn kept
input='save kept'
run play quoridor --no-autosave
[[ $status -eq 1 ]] && grep -q 'Not saved: kept holds something else; save! kept' err ||
    complain 'save kept'
unset input
[[ $(< kept) == precious ]] || complain 'the file was kept'

# kind FILE TEXT: the file begins with it.
kind() { [[ $(head -c ${#2} "$1") == "$2" ]] || complain "$1 does not begin with $2"; }
writes kept solve "${small[@]}" --proof kept --force
kind kept TABPRF
writes kept solve "${small[@]}" --checkpoint kept --force
kind kept TABCHK
writes kept match "${pair[@]}" --out kept --force
[[ $(wc -l < kept) -eq 2 ]] || complain 'two games'
# A log grows, unless it is replaced; here both hold nothing new.
echo precious > log
writes kept match "${pair[@]}" --out kept --log log
[[ $(wc -l < kept) -eq 2 && $(< log) == precious ]] || complain 'two games, and the log'
writes kept match "${pair[@]}" --out kept --log log --force
[[ ! -s log ]] || complain 'a new log'
input=$'e2\nsave game.txt\ne8\nsave game.txt\nsave! kept\nquit\n'
ok 'Saved in kept' play quoridor --no-autosave
kind kept '[Game'
unset input
# A checkpoint goes on in the file it was resumed from.
writes table solve "${small[@]}" --checkpoint table
ok . solve "${small[@]}" --checkpoint table --resume table
bad 1 'not empty' solve "${small[@]}" --checkpoint table
if "$tablier" site page > out 2> err; then
    bad 1 'page/.* is not empty; --force replaces it' site page
    ok 'files written' site page --force
    # Every report of the lab is there, with its plots, and needs nothing that the server forbids.
    holds python3 -c "
import json, re
names = json.load(open('page/lab/reports.json'))
assert len(names) > 10 and open('page/lab/report.css').read().startswith(':root{')
for name in names:
    text = open(f'page/lab/{name}.html').read()
    assert text.endswith('</html>\\n') and text.count('<svg') > 3, name
    assert not re.search('<style|style=|<script', text), name"
fi
untouched

# ---- A folder without a name is not the root folder

bad 2 "^tablier: --out: The folder has no name" lab tictacdoh --games 2 --seats random --out ''
ok . match tictacdoh --a random --b random --games 2 --out finished.jsonl
bad 2 "^tablier: --out: The folder has no name" lab tictacdoh --records finished.jsonl --out ''
bad 2 "^tablier: The folder has no name" site ''
bad 2 "^tablier: Le dossier n’a pas de nom" --lang fr site ''
holds test ! -e self
holds test ! -e /measures.json

# ---- What cannot be written is named with its cause, however much was written before

printf '{"game":"dorix","players":2,"moves":["b2"]}\n%.0s' {1..3000} > long.jsonl
for words in 'replay long.jsonl' 'replay --to text long.jsonl' 'moves quoridor' 'games' 'rules quoridor' \
    'completion bash' 'book quoridor --help' 'help' 'perft tictacdoh 3 --divide' 'show dorix'; do
    # shellcheck disable=SC2086
    "$tablier" $words > /dev/full 2> err
    status=$?
    [[ $status -eq 1 && $(wc -l < err) -eq 1 ]] &&
        grep -q '^tablier: Cannot write the output: No space left on device\.$' err || complain "$words > /dev/full"
done
log=(match tictacdoh --a "cmd:$tablier engine tictacdoh --level 1" --b random --games 2 --nodes 20)
for command in "${log[*]}" "tournament tictacdoh --entrant a=${log[3]// /%} --entrant random --rounds 1 --nodes 20"; do
    read -ra words <<< "$command"
    [[ ${words[0]} == match ]] && words=("${log[@]}") || words=("${words[@]//%/ }")
    run "${words[@]}" --log /dev/full
    [[ $status -eq 1 && $(wc -l < err) -eq 1 ]] &&
        grep -q '^tablier: --log: Cannot write /dev/full: No space left on device\.$' err ||
        complain "${words[*]} --log /dev/full"
done

# ---- Before the work: these would take hours

for words in 'solve dorix --proof no/such/file' 'solve dorix --checkpoint no/such/file' \
    'solve dorix --proof game.txt' 'table orbital no/such/file' \
    'match dorix --a level:12 --b level:12 --games 1000 --out no/such/file'; do
    # shellcheck disable=SC2086
    bad 1 'no/such/file: No such file|game.txt is not empty' $words
done
