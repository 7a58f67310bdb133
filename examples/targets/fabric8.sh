#!/usr/bin/env bash
# Starts the mock server of the fabric8 Kubernetes client, in its CRUD mode, on loopback.
#   fabric8.sh up      builds it with Maven and starts it; needs a JDK of 17 or newer
#   fabric8.sh down    stops it
# TARGET_HOME (default ~/.cache/plumbline-targets) holds everything, TARGET_PORT (default 28081) is
# the port. Check it with:
#   deno task check http://127.0.0.1:28081 --dialect kubernetes --runs 5 --time 130s
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
home=${TARGET_HOME:-$HOME/.cache/plumbline-targets}/fabric8
port=${TARGET_PORT:-28081}

up() {
  mkdir -p "$home/src/main/java"
  cp "$here/fabric8/pom.xml" "$home/"
  cp "$here/fabric8/Main.java" "$home/src/main/java/"
  (cd "$home" && mvn -q -B package dependency:copy-dependencies -DoutputDirectory=target/lib)
  setsid java -cp "$home/target/classes:$home/target/lib/*" Main "$port" > "$home/server.log" 2>&1 < /dev/null &
  echo $! > "$home/server.pid"
  for _ in $(seq 100); do
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
