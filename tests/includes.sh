#!/usr/bin/env bash
# includes.sh SRC - which folder of src may include which: dependencies point
# one way. A folder may always include itself and the public header. And that only
# the folders of the games, and the two tables, name a game; a comment may, as an example.
set -euo pipefail
cd "$1"

declare -A allowed=(
    [core]=""
    [games]="core"
    [search]="core solve net"
    [solve]="core"
    [net]="core"
    [learn]="core search solve"
    [protocol]="core search solve net"
    [json]="core file"
    [jansson]="core"
    [api]="core search solve learn json file"
    [file]="core"
    [wasm]="core search solve net learn"
    [club]="core"
    [match]="core search json file"
    [postgres]="core"
    [lab]="core search json jansson file match learn postgres"
    [cli]="core search solve net learn protocol json jansson file match lab club server"
    [server]="core club search solve net learn json jansson file match postgres"
)

failed=0
complain() {
    echo "$1" >&2
    failed=1
}

for folder in */; do
    [[ -v "allowed[${folder%/}]" ]] || complain "src/$folder is not in the table of includes.sh"
done

while IFS=: read -r file line include; do
    from=${file%%/*}
    to=${include#*\"}
    to=${to%%\"*}
    [[ $to == tablier.h || $to == tablier/* ]] && continue
    [[ -e $to ]] || complain "src/$file:$line: \"$to\" is not a path below src"
    to=${to%%/*}
    [[ $to == "$from" || " ${allowed[$from]-} " == *" $to "* ]] ||
        complain "src/$file:$line: $from may not include $to"
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.[ch]' .  |
    sed 's|^\./||')

# One game never includes another.
for game in games/*/; do
    name=$(basename "$game")
    if grep -rnE '#[[:space:]]*include[[:space:]]*"games/' "$game" | grep -v "\"games/$name/"; then
        complain "src/games/$name includes another game"
    fi
done

# The sources without their comments, each line with its file and number.
sources() {
    find . -name '*.[ch]' -not -path './games/*/*' -exec perl -0777 -ne '
        s{/\*.*?\*/|//[^\n]*|("(?:[^"\\\n]|\\.)*")}{ $1 // ($& =~ tr/\n//cdr) }gse;
        my $n = 0;
        print map { "src/" . substr($ARGV, 2) . ":" . ++$n . ":$_\n" } split /\n/;' {} +
}

code=$(sources)
for game in games/*/; do
    name=$(basename "$game")
    title=$(sed -nE 's/.*\.title = "([^"]*)".*/\1/p' "$game$name.c")
    if grep -iE ":[0-9]+:.*($name|${title:?})" <<<"$code" |
        grep -v "^src/games/games.c:[0-9]*: *GAME($name)"; then
        complain "src names $name outside src/games/$name"
    fi
done

# Nothing of the page outside web/games names a game, and there only its own folder and the table.
names=$(ls -d ../web/games/*/ | xargs -n 1 basename)
for name in $names; do
    title=$(sed -nE 's/.*\.title = "([^"]*)".*/\1/p' "games/$name/$name.c")
    if grep -rniE "\b($name|${title:?})\b" ../web --include='*.js' --include='*.css' --include='*.html' \
        --include='*.ts' --include='*.webmanifest' |
        grep -vE "^\.\./web/games/($name/|games\.js:)"; then
        complain "web names $name outside web/games/$name"
    fi
done

exit "$failed"
