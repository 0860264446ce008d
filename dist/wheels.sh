#!/usr/bin/env bash
# The wheels of Python for Linux and Windows, with the library inside.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# pack_wheel LIBRARY FILE: what FILE stands for in dist/inside.tsv; its name says what the library's bytes do.
pack_wheel() {
    local options=() text
    while IFS=$'\t' read -r _ text; do
        options+=(--license "$text")
    done < <(licences_in "$2")
    /usr/bin/python3 -B python/build_wheel.py --library "$1" "${options[@]}" "$out" >/dev/null
}

build_target wheel
pack_wheel build-wheel/libnavlint.so "navlint-$version-py3-none-manylinux_x86_64.whl"

build_target wheel-windows
expect_no_libraries build-wheel-windows/bin/navlint.dll
pack_wheel build-wheel-windows/bin/navlint.dll "navlint-$version-py3-none-win_amd64.whl"
