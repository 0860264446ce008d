#!/usr/bin/env bash
# The npm package, as `npm install FILE` takes it: its folder is called "package" in there.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build_target wasm
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
node npm/build.mjs build-wasm/bin "$place/package"
pack_tar "$out/navlint-$version-npm.tgz" "$place" package
