#!/usr/bin/env bash
# Publishes what clients/pack.sh packed. Each part needs its credentials, and is skipped and named
# without them:
#   wheel    TWINE_PASSWORD, a token, and the program twine
#   tarball  NPM_TOKEN
#   jar      MAVEN_REPOSITORY, the URL, and the server "plumbline" in the settings of Maven
#   module   GO_PUBLISH=1: pushes the tag that proxies read, clients/go/vVERSION
#
#   clients/publish.sh FOLDER [--rehearse]    --rehearse prints the commands and runs none
set -euo pipefail
out=$(cd "$1" && pwd)
clients=$(cd "$(dirname "$0")" && pwd)
rehearse=${2:-}

# publish NAME CREDENTIAL COMMAND...: runs or prints a command.
publish() {
  local name=$1 credential=$2
  shift 2
  if [ -n "$rehearse" ]; then
    echo "$name: would run: $*"
  elif [ -z "${!credential:-}" ]; then
    echo "$name: skipped, $credential is not set"
  else
    echo "$name: $*"
    "$@"
  fi
}

for file in "$out"/*.whl; do
  export TWINE_USERNAME=__token__
  publish wheel TWINE_PASSWORD twine upload --non-interactive "$file"
done
for file in "$out"/*.tgz; do
  publish tarball NPM_TOKEN npm publish --access public "$file"
done
for file in "$out"/*.jar; do
  publish jar MAVEN_REPOSITORY mvn --batch-mode deploy:deploy-file "-Dfile=$file" \
    "-DpomFile=$out/pom.xml" -DrepositoryId=plumbline "-Durl=${MAVEN_REPOSITORY:-URL}"
done
tag=clients/go/v$(cat "$clients/go/VERSION")
publish module GO_PUBLISH git push origin "HEAD:refs/tags/$tag"
