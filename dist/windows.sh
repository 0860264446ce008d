#!/usr/bin/env bash
# windows.sh FOLDER: navlint-windows-x64.zip, with navlint.exe, README.txt and the licences of what is linked into it; equal
# bytes for equal sources. Wants gcc-mingw-w64-x86-64 and zip.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 1 ] || { printf 'usage: %s FOLDER\n' "$0" >&2 && exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
umask 022

# No library but the system's: a program that needs another one does not start where it is unpacked.
own_libraries() {
    x86_64-w64-mingw32-objdump -p build-windows/bin/navlint.exe | sed -n 's/^.*DLL Name: //p' |
        grep -vixE '(advapi32|kernel32|msvcrt|shell32)\.dll'
}

# licence NAME FILE
licence() { cp "$2" "$folder/licences/$1.txt"; }

cmake --preset windows --log-level=WARNING >/dev/null
cmake --build --preset windows -j "$(nproc)" -- --quiet
if own_libraries; then printf 'windows.sh: navlint.exe needs the libraries above\n' >&2 && exit 1; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work/navlint
mkdir -p "$folder/licences"
cp build-windows/bin/navlint.exe "$folder/"
sed 's/$/\r/' dist/windows-readme.txt >"$folder/README.txt"
licence navlint LICENSE
licence bzip2 build-sources/bzip2/LICENSE
licence jansson build-sources/jansson/LICENSE
licence libarchive build-sources/libarchive/COPYING
licence libdeflate build-sources/libdeflate/COPYING
licence xz build-sources/xz-utils/COPYING
licence zlib build-sources/tcl8.6/compat/zlib/README
licence zstd build-sources/libzstd/LICENSE
licence mingw-w64 /usr/share/doc/mingw-w64-common/copyright
licence gcc /usr/share/doc/gcc-mingw-w64-base/copyright

find "$work/navlint" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
rm -f "$out/navlint-windows-x64.zip"
(cd "$work" && find navlint -type f | sort | zip -X -9 -q "$out/navlint-windows-x64.zip" -@)
