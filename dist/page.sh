#!/usr/bin/env bash
# The page: one file to open, and the same for a web server.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build_target wasm
tsc -p web
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
node web/build.mjs build-wasm/bin/navlint.wasm "$place"
install -m 644 "$place/navlint.html" "$out/navlint-$version.html"
pack_tar "$out/navlint-$version-site.tar.gz" "$place" site
