#!/usr/bin/env bash
# packages.sh ROOT FOLDER: the Debian packages of FOLDER in ROOT, a Debian of debootstrap's that holds none of them: an older version is
# installed, then upgraded, tried by debian/tests/ and purged; nothing may be left. Wants root, and an archive that ROOT's apt reaches.
#
#     debootstrap --variant=minbase bookworm ROOT
set -euo pipefail

[ $# -eq 2 ] || { printf 'usage: packages.sh ROOT FOLDER\n' >&2 && exit 2; }
root=$(cd "$1" && pwd)
packages=$(cd "$2" && pwd)
tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
names=(navlint navlintd libnavlint0 libnavlint-dev navlint-doc python3-navlint)
readonly root packages tree names

fail() { printf 'packages.sh: %s\n' "$*" >&2 && exit 1; }
inside() { chroot "$root" env PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
apt() { inside apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 "$@"; }

# quietly COMMAND...: what it prints is shown on failure alone.
quietly() {
    printf '== %s\n' "$*"
    "$@" >"$root/packages/log" 2>&1 || { tail -n 40 "$root/packages/log" >&2 && fail "failed: $*"; }
}

# What the packages and their tests ask for beside each other, with a comma between.
asked_for() {
    {
        sed -n 's/^Depends: //p' "$tree/debian/tests/control"
        for name in "${names[@]}"; do dpkg-deb --field "$packages/$name"_*.deb Depends; done
    } | tr ',' '\n' | sed 's/^ *//' | grep -v -e navlint -e '^$' | sort -u | paste -s -d ,
}

# systemd, because it is what starts services.
prepare() { apt update && apt install systemd && apt satisfy "$(asked_for)"; }

# install FOLDER: all of its packages.
install() {
    local -r files=("$root/packages/$1"/*.deb)
    apt install "${files[@]#"$root"}"
}

# older FILE: the same package under a version before its own.
older() {
    local place
    place=$(mktemp -d)
    dpkg-deb --raw-extract "$1" "$place"
    sed -i -E '/^(Version|Depends): /s/\b('"$version"')\b/\1~rc1/g' "$place/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$place" "$root/packages/older" >/dev/null
    rm -r "$place"
}

# All that is there but what dpkg, apt and ldconfig note for themselves.
state() {
    find "$root" -xdev \( -path "$root/proc" -o -path "$root/tmp" -o -path "$root/packages" -o -path "$root/var/cache" \
        -o -path "$root/var/log" -o -path "$root/var/lib/dpkg" -o -path "$root/var/lib/apt" \) -prune -o -printf '%M %u %l %P\n' | sort
    cat "$root/etc/passwd" "$root/etc/group"
}

# expect LINE: of every package, its state and version.
expect() {
    local found
    # shellcheck disable=SC2016 # what stands behind a $ is dpkg-query's
    found=$(inside dpkg-query -W -f '${db:Status-Abbrev}${Version}\n' "${names[@]}" | sort -u)
    [ "$found" = "$1" ] || fail "expected $1, not $found"
}

# shellcheck disable=SC2329 # called by the trap
clean_up() {
    umount "$root/proc"
    rm -rf "$root/packages"
}

version=$(dpkg-deb --field "$(find "$packages" -name 'navlint_*.deb')" Version)
mkdir -p "$root"/packages/{older,newer,source}
mount -t proc proc "$root/proc"
trap clean_up EXIT

for name in "${names[@]}"; do
    cp "$packages/$name"_*.deb "$root/packages/newer"
    older "$packages/$name"_*.deb
done
cp -r "$tree/debian" "$tree/tests" "$root/packages/source"
quietly prepare
state >"$root/packages/before"

quietly install older
expect "ii $version~rc1"
echo 'NAVLINTD_THREADS=1' >>"$root/etc/default/navlintd"

quietly install newer
expect "ii $version"
grep -q '^NAVLINTD_THREADS=1$' "$root/etc/default/navlintd" || fail "an upgrade loses the host's settings"
for name in commands python library; do
    quietly inside sh -c "cd /packages/source && exec sh debian/tests/$name"
done

quietly apt remove "${names[@]}"
[ -f "$root/etc/default/navlintd" ] || fail "removing loses the host's settings"
quietly inside dpkg --purge "${names[@]}"
diff "$root/packages/before" <(state) || fail "purging leaves the differences above"
echo "$version: installed, upgraded, tried, removed and purged; nothing is left"
