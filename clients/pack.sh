#!/usr/bin/env bash
# Packs the helpers into a folder, ready to publish: a wheel, a jar, a tarball for npm and the zip of
# the Go module, each with licence and version. Helpers whose tools are not installed are skipped,
# and named; with --all they are an error.
#
#   clients/pack.sh FOLDER [--all]
set -euo pipefail
clients=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
all=${2:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# begin NAME PROGRAM: copies a helper with the licence; fails if its tool is not installed.
begin() {
  if ! command -v "$2" >/dev/null; then
    echo "$1: skipped, $2 is not installed"
    [ -z "$all" ] || exit 1
    return 1
  fi
  cp -r "$clients/$1" "$work/$1"
  cp "$clients/../LICENSE" "$work/$1/LICENSE"
  cd "$work/$1"
}

if begin python python3; then
  python3 -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$out" .
fi
if begin javascript npm; then
  npm pack --silent --pack-destination "$out" >/dev/null
fi
if begin java mvn; then
  mkdir -p src/main/resources/META-INF
  cp LICENSE src/main/resources/META-INF/LICENSE
  mvn --quiet --batch-mode -DskipTests package
  cp target/*.jar pom.xml "$out"
fi
if begin go go; then
  # The layout of a module's zip: each file below MODULE@VERSION.
  version=v$(cat VERSION)
  module=$(sed -n 's/^module //p' go.mod)
  go vet .
  mkdir -p "$work/zip/$module@$version"
  cp ./*.go go.mod go.sum LICENSE README.md "$work/zip/$module@$version"
  (cd "$work/zip" && python3 -m zipfile -c "$out/go-$version.zip" ./*)
fi
ls -1 "$out"
