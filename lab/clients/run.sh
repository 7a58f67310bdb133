#!/usr/bin/env bash
# Runs the program of a client library against a server that it starts, over TLS:
#
#   lab/clients/run.sh kube-rs|fabric8 [OPTION OF serve...]
#
# The variable PLUMBLINE names another program than `deno task`, with its arguments separated by
# spaces, for example `npx --no-install plumbline`; CARGO_TARGET_DIR where to build kube-rs;
# WATCHLIST=1 makes its informers ask for streaming lists. Ends with 0 if all is as expected, with 3 if
# the compiler is not installed.
set -euo pipefail
name=${1:?Usage: lab/clients/run.sh kube-rs|fabric8 [OPTION OF serve...]}
shift
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; fi
  rm -rf "$folder"
}
trap finish EXIT

case $name in
  kube-rs)
    command -v cargo >/dev/null || { echo "kube-rs: cargo is not installed" >&2; exit 3; }
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$HOME/.cache/plumbline-clients}
    cargo build --quiet --manifest-path "$here/kube-rs/Cargo.toml"
    program=(cargo run --quiet --manifest-path "$here/kube-rs/Cargo.toml")
    ;;
  fabric8)
    command -v mvn >/dev/null || { echo "fabric8: mvn is not installed" >&2; exit 3; }
    maven=(mvn --quiet --batch-mode --file "$here/fabric8/pom.xml")
    "${maven[@]}" compile
    program=(sh -c 'for http in okhttp vertx jdk; do "$@" exec:java -Dexec.args=$http || exit 1; done' run "${maven[@]}")
    ;;
  *)
    echo "Cannot run the client $name: choose kube-rs or fabric8" >&2
    exit 2
    ;;
esac

cd "$here/../.."
read -r -a serve <<<"${PLUMBLINE:-deno run -q -P=program cli.ts}"
"${serve[@]}" serve --port 0 --tls "$@" >"$folder/log" 2>&1 &
server=$!
for _ in $(seq 300); do
  grep -q '^Kubeconfig' "$folder/log" && break
  kill -0 "$server" 2>/dev/null || break
  sleep 0.1
done
KUBECONFIG=$(sed -n 's/^Kubeconfig //p' "$folder/log")
export KUBECONFIG
[ -n "$KUBECONFIG" ] || { cat "$folder/log" >&2; exit 1; }
timeout 300 "${program[@]}"
