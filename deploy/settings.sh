#!/usr/bin/env bash
# deploy/settings.sh <agon>: writes the table of settings, as that binary prints it, into the README. A test compares them.
set -euo pipefail
cd "$(dirname "$0")/.."
table=$("$1" config --markdown)
TABLE=$table awk '
  /^<!-- settings -->$/ { print; print ""; print ENVIRON["TABLE"]; print ""; inside = 1; next }
  /^<!-- \/settings -->$/ { inside = 0 }
  !inside
' README.md >README.md.new
mv README.md.new README.md
