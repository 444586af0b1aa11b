#!/usr/bin/env bash
# deploy/lint.sh changed|all: every check that reads the tree without running it.
set -euo pipefail
cd "$(dirname "$0")/.."
scope=${1:-changed}
bad=0

check() {
  local name=$1
  shift
  echo "lint: $name"
  if ! "$@"; then
    echo "lint: $name failed"
    bad=1
  fi
}

cpp_files() { git ls-files -co --exclude-standard '*.cpp' '*.hpp'; }

formatted() { cpp_files | xargs -r clang-format-19 --dry-run -Werror; }

# What differs from the last landed state; everything when there is none to compare with.
changed_sources() {
  local base
  if [ "$scope" = all ]; then
    git ls-files 'service/*.cpp'
    return
  fi
  base=$(git merge-base HEAD origin/main 2>/dev/null || true)
  if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then base=$(git rev-parse -q --verify HEAD~1 || true); fi
  { [ -z "$base" ] || git diff --name-only --diff-filter=d "$base" -- 'service/*.cpp'; git ls-files -o --exclude-standard 'service/*.cpp'; } | sort -u
}

tidy() {
  local files
  files=$(changed_sources)
  [ -n "$files" ] || return 0
  [ -e build/dev/compile_commands.json ] ||
    cmake --preset dev -DCMAKE_PREFIX_PATH="$(deploy/setup.sh prefix)" >/dev/null || return 1
  # The generated sources must be there, and tidy reads headers itself: a precompiled one of another build only confuses it.
  sed -E 's/-Xclang -include-pch -Xclang [^ ]+\.pch//g; s/-Xclang -include -Xclang [^ ]+cmake_pch\.hxx//g; s/-Winvalid-pch//g; s/-fpch-instantiate-templates//g' \
    build/dev/compile_commands.json >build/dev/tidy.json.new
  mkdir -p build/tidy && mv build/dev/tidy.json.new build/tidy/compile_commands.json
  printf '%s\n' "$files" | xargs -r -P "$(nproc)" -n 4 clang-tidy-19 -p build/tidy --quiet 2> >(grep -v 'warnings generated' >&2)
}

# g++ 12 miscompiles a co_await whose arguments hold a braced temporary.
braces_beside_await() {
  ! git ls-files -co --exclude-standard 'service/*.cpp' 'service/*.hpp' | xargs -r grep -nE "^[^/]*co_await [^;]*\{[^}]*\}[^;]*\);"
}

openapi() { admin-ui/node_modules/.bin/redocly lint openapi/openapi.yaml --config deploy/redocly.yaml >build/redocly.log 2>&1 || { cat build/redocly.log; return 1; }; }

scripts() { git ls-files -co --exclude-standard '*.sh' .ci/run | xargs -r shellcheck -S warning; }

# Forward only, and what has landed stays as it landed.
migrations() {
  local wanted=1 file ok=0
  for file in migrations/*.sql; do
    case $file in
    migrations/$(printf '%04d' "$wanted")_*) ;;
    *) echo "$file: expected number $(printf '%04d' "$wanted")"; ok=1 ;;
    esac
    wanted=$((wanted + 1))
    if grep -nEi '\btimestamp\b|\bdrop (table|column|schema)\b' "$file" ; then ok=1; fi
    if grep -nEi '^\s*(unique|check|foreign key|primary key)\b' "$file"; then
      echo "$file: a constraint without a name"
      ok=1
    fi
  done
  if git rev-parse -q --verify origin/main >/dev/null; then
    if [ -n "$(git diff --name-only --diff-filter=MDR origin/main -- migrations/)" ]; then
      echo "a migration that has landed was changed"
      ok=1
    fi
  fi
  return "$ok"
}

mkdir -p build
check "C++ form" formatted
check "C++ ($scope)" tidy
check "braces beside co_await" braces_beside_await
check "API" openapi
check "scripts" scripts
check "migrations" migrations
check "pages: form and rules" npm --prefix admin-ui run --silent lint
check "pages: types" npm --prefix admin-ui run --silent check
exit $bad
