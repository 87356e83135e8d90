#!/usr/bin/env bash
# container.sh SOURCE PROGRAM - where a container tool works, builds the image of the
# Containerfile and asks a container for its health. Elsewhere: what the file names exists,
# and its entry point and health check do what they should with the program itself.
set -euo pipefail
source=$1 program=$2
work=$(mktemp -d)
server=
finish() {
    [[ -z $server ]] || { kill "$server" 2> /dev/null && wait "$server" || true; }
    rm -rf "$work"
}
trap finish EXIT
file=$source/Containerfile

for tool in podman docker; do
    if "$tool" info > /dev/null 2>&1 && "$tool" pull -q docker.io/library/debian:bookworm-slim > /dev/null 2>&1; then
        "$tool" build -q -t tablier-test -f "$file" "$source"
        id=$("$tool" run -d tablier-test)
        for _ in $(seq 100); do
            "$tool" exec "$id" bash -c 'exec 3<>/dev/tcp/127.0.0.1/8080' 2> /dev/null && break
            sleep 0.1
        done
        "$tool" exec "$id" bash -c "$(sed -n "s/^    CMD bash -c '\(.*\)'$/\1/p" "$file")"
        [[ $("$tool" exec "$id" id -u) != 0 ]]
        "$tool" rm -f "$id" > /dev/null
        exit
    fi
done

echo "skipped: no container tool works here, so the parts of the file are tested one by one"
test -e "$source/scripts/packages"
[[ $(awk '$1 == "build" {print $2}' "$source/scripts/packages" | wc -l) -gt 10 ]]
grep -q '^USER tablier$' "$file"
grep -q '^VOLUME /var/lib/tablier$' "$file"

echo "-- the entry point starts a server, the health check passes, and fails without it"
read -ra words <<< "$(sed -n 's/^ENTRYPOINT \[\(.*\)\]$/\1/p' "$file" | tr -d '",')"
[[ ${words[0]} == /usr/bin/tablier && ${words[*]} == *"--store /var/lib/tablier/games.db"* ]]
words[0]=$program
for i in "${!words[@]}"; do
    case ${words[i]} in
    8080) words[i]=0 ;; # any port that is free
    /var/lib/tablier/*) words[i]=$work/${words[i]##*/} ;;
    esac
done
"${words[@]}" > "$work/out" 2> "$work/log" &
server=$!
port=
for _ in $(seq 300); do
    port=$(grep -hoE '(127\.0\.0\.1|0\.0\.0\.0|localhost):[0-9]+' "$work/out" "$work/log" |
        head -n 1 | sed 's/.*://') || true # it has not printed it yet
    [[ -z $port ]] || break
    kill -0 "$server"
    sleep 0.1
done
[[ -n $port ]] || { cat "$work/out" "$work/log"; exit 1; }
check=$(sed -n "s/^    CMD bash -c '\(.*\)'$/\1/p" "$file")
[[ -n $check ]]
bash -c "${check//8080/$port}" || { echo "the health check fails" >&2; cat "$work/log"; exit 1; }
kill "$server"
wait "$server"
server=
if bash -c "${check//8080/$port}" 2> /dev/null; then
    echo "the health check passes without a server" >&2
    exit 1
fi
exit 77
