#!/usr/bin/env bash
# The output of --json is JSON, every key of it is in docs/JSON.md, and the commands of
# docs/ENGINES.md work.
docs=$(realpath "$(dirname "$0")/../../docs")
# shellcheck source=tests/cli/lib.sh
source "$(dirname "$0")/lib.sh" "$1"

# keys COMMAND: fails for keys of the JSON in `out` that the command's section, or the one on
# positions, does not name. Maps of data (options, counts by name) are left alone.
cat > keys.py <<'END'
import json, re, sys
page, command = open(sys.argv[1]).read(), sys.argv[2]
sections = dict(re.findall(r'^## (\S+)\n(.*?)(?=^## |\Z)', page, re.M | re.S))
known = set(re.findall(r'`(?:\w+(?:\[\])?\.)*(\w+)`', sections[command]))
if command in ('show', 'moves', 'why', 'perft', 'puzzle', 'verify'):
    known |= set(re.findall(r'^\| `(\w+)`', sections['Positions'], re.M))
maps = {'endings', 'faults', 'default', 'options', 'moves' if command == 'perft' else ''}
def walk(value):
    if isinstance(value, list):
        for one in value:
            walk(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in known:
                sys.exit(f'{command}: docs/JSON.md lacks {key}')
            if key not in maps or isinstance(one, list):
                walk(one)
walk(json.load(open('out')))
END
json() {
    run "$@" --json
    [[ $status -le 1 && ! -s err ]] && python3 keys.py "$docs/JSON.md" "$1" 2> err ||
        complain "json $*"
}

json show quoridor --set size=5 --moves c2
holds grep -q '"turn":2,"result":null' out
json show quoridor --set size=3 --moves 'a1 a3 a2 b3 a3'
holds grep -q '"turn":null,"result":\[1\]' out
json moves tictacdoh
holds grep -q '"moves":\["Sc3","Mc3","Lc3"\]' out
json why quoridor e5
holds test "$status" -eq 1
holds grep -q '"legal":false,"reason":"Square e5 is too far from e1.*"places":\["e1"\]' out
json why quoridor e2
holds grep -q '"legal":true,"reason":null,"places":\[\]' out
json perft orbital 2
holds grep -q '"depth":2,"nodes":744,"moves":null' out
json perft orbital 2 --divide
holds grep -q '"moves":{"Ba1":10,' out
json puzzle orbital --grade 1
holds grep -q '"grade":1,' out
bad 1 'no puzzle' puzzle orbital --id zzzzzz --json
ok . solve quoridor --set size=3 --proof three.proof
json verify three.proof
holds grep -q '"kind":"proof","claims":\[{"player":2,"wins":true,"plies":12,' out
json solve quoridor --set size=3
json games
json analyse orbital --nodes 100
json explore orbital
json match tictacdoh --a level:1 --b random --games 4 --nodes 50 --sprt 0,50 --out games.jsonl
json tournament tictacdoh --entrant level:1 --entrant random --rounds 2 --nodes 50
head -n 1 games.jsonl > one.jsonl
json review one.jsonl --nodes 200
json check-engine "$tablier engine tictacdoh" --only quit

# ---- docs/ENGINES.md ----------------------------------------------------------------------------

# Every line of its blocks `sh` succeeds, one after the other.
mkdir bin doc
ln -s "$tablier" bin/tablier
sed -n '/^```sh$/,/^```$/{/^```/!p}' "$docs/ENGINES.md" > doc/page.sh
holds test "$(wc -l < doc/page.sh)" -gt 15
(cd doc && PATH=$work/bin:$PATH timeout 280 bash -e page.sh > ../out 2> ../err)
status=$?
[[ $status -eq 0 ]] || complain 'docs/ENGINES.md'
holds grep -q '^28 checks of mine --level 3: 28 ok, 0 failed, 0 not supported\.$' out
holds test "$(wc -l < doc/match.jsonl)" -eq 8
holds grep -q '^\[White ' doc/all.pgn
