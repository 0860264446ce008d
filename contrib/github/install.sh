#!/usr/bin/env bash
# Builds navlint from the sources that the action came with and puts it on the path of the steps that follow. A runner that
# has navlint already, of the same version, is left as it is.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
wanted=$(sed -n 's/^project(navlint VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")

if command -v navlint >/dev/null && [ "$(navlint --version | head -n 1)" = "navlint $wanted" ]; then
    exit 0
fi
"$root/dev" build >&2
printf '%s\n' "$root/build/bin" >>"$GITHUB_PATH"
