# What the scripts of this folder share; each takes the folder to put its files into, and is run from the repository's root.
# shellcheck shell=bash
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# -eq 1 ] || { printf 'usage: %s FOLDER\n' "$0" >&2 && exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
version=$(sed -n 's/^project(navlint VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
export out version

# Whatever a file says of the time it was made is the time of the commit, and of the place nothing.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C
umask 022

# pack_tar FILE FOLDER NAME...: NAME... of FOLDER, equal bytes for equal contents.
pack_tar() {
    tar --create --directory "$2" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw,a-s \
        --mtime="@$SOURCE_DATE_EPOCH" "${@:3}" | gzip --no-name --best >"$1"
}

# build_target PRESET
build_target() {
    cmake --preset "$1" --log-level=WARNING >/dev/null
    cmake --build --preset "$1" -j "$(nproc)" -- --quiet
}

# licences_in FILE: for each library that dist/inside.tsv says is linked into this file of a release, its name and the path of its
# terms, with a tab between them.
licences_in() {
    local name package text files
    while IFS=$'\t' read -r name _ package text files; do
        [[ $name != '#'* && $1 == @($files) ]] || continue
        [[ $text == /* ]] || text=build-sources/$package/$text
        printf '%s\t%s\n' "$name" "$text"
    done <dist/inside.tsv
}

# expect_no_libraries FILE: none but every Windows' own, as one that needs others does not start where it is unpacked.
expect_no_libraries() {
    local others
    others=$(x86_64-w64-mingw32-objdump -p "$1" | sed -n 's/^.*DLL Name: //p' |
        grep -vixE '(advapi32|kernel32|msvcrt|shell32)\.dll') || return 0
    printf '%s needs libraries that Windows does not have: %s\n' "$1" "$(xargs <<<"$others")" >&2
    return 1
}
