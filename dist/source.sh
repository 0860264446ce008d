#!/usr/bin/env bash
# The sources, as the commit has them.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

git archive --format=tar --prefix="navlint-$version/" HEAD | gzip --no-name --best >"$out/navlint-$version.tar.gz"
