#!/usr/bin/env bash
# replay: records as JSON Lines and as text, good and bad.
source "$(dirname "$0")/lib.sh"

# answers STATUS ANSWERS: replays $input; the exit status and the lines it prints.
answers() {
    run replay - "${@:3}"
    [[ $status -eq $1 && $(< out) == "$2" ]] || complain "replay: $input"
}

# ---- Good records

input='{"game":"dorix","players":2,"options":{},"moves":["b2","c3"],"result":null}'
answers 0 '{"line":1,"game":"dorix","plies":2,"result":null}'
answers 0 '{"line":1,"game":"dorix","plies":2,"result":null,"counts":[16,15]}' --counts
input='{"game":"tictacdoh","moves":[]}'
answers 0 '{"line":1,"game":"tictacdoh","plies":0,"result":null}'
answers 0 '{"line":1,"game":"tictacdoh","plies":0,"result":null,"counts":[]}' --counts
input='{"game":"tictacdoh","moves":["Sc3","Sd4","Se5"],"result":[1]}'
answers 0 '{"line":1,"game":"tictacdoh","plies":3,"result":[1]}'
input='{"game":"tictacdoh","options":{"stash":"1"},"moves":["Lc3","Mc3","Sc3"],"result":"draw"}'
answers 0 '{"line":1,"game":"tictacdoh","plies":3,"result":"draw"}'
input='{"game":"quoridor","players":4,"options":{"size":5,"turn":"barrier"},"moves":["c2","b3"]}'
answers 0 '{"line":1,"game":"quoridor","plies":2,"result":null}'

# ---- The rules of the match

input='{"game":"quoridor","moves":["e2","e8","e1","e9","e2","e8","e1","e9"]}'
answers 0 '{"line":1,"game":"quoridor","plies":8,"result":"draw"}'
input='{"game":"quoridor","moves":["e2","e8","e1","e9","e2","e8","e1","e9","e2"]}'
run replay -
holds test "$status" -eq 1
holds grep -q '"line":1,"ply":9,"error":' out
input='{"game":"quoridor","repetition":0,"moves":["e2","e8","e1","e9","e2","e8","e1","e9","e2"]}'
answers 0 '{"line":1,"game":"quoridor","plies":9,"result":null}'
input='{"game":"quoridor","swap":true,"moves":["e2","swap","e8"]}'
answers 0 '{"line":1,"game":"quoridor","plies":2,"result":null,"counts":[131,131]}' --counts

# ---- Bad records are reported in their place

input='{"game":"dorix","moves":["b2"]}

{"game":"quoridor","moves":["e2","e8","e3","e7","e4","e6","e6"]}
{"game":"dorix","moves":["b2","c3"]}
'
run replay -
holds test "$status" -eq 1
holds test "$(wc -l < out)" -eq 3
holds grep -qx '{"line":1,"game":"dorix","plies":1,"result":null}' out
holds grep -q '^{"line":3,"ply":7,"error":"..*"}$' out
holds grep -qx '{"line":4,"game":"dorix","plies":2,"result":null}' out

