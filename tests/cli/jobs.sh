#!/usr/bin/env bash
# Work that is made of jobs, by threads of one process: self-play, puzzles, reviews of many records.
# The results do not depend on the number of threads; the same command resumes after an interruption
# or a full disk.
# (Experiments and tournaments have scripts of their own, the queue server/queue.py.)
source "$(dirname "$0")/lib.sh"

# full COMMAND...: the disk is full after a block; one line says so, with status 1.
full() {
    (trap '' XFSZ && ulimit -f 1 && exec "$tablier" "$@" > out.full 2> err.full)
    local status=$?
    [[ $status -eq 1 && $(wc -l < err.full) -eq 1 ]] && grep -q 'Cannot write' err.full ||
        complain "full disk: $*: status $status $(< err.full)"
}

# ---- Reviews

ok . lab tictacdoh --seats level:2,nodes=40 --games 6 --out games
records=games/games.jsonl
ok '^Game 6: level:2,nodes=40 - level:2,nodes=40 \((1|2|draw)\)$' review $records --nodes 200 --out one.jsonl
holds test "$(grep -c '^Accuracy of player 1: [0-9]* %\.$' out)" -eq 6
holds test "$(grep -c '"notes"' one.jsonl)" -eq 6
cp out summary
ok . review $records --nodes 200 --out three.jsonl --jobs 3
holds cmp one.jsonl three.jsonl
holds cmp summary out
ok '^Partie 1 : level' review $records --nodes 200 --lang fr
ok . review $records --nodes 200 --out text.txt
run replay text.txt --to json
holds cmp out one.jsonl
# Each record says what it says when it is reviewed alone.
sed -n 3p $records > third.jsonl
run review third.jsonl --nodes 200 --out alone.jsonl
holds cmp alone.jsonl <(sed -n 3p one.jsonl)
# Finished jobs are not repeated.
full review $records --nodes 200 --out cut.jsonl
holds test -s cut.jsonl.journal
holds test ! -e cut.jsonl
bad 1 'something else' review $records --nodes 201 --out cut.jsonl
ok . review $records --nodes 200 --out cut.jsonl
holds cmp one.jsonl cut.jsonl
holds test ! -e cut.jsonl.journal
echo precious > kept.jsonl.journal
bad 1 'something else' review $records --out kept.jsonl
holds test "$(< kept.jsonl.journal)" = precious
bad 2 'for one game' review $records --json
(cat $records; echo nonsense) > broken.jsonl
bad 1 'Record at line 7' review broken.jsonl
bad 1 'is not empty' review $records --out one.jsonl
bad 2 'requires --queue' review $records --batch 3
bad 2 'must be an address' review $records --queue nowhere

# ---- Puzzles

ok '^3 puzzles in one.txt\.$' puzzles tictacdoh --count 3 --out one.txt
ok . puzzles tictacdoh --count 3 --out two.txt --threads 2
holds cmp one.txt two.txt
ok . puzzles tictacdoh --count 3
holds cmp out one.txt
holds test "$(wc -l < one.txt)" -eq 4
ok '^3 puzzles: 3 proven, 0 wrong' puzzles --check one.txt
# More of them, none twice: the first three are known.
ok . puzzles tictacdoh --count 1 --append --out two.txt
holds cmp one.txt <(head -n 4 two.txt)
ok '^4 puzzles: 4 proven, 0 wrong, 0 equal' puzzles --check two.txt
holds test ! -e two.txt.journal
# A large piece beside a small one: turned, and elsewhere on the sheet.
printf 'tablier-puzzles 1 tictacdoh\n%s\n%s\n' $'awck9q\tb3:L,c3:S\twin 9\t5\topen-square\tLd3' \
    $'fvd22t\tc3:L,c4:S\twin 9\t5\topen-square\tLc5' > twins.txt
