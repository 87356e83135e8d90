#!/usr/bin/env bash
# A language from outside the tree on the command line: language.sh PROGRAM.
source "$(dirname "$0")/../cli/lib.sh"

bad 2 "^tablier: Ne estas ludo «chess»; la ludoj estas dorix, " play chess --lang eo
bad 2 "^tablier: Ne estas ludo «chess»" play chess --lang eo-XX
environment=(LC_ALL=eo_XX.UTF-8)
bad 2 "^tablier: Ne estas ludo «chess»" play chess
environment=()
# English stands in where the catalogue has nothing.
bad 2 "^tablier: There is no command 'xyzzy'" xyzzy --lang eo
run why quoridor e9 --lang eo
holds grep -q '^La peono de ludanto 2 staras sur e9\.$' out
ok '^# Quoridor$' rules quoridor --lang eo
ok '^eo' complete -- play --lang ''
bad 2 'en, .*eo' help --lang zz
