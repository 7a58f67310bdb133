#!/usr/bin/env bash
# A kube-apiserver over etcd or kine on loopback, whose processes can be killed and started one by one.
#
#   kube-apiserver.sh up               start the storage and the server, print how to reach them
#   kube-apiserver.sh down             stop both
#   kube-apiserver.sh kill PROCESS     end it at once with SIGKILL
#   kube-apiserver.sh stop PROCESS     end it with SIGTERM, and wait
#   kube-apiserver.sh start PROCESS    start it again with the data it had
#   kube-apiserver.sh pause PROCESS    stop it with SIGSTOP; `resume` lets it go on
#   kube-apiserver.sh resume PROCESS
#
# PROCESS is storage or server. Each is addressed by the process id that was written when it started.
# TARGET_HOME   directory of everything, as of a kubeconfig (default ~/.cache/plumbline-targets)
# TARGET_PORT   HTTPS port (default 20443); the two ports after it are for the storage
# STORAGE       etcd (default) or kine
# APISERVER_BIN, ETCD_BIN, KINE_BIN   the programs (default kube-apiserver, etcd, kine of PATH)
# APISERVER_FLAGS   more flags, as "--etcd-compaction-interval=20s", after which old versions are gone
#
# Users: admin-token (group system:masters), alice-token (group developers), bob-token (no group).
set -euo pipefail
port=${TARGET_PORT:-20443}
run=${TARGET_HOME:-$HOME/.cache/plumbline-targets}/$port
storage=${STORAGE:-etcd}
storage_port=$((port + 1)) peer_port=$((port + 2))
mkdir -p "$run"
cd "$run"

certificates() {
  [ -f server.crt ] && return
  openssl genrsa -out sa.key 2048 2>/dev/null
  openssl rsa -in sa.key -pubout -out sa.pub 2>/dev/null
  openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -days 30 -subj /CN=target-ca \
    -addext basicConstraints=critical,CA:TRUE 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=localhost 2>/dev/null
  printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n' > server.ext
  openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out server.crt -days 30 \
    -extfile server.ext 2>/dev/null
  cat > tokens.csv << 'TOKENS'
admin-token,admin,admin-uid,"system:masters"
alice-token,alice,alice-uid,"developers"
bob-token,bob,bob-uid,""
TOKENS
  cat > kubeconfig << KUBECONFIG
apiVersion: v1
kind: Config
clusters: [{name: it, cluster: {server: "https://localhost:$port", certificate-authority: "$run/ca.crt"}}]
users:
- {name: admin, user: {token: admin-token}}
- {name: alice, user: {token: alice-token}}
- {name: bob, user: {token: bob-token}}
contexts:
- {name: admin, context: {cluster: it, user: admin}}
- {name: alice, context: {cluster: it, user: alice}}
- {name: bob, context: {cluster: it, user: bob}}
current-context: admin
KUBECONFIG
}

# Starts a process in a session of its own, so that Ctrl-C of the caller does not end it.
launch() {
  local name=$1
  shift
  setsid "$@" >> "$name.log" 2>&1 < /dev/null &
  echo $! > "$name.pid"
}

start() {
  case $1 in
    storage)
      if [ "$storage" = kine ]; then
        mkdir -p kine-data
        launch storage "${KINE_BIN:-kine}" --metrics-bind-address 0 \
          --listen-address "tcp://127.0.0.1:$storage_port" --endpoint \
          "sqlite://$run/kine-data/state.db?_journal=WAL&cache=shared&_busy_timeout=30000&_txlock=immediate"
      else
        launch storage "${ETCD_BIN:-etcd}" --data-dir etcd-data \
          --listen-client-urls "http://127.0.0.1:$storage_port" \
          --advertise-client-urls "http://127.0.0.1:$storage_port" \
          --listen-peer-urls "http://127.0.0.1:$peer_port" \
          --initial-advertise-peer-urls "http://127.0.0.1:$peer_port" \
          --initial-cluster "default=http://127.0.0.1:$peer_port"
      fi
      ;;
    server)
      # shellcheck disable=SC2086
      launch server "${APISERVER_BIN:-kube-apiserver}" --secure-port="$port" --bind-address=127.0.0.1 \
        --etcd-servers="http://127.0.0.1:$storage_port" --tls-cert-file=server.crt \
        --tls-private-key-file=server.key --service-account-key-file=sa.pub \
        --service-account-signing-key-file=sa.key --service-account-issuer=https://localhost \
        --token-auth-file=tokens.csv --authorization-mode=RBAC \
        --service-cluster-ip-range=10.0.0.0/24 --disable-admission-plugins=ServiceAccount \
        ${APISERVER_FLAGS:-}
      ;;
    *) usage ;;
  esac
}

pid_of() {
  cat "$1.pid" 2>/dev/null || { echo "$1 was not started" >&2 && exit 1; }
}

# Sends a signal and waits until the process has ended; with SIGTERM a server may take a minute.
finish() {
  local pid
  pid=$(pid_of "$2")
  kill "-$1" "$pid" 2>/dev/null || true
  for _ in $(seq 900); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  echo "$2 did not end" >&2
  exit 1
}

# Ends with a message if a program cannot be found, before anything is started.
needs() {
  command -v "$1" > /dev/null || { echo "Cannot start: no program $1. Give its path in $2" >&2 && exit 1; }
}

up() {
  for name in server storage; do
    if [ -f "$name.pid" ] && kill -0 "$(cat "$name.pid")" 2>/dev/null; then
      echo "Cannot start: the $name runs already (process $(cat "$name.pid")). Use: down" >&2
      exit 1
    fi
  done
  needs "${APISERVER_BIN:-kube-apiserver}" APISERVER_BIN
  if [ "$storage" = kine ]; then needs "${KINE_BIN:-kine}" KINE_BIN; else needs "${ETCD_BIN:-etcd}" ETCD_BIN; fi
  certificates
  rm -rf etcd-data kine-data
  start storage
  sleep 1
  start server
  for _ in $(seq 120); do
    local answer
    answer=$(curl -s --cacert ca.crt -H 'Authorization: Bearer admin-token' \
      "https://localhost:$port/readyz" || true)
    if [ "$answer" = ok ]; then
      echo "url: https://localhost:$port, ca: $run/ca.crt, token: admin-token"
      echo "deno task check https://localhost:$port --ca $run/ca.crt --token admin-token --dialect kubernetes"
      return
    fi
    sleep 1
  done
  echo "not ready; the end of $run/server.log:" >&2
  tail -5 server.log >&2
  down
  exit 1
}

down() {
  for name in server storage; do
    [ -f "$name.pid" ] && finish TERM "$name"
    rm -f "$name.pid"
  done
}

usage() {
  sed -n '2,20p' "$0" | sed 's/^# \{0,1\}//'
  exit 2
}

case ${1:-} in
  up | down) "$1" ;;
  start) start "${2:-}" ;;
  kill) finish KILL "${2:-}" ;;
  stop) finish TERM "${2:-}" ;;
  pause) kill -STOP "$(pid_of "${2:-}")" ;;
  resume) kill -CONT "$(pid_of "${2:-}")" ;;
  *) usage ;;
esac
