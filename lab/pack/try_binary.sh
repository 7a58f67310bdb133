#!/usr/bin/env bash
# Tries a file that binary.sh made, as on a machine with nothing else: in an empty folder, without
# environment, and as another user where this one is root. Ends with 0 if all passes.
#
#   lab/pack/try_binary.sh FILE
set -euo pipefail
. "$(dirname "$0")/serving.sh"
folder=$(mktemp -d)
finish() {
  end_server
  rm -rf "$folder"
}
trap finish EXIT
trap 'echo "Line $LINENO failed: $BASH_COMMAND" >&2' ERR
install -m 755 "$1" "$folder/plumbline"
mkdir "$folder/empty"
chmod 777 "$folder" "$folder/empty"
cd "$folder/empty"
run=(env -i "$folder/plumbline")
[ "$(id -u)" -ne 0 ] || run=(setpriv --reuid=65534 --regid=65534 --clear-groups "${run[@]}")

echo "It checks the reference server, which runs in a thread"
timeout 300 "${run[@]}" check --quick --area health --plain --seed 1 >check.log 2>&1 ||
  { tail -20 check.log; exit 1; }
grep -E '^(conformant|checks:)' check.log
grep -q "^    $folder/plumbline check" check.log ||
  { echo "It names a command that does not exist here"; tail -8 check.log; exit 1; }

echo "It finds a seeded bug"
code=0
timeout 300 "${run[@]}" check --mutant health/no-readyz --area health \
  --plain --seed 1 >bug.log 2>&1 || code=$?
[ "$code" = 1 ] || { echo "exit $code"; tail -20 bug.log; exit 1; }

echo "It serves, and checks what it serves"
start_server serve "${run[@]}" serve --port 0 --identity admin=admin-token,system:masters
timeout 300 "${run[@]}" check "$url" --token admin-token --quick \
  --area health --plain --seed 1 --accept-unjudged >served.log 2>&1 || { tail -20 served.log; exit 1; }
grep -E '^(conformant|checks:)' served.log
