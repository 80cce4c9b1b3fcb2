#!/usr/bin/env bash
# MongoDB wants the key that its members share as a file of its own, readable for nobody else; compose has it as a setting.
set -euo pipefail
# Written before it is handed over: in /tmp Linux lets nobody, root neither, open a file of another user's to write.
printf '%s' "$MONGO_KEYFILE" | install --mode=400 --owner=mongodb --group=mongodb /dev/stdin /tmp/keyfile
unset MONGO_KEYFILE
exec docker-entrypoint.sh "$@"
