#!/usr/bin/env bash
# run-local.sh FOLDER HOST:PORT: keeps a registry in FOLDER, made on the first run. Ctrl-C drains and stops it.
set -euo pipefail
folder=$1 listen=$2

mkdir -p "$folder"
if [ ! -f "$folder/data/registry.sqlite" ]; then
  "$RELCTL" init --data "$folder/data" --token-out "$folder/super-admin.token"
fi
folder=$(realpath "$folder")
cat >&2 <<TEXT
In another terminal, from this folder:

  export RELCTL_SERVER=http://$listen RELCTL_TOKEN_FILE=$folder/super-admin.token
  $RELCTL release list

TEXT
exec "$RELCTL" serve --data "$folder/data" --listen "$listen"
