#!/usr/bin/env bash
# tablier tournament: the report, going on after an interruption, new entrants, files of
# other tournaments, PGN.
source "$(dirname "$0")/lib.sh"

lines() { [[ $(grep -cE -- "$2" "$3") -eq $1 ]] || complain "lines $*"; }
# games FILE: what was played, without what depends on the clock, in any order.
games() { sed -E 's/"ms":[0-9]+//g; s/"date":"[0-9.]*"//' "$1" | sort; }

three=(tictacdoh --entrant level:1 --entrant random --entrant level:2 --nodes 50 --rounds 3)

# ---- The report

ok '^Tic Tac Doh, 2 players: round robin, 3 entrants, 18 of 18 games, 50 nodes per move' \
    tournament "${three[@]}" --out all.jsonl --pgn all.pgn
lines 1 '^  3 random +-[0-9]+ +[0-9]+ +12 ' out
lines 1 '^  3 random .* x$' out
lines 1 '^first-move advantage +[+-][0-9]+ \+/- [0-9]+ Elo$' out
lines 18 '"notes":\[\{"at":[0-9]+,("eval":\{"player":[12],[^}]*\},)?"ms":[0-9]+\}' all.jsonl
holds grep -qE '"eval":\{"player":1,("score":-?[0-9.]+|"value":"(win|draw|loss)"(,"plies":[0-9]+)?)\}' all.jsonl
ok '^Tic Tac Doh, 2 joueurs : toutes rondes, 3 participants' tournament "${three[@]}" --lang fr
ok '"wanted": 18' tournament "${three[@]}" --json --out all.jsonl
holds python3 -c "
import json
assert sum(e['points'] for e in json.load(open('out'))['entrants']) == 18"
lines 18 . all.jsonl # all were there
ok . replay all.jsonl
ok 'gauntlet, 3 entrants, 12 of 12' tournament "${three[@]}" --format gauntlet
ok 'Swiss system, 3 entrants, 6 of 6' tournament "${three[@]}" --format swiss
ok 'knockout, 3 entrants, ([0-9]+) of \1' tournament "${three[@]}" --format knockout
lines 1 '^winner +(level:[12]|random)$' out
# A gauntlet of more entrants continues from the games of a round robin.
head -n 18 all.jsonl > more.jsonl
ok 'gauntlet, 4 entrants, 18 of 18' tournament "${three[@]}" --entrant level:3 --format gauntlet \
    --out more.jsonl
lines 24 . more.jsonl
ok 'Dorix, 4 players: round robin, 2 entrants, 2 of 2' tournament dorix --players 4 \
    --entrant random --entrant level:1 --nodes 20 --rounds 1

# Names, seeds, and the list while it goes on.
run tournament tictacdoh --entrant old=level:1 --entrant new=level:1,nodes=20 --entrant random \
    --nodes 20 --rounds 1 --format gauntlet --seeds 2 --every 2 --out named.jsonl
holds test "$status" -eq 0
lines 2 '^[24] of 4 games$' err
lines 2 '^  [12] (old|new) .* x ' out
lines 2 '"names":\["(old|new)","random"\]' named.jsonl
bad 2 'only 2 entrants' tournament tictacdoh --entrant random --entrant level:1 --seeds 2

# ---- Interrupted, and with more entrants

# The same games, whatever the number of threads and however often it is stopped.
ok . tournament "${three[@]}" --out threads.jsonl --concurrency 3
holds cmp <(games all.jsonl) <(games threads.jsonl)
for keep in 0 5 11 17; do
    head -n "$keep" all.jsonl > part.jsonl
    sed -n "$((keep + 1))p" all.jsonl | head -c 40 >> part.jsonl # it was being written
    run tournament "${three[@]}" --out part.jsonl
    holds grep -q '18 of 18 games' out
    holds grep -q 'part.jsonl: Its end was incomplete; 40 bytes of it were dropped' err
    holds cmp <(games all.jsonl) <(games part.jsonl)
done
rm -f killed.jsonl
for _ in 1 2 3; do
    "$tablier" tournament "${three[@]}" --out killed.jsonl > out 2> err &
    sleep 0.2 # whatever it has done by then
    kill -KILL $! 2> /dev/null
    { wait $!; } 2> /dev/null
done
run tournament "${three[@]}" --out killed.jsonl # perhaps it says that a line was cut short
holds grep -q '18 of 18 games' out
holds cmp <(games all.jsonl) <(games killed.jsonl)
ok '4 entrants, 36 of 36 games' tournament "${three[@]}" --entrant level:3 --out killed.jsonl
holds cmp <(games all.jsonl) <(head -n 18 killed.jsonl | games /dev/stdin)
lines 36 . killed.jsonl

# A program by UGI gets its seed with each game, so its games are the same again, too.
program="ugi=cmd,Level=1:$tablier engine tictacdoh"
for threads in 1 2; do
    ok '4 of 4 games' tournament tictacdoh --entrant "$program" --entrant level:1 --nodes 30 \
        --rounds 2 --concurrency "$threads" --out "ugi-$threads.jsonl"
done
holds cmp <(games ugi-1.jsonl) <(games ugi-2.jsonl)

# ---- PGN: tags, a comment, a result, as the standard's grammar has them

