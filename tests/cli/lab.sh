#!/usr/bin/env bash
# tablier lab: what it measures where the answer is known, going on after an interruption, its
# files, and what it refuses.
source "$(dirname "$0")/lib.sh"

quick=(tictacdoh --seats level:2,nodes=40 --games 12)

# figure FOLDER MEASURE [ITEM]: value and bounds, as CSV has them.
figure() { awk -F, -v m="$2" -v i="${3-}" '$2==m && $3==i {print $4, $5, $6}' "$1/measures.csv"; }

# ---- Known answers

# On three by three without barriers, stepping forward lets the other jump to his goal.
cat > rigged.sh << 'END'
while read -r word rest; do
    case $word in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go) echo "bestmove b2" ;;
    quit) exit ;;
    esac
done
END
run lab quoridor --set size=3 --set walls=0 --openings start --games 20 --out rigged \
    --seats "cmd:bash $PWD/rigged.sh" --seats auto,nodes=100
holds test "$status" -eq 0
holds test -z "$(grep -h '"Termination"' rigged/games.jsonl)" # where the program failed, it says how
holds test "$(figure rigged win 2 | cut -d' ' -f1)" = 1
holds test "$(figure rigged first)" = "0 0 0.793451" # one game: z^2 / (1 + z^2), after Wilson
holds test "$(figure rigged length | cut -d' ' -f1)" = 2
holds test "$(figure rigged games.distinct)" = "1 1 1"
holds grep -q 'depend on the machine' out
# With three pieces of each size perfect play is a draw: the solver says so, and the strong level,
# which knows its table, plays so.
ok '^A draw' solve tictacdoh --set stash=3
ok . lab tictacdoh --set stash=3 --openings start --seats level:7 --games 3 --out drawn
holds test "$(figure drawn draw | cut -d' ' -f1)" = 1
# The swap is part of the pie rule, and two random plies leave room for it.
ok 'pie rule' lab quoridor --set size=3 --set swap=on --games 4 --seats level:2,nodes=20
# In teams too: partners change seats together, and the team that began is now the other.
ok 'pie rule' lab dorix --players 4 --set swap=on --games 6 --seats level:7,nodes=500 --out teams
# After a swap each player continues in the other seat and gets its score: the one who stepped
# forward wins by the jump. Programs are not notified of the swap.
cat > ugi-pie.sh << 'END'
while read -r word rest; do
    case $word in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    position) position=$rest && echo "$rest" >> "$1.log" ;;
    go) case $1:$position in *:startpos) echo "bestmove b2" ;; first:*) echo "bestmove b1" ;;
        *) echo "bestmove swap" ;; esac ;;
    quit) exit ;;
    esac
done
END
cat > qtp-pie.sh << 'END'
while read -r line; do
    case $line in
    genmove\ black) echo "= B2" ;;
    genmove\ white) echo "= B3" ;;
    boardsize* | clear_board | walls* | quit) echo "=" ;;
    *) echo "? $line" ;;
    esac
    echo
    [[ $line == quit ]] && exit
done
END
for first in "cmd:bash ugi-pie.sh first" "qtp:bash qtp-pie.sh"; do
    ok 'swaps +100.0 %' lab quoridor --set size=3 --set walls=0 --set swap=on --openings start \
        --games 1 --seats "$first" --seats "cmd:bash ugi-pie.sh second" --out pie
    holds grep -q '"moves":\["b2","swap","b1"\]' pie/games.jsonl
    holds test "$(figure pie ending.fault | cut -d' ' -f1)" = 0
    holds test "$(figure pie player "bash ugi-pie.sh second" | cut -d' ' -f1)" = 0
    holds test "$(figure pie pie | cut -d' ' -f1)" = 1
    rm -r pie
done
holds test "$(< first.log)" = $'startpos\nstartpos moves b2'
ok '^level:2,nodes=40 is .* Elo stronger than random' lab tictacdoh --ladder random --ladder level:2,nodes=40 --games 6
# A game that its first seat always loses has no depth: more thinking is worth 0 Elo.
ok '",step,,0,' lab quoridor --set size=3 --set walls=0 --ladder auto,nodes=50 --ladder auto,nodes=200 \
    --openings start --games 4 --csv
ok 'chose the winner' lab tictacdoh --players 3 --seats level:2,nodes=20 --games 6

# ---- The same games, however they are played

ok '^games +12' lab "${quick[@]}" --out one
ok . lab "${quick[@]}" --out threads --threads 3
for file in games.jsonl measures.csv measures.json report.html experiment.txt; do
    holds cmp one/$file threads/$file
