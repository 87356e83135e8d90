#!/usr/bin/env bash
# tablier check-engine: a good engine passes everything, and each broken one fails what it breaks.
engines=$(realpath "$(dirname "$0")/engines")
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$1"

good="$tablier engine quoridor"

# ---- Broken engines -------------------------------------------------------------------------

# A line: a fault of engines/broken.py, the checks that it fails, and some that it must not touch. A
# good engine between the two programs passes all.
faults=$(tr -s ' ' << 'FAULTS'
none            |                    | options limits clock infinite ponder info fen queries rules game eof-searching
handshake       | handshake          |
options         | options            | handshake move
limits          | limits             | move movetime
movetime        | movetime           | limits clock
clock           | clock              | movetime game
tiny-times      | tiny-times         | movetime clock
one-answer      | one-answer         | move limits
stop            | stop infinite      | stop-idle ready-searching
stop-idle       | stop-idle          | stop
infinite        | infinite           | stop movetime
ready-searching | ready-searching    | stop handshake
ponder          | ponder             | infinite
quit-searching  | quit-searching     | quit eof-searching
info            | info multipv       | move
multipv         | multipv            | info
new-game        | new-game rules     | game
long-games      | long-games         | new-game
fen             | fen illegal        | long-games
illegal         | illegal            | fen unknown
queries         | queries            | move
rules           | rules              | options
unknown         | unknown            | illegal
line-ends       | line-ends          | unknown
game            | game               | clock
quit            | quit quit-searching| eof
eof             | eof eof-searching  | quit
eof-searching   | eof-searching      | eof quit-searching
qtp-handshake   | handshake          | commands
qtp-illegal     | illegal            | unknown
qtp-unknown     | unknown            | illegal
qtp-undo        | undo               | quit
FAULTS
)

# judge FAULT OPTION...: prints the names of the checks that fail.
judge() {
    local fault=$1 kind=cmd program="$good --hash 1"
    shift
    [[ $fault != qtp-* ]] || { program="$tablier qtp --time 5 --hash 1" kind=qtp; }
    timeout 200 "$tablier" check-engine "$kind:$engines/broken.py $fault $program" --game quoridor \
        "$@" | tee -a "$fault.out" | awk '$2 == "fails" {print $1}' | xargs
}

# broken FAULT FAILING PASSING: those that fail have no time to lose, those that pass have plenty: a
# busy machine changes nothing.
broken() {
    local patience=60000
    [[ $1 != handshake && $1 != limits ]] || patience=2000
    [[ -z $2 || $(judge "$1" --margin 200 --patience $patience --only "$2") == "$2" ]] &&
        [[ -z $3 || -z $(judge "$1" --margin 30000 --patience 60000 --only "$3") ]] && touch "$1.ok"
}

# try_all: in a process of its own, while the report is tried: most of it is waiting.
try_all() {
    while IFS='|' read -r fault failing passing; do
        broken "${fault% }" "$(xargs <<< "$failing")" "${passing# }" &
        while (($(jobs -rp | wc -l) >= 8)); do wait -n; done
    done <<< "$faults"
    wait
}
try_all &

# ---- The report --------------------------------------------------------------------------

ok '^28 checks of tablier engine quoridor: 28 ok, 0 failed, 0 not supported\.$' \
    check-engine "$good" --margin 5000
[[ $(wc -l < out) -eq 29 ]] || complain 'one line per check'
last '15 checks of tablier qtp --time 5: 15 ok, 0 failed, 0 not supported.' \
    check-engine "qtp:$tablier qtp --time 5" --margin 5000
ok '^  "game": "orbital",$' check-engine "$tablier engine orbital" --only quit,eof --json
ok '^stop +ok +Il s’arrête aussitôt$' check-engine "$good" --only stop --lang fr
ok '^3 checks' check-engine "cmd,Hash=2:$good --set size=5" --game quoridor --set size=5 \
    --only 'move,queries rules'
ok '"result": "ok"' check-engine "$tablier engine dorix --players 3" --game dorix --players 3 \
    --only game --json --margin 5000 --log log
holds grep -q ' engine < go p1time .*p3time' log

# A missing ability is not a fault.
ok '^ponder +not supported +It ponders$' check-engine "$engines/ugi.sh $tablier tictacdoh good" \
    --game tictacdoh --only ponder
bad 2 'The game is not clear' check-engine "$engines/ugi.sh $tablier dorix illegal"
bad 2 "no check 'stops'" check-engine "$good" --only stops
bad 2 "no program" check-engine ./nothing
bad 2 'Missing' check-engine

wait
while read -r fault rest; do
    [[ -e $fault.ok ]] && continue
    cp "$fault.out" out
    complain "broken $fault $rest"
done <<< "$faults"