lines 18 '^\[White "(level:[12]|random)"\]$' all.pgn
lines 18 '^\[Result "(1-0|0-1|1/2-1/2)"\]$' all.pgn
cat > check.py << 'END'
import re
text = open('all.pgn').read()
tag = r'\[[A-Za-z0-9_]+ "(?:[^"\\\n]|\\["\\])*"\]\n'
game = r'(?:' + tag + r')+\n\{[^}]*\}\s+(?:1-0|0-1|1/2-1/2)\n\n'
assert re.fullmatch('(?:' + game + ')+', text), 'this is not the grammar'
games = re.findall(game, text)
assert len(games) == 18
for g in games:
    for roster in 'Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result':
        assert g.count('[' + roster + ' "') == 1
    assert g.split()[-1] == re.search(r'\[Result "(.*)"\]', g).group(1)
    assert all(len(line) <= 79 for line in g.split('\n') if line[:1] != '[')
END
holds python3 check.py
# Points by PGN and by our own records are the same.
points() { # of random
    awk -v who="$1" '/^\[White /{w=$2} /^\[Black /{b=$2} /^\[Result /{gsub(/[]"[]/,"",$2)
        q="\"" who "\"]"; if ($2=="1/2-1/2" && (w==q||b==q)) p+=0.5
        if ($2=="1-0" && w==q) p++; if ($2=="0-1" && b==q) p++} END{print p+0}' all.pgn
}
run tournament "${three[@]}" --out all.jsonl --json
for who in random level:1 level:2; do
    own=$(python3 -c "
import json
print(next(e['points'] for e in json.load(open('out'))['entrants'] if e['name'] == '$who'))")
    holds python3 -c "assert float('$(points $who)') == $own"
done

# ---- Decided games

ok '2 of 2 games' tournament tictacdoh --entrant level:1 --entrant level:2 --nodes 50 --rounds 1 \
    --adjudicate-proven --out proven.jsonl
lines 2 '"Termination":"proof"' proven.jsonl
ok . replay proven.jsonl
ok . tournament orbital --entrant level:3 --entrant random --nodes 200 --rounds 4 \
    --adjudicate-draw 100,1 --out agreed.jsonl
lines 0 '"Termination":"proof"' agreed.jsonl
ok . replay agreed.jsonl

# ---- What is wrong

bad 2 'needs two entrants' tournament tictacdoh --entrant random
bad 2 'no format' tournament tictacdoh --entrant random --entrant level:1 --format ladder
bad 2 'must be 1 or more' tournament "${three[@]}" --rounds 0
bad 2 'pgn needs --out' tournament "${three[@]}" --pgn x.pgn
bad 2 'two sides' tournament dorix --players 3 --entrant random --entrant random
bad 2 'is not SCORE,MOVES' tournament "${three[@]}" --adjudicate-win 90
bad 2 'is not SCORE,MOVES' tournament "${three[@]}" --adjudicate-draw 5,x
bad 2 'level' tournament tictacdoh --entrant level:99 --entrant random
bad 1 "line 1: It names 'level:3', who is not an entrant" \
    tournament orbital --entrant random --entrant level:1 --out agreed.jsonl
bad 1 'line 1: It is a game of Tic Tac Doh, not of Orbital' tournament orbital --entrant random --entrant level:1 \
    --out all.jsonl
echo precious > kept
bad 1 'kept, line 1' tournament "${three[@]}" --out kept
bad 1 'kept is not empty' tournament "${three[@]}" --out all.jsonl --pgn kept
holds test "$(< kept)" = precious
# An incomplete last line is cut off only if it is the beginning of a record of this tournament.
for text in '{"my":"precious one-line file"}' precious '{"game":"orbital","players":2,' \
    '{"game":"tictacdoh","players":2,"moves":[]}'; do
    printf '%s' "$text" > kept
    bad 1 'kept, line 1' tournament "${three[@]}" --out kept
    holds cmp kept <(printf '%s' "$text")
done
{ head -n 3 all.jsonl && printf precious; } > kept
bad 1 'kept, line 4' tournament "${three[@]}" --out kept
holds cmp kept <(head -n 3 all.jsonl && printf precious)
head -n 3 all.jsonl | head -c -1 > part.jsonl # a whole one, but for the end of its line
ok '18 of 18 games' tournament "${three[@]}" --out part.jsonl
holds cmp <(head -n 3 all.jsonl) <(head -n 3 part.jsonl)
holds cmp <(games all.jsonl) <(games part.jsonl)
# A line that was cut short, or that a machine without power left as zeros, is dropped with a
# message.
for torn in '{"game":"tictacdoh","pla' '{"game":"tictacdoh","players":2,"moves":["a1"],"na' \
    '{"game":"tictacdoh","players":2,"opt\n' '\0\0\0\0' '\0\0\0\n' '{"game":"tictac\0\0\0'; do
    # shellcheck disable=SC2059
    { head -n 3 all.jsonl && printf "$torn"; } > part.jsonl
    run tournament "${three[@]}" --out part.jsonl
    holds test "$status" -eq 0
    holds grep -q '18 of 18 games' out
    holds test "$(grep -cE '^tablier: part.jsonl: Its end was incomplete; [0-9]+ bytes of it were dropped.$' err)" -eq 1
    holds cmp <(games all.jsonl) <(games part.jsonl)
done
# Nothing is changed while another program is at work with the file.
{ head -n 3 all.jsonl && printf '{"game"'; } > part.jsonl
cp part.jsonl copy.jsonl
exec {lock}>> part.jsonl
flock "$lock"
bad 1 'Another program is at work with part.jsonl' tournament "${three[@]}" --out part.jsonl
bad 1 'Another program is at work with part.jsonl' tournament "${three[@]}" --out part.jsonl --force
holds cmp part.jsonl copy.jsonl
exec {lock}>&-
bad 1 'Cannot write no/such/file' tournament "${three[@]}" --out no/such/file
ok '18 of 18' tournament "${three[@]}" --out kept --force
