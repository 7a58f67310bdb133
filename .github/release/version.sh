#!/usr/bin/env bash
# Fails unless a tag is the version of the package:  version.sh v0.2.0
set -euo pipefail
cd "$(dirname "$0")/../.."
version=v$(node -p 'JSON.parse(require("fs").readFileSync("deno.json")).version')
[ "$1" = "$version" ] || { echo "The tag $1 is not the version of deno.json, $version."; exit 1; }
grep -q "^## ${version#v}\b" CHANGELOG.md ||
  { echo "CHANGELOG.md has no section for ${version#v}."; exit 1; }
