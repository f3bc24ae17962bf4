#!/usr/bin/env bash
# Compares docs/errors.md with the codes in the source, both ways. A code is a string such as "no_such_thing".
set -euo pipefail
cd "$(dirname "$0")/.."

code='[a-z0-9]+(_[a-z0-9]+)+'
# Strings of this form that are no codes: a variable of the environment, labels of metrics and the metrics themselves,
# members of signed metadata.
not_codes='^((no|all|https?)_proxy|native_answered|web_nothing|web_offered|relctl_.*|consistent_snapshot|path_hash_prefixes|spec_version)$'

in_source() {
  grep -rhoE --include='*.swift' --exclude-dir=ReleaseTesting --exclude-dir=SQLite "\"$code\"" Sources |
    tr -d '"' | grep -vE "$not_codes" | sort -u
}

in_document() {
  grep -oE "\`$code\`" docs/errors.md | tr -d '`' | sort -u
}

undocumented=$(comm -23 <(in_source) <(in_document))
unknown=$(comm -13 <(in_source) <(in_document))
[ -z "$undocumented" ] || echo "docs/errors.md does not explain: "$undocumented >&2
[ -z "$unknown" ] || echo "docs/errors.md explains codes that are not in the source: "$unknown >&2
[ -z "$undocumented$unknown" ]
