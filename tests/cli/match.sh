#!/usr/bin/env bash
# tablier match: reports, records, openings, programs that behave and programs
# that do not.
engines=$(realpath "$(dirname "$0")/engines")
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$1"

# lines COUNT PATTERN FILE: that number of lines of the file match.
lines() {
    [[ $(grep -cE -- "$2" "$3") -eq $1 ]] || complain "lines $*"
}

quick=(--time 100 --margin 2000 --patience 30000)
ugi() { echo "cmd:$engines/ugi.sh $tablier tictacdoh $*"; }
qtp() { echo "qtp:$engines/qtp.sh $tablier $*"; }

# ---- The report ---------------------------------------------------------------------------

ok '^  A level:3 +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+ %$' \
    match tictacdoh --a level:3 --b random --games 10 --nodes 300
lines 2 '^  B random ' out
lines 1 '^Tic Tac Doh, 2 players: 10 games in 0:.*, 300 nodes per move, random openings of 2' out
for row in 'score of A' 'Elo difference' 'A is stronger' pairs 'won by seat' length endings; do
    lines 1 "^  $row " out
done
ok '^  A random .*\(B\)|^  B random \(B\)' match orbital --a random --b random --games 2
ok '^  fair share +0.333 per seat$' match dorix --players 3 --a random --b random --c random --games 6
ok '^Dorix, 4 players' match dorix --players 4 --a random --b random --games 2
ok '^  fair share +0.250' match quoridor --players 4 --set size=5 --a random --b random --games 6
ok 'size=5, walls=2' match quoridor --set size=5 --set walls=2 --a random --b random --games 2
ok '^  SPRT +Elo 0 or 100: the second is accepted' \
    match tictacdoh --a level:5 --b random --nodes 200 --sprt 0,100
ok '"verdict": "elo1"' match tictacdoh --a level:5 --b random --nodes 200 --sprt 0,100 --json
ok '"upper": 4\.49' match tictacdoh --a random --b random --games 2 --sprt 0,100,0.01,0.1 --json
for wrong in 0,5,0.1 0,5,0,0.1 0,5,0.6,0.1 0,5,0.1,x 0,5,0.1,0.1,0.1; do
    bad 2 'sprt' match tictacdoh --a random --b random --sprt $wrong
done
ok '^  endings +length 2$' match dorix --a random --b random --games 2 --max-plies 6
ok '1 min \+ 0.5 s' match orbital --a random --b random --games 2 --tc 1+0.5

# field NAME: the values of that name in a JSON report, one a line.
field() { sed -nE "s/^ *\"$1\": ([^,]*),?$/\1/p" out; }

ok '"games": 4' match orbital --a level:1 --b random --games 4 --nodes 100 --json
same_text() { [[ $1 == "$2" ]] || complain "'$1' is not '$2'"; }
same_text "$(field name)" $'"level:1"\n"random"'
same_text "$(field wanted) $(field interrupted) $(field repeated)" '4 false 0'
same_text "$(field wins | tail -n 1)" "$(field losses | head -n 1)"
same_text "$(($(field wins | head -n 1) + $(field losses | head -n 1)))" \
    "$((4 - $(field draws | head -n 1)))"
for key in score score_interval elo elo_interval superiority pairs seat_wins plies endings; do
    lines 1 "^  \"$key\": " out
done

# Pondering is off unless a contestant's setting says otherwise; then hits and misses occur.
engine="$tablier engine tictacdoh"
ok '^  endings +board 4$' match tictacdoh --a "cmd,Ponder=true:$engine" --b "cmd:$engine" --games 4 \
    --nodes 300 --log ponder.log
holds grep -q ' A > bestmove [A-Z][a-c][1-3] ponder ' ponder.log
holds grep -q ' A < ponderhit$' ponder.log
lines 0 ' B .*ponder' ponder.log
ok '^  endings +board 4$' match tictacdoh --a "cmd,Ponder=true:$engine" --b random --games 4 \
    --nodes 300 --log missed.log
holds grep -q ' A < stop$' missed.log

# ---- Games and openings ----------------------------------------------------------------------

