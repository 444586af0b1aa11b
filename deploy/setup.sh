#!/usr/bin/env bash
# Installs what Agon needs and the machine lacks: system packages, and Drogon.
#
#   deploy/setup.sh run     to build and run the service
#   deploy/setup.sh test    the same, and what the tests, the checks and the benchmarks need
#   deploy/setup.sh serve   only what a finished binary needs (the container's last stage)
#   deploy/setup.sh prefix  prints the prefix that holds Drogon, installs nothing
#
# Every system package is named here and nowhere else. A second run that finds everything in
# place touches neither the network nor the disk. AGON_CACHE_DIR moves the cache that holds Drogon.
set -euo pipefail

llvm=19
drogon_wanted=1.9.13
drogon_suites="forky testing sid"

packages_serve="ca-certificates libpq5 libsodium23 libphonenumber8 libicu72 libfmt9 libcurl4 libbrotli1
  libjsoncpp25 libzxcvbn0 liboath0 libcsv3 libc-ares2 libssl3 zlib1g libuuid1 postgresql tzdata"
packages_build="bash ca-certificates make cmake ninja-build ccache git pkg-config dpkg-dev patch xz-utils
  clang-$llvm lld-$llvm llvm-$llvm libclang-rt-$llvm-dev
  libpq-dev libsodium-dev libphonenumber-dev libicu-dev libfmt-dev libcli11-dev nlohmann-json3-dev
  libcpp-jwt-dev libzxcvbn-dev liboath-dev libcsv-dev libcurl4-openssl-dev libjsoncpp-dev libbrotli-dev zlib1g-dev libssl-dev uuid-dev libc-ares-dev
  postgresql postgresql-client tzdata"
packages_test="clang-format-$llvm clang-tidy-$llvm libgtest-dev libgmock-dev shellcheck curl nginx-light openssl
  chromium fonts-dejavu-core docker-compose procps"

say() { printf 'setup: %s\n' "$*"; }
fail() {
  printf 'setup: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else
    fail "this step needs root and there is no sudo: $*" "Ask an administrator to run: deploy/setup.sh $mode"
  fi
}

installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

# The runtime libraries' package names carry their ABI; Debian 13 has newer ones of the same libraries.
for_this_release() {
  local name
  for name in $1; do
    if ! installed "$name" && ! apt-cache show "$name" >/dev/null 2>&1; then
      case $name in
      libicu72) name=libicu76 ;;
      libfmt9) name=libfmt10 ;;
      libjsoncpp25) name=libjsoncpp26 ;;
      libcurl4) name=libcurl4t64 ;;
      libssl3) name=libssl3t64 ;;
      liboath0) name=liboath0t64 ;;
      nginx-light) name=nginx ;;
      esac
    fi
    printf '%s\n' "$name"
  done
}

