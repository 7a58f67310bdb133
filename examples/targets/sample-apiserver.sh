#!/usr/bin/env bash
# Builds k8s.io/sample-apiserver (the aggregated API server of the Kubernetes project, which serves
# flunders and fischers) and starts it over an etcd of its own on loopback. It asks a kube-apiserver
# who its clients are and what they may do, and which namespaces exist.
#   sample-apiserver.sh up      builds it if it is not built, starts it, prints how to check it
#   sample-apiserver.sh down    stops it and its etcd
# CORE_KUBECONFIG   kubeconfig of that kube-apiserver; kube-apiserver.sh starts one and writes it
# TARGET_HOME       directory of everything (default ~/.cache/plumbline-targets)
# TARGET_PORT       HTTPS port (default 28083); the two ports after it are for etcd
# VERSION           release to build (default v0.36.3)
# ETCD_BIN          etcd (default: that of PATH); Go builds the server
set -euo pipefail
home=${TARGET_HOME:-$HOME/.cache/plumbline-targets}/sample-apiserver
port=${TARGET_PORT:-28083}
version=${VERSION:-v0.36.3}
etcd_port=$((port + 1)) peer_port=$((port + 2))
bin=$home/$version

# Starts a process in a session of its own, so that Ctrl-C of the caller does not end it.
launch() {
  local name=$1
  shift
  setsid "$@" >> "$name.log" 2>&1 < /dev/null &
  echo $! > "$name.pid"
}

up() {
  local core=${CORE_KUBECONFIG:?give the kubeconfig of a kube-apiserver}
  mkdir -p "$home"
  cd "$home"
  [ -x "$bin/sample-apiserver" ] ||
    GOBIN=$bin GOFLAGS=${GOFLAGS:--p=2} go install "k8s.io/sample-apiserver@$version"
  rm -rf etcd-data
  launch etcd "${ETCD_BIN:-etcd}" --data-dir etcd-data \
    --listen-client-urls "http://127.0.0.1:$etcd_port" \
    --advertise-client-urls "http://127.0.0.1:$etcd_port" \
    --listen-peer-urls "http://127.0.0.1:$peer_port" \
    --initial-advertise-peer-urls "http://127.0.0.1:$peer_port" \
    --initial-cluster "default=http://127.0.0.1:$peer_port"
  launch server "$bin/sample-apiserver" --secure-port "$port" --bind-address 127.0.0.1 \
    --cert-dir certificates --etcd-servers "http://127.0.0.1:$etcd_port" \
    --kubeconfig "$core" --authentication-kubeconfig "$core" --authorization-kubeconfig "$core" \
    --authentication-skip-lookup --enable-priority-and-fairness=false
  for _ in $(seq 60); do
    if [ "$(curl -sk "https://localhost:$port/readyz" || true)" = ok ]; then
      echo "deno task check https://localhost:$port --insecure --token admin-token --dialect kubernetes" \
        "--types all --namespace default --release ${version/v0/1}"
      return
    fi
    sleep 0.5
  done
  echo "not ready; the end of $home/server.log:" >&2
  tail -5 server.log >&2
  exit 1
}

down() {
  cd "$home"
  for name in server etcd; do
    [ -f "$name.pid" ] && kill "$(cat "$name.pid")" 2>/dev/null || true
    rm -f "$name.pid"
  done
}

case ${1:-} in
  up | down) "$1" ;;
  *) sed -n '2,14p' "$0" | sed 's/^# \{0,1\}//'; exit 2 ;;
esac
