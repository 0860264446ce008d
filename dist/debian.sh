#!/usr/bin/env bash
# Packages for the Debian that this runs on, from the sources of the commit.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
git archive --prefix=navlint/ HEAD | tar --extract --directory "$place"
if ! (cd "$place/navlint" && DEB_BUILD_OPTIONS="nocheck parallel=$(nproc)" dpkg-buildpackage -us -uc -b) >"$place/log" 2>&1; then
    tail -n 40 "$place/log" >&2
    exit 1
fi
cp "$place"/*.deb "$out"
