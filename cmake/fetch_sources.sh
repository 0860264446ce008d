#!/usr/bin/env bash
# fetch_sources.sh FOLDER PACKAGE...: puts the Debian source packages of cmake/sources.tsv into FOLDER/PACKAGE,
# unpacked and with Debian's patches, unless they are there. apt fetches them from where this machine gets its
# Debian packages, with lists and settings of its own in FOLDER: nothing of the system's apt changes, and no root
# is needed. The pinned digest is that of the .dsc, which has the digests of all other files.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -ge 2 ] || { printf 'usage: fetch_sources.sh FOLDER PACKAGE...\n' >&2 && exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift

fail() {
    printf 'fetch_sources: %s\n' "$*" >&2
    exit 1
}

# column PACKAGE NUMBER: of its row in sources.tsv.
column() {
    awk -F '\t' -v package="$1" -v number="$2" '$1 == package { print $number }' "$here/sources.tsv"
}

is_whole() {
    [ -f "$2" ] && printf '%s  %s\n' "$(column "$1" 4)" "$2" | sha256sum --check --status
}

# private_apt PROGRAM ARGUMENT...: what it prints goes to a file, and is shown on failure.
private_apt() {
    "$1" -qq -o Dir::State="$folder/apt/state" -o Dir::State::status=/var/lib/dpkg/status \
        -o Dir::Cache="$folder/apt/cache" -o Dir::Etc::sourcelist="$folder/apt/sources.list" \
        -o Dir::Etc::sourceparts="$folder/apt/none" -o APT::Sandbox::User=root \
        -o Acquire::Languages=none "${@:2}" >"$folder/apt/log" 2>&1
}

# The machine's own Debian archives, of which apt reads the sources instead of the binaries. What stands
# behind a $ is apt's.
list_sources() {
    # shellcheck disable=SC2016
    apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' | sort -u
}

is_updated=false

# Once, for all packages of a run.
update_lists() {
    ! $is_updated || return 0
    mkdir -p "$folder"/apt/{state/lists/partial,cache/archives/partial,none}
    list_sources >"$folder/apt/sources.list"
    [ -s "$folder/apt/sources.list" ] ||
        fail "apt knows no Debian archive here (apt-get indextargets is empty): run 'apt-get update' once"
    private_apt apt-get update || fail "apt-get update failed: $(cat "$folder/apt/log")"
    is_updated=true
}

offered_versions() {
    private_apt apt-cache showsrc "$1" && sed -n 's/^Version: //p' "$folder/apt/log" | sort -u | xargs
}

download() {
    local -r package=$1 version=$2
    if (cd "$folder" && private_apt apt-get source --download-only "$package=$version"); then return 0; fi
    sed 's/^/  /' "$folder/apt/log" >&2
    fail "Debian's $package $version cannot be fetched; it offers $(offered_versions "$package" || true). If the" \
        "archive has moved on, pin the new version and its digest in cmake/sources.tsv"
}

# dpkg-source compares every file with the digest in the .dsc, and applies Debian's patches. The signature of the
# .dsc says nothing that the pinned digest does not.
unpack() {
    local -r package=$1 file=$2
    rm -rf "$folder/$package.new" &&
        dpkg-source --require-strong-checksums -q -x "$folder/$file" "$folder/$package.new" >"$folder/unpack.log" 2>&1 &&
        rm -rf "${folder:?}/$package" &&
        mv "$folder/$package.new" "$folder/$package" &&
        column "$package" 4 >"$folder/$package.sha256"
}

unpack_whole() { is_whole "$1" "$folder/$2" && unpack "$1" "$2"; }

fetch() {
    local -r package=$1 version=$(column "$1" 2) file=$(column "$1" 3)
    [ -n "$version" ] || fail "$package has no row in cmake/sources.tsv"
    if [ "$(cat "$folder/$package.sha256" 2>/dev/null)" = "$(column "$package" 4)" ]; then return 0; fi
    if unpack_whole "$package" "$file"; then return 0; fi
    update_lists
    download "$package" "$version"
    is_whole "$package" "$folder/$file" || fail "$file is not the file that cmake/sources.tsv names: another SHA-256"
    unpack "$package" "$file" || fail "$file cannot be unpacked: $(cat "$folder/unpack.log")"
}

command -v dpkg-source >/dev/null || fail "dpkg-source is missing: install dpkg-dev"
exec 9>"$folder/lock"
flock 9 # two presets may be configured at once
for package in "$@"; do
    fetch "$package"
done
rm -rf "$folder/apt" "$folder/unpack.log"
