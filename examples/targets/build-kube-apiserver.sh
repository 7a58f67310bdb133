#!/usr/bin/env bash
# Builds kube-apiserver of a release from its Go module.
#
#   build-kube-apiserver.sh VERSION OUT      as in: build-kube-apiserver.sh v1.26.15 kube-apiserver-1.26
#
# Takes five to ten minutes on two processors, and 4 GB of Go's caches. Needs Go and jq. Start the
# result with APISERVER_BIN=OUT kube-apiserver.sh up.
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2,7p' "$0" | sed 's/^# \{0,1\}//' && exit 2; }
version=$1 out=$(realpath -m "$2")
[[ $version =~ ^v1\.([0-9]+)\.[0-9]+$ ]] || { echo "Cannot build $version: give v1.MINOR.PATCH" >&2 && exit 2; }
minor=${BASH_REMATCH[1]}
for program in go jq; do
  command -v "$program" > /dev/null || { echo "Cannot build: no program $program" >&2 && exit 1; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$(dirname "$out")"
cd "$folder"
export GOFLAGS=-mod=mod GOTOOLCHAIN=local

# A program of its own module that depends on the server: the module of Kubernetes refers to the
# modules of its staging folder by paths that a download does not have. Their releases are v0.
go mod init build 2> /dev/null
released=$(go mod download -json "k8s.io/kubernetes@$version" | jq -r .GoMod)
staging=v0.${version#v1.}
go mod edit -require="k8s.io/kubernetes@$version"
go mod edit -json "$released" |
  jq -r '(.Replace // [] | .[] | select(.New.Path | startswith("./staging/")) | .Old.Path),
         (.Require // [] | .[] | select(.Version == "v0.0.0") | .Path)' | sort -u |
  while read -r module; do go mod edit -replace="$module=$module@$staging"; done
cat > main.go << 'PROGRAM'
package main

import _ "k8s.io/kubernetes/cmd/kube-apiserver/app"

func main() {}
PROGRAM
# The tests of its dependencies need modules that need not exist.
go mod tidy -e > /dev/null 2>&1 || true
# The first is printed by --version, the second is what GET /version answers.
flags="-s -w"
for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
  flags+=" -X $package.gitVersion=$version -X $package.gitMajor=1 -X $package.gitMinor=$minor"
done
go build -o "$out" -ldflags "$flags" k8s.io/kubernetes/cmd/kube-apiserver
echo "built: $out"