ok . match orbital --a random --b random --games 6 --force --out games.jsonl
lines 6 '"names":\["random' games.jsonl
run replay games.jsonl
lines 6 '"result":(\[|"draw)' out
# Both games of a pair begin alike, with the seats exchanged; pairs differ.
ok . match orbital --a level:1 --b random --nodes 50 --games 6 --force --out games.jsonl
sed -E 's/.*"names":(\[[^]]*\]).*"Round":"([0-9.]+)".*"moves":\[("[^"]*","[^"]*").*/\2 \1 \3/' \
    games.jsonl | sort > begins
for pair in 1 2 3; do
    lines 1 "^$pair\.1 \[\"level:1\",\"random\"\]" begins
    lines 1 "^$pair\.2 \[\"random\",\"level:1\"\]" begins
    same_text "$(sed -n "s/^$pair\.[12] [^ ]* //p" begins | uniq | wc -l)" 1
done
same_text "$(cut -d ' ' -f 3 begins | sort -u | wc -l)" 3
# A match that can only repeat itself says so.
ok '^  repeated +4 of the games are copies' match dorix --a alphabeta --b alphabeta --games 6 \
    --nodes 200 --openings start
ok . match orbital --a random --b random --games 2 --force --out games.jsonl --pgn games.pgn
lines 2 '^\[Game "Orbital"\]' games.pgn
lines 1 '^\[White "random"\]' games.pgn

# The same seed gives the same games, whatever the number of threads.
for threads in 1 3; do
    ok . match orbital --a level:3 --b mcts,nodes=50 --nodes 100 --games 8 --seed 5 \
        --concurrency "$threads" --force --out "games-$threads.jsonl"
done
# games FILE: what was played, without what depends on the clock, in any order.
games() { sed -E 's/"ms":[0-9]+//g; s/"date":"[0-9.]*"//' "$1" | sort; }
holds cmp <(games games-1.jsonl) <(games games-3.jsonl)

# The same command resumes a match from its file, with the same games and the same report.
# report: the report without what measures time.
report() { sed -E 's/ in [0-9:]+,/,/; /ms\/move/,$d' out; }
resumed() {
    rm -f whole.jsonl
    run match "$@" --out whole.jsonl
    report > whole
    lines 1 'players: [0-9]+ games' whole
    for keep in 0 1 4; do
        head -n "$keep" whole.jsonl > part.jsonl
        sed -n "$((keep + 1))p" whole.jsonl | head -c 40 >> part.jsonl # it was being written
        run match "$@" --out part.jsonl
        holds test "$status" -eq 0
        holds grep -q 'part.jsonl: Its end was incomplete; 40 bytes of it were dropped' err
        holds cmp <(games whole.jsonl) <(games part.jsonl)
        holds cmp whole <(report)
    done
    ok . match "$@" --out part.jsonl # nothing is missing
    holds cmp <(games whole.jsonl) <(games part.jsonl)
    holds cmp whole <(report)
}
resumed orbital --a level:2 --b random --games 7 --nodes 50
resumed dorix --players 3 --a random --b level:1 --c level:1 --games 7 --nodes 20
resumed tictacdoh --a level:5 --b random --nodes 200 --sprt 0,100
resumed tictacdoh --a "$(ugi crash)" --b random --games 6 --time 500
ok . match tictacdoh --ladder --games 2 --nodes 20 --out ladder.jsonl
lines 12 . ladder.jsonl
head -n 5 ladder.jsonl > part.jsonl
ok '^\| 6 : 5  \|     2 ' match tictacdoh --ladder --games 2 --nodes 20 --out part.jsonl
holds cmp <(games ladder.jsonl) <(games part.jsonl)
bad 1 "line 1: It names 'level:0', who is not an entrant" \
    match tictacdoh --a level:1 --b random --games 2 --out ladder.jsonl
for other in '--seed 7' '--openings random:3' '--openings start'; do
    # shellcheck disable=SC2086
    bad 1 'line 1: It does not begin with opening 1; use the same --seed' \
        match tictacdoh --ladder --games 2 --nodes 20 --out ladder.jsonl $other
