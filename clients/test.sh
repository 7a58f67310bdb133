#!/usr/bin/env bash
# Runs the tests of the helpers against a package that `deno task pack` made; those whose tools are
# not installed are skipped, and named.
#
#   clients/test.sh PACKAGE
set -uo pipefail
package=$(realpath "$1")
clients=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$clients"/. "$folder"
cd "$folder"
npm install --silent --no-audit --no-fund --prefix server "$package" || exit 1
export PLUMBLINE="node $folder/server/node_modules/@plumbline/plumbline/lib/plumbline.js"
failed=0

# try NAME PROGRAM FOLDER COMMAND...: runs a command in a folder if the program is installed.
try() {
  local name=$1 program=$2 place=$3
  shift 3
  command -v "$program" >/dev/null || { echo "$name: skipped, $program is not installed"; return; }
  if (cd "$place" && timeout 300 "$@" >"$folder/log" 2>&1); then
    echo "$name: passed"
  else
    tail -40 "$folder/log"
    echo "$name: failed"
    failed=1
  fi
}

npm install --silent --no-audit --no-fund --prefix javascript --no-save vitest@3 jest@30 || failed=1
try Vitest npx javascript npx --no-install vitest run
export NODE_OPTIONS=--experimental-vm-modules
try Jest npx javascript npx --no-install jest --testMatch '**/jest.example.mjs'
unset NODE_OPTIONS
if python3 -c 'import pytest' 2>/dev/null; then
  try pytest python3 python env PYTHONPATH=src python3 -m pytest -q -p pytest_plumbline tests
else
  echo "pytest: skipped, it is not installed"
fi
try Go go go go test ./...
try "JUnit 5" mvn java mvn -q -B test
exit "$failed"
