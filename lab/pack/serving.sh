# Starts and ends servers; for bash, to be sourced by the scripts that try what is packed.
# Defines: start_server NAME COMMAND…, end_server [SIGNAL].

server=

# start_server NAME COMMAND...: runs the command, which serves, in a group of its own, as npx starts
# another process. Sets `server`, the group, and `url`, once it is served; ends the script without.
# The output is in NAME.log and NAME.err.
start_server() {
  local name=$1
  shift
  # Else the lines of the server before could be read.
  rm -f "$name.log"
  set -m
  "$@" >"$name.log" 2>"$name.err" &
  server=$!
  set +m
  for _ in $(seq 300); do
    grep -sq '^Kubeconfig' "$name.log" && break
    sleep 0.1
  done
  url=$(sed -n 's/^Serving //p' "$name.log")
  [ -n "$url" ] || { echo "Does not serve within 30 s: $*"; cat "$name.log" "$name.err"; exit 1; }
}

# end_server [SIGNAL]: ends the group of the server that was started last.
end_server() {
  [ -n "$server" ] || return 0
  kill "-${1:-TERM}" -- "-$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  server=
}
