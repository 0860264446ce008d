#!/usr/bin/env bash
# The command as one file for any Linux on x86-64.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build_target static
install -m 755 build-static/bin/navlint "$out/navlint-linux-x86_64"