done
ok '^\| 6 : 5  \|     4 ' match tictacdoh --ladder --games 4 --nodes 20 --out part.jsonl
lines 24 . part.jsonl
sed 's/"Round":"1/"Round":"x/' ladder.jsonl > other.jsonl
bad 1 'line 1: It is not a game of this match' match tictacdoh --ladder --games 2 --out other.jsonl

printf '# two openings\n\n  Lc3 Md4   # and a remark\nb3:L,c3:LM\n' > openings
ok '2 openings from openings' match tictacdoh --a random --b random --games 4 --openings openings \
    --force --out games.jsonl
lines 2 '"moves":\["Lc3","Md4"' games.jsonl
lines 2 '"position":"b3:L,c3:LM"' games.jsonl
printf '[Game "Orbital"]\n\n1. Bb2 Bb3 *\n' > openings.txt
ok '1 opening from' match orbital --a random --b random --games 2 --openings openings.txt
printf '{"game":"orbital","moves":["Bb2"]}\n{"game":"orbital","moves":[]}\n' > openings.jsonl
ok '2 openings from' match orbital --a random --b random --games 2 --openings openings.jsonl
ok 'from the start' match orbital --a random --b random --games 2 --openings start

# ---- Programs ----------------------------------------------------------------------------------

# fate ENDING REASON MODE [PATIENCE]: such an engine loses both games for that
# reason, and the match goes on.
fate() {
    run match tictacdoh --a "$(ugi "$3")" --b random --games 2 --time 100 --margin 100 \
        --patience "${4-20000}" --force --out games.jsonl
    [[ $status -eq 0 && $(grep -cE -- "^Game [12]: A .* loses by $1: it $2" err) -eq 2 ]] &&
        grep -qE -- "^  endings +$1 2$" out && grep -qE -- "^  faults of A +$1 2$" out &&
        grep -qE -- '^  B random +2 +0 +0 ' out || complain "fate $*"
    lines 2 "\"Termination\":\"$1: player [12] " games.jsonl
}

fate crash 'ended with status 3' crash
fate crash 'was ended by signal 11' killed
fate crash 'ended with status 1' dead
fate crash 'closed its input or output' closes
fate silence 'did not say bestmove in' silent
fate silence 'did not say bestmove in' talkative
fate silence 'did not say ugiok in' mute 500
fate 'illegal move' "played 'z99'" illegal
fate 'illegal move' "played 'z99'" children
fate 'protocol error' "said 'the weather is fine', but never bestmove" garbage
fate 'protocol error' "said 'what do you want\\?', but never ugiok" rude 500
fate 'protocol error' "said 'ugiok', but never readyok" deaf 500
fate 'protocol error' "said bestmove '', which is not a move" empty
fate 'protocol error' "said bestmove 'aaa.*'" long
fate 'protocol error' 'never stopped talking' endless

run match tictacdoh --a "$(ugi slow)" --b random --games 2 --time 100 --margin 100 --patience 20000
lines 2 'A .* loses by time: it took [0-9]+ ms and had 100\.$' err
run match tictacdoh --a "$(ugi slow)" --b random --games 2 --tc 0.001+0.1 --margin 100
lines 2 'A .* loses by time: it took [0-9]+ ms and had 160\.$' err

# Those that talk well enough play whole games.
for mode in fine odd twice; do
    ok '^  endings +board 2$' match tictacdoh --a "$(ugi $mode)" --b random --games 2 "${quick[@]}"
done
ok '^  A ugi.sh .* 3.0 +[0-9]+$' \
    match tictacdoh --a "$(ugi fine)" --b random --games 2 "${quick[@]}"
ok . match tictacdoh --a "cmd,Hash=2:$engines/ugi.sh $tablier tictacdoh fine" --b random \
    --games 2 "${quick[@]}" --log log
lines 1 ' A < setoption name Hash value 2$' log
lines 1 ' A < setoption name Players value 2$' log
lines 2 ' A < uginewgame$' log
ok '^  endings +board 2$' match tictacdoh --b random --games 2 "${quick[@]}" \
    --a "cmd:'$engines/ugi.sh' \"$tablier\" tic\\tacdoh fine"

ok '^  endings +(board|repetition)' match quoridor --set size=5 --set walls=2 --a "$(qtp fine)" \
    --b level:1 --games 4 "${quick[@]}"
