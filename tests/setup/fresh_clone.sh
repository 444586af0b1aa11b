#!/usr/bin/env bash
# The README's two commands on a fresh clone, with a prefix for Drogon and a data directory of its own.
#
#   tests/setup/fresh_clone.sh        make run twice, and what make test installs
#   tests/setup/fresh_clone.sh full   make run twice, and make test itself
#
# AGON_SETUP_DROGON=reuse leaves out the longest part: Drogon comes from the usual prefix.
set -euo pipefail
cd "$(dirname "$0")/../.."
scope=${1:-setup}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/agon-setup-test.XXXXXX")
chmod 711 "$scratch" # PostgreSQL's own user passes through when we are root
command_pid=
service_pid=

say() { printf 'test-setup: %s\n' "$*"; }
fail() {
  printf 'test-setup: %s\n' "$1" >&2
  [ -z "${2:-}" ] || tail -n 40 "$2" >&2
  exit 1
}
clean_up() {
  local status=$?
  for pid in $service_pid $command_pid; do kill "$pid" 2>/dev/null || true; done
  [ -z "$command_pid" ] || wait "$command_pid" 2>/dev/null || true
  rm -rf "$scratch"
  exit $status
}
trap clean_up EXIT

clone() {
  git ls-files -co --exclude-standard -z | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
  done | tar --null -T - -c | tar -x -C "$1"
}

# The agon that `make run` became: its child, or its child's child.
find_service() {
  local child
  for child in $(pgrep -P "$1" || true); do
    if [ "$(basename "$(readlink "/proc/$child/exe")")" = agon ]; then
      echo "$child"
      return 0
    fi
    find_service "$child" && return 0
  done
  return 1
}

address_in() { sed -nE 's/.*"event":"listening","address":"([^"]+)".*/\1/p' "$1" | tail -n 1; }

# start_service <record>: `make run` until it is ready, within half an hour
start_service() {
  local record=$1 deadline=$((SECONDS + 1800)) address=
  make run >"$record" 2>&1 &
  command_pid=$!
  until address=$(address_in "$record") && [ -n "$address" ] && curl -fsS -o /dev/null "http://$address/readyz" 2>/dev/null; do
    kill -0 "$command_pid" 2>/dev/null || fail "make run ended" "$record"
    [ "$SECONDS" -lt "$deadline" ] || fail "make run is not ready after half an hour" "$record"
    sleep 0.2
  done
  service_pid=$(find_service "$command_pid") || fail "make run serves, but there is no agon below it" "$record"
  echo "$address" >"$scratch/address"
}

stop_service() {
  kill -TERM "$service_pid"
  wait "$command_pid" || fail "make run did not end with 0" "$1"
  service_pid=
  command_pid=
  [ ! -e "$AGON_DATA_DIR-demo/postgresql/postmaster.pid" ] || fail "the database server was left running" "$1"
}

expect_pages() {
  local path address
  address=$(cat "$scratch/address")
  for path in / /admin /docs /healthz; do
    curl -fsSL -o /dev/null "http://$address$path" || fail "http://$address$path does not answer as it should"
  done
}

mkdir "$scratch/clone"
clone "$scratch/clone"
[ "${AGON_SETUP_DROGON:-}" = reuse ] || export AGON_CACHE_DIR=$scratch/cache
export AGON_DATA_DIR=$scratch/data AGON_LISTEN=127.0.0.1:0 RUNTIME_DIRECTORY=$scratch
cd "$scratch/clone"

say "make run, the first time"
start_service "$scratch/first"
expect_pages
key=$(cat "$AGON_DATA_DIR-demo/server.key")
stop_service "$scratch/first"

say "make run, again: nothing is installed, fetched or built, and the data is there"
began=$SECONDS
start_service "$scratch/second"
took=$((SECONDS - began))
[ "$(cat "$AGON_DATA_DIR-demo/server.key")" = "$key" ] || fail "the second run has another server key"
if grep -nE 'installing|fetching|reading the package lists|building|configuring|creating|migrated' "$scratch/second"; then
  fail "the second run did again what the first had done"
fi
[ "$took" -le 30 ] || fail "the second run took $took seconds to start"
stop_service "$scratch/second"

say "make test: what it installs"
make setup-test >"$scratch/setup" 2>&1 || fail "its set-up failed" "$scratch/setup"
make setup-test >"$scratch/setup" 2>&1 || fail "its set-up failed the second time" "$scratch/setup"
[ ! -s "$scratch/setup" ] || fail "its set-up did something again" "$scratch/setup"
if [ "$scope" = full ]; then
  say "make test"
  unset AGON_DATA_DIR AGON_LISTEN RUNTIME_DIRECTORY
  make test || fail "make test failed in the fresh clone"
fi
say "passed (second start after ${took} s)"
