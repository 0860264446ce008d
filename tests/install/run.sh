#!/bin/sh
# Installs a build into a fresh prefix and builds consumer.c against it in one way, then runs it.
# Usage: run.sh pkg-config|find-package-shared|find-package-static BUILD_FOLDER C_COMPILER VERSION
set -eu
way=$1 build=$2 compiler=$3 version=$4
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

cmake --install "$build" --prefix "$prefix" >/dev/null
library_folder=$(dirname "$(find "$prefix" -name libnavlint.so)")
export LD_LIBRARY_PATH="$library_folder"

case $way in
pkg-config)
    export PKG_CONFIG_PATH="$library_folder/pkgconfig"
    # shellcheck disable=SC2046 # the flags are words
    "$compiler" -std=c11 -Wall -Werror "$here/consumer.c" \
        $(pkg-config --cflags --libs navlint) -o "$scratch/consumer"
    ;;
find-package-*)
    cmake -G Ninja -S "$here/project" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_C_COMPILER="$compiler" -DNAVLINT_KIND="${way#find-package-}" -DNAVLINT_WANTED="$version" >/dev/null
    cmake --build "$scratch/build" >/dev/null
    mv "$scratch/build/consumer" "$scratch/consumer"
    ;;
esac

if [ "$way" = find-package-static ]; then
    unset LD_LIBRARY_PATH
fi
"$scratch/consumer"
