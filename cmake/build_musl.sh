#!/usr/bin/env bash
# build_musl.sh SOURCES COMPILER: the C library musl for the machine that the compiler makes programs for, from Debian's
# source package (cmake/sources.tsv), in SOURCES/musl-MACHINE unless it is there. Its bin/musl-gcc is the compiler with
# musl instead of the C library that it would take by itself.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -eq 2 ] || { printf 'usage: build_musl.sh SOURCES COMPILER\n' >&2 && exit 2; }
mkdir -p "$1"
sources=$(cd "$1" && pwd)
readonly compiler=$2
machine=$("$compiler" -dumpmachine)
readonly place=$sources/musl-${machine%%-*}

# What the result depends on: it names its own place, too.
made_of() {
    cat "$sources/musl.sha256" "$here/build_musl.sh"
    "$compiler" --version
    printf '%s\n' "$place"
}

# Paths of this machine would make the files differ from those of another.
build() {
    cd "$build_folder" &&
        "$sources/musl/configure" --target="$machine" --prefix="$place" --syslibdir="$place/lib" \
            --disable-shared --enable-wrapper=gcc CC="$compiler" CROSS_COMPILE="${compiler%gcc}" \
            CFLAGS="-ffile-prefix-map=$sources/musl=musl -ffile-prefix-map=$build_folder=musl" &&
        make -j "$(nproc)" &&
        rm -rf "$place" &&
        make install
}

"$here/fetch_sources.sh" "$sources" musl
exec 9>"$sources/lock"
flock 9 # two presets may be configured at once
if made_of | cmp -s - "$place/made_of"; then exit 0; fi

build_folder=$(mktemp -d)
trap 'rm -r "$build_folder"' EXIT
(build) >"$build_folder/log" 2>&1 9>&- || { tail -n 40 "$build_folder/log" >&2 && exit 1; }
made_of >"$place/made_of"
