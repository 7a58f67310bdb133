/**
 * The part of a script of failures that does not depend on them: functions that send requests, compare
 * the responses with those of the report, and remove what was created.
 *
 * @module
 */

/** The functions of the script, in bash. */
export const PRELUDE: string = String.raw`
set -uo pipefail
for program in curl jq; do
  command -v "$program" >/dev/null || { echo "This script needs $program." >&2; exit 2; }
done
WORK=$(mktemp -d)
FAILED=0
WATCHES=()
TOGETHER=()

# Prints a file of curl's options with the bearer token, so that it is no argument of a process.
credentials() {
  local token=$1
  [ -z "$token" ] || [ "$token" = - ] && return
  token=$(printf '%s' "$token" | sed 's/[\\"]/\\&/g')
  printf 'header = "Authorization: Bearer %s"\n' "$token"
}

# request TOKEN METHOD PATH [OPTION...]: sends a request, and prints the response. The client certificate
# is of whom TOKEN is; without credentials the token is "-".
request() {
  local token=$1 method=$2 path=$3
  local -a certificate=()
  shift 3
  if [ "$token" = "${"$"}{TOKEN:-}" ]; then
    certificate=(${"$"}{CERT:+--cert "$CERT"} ${"$"}{KEY:+--key "$KEY"})
  fi
  curl -sS --max-time "${"$"}{LIMIT:-30}" --config <(credentials "$token") \
    ${"$"}{CA:+--cacert "$CA"} ${"$"}{INSECURE:+--insecure} ${"$"}{certificate[@]+"${"$"}{certificate[@]}"} \
    -X "$method" "$@" "$SERVER$path"
}

# send NUMBER TOKEN METHOD PATH [OPTION...]: sends a request of the failure, and keeps the response.
send() {
  local number=$1 token=$2 method=$3 path=$4 status
  shift 4
  status=$(request "$token" "$method" "$path" -o "$WORK/$number.body" -D "$WORK/$number.head" \
    -w '%{http_code}' "$@")
  [ -f "$WORK/$number.body" ] || : >"$WORK/$number.body"
  printf '%s' "$status" >"$WORK/$number.status"
  printf '  %s %s -> %s\n' "$method" "$path" "$status"
  [ "$status" = 201 ] && created "$number" "$method" "${"$"}{path%%\?*}"
  return 0
}

# watch NUMBER TOKEN PATH [OPTION...]: opens a watch in the background, for ten seconds at most.
watch() {
  local number=$1 token=$2 path=$3
  shift 3
  printf '  WATCH %s\n' "$path"
  LIMIT=10 request "$token" GET "$path" -N -o "$WORK/$number.body" -D "$WORK/$number.head" "$@" \
    2>/dev/null &
  WATCHES+=($!)
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    [ -s "$WORK/$number.head" ] && break
    sleep 0.1
  done
}

# together NUMBER...: sends a request that was under way with others: with them, or after them.
together() {
  if [ "$MODE" = together ]; then
    "$@" &
    TOGETHER+=($!)
  else
    "$@"
  fi
}

# Waits for the requests that are under way together.
meet() {
  [ "${"$"}{#TOGETHER[@]}" -gt 0 ] && wait "${"$"}{TOGETHER[@]}"
  TOGETHER=()
}

# show NUMBER MODE: shows a failure; one with concurrent requests in the other mode, too.
show() {
  local modes=("$2") mode
  [ "$3" = concurrent ] && modes=("$2" together together together)
  SHOWN=0
  for MODE in "${"$"}{modes[@]}"; do
    "failure_$1"
    cleanup
    [ "$SHOWN" = 1 ] && return
    echo
  done
  FAILED=1
}

# Waits for the last events of the watches, and closes them.
close_watches() {
  [ "${"$"}{#WATCHES[@]}" -gt 0 ] || return 0
  sleep 2
  kill "${"$"}{WATCHES[@]}" 2>/dev/null
  wait "${"$"}{WATCHES[@]}" 2>/dev/null
  WATCHES=()
}

# value NUMBER JQ: prints a value of a response.
value() {
  jq -r "$2" "$WORK/$1.body" 2>/dev/null
}

# Remembers what a request created. A name of dots in a URL would name the collection or its namespace.
created() {
  local name
  [ "$2" != POST ] && { echo "$3" >>"$WORK/created"; return; }
  name=$(value "$1" '.metadata.name // empty | select(test("^[.][.]?$") | not) | @uri')
  [ -n "$name" ] && echo "$3/$name" >>"$WORK/created"
}

# Removes what the script created, the last first.
cleanup() {
  close_watches
  [ -f "$WORK/created" ] && tac "$WORK/created" | while read -r path; do
    local quiet=(-o /dev/null -H 'content-type: application/merge-patch+json')
    request "${"$"}{TOKEN:-}" DELETE "$path" -o "$WORK/left" 2>/dev/null
    request "${"$"}{TOKEN:-}" GET "$path" -o "$WORK/left" 2>/dev/null
    case $path in
    /api/v1/namespaces/*/*) ;;
    /api/v1/namespaces/*)
      # Without controllers nobody else finalizes an empty namespace.
      if [ "$(jq -r '.status.phase? // empty' "$WORK/left" 2>/dev/null)" = Terminating ] &&
        [ "$(request "${"$"}{TOKEN:-}" GET "$path/serviceaccounts" 2>/dev/null | jq '.items | length')" = 0 ]; then
        jq '.spec.finalizers = []' "$WORK/left" | request "${"$"}{TOKEN:-}" PUT "$path/finalize" -o /dev/null \
          -H 'content-type: application/json' --data-binary @- 2>/dev/null
      fi
      ;;
    esac
    if [ "$(jq '.metadata.finalizers // [] | length' "$WORK/left" 2>/dev/null)" -gt 0 ] 2>/dev/null; then
      request "${"$"}{TOKEN:-}" PATCH "$path" "${"$"}{quiet[@]}" \
        --data-binary '{"metadata":{"finalizers":null}}' 2>/dev/null
      request "${"$"}{TOKEN:-}" DELETE "$path" -o /dev/null 2>/dev/null
    fi
  done
  rm -rf "$WORK"/*
}
trap 'cleanup; rmdir "$WORK"' EXIT
trap 'exit 130' INT TERM

# Prints the responses as JSON: status, type and body of each, and whether it has warnings.
responses() {
  local number type warned
  for number in "$@"; do
    # Nothing was received.
    [ -f "$WORK/$number.body" ] || : >"$WORK/$number.body"
    type=$(sed -n 's/^[Cc]ontent-[Tt]ype: *\([^;]*\).*/\1/p' "$WORK/$number.head" 2>/dev/null | tr -d '\r' | tail -1)
    warned=$(grep -qi '^warning:' "$WORK/$number.head" 2>/dev/null && echo true || echo false)
    jq -n --arg status "$(cat "$WORK/$number.status" 2>/dev/null)" --arg type "$type" \
      --argjson warned "$warned" --rawfile body "$WORK/$number.body" \
      '{ status: $status, type: $type, warned: $warned, body: $body }'
  done | jq -s .
}

# Makes responses comparable: what the server assigns is numbered in the order in which it appears.
COMPARABLE='
  def printable: [scan("[ -~]{4,}") | gsub("[0-9a-f-]{36}|[0-9]+"; "N") |
    if IN("curl", "Deno", "node", "Bun") then "client" else . end];
  def document: . as $text | try fromjson catch ($text | printable);
  def events: [splits("\n") | select(. != "") | document |
    if type == "object" then [.type, .object.metadata.name] else . end];
  def mine: if type == "object" and (.items | type) == "array"
      and any(.items[]; (.metadata?.name? // "") | test($own))
    then .items |= map(select((.metadata?.name? // "") | test($own))) else . end;
  # Whatever comes in the order of the server, and what other clients write between.
  def unordered: walk(if type == "object" and (.items | type) == "array" then
      .items |= sort_by(.metadata?.name? // "") |
      if (.metadata?.resourceVersion? | type) == "string"
        then .metadata.resourceVersion |= "list " + . else . end
    elif type == "object" and (.events | type) == "array" then .events |= sort
    else . end);
  map(if .events then { events: (.body | events) } else .body = (.body | document | mine) end)
  | if $loose then unordered else . end
  | [.. | objects | .resourceVersion?, .uid?, .continue? | strings] as $all
  | (reduce $all[] as $one ([]; if index($one) then . else . + [$one] end)) as $order
  | walk(if type == "object" then with_entries(
      if (.key == "resourceVersion" or .key == "uid" or .key == "continue")
          and (.value | type) == "string"
        then .value as $value | .value = ($order | index($value))
      elif .key == "manager" and (.value | IN("curl", "Deno", "node", "Bun"))
        then .value = "client"
      elif .key == "message" and (.value | type) == "string"
        then .value |= gsub("[0-9a-f-]{36}|[0-9]+"; "N")
      elif .key == "name" and (.value as $name | $generated | index([$name]) != null) then .value = "generated"
      else . end)
    elif type == "string" and test("^[0-9]+[smhd]([0-9]+[smh])?$") then "age"
    elif type == "string" then gsub("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z"; "time")
    else . end)'

# compare ORDER RECORDED NUMBER...: compares the responses with those of the report, in any order of
# items and events if the order is "any".
compare() {
  local order=$1 recorded=$2 actual generated
  shift 2
  actual=$(responses "$@" | jq --argjson recorded "$recorded" \
    '[., $recorded] | transpose | map(.[0] + (if .[1].events then { events: true } else {} end))')
  generated=$(jq -n --argjson a "$actual" --argjson b "$recorded" '[$a, $b] | .. | objects |
    select(.body?) | .body | try fromjson catch null | .metadata? | select(.generateName?) | .name' | jq -s .)
  # comparable TEXT LOOSE: prints responses without what differs from run to run.
  comparable() {
    echo "$1" | jq -S --arg own "$OWN" --argjson generated "$generated" --argjson loose "$2" "$COMPARABLE"
  }
  comparable "$actual" false >"$WORK/actual.json"
  comparable "$recorded" false >"$WORK/recorded.json"
  if cmp -s "$WORK/actual.json" "$WORK/recorded.json"; then
    echo "shown: the responses are those of the report"
    SHOWN=1
  elif [ "$order" = any ] && cmp -s <(comparable "$actual" true) <(comparable "$recorded" true); then
    echo "shown: the responses are those of the report, but for the order of items and events" \
      "or the resourceVersions of lists"
    SHOWN=1
  else
    echo "not shown: other responses than in the report (-)"
    diff -u "$WORK/recorded.json" "$WORK/actual.json" | sed -n '3,40p'
  fi
}
`;
