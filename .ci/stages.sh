# The stages that .ci/run and .ci/nightly share; for bash with pipefail, to be sourced from the top
# folder.
# Defines: deno, trials_at_once, install_etcd, stage NAME COMMAND…, lint, package, guides,
# site, finish.

export NO_COLOR=1

deno() { npx -y deno@2.9.6 "$@"; }

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed_stages=()
times=()

# Many tests, and the longest trials of the matrix, wait for a server most of their time: more of them
# run at once than there are processors.
export DENO_JOBS=$((2 * $(nproc)))
trials_at_once=$((2 * $(nproc)))

# The tests of the store in etcd are ignored without the program. No service of it is started.
install_etcd() {
  command -v etcd >/dev/null && return
  if [ "$(id -u)" -eq 0 ]; then
    (
      export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
      timeout 60 apt-get -qq update
      timeout 120 apt-get -qq install -y --no-install-recommends etcd-server
    ) </dev/null >/dev/null 2>&1
  fi
  command -v etcd >/dev/null ||
    echo "Warning: the tests of the store in etcd are ignored. Install Debian's etcd-server."
}

# stage NAME COMMAND...: runs the command; its output is also kept for the end.
stage() {
  local name=$1 begun=$SECONDS
  shift
  echo "== $name: $*"
  "$@" 2>&1 | tee "$logs/$name" || failed_stages+=("$name")
  times+=("$name $((SECONDS - begun)) s")
}

# Checks format and style, and the types of all code, of tests and of the examples in documents, so
# that the tests need not be checked again before they run.
lint() { deno task lint && deno task test --no-run; }

# Makes the package for npm and tries it where it is installed.
package() {
  local folder code
  folder=$(mktemp -d)
  deno task pack "$folder/plumbline.tgz" && lab/pack/try_package.sh "$folder/plumbline.tgz"
  code=$?
  rm -rf "$folder"
  return "$code"
}

# Follows the guides of the helpers with the package for npm; those whose tools are absent are skipped.
guides() {
  local folder code
  folder=$(mktemp -d)
  deno task pack "$folder/plumbline.tgz" && deno task guides "$folder/plumbline.tgz"
  code=$?
  rm -rf "$folder"
  return "$code"
}

# Writes the site into a folder that is removed.
site() {
  local folder code
  folder=$(mktemp -d)
  deno task site "$folder"
  code=$?
  rm -rf "$folder"
  return "$code"
}

# Prints what failed, again, as the record of a run may keep only its end; then the counts of the
# tests. Returns 1 if a stage failed or no test ran.
finish() {
  local name summary passed failed
  # The last line of deno test: "ok | 120 passed (30 steps) | 0 failed | 2 ignored (12s)".
  summary=$(grep -aE '^(ok|FAILED) \| [0-9]+ passed' "$logs/test" | tail -1)
  passed=$(sed -nE 's/^.* \| ([0-9]+) passed.*$/\1/p' <<<"$summary")
  failed=$(sed -nE 's/^.* \| ([0-9]+) failed.*$/\1/p' <<<"$summary")
  for name in "${failed_stages[@]}"; do
    case $name in
      test) sed -n '/^ FAILURES/,/^FAILED/p' "$logs/test" ;;
      matrix) grep -aE '^(SURVIVED|FALSE ALARM) ' "$logs/matrix" ;;
      *) tail -n 20 "$logs/$name" ;;
    esac
    echo "The stage $name failed: see above."
  done
  printf 'Time:'
  printf ' %s;' "${times[@]}"
  echo
  echo "${passed:-0} passed, ${failed:-0} failed"
  [ "${#failed_stages[@]}" -eq 0 ] && [ "${failed:-0}" -eq 0 ] && [ "${passed:-0}" -gt 0 ]
}
