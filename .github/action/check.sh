#!/usr/bin/env bash
# The step of action.yml that checks the server: runs check with the inputs (INPUT_*), writes the
# job's summary, an annotation for each failure, and the outputs report and exit-code. It ends with 0
# so that the reports are uploaded; a later step ends with the exit code. Without a report, it ends
# with the code itself.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

# absolute PATH: prints a path of the job's folder.
absolute() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }

words=(check)
[ -z "${INPUT_URL:-}" ] || words+=("$INPUT_URL")
for option in kubeconfig ca known baseline; do
  name=INPUT_${option^^}
  [ -z "${!name:-}" ] || words+=("--$option" "$(absolute "${!name}")")
done
words+=(--fail-on "${INPUT_FAIL_ON:-must}")
[ -z "${INPUT_TOKEN:-}" ] || words+=(--token "$INPUT_TOKEN")
report=$(absolute "${INPUT_REPORT:-plumbline-report}")
words+=(--report "$report")
read -ra further <<<"${INPUT_ARGUMENTS:-}"
words+=("${further[@]}")

deno=(npx -y deno@2.9.6)
if [[ $(deno --version 2>/dev/null) == "deno 2.9."* ]]; then deno=(deno); fi
(cd "$root" && "${deno[@]}" task -q "${words[0]}" "${words[@]:1}")
code=$?
{
  echo "report=$report"
  echo "exit-code=$code"
} >>"$GITHUB_OUTPUT"
[ -f "$report/report.json" ] || exit "$code"
cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
node "$here/annotations.mjs" "$report/report.json"
