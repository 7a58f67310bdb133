#!/usr/bin/env bash
# Starts the KubernetesEmulator of kmock (a Python library for tests of operators) on loopback.
#   kmock.sh up      installs kmock in an environment of its own and starts the emulator
#   kmock.sh down    stops it
# TARGET_HOME (default ~/.cache/plumbline-targets) holds everything, TARGET_PORT (default 28082) is
# the port. Check it with:
#   deno task check http://127.0.0.1:28082 --dialect kubernetes --runs 5 --time 130s
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=${TARGET_HOME:-$HOME/.cache/plumbline-targets}/kmock
port=${TARGET_PORT:-28082}
version=0.8

up() {
  mkdir -p "$home"
  [ -x "$home/env/bin/python" ] || python3 -m venv "$home/env"
  "$home/env/bin/pip" install -q "kmock==$version"
  setsid "$home/env/bin/python" "$here/kmock_server.py" "$port" > "$home/server.log" 2>&1 < /dev/null &
  echo $! > "$home/server.pid"
  for _ in $(seq 50); do
    if curl -s -m 2 "http://127.0.0.1:$port/api/v1/secrets" > /dev/null; then
      echo "url: http://127.0.0.1:$port"
      return
    fi
    sleep 0.2
  done
  echo "it did not start; the end of $home/server.log:" >&2
  tail -5 "$home/server.log" >&2
  exit 1
}

down() {
  [ -f "$home/server.pid" ] && kill "$(cat "$home/server.pid")" 2>/dev/null || true
  rm -f "$home/server.pid"
}

case ${1:-} in
  up | down) "$1" ;;
  *) sed -n '2,7p' "$0" | sed 's/^# \{0,1\}//'; exit 2 ;;
esac