run puzzles --check twins.txt
holds test $status -eq 1
holds grep -qx '2 puzzles: 2 proven, 0 wrong, 1 equal to another, 0 in the solution of another' out
holds grep -qx 'tablier: fvd22t: the position is that of awck9q, turned, mirrored or shifted.' err
run puzzles --check twins.txt --lang fr
holds grep -q 'fvd22t : la position est celle de awck9q, tournée' err
# The second occurs in the solution of the first.
printf 'tablier-puzzles 1 orbital\n%s\n%s\n' \
    $'8hswgq\tb1:B2T2nA1,d1:T2w,b2:B2T1sA1,c2:T2eA1,b3:T2e,c3:T1w,d3:T1s Tc2e 1\twin 5\t3\ttrap\tAd2(Td2n=Ad3(*=Bd2) *=Ad3(*=Td2n))' \
    $'7zscw9\tb1:B2T2nA1,d1:T2w,b2:B2T1sA1,c2:T2eA1,d2:B2A1,b3:T2e,c3:T1w,d3:B2T1sA1 Bd3 1\twin 1\t1\ttower\tTd2n' > inside.txt
run puzzles --check inside.txt
holds test $status -eq 1
holds grep -qx '2 puzzles: 2 proven, 0 wrong, 0 equal to another, 1 in the solution of another' out
holds grep -qx 'tablier: 7zscw9: the position occurs in the solution of 8hswgq.' err
bad 1 'These are puzzles of Tic Tac Doh' puzzles dorix --count 1 --append --out one.txt
bad 2 'either --append or --force' puzzles tictacdoh --append --force --out x
bad 1 'is not empty' puzzles tictacdoh --count 1 --out one.txt

# ---- Self-play

data=(selfplay tictacdoh --games 30 --nodes 60 --lines 4)
ok '^30 games' "${data[@]}" --out whole
full "${data[@]}" --out cut
ok '^30 games' "${data[@]}" --out cut
holds cmp whole cut
bad 2 'other options' selfplay tictacdoh --games 30 --nodes 61 --lines 4 --out cut
# Not with another network; old files do not say which one they have, and go on.
data=(selfplay quoridor --games 2 --nodes 20 --opening 2)
ok '^2 games' "${data[@]}" --out net
grep -aq '^network [0-9a-f]\{16\}$' net || complain 'the network of self-play'
cp net before
bad 2 'net holds self-play with another network' "${data[@]}" --games 3 --net none --out net
holds cmp net before
bad 2 'net holds self-play with other options' "${data[@]}" --nodes 21 --net none --out net
ok '^2 games' "${data[@]}" --net none --out other
bad 2 'another network' "${data[@]}" --games 3 --out other
ok '^3 games' "${data[@]}" --games 3 --net none --out other
data=(selfplay tictacdoh --players 3 --games 1 --nodes 20) # which has none
ok '^1 games' "${data[@]}" --out three
ok '^2 games' "${data[@]}" --games 2 --net none --out three
data=(selfplay quoridor --players 4 --games 1 --nodes 20 --max-plies 9)
ok '^1 games' "${data[@]}" --out four
bad 2 'another network' "${data[@]}" --games 2 --net none --out four
data=(selfplay quoridor --games 2 --nodes 20 --opening 2)
sed '1,/^network/ s/^network.*/\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n/' net > old
holds test "$(stat -c %s old)" -eq "$(stat -c %s net)"
ok '^3 games' "${data[@]}" --games 3 --out old
bad 2 'cannot be combined with --queue' "${data[@]}" --out x --threads 2 --queue postgres://localhost/x

# ---- A tournament on a full disk

few=(tournament tictacdoh --entrant level:1 --entrant random --nodes 30 --rounds 3)
full "${few[@]}" --out t.jsonl
ok . replay t.jsonl # whole records, and nothing else
ok '6 of 6 games' "${few[@]}" --out t.jsonl
bad 2 '--log cannot be combined with --queue' "${few[@]}" --queue postgres://localhost/x --log x
bad 2 '--concurrency cannot be combined with --queue' "${few[@]}" --queue postgres://localhost/x --concurrency 2
