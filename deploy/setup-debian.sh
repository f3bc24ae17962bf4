#!/usr/bin/env bash
# Installs on Debian 12 what this project needs, and only what is missing. Running it again changes nothing.
#
#   deploy/setup-debian.sh build    libraries to compile against
#   deploy/setup-debian.sh test     the same, and the tools and peers that the tests run against
#   deploy/setup-debian.sh bench    the same, and what the benchmarks are compared with
#   deploy/setup-debian.sh jdk      Java's `jar`, for the one test that zips with it (large; skipped without)
#
# The Swift toolchain is not installed: it must be on the PATH.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly BUILD_PACKAGES=(
  libcurl4-openssl-dev libdeflate-dev libmicrohttpd-dev libp11-kit-dev libsqlite3-dev libssl-dev pkg-config
  zlib1g-dev
)
readonly TEST_PACKAGES=(
  ca-certificates chromium chromium-sandbox curl e2fsprogs faketime libarchive-tools nginx-light opensc openssl
  p7zip-full python3-venv softhsm2 strace unzip zip
)
readonly BENCH_PACKAGES=(wrk)
readonly JDK_PACKAGES=(default-jdk-headless)

readonly PYTHON=.build/python
readonly WHEELS=.build/wheels

fail() {
  echo "setup: $*" >&2
  exit 1
}

main() {
  case "${1:-}" in
    build) need_swift && install_packages "${BUILD_PACKAGES[@]}" ;;
    test) need_swift && install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}" && install_peers ;;
    bench)
      need_swift
      install_packages "${BUILD_PACKAGES[@]}" "${TEST_PACKAGES[@]}" "${BENCH_PACKAGES[@]}"
      install_peers
      ;;
    jdk) install_packages "${JDK_PACKAGES[@]}" ;;
    *) fail "say which set: build, test, bench or jdk" ;;
  esac
}

need_swift() {
  command -v swift >/dev/null || fail "no \`swift\` on the PATH: install a Swift 6.3 toolchain for Debian 12 first"
}

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

install_packages() {
  local missing=() package
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  command -v apt-get >/dev/null || fail "no apt-get here; install by other means: ${missing[*]}"
  local privileged=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "run as root, or install sudo; missing: ${missing[*]}"
    privileged=(sudo)
  fi
  echo "setup: installing ${missing[*]}" >&2
  "${privileged[@]}" apt-get update -qq </dev/null
  "${privileged[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
  keep_nginx_stopped "${privileged[@]}"
}

# Debian starts nginx when it installs it. The tests start their own, on a free port: leave no service behind.
keep_nginx_stopped() {
  if [[ " ${missing[*]} " == *" nginx-light "* ]] && [ -d /run/systemd/system ]; then
    "$@" systemctl disable --now --quiet nginx
  fi
}

# The peers that the tests run against: an OpenAPI fuzzer, python-tuf, a browser's remote control, and wheels that hold a real web front end.
install_peers() {
  mkdir -p "$WHEELS"
  [ -x "$PYTHON/bin/pip" ] || python3 -m venv "$PYTHON"
  if ! cmp -s deploy/python-peers.txt "$PYTHON/installed.txt"; then
    echo "setup: installing Python peers" >&2
    "$PYTHON/bin/pip" install --quiet --disable-pip-version-check --requirement deploy/python-peers.txt
    cp deploy/python-peers.txt "$PYTHON/installed.txt"
  fi
  local sum wheel version
  while read -r sum wheel; do
    [ -f "$WHEELS/$wheel" ] && continue
    version=${wheel#streamlit-} version=${version%%-*}
    echo "setup: fetching $wheel" >&2
    "$PYTHON/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$WHEELS" "streamlit==$version"
  done <deploy/real-bundles.sha256
  (cd "$WHEELS" && sha256sum --check --quiet ../../deploy/real-bundles.sha256) ||
    fail "a wheel in $WHEELS is not the expected one: delete it and run this again"
}

main "$@"