done
ok . replay one/games.jsonl
# A crash loses what was being written, and nothing else.
size=$(wc -c < one/journal)
for part in 0 1 50 $((size / 2)) $((size - 1)); do
    rm -rf cut && mkdir cut
    cp one/experiment.txt cut
    head -c "$part" one/journal > cut/journal
    run lab "${quick[@]}" --out cut
    holds grep -qE '^games +12' out
    holds test "$status" -eq 0
    [[ $part -eq 0 ]] || holds grep -qE '^tablier: cut/journal: Its end was incomplete; [0-9]+ bytes' err
    holds cmp one/games.jsonl cut/games.jsonl
    holds cmp one/report.html cut/report.html
done
long=(tictacdoh --seats level:4 --games 40)
# Whatever it has done by then. In the foreground timeout waits until it is gone, with its lock; else it
# would kill itself as well, and return before.
for _ in 1 2 3; do
    { timeout --foreground -s KILL 0.3 "$tablier" lab "${long[@]}" --out killed > out 2> err; } 2> /dev/null
done
cat > interrupt.py << 'END'
import os, signal, subprocess, sys, time
size = os.path.getsize('killed/journal') if os.path.exists('killed/journal') else 0
os.makedirs('killed', exist_ok=True) # it may have been killed before that
open('killed/journal', 'a').close()
lab = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
while lab.poll() is None and os.path.getsize('killed/journal') <= size:
    time.sleep(0.01)
lab.send_signal(signal.SIGINT) # it may be done by then
out, err = lab.communicate()
# The last kill may have cut what was being written, which is told, and nothing else.
told = [line for line in err.splitlines() if 'incomplete' not in line]
assert lab.returncode in (0, 130) and not told, (lab.returncode, err)
assert lab.returncode == 0 or not out or 'not finished' in out, out
END
holds python3 interrupt.py "$tablier" lab "${long[@]}" --out killed
ok '^games +40' lab "${long[@]}" --out killed
ok . lab "${long[@]}" --out whole
holds cmp killed/games.jsonl whole/games.jsonl
holds cmp killed/measures.json whole/measures.json
# So does a description that was cut short; that of a smaller experiment is another one.
for part in 1 5 30; do
    rm -rf cut && cp -r one cut
    truncate -s "-$part" cut/experiment.txt
    run lab "${quick[@]}" --out cut
    holds test "$status" -eq 0
    holds grep -q '^tablier: cut: Its description was incomplete, and has been written again.$' err
    holds cmp one/experiment.txt cut/experiment.txt
    holds cmp one/games.jsonl cut/games.jsonl
done
bad 2 'holds another experiment' lab "${quick[@]}" --sweep stash=2,3 --out cut
# More games go on where fewer ended.
ok '^games +15' lab tictacdoh --seats level:2,nodes=40 --games 15 --out cut
holds cmp one/games.jsonl <(head -n 12 cut/games.jsonl)

# ---- Files

ok '^cell,measure,item,value,low,high,n,unit$' lab "${quick[@]}" --csv
ok '"format": "tablier lab 1"' lab "${quick[@]}" --json
holds python3 -c "
import json
figures = json.load(open('out'))['cells'][0]['figures']
assert all(f['low'] <= f['value'] <= f['high'] for f in figures if f['measure'] == 'win')
assert abs(sum(f['value'] for f in figures if f['measure'] in ('win', 'draw')) - 1) < 1e-6"
ok 'games +first %' lab tictacdoh --sweep stash=2,3 --sweep players=2,3 --seats level:1 --games 3 \
    --out sweep
holds grep -q '^stash=3 players=3,win,3,' sweep/measures.csv
ok 'games +first %' lab tictacdoh --sweep nodes=10,40 --games 2 --out nodes
holds grep -q '^nodes=40,win,2,' nodes/measures.csv
ok 'Le camp qui commence' lab "${quick[@]}" --out one --lang fr
cat > page.py << 'END'
import html.parser, sys
class Page(html.parser.HTMLParser):
    stack, seen = [], set()
    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        assert not any(n in ('src', 'href') for n, _ in attributes), 'nothing from elsewhere'
        if tag not in ('meta',): self.stack.append(tag)
    def handle_startendtag(self, tag, attributes): self.seen.add(tag)
    def handle_endtag(self, tag): assert self.stack.pop() == tag, tag
for name in sys.argv[1:]:
    page = Page()
    page.feed(open(name).read())
    assert not page.stack and {'svg', 'table', 'details', 'figcaption'} <= page.seen, page.stack
    assert 'script' not in page.seen
