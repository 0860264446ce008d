#!/usr/bin/env bash
# The command as one file for any Linux: on x86-64, and on arm64.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build_target static
install -m 755 build-static/bin/navlint "$out/navlint-linux-x86_64"
build_target static-aarch64
install -m 755 build-static-aarch64/bin/navlint "$out/navlint-linux-aarch64"
