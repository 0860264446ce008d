#!/usr/bin/env bash
# navlint-windows-x64.zip: navlint.exe, README.txt and the licences of what is linked into it.
# shellcheck source=dist/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build_target windows
expect_no_libraries build-windows/bin/navlint.exe

readonly file=navlint-windows-x64.zip
place=$(mktemp -d)
trap 'rm -r "$place"' EXIT
mkdir -p "$place/navlint/licences"
cp build-windows/bin/navlint.exe "$place/navlint/"
sed 's/$/\r/' dist/windows-readme.txt >"$place/navlint/README.txt"
cp LICENSE "$place/navlint/licences/navlint.txt"
while IFS=$'\t' read -r name text; do
    cp "$text" "$place/navlint/licences/${name%% *}.txt"
done < <(licences_in "$file")

find "$place/navlint" -exec touch --date="@$SOURCE_DATE_EPOCH" {} +
rm -f "$out/$file"
(cd "$place" && find navlint -type f | sort | zip -X -9 -q "$out/$file" -@)