END
holds python3 page.py one/report.html sweep/report.html
# Other records, and the same figures from a file.
run lab tictacdoh --records cut/games.jsonl
sed '/^These figures\|^The first 2\|^A game took/d' out > measured
run lab tictacdoh --seats level:2,nodes=40 --games 15 --out cut
holds diff measured <(sed '/^These figures\|^The first 2\|^A game took/d' out)
ok '^games +15' lab tictacdoh --records cut/games.jsonl --out records
# The same games twice say no more than once.
cat cut/games.jsonl cut/games.jsonl > twice.jsonl
ok 'Of the 30 games [0-9]+ differ' lab tictacdoh --records twice.jsonl --out twice
for folder in records twice; do
    awk -F, '$2!="games" && $2!~/^length\.[159]0/ {print $1 $2 $3, $4, $5, $6}' $folder/measures.csv \
        > $folder.figures
done
holds diff records.figures twice.figures
ok ' differ beyond chance' lab --compare cut records
ok '^0 of' lab --compare cut records/measures.json
ok . lab tictacdoh --seats random --games 30 --out random
ok . lab tictacdoh --seats random --seats level:3 --games 30 --out strong
ok '^[1-9][0-9]* of' lab --compare random strong
ok '^0 of' lab --compare cut cut/measures.csv
ok '^1 of 1 pairs of seats' lab --compare strong
ok 'wins of player 1 / 2: ' lab --compare strong
run lab --compare strong && cp out seats
run lab --compare strong/measures.csv
holds diff seats out
ok . lab tictacdoh --records sweep/games.jsonl --out swept # its cells have longer names
ok '^0 of' lab --compare sweep swept

# ---- What is wrong

bad 2 'other experiment|another experiment' lab tictacdoh --seats level:3 --games 12 --out one
bad 2 'seed 1.*seed 2' lab "${quick[@]}" --seed 2 --out one
sed 's/^version .*/version 0.0.1/' one/experiment.txt > older && cp older one/experiment.txt
bad 2 "version 0.0.1" lab "${quick[@]}" --out one
echo nonsense > one/experiment.txt
bad 2 'not an experiment' lab "${quick[@]}" --out one
ok '^games +12' lab "${quick[@]}" --out one --force
cat cut/games.jsonl rigged/games.jsonl > mixed.jsonl
bad 2 'Record at line 16: This is a game of Quoridor' lab tictacdoh --records mixed.jsonl
bad 2 'not of Orbital' lab orbital --records cut/games.jsonl
bad 2 '--records' lab tictacdoh --records cut/games.jsonl --games 3
bad 2 'either --seats or --ladder' lab tictacdoh --seats random --ladder random --ladder random
bad 2 'already' lab tictacdoh --set stash=3 --sweep stash=3,4
bad 2 'nodes is set already' lab tictacdoh --sweep level=1,2 --sweep nodes=10,20
bad 2 'nodes=... contradicts' lab tictacdoh --sweep nodes=10,20 --seats level:1
bad 2 'twice' lab tictacdoh --sweep stash=3,3
bad 2 "--sweep nodes: 'x' is not a whole number" lab tictacdoh --sweep nodes=x
bad 2 '--sweep nodes: It must be between 1 and' lab tictacdoh --sweep nodes=10,0
bad 2 '--sweep level: It must be between 0 and 11, not 12' lab tictacdoh --sweep level=7,12
bad 2 "--ladder: 'alphabeta' has no limit" lab tictacdoh --ladder alphabeta --ladder random
bad 2 'KEY=VALUE,VALUE' lab tictacdoh --sweep stash=3,,4
bad 2 'has no limit' lab tictacdoh --seats auto
bad 2 'has no limit' lab dorix --seats level:12
bad 2 '2 seats and 3' lab tictacdoh --seats random --seats random --seats random
bad 2 'two sides' lab tictacdoh --players 3 --set swap=on
bad 2 'neither start nor random' lab tictacdoh --openings sometimes
bad 2 'no game' lab chess
bad 2 'Cannot open' lab --compare cut nowhere
bad 2 'no measures' lab --compare cut cut/games.jsonl
head -n 3 cut/measures.csv > torn.csv && echo 'level=1,nothing' >> torn.csv
bad 2 'no measures' lab --compare torn.csv
bad 2 'different games' lab --compare cut rigged
bad 2 'either --csv or --json' lab tictacdoh --csv --json
touch file
bad 1 'Cannot make the folder|Cannot write' lab "${quick[@]}" --out file/inside
# The disk is full: one line, and the same command resumes when there is space.
for blocks in 1 2 3; do
    rm -rf full
    (trap '' XFSZ && ulimit -f "$blocks" && exec "$tablier" lab "${quick[@]}" --out full > out.full 2> err.full)
    full=$?
    [[ $full -eq 1 && $(wc -l < err.full) -eq 1 ]] || complain "full disk: status $full $(< err.full)"
    holds grep -q 'Cannot write' err.full
done
ok '^games +12' lab "${quick[@]}" --out full
holds cmp threads/games.jsonl full/games.jsonl
