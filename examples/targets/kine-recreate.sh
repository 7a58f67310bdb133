#!/usr/bin/env bash
# Shows with curl alone that kine answers a create of a name that was deleted before with a
# resourceVersion that is not the object's, while other clients write.
#   kine-recreate.sh URL CA TOKEN [ROUNDS]
set -euo pipefail
url=$1 ca=$2 token=$3 rounds=${4:-100}
secrets=$url/api/v1/namespaces/default/secrets
noise=$(mktemp)
trap 'rm -f "$noise"' EXIT

request() {
  curl -sS --cacert "$ca" -H "Authorization: Bearer $token" -H 'content-type: application/json' "$@"
}
version() { grep -o '"resourceVersion": *"[0-9]*"' | head -1 | grep -o '[0-9]*'; }

# Eight clients create secrets meanwhile, at most 4,000, over connections that are kept.
for _ in $(seq 4000); do
  cat <<CONFIG
next
url = "$secrets"
request = POST
cacert = "$ca"
header = "Authorization: Bearer $token"
header = "content-type: application/json"
data = "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"generateName\":\"noise-\",\"labels\":{\"noise\":\"1\"}}}"
output = /dev/null
CONFIG
done | sed 1d > "$noise"
curl -sS --no-progress-meter --parallel --parallel-max 8 -K "$noise" &
writers=$!
sleep 1

wrong=0 round=0
while [ "$round" -lt "$rounds" ] && kill -0 "$writers" 2>/dev/null; do
  round=$((round + 1))
  answered=$(request -X POST "$secrets" -d '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"again"}}' | version)
  stored=$(request "$secrets/again" | version)
  if [ "$answered" != "$stored" ]; then
    wrong=$((wrong + 1))
    echo "round $round: the POST was answered with resourceVersion $answered, a GET of the unchanged object shows $stored"
  fi
  request -X DELETE "$secrets/again" > /dev/null
done
[ "$round" -eq "$rounds" ] || echo "stopped after $round rounds: the other clients were done"
echo "$wrong of $round creates were answered with another resourceVersion than the object's"
kill "$writers" 2>/dev/null || true
request -X DELETE "$secrets?labelSelector=noise" > /dev/null
