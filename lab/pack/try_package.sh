#!/usr/bin/env bash
# Installs a package that `deno task pack` made into an empty folder, with Node and npm alone, and
# tries it there: its program against itself, its library in a test, its types.
#
#   lab/pack/try_package.sh PACKAGE
#
# The variable NODE names another program to run it with than `node`. Ends with 0 if all passes.
set -euo pipefail
package=$(realpath "$1")
files=$(cd "$(dirname "$0")/installed" && pwd)
clients=$(cd "$(dirname "$0")/../../clients" && pwd)
node=${NODE:-node}
. "$(dirname "$0")/serving.sh"
folder=$(mktemp -d)
finish() {
  end_server
  rm -rf "$folder"
}
trap finish EXIT
trap 'echo "Line $LINENO failed: $BASH_COMMAND" >&2' ERR
cd "$folder"
cp "$files"/* "$clients"/javascript/*.types.mts .
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund --install-links "$package" "$clients/javascript" \
  vitest@3 @playwright/test@1 ts54@npm:typescript@5.4 ts59@npm:typescript@5.9 ts60@npm:typescript@6 \
  ts70@npm:typescript@7 ws@8
# The programs of another runtime are many megabytes; where they cannot be had, it is not tried.
# Without --install-links, npm would now make links of the packages above, beside which are no types.
npm install --silent --no-audit --no-fund --install-links bun@1 || echo "Bun cannot be installed: it is not tried"
program="npx --no-install plumbline"
[ "$node" = node ] || program="$node node_modules/@plumbline/plumbline/lib/plumbline.js"

# has_ended URL: waits until nothing listens at the URL.
has_ended() {
  for _ in $(seq 100); do
    (exec 3<>"/dev/tcp/127.0.0.1/${1##*:}") 2>/dev/null || return 0
    sleep 0.1
  done
  return 1
}

echo "The server ends with a signal to the program, and with one to npx"
for command in "$node node_modules/@plumbline/plumbline/lib/plumbline.js" "npx --no-install plumbline"; do
  for signal in TERM INT; do
    # Without a terminal, npx passes SIGINT to a shell that goes on waiting for the server.
    [ "$command $signal" = "npx --no-install plumbline INT" ] && continue
    start_server signal $command serve --port 0
    kill "-$signal" "$server"
    has_ended "$url" || { echo "$command: still serves after SIG$signal"; exit 1; }
    wait "$server" || true
    server=
  done
done

# ask URL [BODY]: fails unless the answer is a success.
ask() {
  "$node" -e '
    const [url, body] = process.argv.slice(1);
    const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };
    fetch(url, { headers, ...(body && { method: "POST", body }) })
      .then(({ ok }) => process.exit(ok ? 0 : 1));
  ' "$@"
}

echo "A server with a data file has its objects after a kill, and nobody else may use the file"
for start in 1 2; do
  start_server data $node node_modules/@plumbline/plumbline/lib/plumbline.js serve --port 0 \
    --data cluster.data --identity admin=admin-token,system:masters
  secrets="$url/api/v1/namespaces/default/secrets"
  if [ "$start" = 1 ]; then
    ask "$secrets" '{"metadata":{"name":"kept"}}'
    $program serve --port 0 --data cluster.data >second.log 2>&1 && exit 1
    grep -q 'another server uses it' second.log || { cat second.log; exit 1; }
  else
    ask "$secrets/kept"
  fi
  end_server KILL
done

runtimes=("$node")
[ -x node_modules/.bin/bun ] && runtimes+=(node_modules/.bin/bun)
for runtime in "${runtimes[@]}"; do
  echo "Containers do what a file states: $runtime"
  start_server containers $runtime node_modules/@plumbline/plumbline/lib/plumbline.js serve --port 0 \
    --containers containers.yaml --identity admin=admin-token,system:masters
  timeout 60 "$node" try_containers.mjs "$url"
  end_server
done

echo "The program checks a server that it serves"
start_server serve $program serve --port 0 --dialect svc --kinds specification \
  --identity admin=admin-token,system:masters --identity guest=guest-token
timeout 900 $program check "$url" --token admin-token --identity guest=guest-token \
  --default-configuration --accept-unjudged --runs 5 --plain --seed 1 >check.log 2>check.err || {
  status=$?
  tail -n 60 check.log check.err
  exit "$status"
}
grep -E '^(conformant|checks:)' check.log

echo "The program checks the reference server in a thread"
timeout 120 $program check --only health/answers --plain --seed 1 >thread.log 2>&1 ||
  { tail -20 thread.log; exit 1; }

echo "The library runs in a test"
timeout 120 "$node" --test try_server.mjs

echo "The declarations are valid, with the oldest and the newest TypeScript"
for version in 54 59 60 70; do
  "$node" "node_modules/ts$version/bin/tsc" --project tsconfig.json ||
    { echo "TypeScript $version: the declarations are not valid"; exit 1; }
done

echo "The fixtures have types"
"$node" node_modules/ts59/bin/tsc --project tsconfig.fixtures.json
