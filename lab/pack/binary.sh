#!/usr/bin/env bash
# Makes one file of a package that `deno task pack` made: the program with its runtime, for machines
# that have neither Deno nor Node.
#
#   lab/pack/binary.sh PACKAGE FILE
#
# `deno compile` adds the program to `denort`, which Deno downloads once for its release: on
# 2026-11-27 neither npm, PyPI nor the registry of Rust had it, and with DENORT_BIN=deno (2.9.6) the file is
# another `deno`, which ignores the program. RUNTIME=bun adds it to Bun instead, which npm has.
# try_binary.sh tries the file.
set -euo pipefail
package=$(realpath "$1")
file=$(realpath -m "$2")
runtime=${RUNTIME:-deno}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund --install-links "$package"
lib=node_modules/@plumbline/plumbline/lib
case $runtime in
  deno)
    npx -y deno@2.9.6 compile --quiet --no-check --allow-all --no-prompt --node-modules-dir=manual \
      --include "$lib" --output "$file" "$lib/plumbline.js"
    ;;
  bun)
    npm install --silent --no-audit --no-fund bun@1
    node_modules/.bin/bun build --compile --outfile "$file" "$lib/plumbline.js" "$lib"/*_worker.js
    ;;
  *)
    echo "RUNTIME is deno or bun" >&2
    exit 2
    ;;
esac
echo "$file: $(($(stat -c %s "$file") / 1000000)) MB"
