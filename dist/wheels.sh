#!/usr/bin/env bash
# The wheel of Python for Linux, with the library inside.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build_target release
/usr/bin/python3 -B python/build_wheel.py --library build/libnavlint.so "$out" >/dev/null