# wrong PLY RECORD: is refused at that ply.
wrong() {
    input=$2
    run replay -
    [[ $status -eq 1 && $(wc -l < out) -eq 1 ]] &&
        grep -qE "^\{\"line\":1,\"ply\":$1,\"error\":\"..*\"\}$" out || complain "wrong: $input"
}
wrong 0 '{"game":"chess","moves":[]}'
wrong 0 '{"moves":["e2"]}'
wrong 0 '{"game":"quoridor"'
wrong 0 '{"game":"quoridor","moves":"e2"}'
wrong 0 '{"game":"quoridor","players":3,"moves":[]}'
wrong 0 '{"game":"quoridor","players":"two","moves":[]}'
wrong 0 '{"game":"quoridor","options":{"walls":11},"moves":[]}'
wrong 0 '{"game":"quoridor","options":{"stash":1},"moves":[]}'
wrong 0 '{"game":"quoridor","options":[1],"moves":[]}'
wrong 0 '{"game":"quoridor","repetition":-1,"moves":[]}'
wrong 0 '{"game":"quoridor","repetition":10,"moves":[]}'
wrong 0 '{"game":"quoridor","players":4,"swap":true,"moves":[]}'
wrong 1 '{"game":"quoridor","moves":["e9"]}'
wrong 1 '{"game":"quoridor","moves":[7]}'
wrong 2 '{"game":"quoridor","moves":["e2","swap","e8"]}'
wrong 2 '{"game":"quoridor","moves":["e2",""]}'
wrong 4 '{"game":"tictacdoh","moves":["Sc3","Sd4","Se5","Mc3"]}'
input='{"game":"tictacdoh","moves":["Sc3","Sd4","Se5"],"result":[2]}'
run replay -
holds test "$status" -eq 1
holds grep -q '"error":' out
input='{"game":"tictacdoh","moves":["Sc3"],"result":"draw"}'
run replay -
holds test "$status" -eq 1

# ---- Bad files

bad 2 'nowhere.*No such file' replay nowhere
: > empty
bad 1 'no record in empty' replay empty
printf '\n \n\n' > blank
bad 1 'no record in blank' replay blank
mkdir folder
bad 1 'folder' replay folder
# A text that is not a record is one mistake, however many lines it has.
printf 'one\ntwo\nthree\n' > letter
for form in text json; do
    bad 1 'letter: Record at line 1: ' replay --to $form letter
    holds test "$(wc -l < err)" -eq 1
done
{ cat letter; echo '{"game":"tictacdoh","moves":["Sc3","Sd4","Se5"],"result":[1]}'; echo four; } > mixed
run replay --to text mixed
holds test "$status" -eq 1
holds grep -q 'Sc3' out
holds test "$(grep -c 'Record at line [15]: ' err)" -eq 2
holds grep -q '4 of 5 records' err
head -c 100000 /dev/urandom > noise
run replay noise
holds test "$status" -eq 1
holds test -s err
head -c 1000000 /dev/zero | tr '\0' 'a' > long
run replay long
holds test "$status" -eq 1
{ printf '{"game":"dorix","moves":["'; head -c 1000000 /dev/zero | tr '\0' 'a'; echo '"]}'; } > long.json
run replay long.json
holds test "$status" -eq 1
holds grep -q '"line":1,"ply":1,"error":' out
holds test "$(wc -c < out)" -lt 1000
{ head -c 1000000 /dev/zero | tr '\0' '['; } > deep.json
run replay deep.json
holds test "$status" -eq 1

# ---- From one form to the other and back

input='{"game":"quoridor","players":2,"options":{"size":5},"swap":true,"moves":["c2","swap","c4"],"result":null}'
run replay - --to text
holds test "$status" -eq 0
cp out game.txt
holds grep -q '^\[Game "Quoridor"\]$' game.txt
holds grep -q '^1\. c2 swap c4 \*$' game.txt
run replay game.txt
same '{"line":1,"game":"quoridor","plies":2,"result":null}'
run replay game.txt --to json
same "$input"

cat > games.txt << 'END'
[Game "Dorix"]
[Players "2"]
[Result "*"]

1. b2 c3 {a comment} *

[Game "Tic Tac Doh"]
[Result "1"]

1. Sc3 Sd4 2. Se5 1
END
run replay games.txt
holds test "$status" -eq 0
holds test "$(wc -l < out)" -eq 2
holds grep -q '"game":"tictacdoh","plies":3,"result":\[1\]' out

# ---- Annotations: kept from one form to the other, and one bad game harms no other

cat > noted.txt << 'END'
[Game "Quoridor"]
[Players "2"]
[Options "size=5 walls=3"]
[Result "*"]

