#!/usr/bin/env bash
# deploy/build.sh <preset> <target>...: configures when that is due, and builds.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
into=build/$preset
if [ ! -e "$into/build.ninja" ]; then
  echo "build: configuring $preset"
  cmake --preset "$preset" -DCMAKE_PREFIX_PATH="$(deploy/setup.sh prefix)" >"/tmp/agon-configure.$$" 2>&1 ||
    { cat "/tmp/agon-configure.$$"; exit 1; }
  rm -f "/tmp/agon-configure.$$"
fi
echo "build: $preset $*"
NINJA_STATUS='[%f/%t %es] ' ninja -C "$into" "$@" | tail -n 40
