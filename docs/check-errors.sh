#!/usr/bin/env bash
# Compares docs/errors.md with the source, both ways, and looks for codes that nothing gives.
#
# Codes are the values of enums called …Code or …Reason, and every string such as "no_such_thing". The page explains each
# as `code`; what stands in the first column of a table of codes, or looks like a code, is one of the source's.
set -euo pipefail
cd "$(dirname "$0")/.."

code='[a-z0-9]+(_[a-z0-9]+)+'
# Strings of this form that are no codes: variables of the environment, labels of metrics and the metrics themselves,
# members of signed metadata.
not_codes='^((all|http|https|no)_proxy|native_answered|web_nothing|web_offered|relctl_.*|consistent_snapshot|path_hash_prefixes|spec_version)$'

sources() { find Sources -name '*.swift' -not -path '*/ReleaseTesting/*' -not -path '*/SQLite/*' -print0; }

# The cases of enums of codes, as "name value".
cases() {
  sources | xargs -0 awk '
    FNR == 1 { inside = 0; list = "" }
    !inside && /^ *((public|package|private|fileprivate) )?enum [A-Za-z]*(Code|Reason): String/ {
      inside = 1
      match($0, /^ */)
      end = substr($0, 1, RLENGTH) "}"
      next
    }
    inside && $0 == end { inside = 0 }
    inside && (list != "" || /^ *case [a-z]/) {
      line = $0
      sub(/^ *(case )?/, "", line)
      sub(/ *\/\/.*$/, "", line)
      list = list line
      if (line ~ /,$/) next
      count = split(list, items, /, */)
      list = ""
      for (i = 1; i <= count; i++) {
        name = value = items[i]
        if (split(items[i], parts, / *= */) == 2) { name = parts[1]; value = parts[2] }
        gsub(/[`" ]/, "", name)
        gsub(/[`" ]/, "", value)
        print name, value
      }
    }'
}

# The constants that codes are written as, as "name value".
constants() {
  sources | xargs -0 sed -nE 's/^ *((public|package) )?static let ([A-Za-z]+) = ProblemCode\("([a-z_0-9]+)"\)$/\3 \4/p'
}

declared() { { cases; constants; } | sort -u; }

strings() { sources | xargs -0 grep -hoE "\"$code\"" | tr -d '"' | grep -vE "$not_codes"; }

in_source() { { declared | cut -d' ' -f2; strings; } | sort -u; }

# Single words are codes in a few places, and other things in most.
words() { sources | xargs -0 grep -hoE '"[a-z]+"' | tr -d '"'; }

backticked() { grep -oE '`[a-z][a-z0-9_]*`' | tr -d '`' | sort -u; }

# The first cells of the tables whose first column is headed so.
first_column() {
  awk '
    /^\|/ { cells = $0; sub(/^\| */, "", cells); sub(/ *\|.*/, "", cells); if (!rows) heading = cells; rows++ }
    !/^\|/ { rows = 0 }
    rows > 2 && heading ~ /^(code|codes|reason|notice)$/ { print cells }' docs/errors.md
}

in_tables() { { first_column | backticked; grep -oE "\`$code\`" docs/errors.md | tr -d '`'; } | sort -u; }

# What is declared and never written as `.name`.
unused() {
  local used
  used=$(grep -rhoE --include='*.swift' '\.[a-zA-Z0-9]+' Sources | tr -d . | sort -u)
  declared | cut -d' ' -f1 | sort -u | comm -23 - <(echo "$used")
}

undocumented=$(comm -23 <(in_source) <(backticked <docs/errors.md))
unknown=$(comm -13 <({ in_source; words; } | sort -u) <(in_tables))
idle=$(unused)
[ -z "$undocumented" ] || echo "docs/errors.md does not explain: "$undocumented >&2
[ -z "$unknown" ] || echo "docs/errors.md explains codes that are not in the source: "$unknown >&2
[ -z "$idle" ] || echo "declared as codes, and given nowhere: "$idle >&2
[ -z "$undocumented$unknown$idle" ]