for mode in illegal:'illegal move' garbage:'protocol error' refuses:'protocol error' crash:crash; do
    run match quoridor --set size=5 --set walls=2 --a "$(qtp "${mode%%:*}")" --b random --games 2 \
        --time 500 --margin 500
    lines 2 "^Game [12]: A .* loses by ${mode#*:}: " err
done

# Our own engines, through both protocols.
# A QTP program cannot be told its time: it has as much as it needs, or what is asked for.
small=(--set size=5 --set walls=2)
ok '^  endings +(board|repetition) 1' match quoridor "${small[@]}" --a "$(qtp late)" --b random \
    --games 1 --time 1 --margin 0
ok '^  endings +(board|repetition) 1' match quoridor "${small[@]}" --a "$(qtp late)" --b random \
    --games 1 --tc 0+0.1 --margin 0
late=$(qtp late)
run match quoridor "${small[@]}" --a "qtp,time=100:${late#qtp:}" --b random --games 1 --margin 0 --patience 20000
lines 1 '^Game 1: A .* loses by time: it took [0-9]+ ms and had 100\.$' err
run match quoridor "${small[@]}" --a "$(qtp slow)" --b random --games 1 --time 1 --patience 600
lines 1 '^Game 1: A .* loses by silence: it did not say = in [0-9]+ ms' err
bad 2 'no setting but time' match quoridor --a "qtp,hash=5:cat" --b random
bad 2 'time cannot be' match quoridor --a "qtp,time=0:cat" --b random
ok '^  endings +(board|repetition)' match quoridor --set size=5 --a "qtp:$tablier qtp --time 20" \
    --b "cmd:$tablier engine quoridor --level 2" --games 2 "${quick[@]}"
ok '^  endings +board' match dorix --players 3 --a "cmd:$tablier engine dorix" --b random \
    --games 2 --nodes 50

# Nothing is left over: no file descriptor in fifty restarts, no process at the end.
(
    ulimit -n 24
    run match tictacdoh --a "$(ugi crash)" --b "$(ugi illegal)" --games 50 --time 500
    [[ $status -eq 0 ]] && grep -q '^Tic Tac Doh, 2 players: 50 games' out || complain restarts
    exit "$failures"
) || failures=$((failures + 1))
mark=mark-$$-left-over
# shellcheck disable=SC2009 # pgrep is not everywhere
left_over() { ps -eo args | grep -F "$mark" | grep -vF grep; }
run match tictacdoh --a "$(ugi children $mark)" --b "$(ugi fine $mark)" --games 4 "${quick[@]}"
holds test -z "$(left_over)"

# Ctrl-C: the games so far, status 130, no process left.
"$tablier" match tictacdoh --a "$(ugi fine $mark)" --b "$(ugi silent $mark)" --games 1000 \
    --time 60000 --concurrency 2 > out 2> err &
sleep 1
kill -INT $!
wait $!
status=$?
holds test "$status" -eq 130
lines 1 '; interrupted, 1000 games were wanted$' out
lines 0 'Run the same command' out # there is no file
holds test -z "$(left_over)"

# ---- What cannot be -----------------------------------------------------------------------------

bad 2 "There is no contestant 'foo'; there are level:N, " match orbital --a foo --b random
bad 2 '^tablier: --a: A level is level:0 to level:12' match orbital --a level:13 --b random
bad 2 '^tablier: --b: A level is' match orbital --a random --b level
bad 2 "no personality 'runner' in this game" match orbital --a level:3,personality=runner --b random
bad 2 "has no setting 'x'" match orbital --a alphabeta,x=2 --b random
bad 2 "threads cannot be '0'" match orbital --a alphabeta,threads=0 --b random
bad 2 "is not NAME=VALUE" match orbital --a alphabeta,threads --b random
bad 2 'random takes nothing after a colon' match orbital --a random:5 --b random
bad 2 'A program is missing; write cmd:PROGRAM ARGS' match orbital --a cmd: --b random
bad 2 "There is no program '/no/such/program'" match orbital --a cmd:/no/such/program --b random
bad 2 'A quotation mark is not closed' match orbital --a "cmd:cat 'x" --b random
bad 2 'Orbital cannot be played by QTP' match orbital --a qtp:cat --b random
bad 2 'plays Quoridor only with players=2 turn=blocked' match quoridor --set turn=barrier \
    --a qtp:cat --b random