install_packages() {
  local name missing=() absent=()
  for name in $1; do installed "$name" || missing+=("$name"); done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || fail "this system has no apt-get" \
    "Install the equivalents of these Debian packages by hand: ${missing[*]}"
  say "reading the package lists"
  as_root apt-get update -qq || fail "the package lists cannot be read" "Check the machine's package sources and its network."
  mapfile -t missing < <(for_this_release "${missing[*]}")
  for name in "${missing[@]}"; do apt-cache show "$name" >/dev/null 2>&1 || absent+=("$name"); done
  [ ${#absent[@]} -eq 0 ] || fail "these packages are in none of this machine's package sources: ${absent[*]}" \
    "Debian 12 and 13 have them; add their main section, then run this again."
  say "installing ${#missing[@]} packages: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "apt-get could not install them; the lines above say why"; }
}

# Node comes from Debian when the machine has none or one too old for the page builds.
install_node() {
  local major
  major=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/' || true)
  if [ "${major:-0}" -ge 20 ] && command -v npm >/dev/null; then return 0; fi
  install_packages "nodejs npm"
  major=$(node --version | sed -E 's/^v([0-9]+).*/\1/')
  [ "$major" -ge 20 ] || fail "Node $major is too old for the page builds, and the package sources have no newer one" \
    "Install Node 20 or newer (Debian 13 has it), then run this again."
}

cache_dir() { printf '%s\n' "${AGON_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/agon}"; }
prefix() { printf '%s/drogon-%s-clang%s%s\n' "$(cache_dir)" "$drogon_wanted" "$llvm" "${AGON_DROGON_FLAVOUR:+-$AGON_DROGON_FLAVOUR}"; }

packaged_drogon_serves() {
  local version
  version=$(dpkg-query -W -f '${Version}' libdrogon-dev 2>/dev/null || apt-cache show libdrogon-dev 2>/dev/null | sed -n 's/^Version: //p' | head -n 1)
  [ -n "$version" ] && dpkg --compare-versions "${version#*:}" ge "$drogon_wanted"
}

# Downloads the source packages of one suite through a private apt state, so that the machine's own sources stay as
# they are. The address comes from the machine's configuration.
fetch_sources() {
  local suite=$1 to=$2 uri options
  # shellcheck disable=SC2016  # apt's own placeholders
  uri=$(apt-get indextargets --format '$(REPO_URI)|$(ORIGIN)|$(COMPONENT)' 'Created-By: Packages' |
    sed -n 's/|Debian|main$//p' | grep -v -- '-security' | head -n 1)
  [ -n "$uri" ] || fail "no Debian main section among this machine's package sources" \
    "Drogon $drogon_wanted is built from a Debian source package; add a Debian source, or install Drogon yourself and set CMAKE_PREFIX_PATH."
  mkdir -p "$to"/{lists/partial,cache/archives/partial,etc,src}
  printf 'deb-src [signed-by=%s] %s %s main\n' /usr/share/keyrings/debian-archive-keyring.gpg "$uri" "$suite" >"$to/etc/sources.list"
  options=(-qq -o Dir::Etc::SourceList="$to/etc/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$to/lists"
    -o Dir::Cache="$to/cache" -o APT::Sandbox::User=root -o Acquire::Languages=none)
  apt-get "${options[@]}" update >>"$log" 2>&1 || return 1
  (cd "$to/src" && apt-get "${options[@]}" source --download-only drogon trantor >>"$log" 2>&1) || return 1
  dpkg --compare-versions "$(sed -n 's/^Version: //p' "$to"/src/drogon_*.dsc | head -n 1)" ge "$drogon_wanted" || return 1
  # apt has checked the files against the suite's signed index.
  dpkg-source --no-check -x "$to"/src/trantor_*.dsc "$to/trantor" >>"$log" 2>&1 &&
    dpkg-source --no-check -x "$to"/src/drogon_*.dsc "$to/drogon" >>"$log" 2>&1
}

cmake_install() {
  local source=$1 into=$2
  shift 2
  cmake -G Ninja -S "$source" -B "$source/agon-build" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_C_COMPILER="clang-$llvm" -DCMAKE_CXX_COMPILER="clang++-$llvm" -DCMAKE_CXX_STANDARD=20 \
    -DCMAKE_C_FLAGS="${AGON_DROGON_FLAGS:-}" -DCMAKE_CXX_FLAGS="${AGON_DROGON_FLAGS:-}" \
    -DCMAKE_INSTALL_PREFIX="$into" -DCMAKE_PREFIX_PATH="$into" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF "$@" >>"$log" 2>&1 &&
    cmake --build "$source/agon-build" >>"$log" 2>&1 && cmake --install "$source/agon-build" >>"$log" 2>&1
}

install_drogon() {
  local into suite work
  into=$(prefix)
  [ -e "$into/.complete" ] && return 0
  if [ -z "${AGON_DROGON_FLAVOUR:-}" ] && packaged_drogon_serves; then
    install_packages libdrogon-dev
    mkdir -p "$into" && touch "$into/.complete"
    return 0
  fi
  work=$(mktemp -d)
  for suite in $drogon_suites; do
    say "fetching Drogon's source package from Debian $suite"
    if fetch_sources "$suite" "$work/$suite"; then
      say "building Drogon (once; about 4 minutes on 2 cores) into $into"
      rm -rf "$into.new" && mkdir -p "$into.new"
      if cmake_install "$work/$suite/trantor" "$into.new" -DBUILD_TESTING=OFF &&
        cmake_install "$work/$suite/drogon" "$into.new" -DUSE_SUBMODULE=OFF -DBUILD_ORM=OFF -DBUILD_CTL=OFF -DBUILD_EXAMPLES=OFF \
          -DBUILD_BROTLI=ON -DBUILD_YAML_CONFIG=OFF -DBUILD_TESTING=OFF -DBUILD_REDIS=OFF; then
        touch "$into.new/.complete"
        # CMake packages are relocatable, so a finished prefix appears under its name in one step.
        rm -rf "$into" && mv "$into.new" "$into"
        rm -rf "$work"
        return 0
      fi
      tail -n 30 "$log" >&2
      fail "Drogon does not build; the whole record is in $log"
    fi
  done
  rm -rf "$work"
  fail "no Drogon $drogon_wanted or newer: not packaged here, and its source package could not be had from: $drogon_suites" \
    "Either give this machine a package source that carries one of these suites," \
    "or build Drogon $drogon_wanted and Trantor yourself into $into and create $into/.complete ($log has the details)."
}

mode=${1:-}
log=$(mktemp "${TMPDIR:-/tmp}/agon-setup.XXXXXX.log")
case $mode in
serve) install_packages "$packages_serve" ;;
run)
  install_packages "$packages_build"
  install_node
  install_drogon
  ;;
test)
  install_packages "$packages_build $packages_test"
  install_node
  install_drogon
  ;;
prefix) prefix ;;
*) fail "say what for: run, test, serve or prefix" ;;
esac
rm -f "$log"
