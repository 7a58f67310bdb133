#!/usr/bin/env bash
# Builds the image of the mock server with buildah, without a base image: from this machine's Node,
# the libraries that it loads, and a package of `deno task pack`.
#
#   clients/docker/build-from-scratch.sh PACKAGE [NAME]
set -euo pipefail
package=$(realpath "$1")
name=${2:-plumbline}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root
mkdir -p "$root/app" "$root/tmp" "$root/usr/bin"
chmod 1777 "$root/tmp"
echo '{ "private": true }' >"$root/app/package.json"
npm install --silent --omit=dev --no-audit --no-fund --prefix "$root/app" "$package"
node=$(node -p process.execPath)
cp "$node" "$root/usr/bin/node"
# The loader and the libraries, at their paths.
{ ldd "$node" | grep -o '/[^ )]*'; } | sort -u | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
container=$(buildah from scratch)
buildah copy -q "$container" "$root" / >/dev/null
buildah config --workingdir /app --port 8001 --user 65532:65532 \
  --entrypoint '["/usr/bin/node","node_modules/@plumbline/plumbline/lib/plumbline.js","serve","--host","0.0.0.0"]' \
  --cmd '--control --identity admin=admin-token,system:masters' "$container"
buildah commit -q --rm "$container" "$name"
