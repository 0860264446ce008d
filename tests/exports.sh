#!/bin/sh
# exports.sh LIBRARY: whatever the shared library exports is the public API. Prints each name that is not;
# exit status 1 if there is one, or if there is no name at all.
set -u
names=$(nm -D --defined-only "$1" | awk '{ print $3 }') || exit 2
printf '%s\n' "$names" | grep -q '^navlint_check$' || { echo "exports: navlint_check is missing" && exit 1; }
printf '%s\n' "$names" | grep -v '^navlint_' && exit 1
echo "exports: navlint_* alone"
