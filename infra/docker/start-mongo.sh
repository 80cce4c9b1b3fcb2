#!/usr/bin/env bash
# Writes the key of the replica set from the setting into a file that only MongoDB can read.
set -euo pipefail
# Created with its final owner: in /tmp not even root may write to another user's file.
printf '%s' "$MONGO_KEYFILE" | install --mode=400 --owner=mongodb --group=mongodb /dev/stdin /tmp/keyfile
unset MONGO_KEYFILE
exec docker-entrypoint.sh "$@"