{Opening.} 1. c2 {[%eval 1 0.25] [%emt 0:00:02.5] Good.} (1. b1 {Bad.} 1... c4
(1... b5)) 1... c4 *
END
ok '"notes":\{"comments":3,"evaluations":1,"times":1,"drawings":0,"variations":2\}' replay noted.txt
run replay noted.txt --to json
holds grep -qF '"notes":[{"at":0,"comment":"Opening."},{"at":1,' out
cp out noted.json
run replay noted.json --to text
holds cmp out noted.txt
{ sed 's/b1/e5/' noted.txt; echo; sed 's/))/)/' noted.txt; echo; cat noted.txt; } > mixed.txt
run replay mixed.txt
holds test "$status" -eq 1
holds test "$(wc -l < out)" -eq 3
holds grep -q "^{\"line\":1,\"ply\":1,\"error\":\"Line 6: Move 1 'e5': " out
holds grep -q "^{\"line\":9,.*Line 15: Move 3 'c4': " out
holds grep -q '^{"line":17,"game":"quoridor","plies":2,' out

# A reviewed game is a record like any other, with what it said before.
printf '[Game "Tic Tac Doh"]\n\n1. Sc3 {mine} Mb3 2. Lb2 Md4 *\n' > game.txt
run review game.txt --nodes 500 --out reviewed.txt
holds test "$status" -eq 0
run review game.txt --nodes 500 --out reviewed.jsonl
holds test "$status" -eq 0
run replay reviewed.jsonl --to text
holds cmp out reviewed.txt
holds grep -q '{\[%eval 1 draw\] mine}' out
holds grep -q '{\[%eval 1 loss [0-9]*\]' out
holds grep -q 'Blunder\. Gave away a proven draw\. Better: ' out
holds grep -q '(2\. ' out
run review game.txt --nodes 500 --out reviewed.txt
holds test "$status" -eq 1
holds grep -q 'not empty; --force replaces it' err
run review reviewed.txt --nodes 500 --out again.txt
holds cmp reviewed.txt again.txt
# A mistake is shown with the best answer to it.
ok '^ +The best answer: [SML][a-e][1-5]' review game.txt --nodes 500
ok '^ +La meilleure réponse : [SML][a-e][1-5]' review game.txt --nodes 500 --lang fr
# So is a move that loses a lost game much sooner than necessary.
printf '[Game "Tic Tac Doh"]\n\n1. Sc3 Lb3 2. Ld3 Sc4 *\n' > lost.txt
ok '^ +Loses much sooner than necessary\.$' review lost.txt --nodes 500
holds test "$(grep -c '^ *Better: M' out)" -eq 2
ok '^ +Perd bien plus tôt que nécessaire\.$' review lost.txt --nodes 500 --lang fr
ok '"certainty":"loses-sooner"' review lost.txt --nodes 500 --json
# A sentence after a line of moves names the move that it is about.
printf '[Game "Quoridor"]\n\n1. e2 e8 2. e3 e7 3. e2 e6 4. e1 e5 *\n' > back.txt
ok '^ +[a-h][1-8][hv]: The barrier lengthens player [12]' review back.txt --nodes 500
holds grep -qE '^ +Better: [a-i][1-9][hv]?\.$' out
ok '^ +[a-h][1-8][hv] : La barrière' review back.txt --nodes 500 --lang fr
run review game.txt --json --out x.txt
holds test "$status" -eq 2

# Finding a tag does not search through all others, which took seven seconds for this number.
python3 -c '
import json
tags = {f"Tag{i}": "v" for i in range(100000)}
print(json.dumps({"game": "dorix", "players": 2, "moves": ["b2"], "tags": tags}))' > tags.jsonl
timeout 20 "$tablier" replay --to json tags.jsonl > out 2> err
status=$?
holds test "$status" -eq 0
holds test "$(grep -o '"Tag[0-9]*":"v"' out | sort -u | wc -l)" -eq 100000
