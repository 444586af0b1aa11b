#!/usr/bin/env bash
# Runs every test and ends with one line that counts them.
set -euo pipefail
cd "$(dirname "$0")/.."

passed=0
failed=0
jobs=$(nproc)

# ctest_run <build folder> <ctest arguments>...
ctest_run() {
  local folder=$1 report
  shift
  report=$(mktemp)
  ctest --test-dir "$folder" --output-on-failure -j "$jobs" --no-tests=error "$@" | tee "$report" || true
  local total bad
  total=$(sed -nE 's/.* tests failed out of ([0-9]+)$/\1/p' "$report" | tail -n 1)
  bad=$(sed -nE 's/^.*passed, ([0-9]+) tests? failed out of.*/\1/p' "$report" | tail -n 1)
  rm -f "$report"
  [ -n "$total" ] && [ -n "$bad" ] || { total=1; bad=1; }
  passed=$((passed + total - bad))
  failed=$((failed + bad))
}

# step <name> <command>...: one pass or one failure
step() {
  local name=$1
  shift
  echo "test: $name"
  if "$@"; then passed=$((passed + 1)); else
    echo "test: $name failed"
    failed=$((failed + 1))
  fi
}

# Without its user, who need not exist here, and with the binary where it is now. It warns and still exits with 0.
unit_is_sound() {
  local folder said
  folder=$(mktemp -d)
  sed "s#/usr/local/bin/agon#$PWD/build/release/service/agon#; /^User=/d; /^Group=/d" deploy/agon.service >"$folder/agon.service"
  said=$(systemd-analyze verify "$folder/agon.service" 2>&1) || said+=" (refused)"
  rm -rf "$folder"
  [ -z "$said" ] || { echo "$said"; return 1; }
}

echo "test: unit tests under the address and undefined-behaviour sanitizers"
deploy/build.sh asan unit_tests
ctest_run build/asan -L '^unit$'

echo "test: unit and integration tests, as shipped"
deploy/build.sh release all
ctest_run build/release -L 'unit|integration|contract'

step "pages" npm --prefix admin-ui test --silent
step "pages in a browser: accessibility" timeout 600 npm --prefix admin-ui run --silent test:axe
step "pages in a browser: journeys" timeout 300 npm --prefix admin-ui run --silent test:journeys
step "pages in a browser: registration" timeout 300 npm --prefix admin-ui run --silent test:register
step "composition file" env AGON_DB_PASSWORD=x AGON_SERVER_KEY=y docker-compose config -q
if command -v systemd-analyze >/dev/null; then step "systemd unit" unit_is_sound; fi

printf '\n%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