bad 2 'alphabeta is for two sides' match dorix --players 3 --a alphabeta --b random
bad 2 'paranoid and maxn are for three or more' match dorix --a maxn --b random
bad 2 'needs --a SPEC and --b SPEC' match orbital --a random
bad 2 '3 contestants cannot share 2 sides' match orbital --a random --b random --c random
bad 2 'chooses the contestants itself' match orbital --ladder --a random
bad 2 'is not M\+S' match orbital --a random --b random --tc 1+x
bad 2 'not both' match orbital --a random --b random --tc 1+1 --time 5
bad 2 'is not ELO0,ELO1' match orbital --a random --b random --sprt 5,0
bad 2 'needs a game of two sides' match dorix --players 3 --a random --b random --sprt 0,5
bad 2 'needs a game of two sides' match dorix --players 3 --a random --b random --out x --pgn y
bad 2 'not both' match orbital --ladder --sprt 0,5
bad 2 'must be 1 or more' match orbital --a random --b random --games 0
bad 2 'must be between 1 and' match orbital --a random --b random --concurrency 1000
bad 2 'is not random:PLIES' match orbital --a random --b random --openings random:x
bad 2 'never lead to a game that is still open' match orbital --a random --b random --openings random:150
bad 2 'No such file' match orbital --a random --b random --openings missing
printf 'Bb2\nBb2 Bb2\n' > bad
bad 2 "bad: Line 2: Move 2 'Bb2':" match orbital --a random --b random --openings bad
printf 'nonsense\n' > bad
bad 2 'Line 1: This is neither a list of moves nor a position of Orbital' \
    match orbital --a random --b random --openings bad
printf '# nothing\n' > bad
bad 2 'There is no opening in it' match orbital --a random --b random --openings bad
printf '{"game":"dorix","moves":[]}\n' > bad
bad 2 'It is a game of Dorix, not of Orbital' match orbital --a random --b random --openings bad
printf 'size=5 c1/c5 10/10 - 1\n' > bad
bad 2 'It has size=5, not 9' match quoridor --a random --b random --openings bad
printf 'e2/e8 10/10 - 1\n' > bad
bad 2 'can only be told moves' match quoridor --a "$(qtp fine)" --b random --openings bad
bad 1 'Cannot write /no/such/folder/x' match orbital --a random --b random --out /no/such/folder/x
if [[ -e /dev/full ]]; then
    run match orbital --a random --b random --games 4 --out /dev/full
    holds test "$status" -eq 1
    lines 1 'Cannot write /dev/full: No space' err
fi

# ---- Decided games -----------------------------------------------------------------------------

five=(quoridor --set size=5 --set walls=1 --a random --b random --games 4)
ok '^  endings +proof [34]' match "${five[@]}" --adjudicate-proven --out proven.jsonl
holds grep -q '"Termination":"proof"' proven.jsonl
ok . replay proven.jsonl
ok '^  endings +(board|repetition)' match "${five[@]}"
ok '^  endings +agreed scores 2$' match tictacdoh --a level:2 --b level:2 --games 2 --nodes 50 \
    --adjudicate-draw 100,1
ok '^  endings' match tictacdoh --a level:2 --b level:2 --games 2 --nodes 50 --adjudicate-win 100,2
bad 2 'is not SCORE,MOVES' match "${five[@]}" --adjudicate-win x
bad 2 'two sides' match dorix --players 3 --a random --b random --c random --adjudicate-proven
bad 2 'proof-nodes' match "${five[@]}" --proof-nodes none

# ---- The ladder --------------------------------------------------------------------------------

ok '^\| 6 : 5  \|     2 ' match tictacdoh --ladder --games 2 --nodes 50
lines 5 '^\| [2-9] : [1-8]  \|' out # the last level of this game is perfect
ok '^\]$' match tictacdoh --ladder --games 2 --nodes 50 --json
