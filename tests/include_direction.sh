#!/bin/sh
# Dependencies point one way: core <- {parsers/<room>, containers <- containers/<room>} <- parsers <- validator <- report <- compare <- {cli, server, wasm},
# {intake, draw} <- cli, intake <- server, and cli <- scan as far as it judges paths and speaks to users.
# Every #include "..." of a file must name a folder that its own folder may know, and the fronts see
# nothing but <navlint/navlint.h>. Prints each offending line; exit status 1 if there is one.
set -u
cd "$(dirname "$0")/.." || exit 2

# offences FOLDER ALLOWED [DEPTH]: the includes of the files in FOLDER (DEPTH folders deep, 1 by default)
# that ALLOWED, an extended regular expression over the included path, does not match. A bare name is a
# file beside it.
offences() {
    find "$1" -maxdepth "${3:-1}" -name '*.[ch]' -exec \
        grep -nHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*("|<navlint)' {} + |
        grep -vE "include[[:space:]]*([<\"]navlint/navlint\.h[>\"]|\"($2)\")"
}

bare='[a-z0-9_]+\.(h|def)'
# What cli/CMakeLists.txt calls the parts, and the headers that nothing more belongs to.
cli_parts=$(sed -n '/^set(parts/,/)/p' cli/CMakeLists.txt | tr -d '()' | sed 's/^set *parts//' | xargs | tr ' ' '|')'|settings|config/terms'
{
    offences core "$bare|core/$bare"
    offences parsers "$bare|parsers/$bare|containers/containers\.def|core/$bare"
    for room in parsers/*/; do
        room=${room%/}
        offences "$room" "$bare|$room/([a-z]+/)?$bare|parsers/(format|witness|fix)\.h|core/$bare" 2
    done
    offences containers "$bare|containers/$bare|parsers/format\.h|core/$bare"
    for room in containers/*/; do
        room=${room%/}
        [ -e "$room/rules.def" ] || continue
        offences "$room" "$bare|$room/([a-z]+/)?$bare|containers/$bare|parsers/(format|witness|fix)\.h|core/$bare" 2
    done
    offences validator "validator/$bare|parsers/$bare|core/$bare"
    offences report "report/((export|call)/)?$bare|validator/$bare|core/$bare" 2
    offences compare "compare/$bare|report/report\.h|validator/$bare|core/$bare"
    offences intake "intake/$bare"
    offences draw "draw/$bare"
    offences cli "cli/([a-z]+/)?$bare|cli/os/windows/$bare|wasm/command/system/fts\.h|intake/$bare|draw/$bare" 4
    offences scan "scan/$bare|cli/($cli_parts)\.h"
    offences wasm "wasm/$bare"
    offences wasm/command "wasm/command/$bare|cli/$bare|draw/$bare|intake/$bare" 3
    offences server "server/([a-z]+/)?$bare|intake/$bare" 2
} | grep . && exit 1
echo "include directions: in order"
