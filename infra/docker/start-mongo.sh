#!/usr/bin/env bash
# MongoDB wants the key that its members share as a file of its own, readable for nobody else; compose has it as a setting.
set -euo pipefail
install --mode=400 --owner=mongodb --group=mongodb /dev/null /tmp/keyfile
printf '%s' "$MONGO_KEYFILE" >/tmp/keyfile
unset MONGO_KEYFILE
exec docker-entrypoint.sh "$@"
