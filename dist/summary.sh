#!/usr/bin/env bash
# What is in the files of a folder, and their digests: the last of the scripts.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

/usr/bin/python3 -B dist/inventory.py "$out"
cd "$out"
rm -f SHA256SUMS
sha256sum -- * >"${TMPDIR:-/tmp}/sums.$$"
mv "${TMPDIR:-/tmp}/sums.$$" SHA256SUMS
