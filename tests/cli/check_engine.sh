#!/usr/bin/env bash
# tablier check-engine: a good engine passes everything, and each broken one fails what it breaks.
engines=$(realpath "$(dirname "$0")/engines")
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$1"

good="$tablier engine quoridor"

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

# ---- Broken engines -------------------------------------------------------------------------

# The checks that one fault might touch: all of them would take minutes.
time=(options move limits movetime clock tiny-times one-answer)
wait=(stop stop-idle infinite ready-searching ponder quit-searching)
read=(info multipv new-game long-games fen illegal queries)
rest=(rules unknown line-ends game quit eof eof-searching quit-searching)
qtp=(handshake commands move illegal undo unknown quit)

# broken GROUP FAULT EXPECTED...: the names of the checks of the group that fail.
broken() {
    local -n group=$1
    local fault=$2 kind=cmd program="$good --hash 1" only
    shift 2
    [[ $fault != qtp-* ]] || { program="$tablier qtp --time 5 --hash 1" kind=qtp; }
    only="handshake ${group[*]} $*"
    timeout 200 "$tablier" check-engine "$kind:$engines/broken.py $fault $program" \
        --game quoridor --margin 3000 --patience 10000 --only "$only" > "$fault.out" 2>&1
    echo $? > "$fault.status"
    [[ $(awk '$2 == "fails" { print $1 }' "$fault.out" | xargs) == "$*" &&
        $(< "$fault.status") -eq $(($# > 0)) ]] && touch "$fault.ok"
}

faults=(
    'rest none' 'time handshake handshake' 'time options options' 'time limits limits'
    'time movetime movetime' 'time clock clock' 'time tiny-times tiny-times'
    'time one-answer one-answer' 'wait stop stop infinite' 'wait stop-idle stop-idle'
    'wait infinite infinite' 'wait ready-searching ready-searching' 'wait ponder ponder'
    'wait quit-searching quit-searching' 'read info info multipv' 'read multipv multipv'
    'read new-game new-game rules' 'read long-games long-games' 'read fen fen illegal'
    'read illegal illegal' 'read queries queries' 'rest rules rules' 'rest unknown unknown'
    'rest line-ends line-ends' 'rest game game' 'rest quit quit quit-searching'
    'rest eof eof eof-searching' 'rest eof-searching eof-searching' 'qtp qtp-handshake handshake'
    'qtp qtp-illegal illegal' 'qtp qtp-unknown unknown' 'qtp qtp-undo undo'
)
for fault in "${faults[@]}"; do
    # shellcheck disable=SC2086
    broken $fault &
    while (($(jobs -rp | wc -l) >= 4)); do wait -n; done
done
wait
for fault in "${faults[@]}"; do
    name=$(cut -d' ' -f2 <<< "$fault")
    [[ -e $name.ok ]] && continue
    cp "$name.out" out
    status=$(< "$name.status")
    complain "broken $fault"
done
finish
