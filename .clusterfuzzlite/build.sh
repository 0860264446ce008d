#!/bin/bash -eu
# Builds every fuzz target into $OUT the way OSS-Fuzz and ClusterFuzzLite ask for it: with their $CC,
# $CFLAGS and $LIB_FUZZING_ENGINE; beside each target its seeds, dictionary and options, and in
# $OUT/lib the libraries that a machine to run on may lack. Outside a container ./run sets them.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ -f "$root/CMakeLists.txt" ] || root=$PWD # the copy that OSS-Fuzz starts lies elsewhere
work=${WORK:-$root/build-continuous/work}/navlint-${SANITIZER:-address}-${FUZZING_ENGINE:-libfuzzer}

settings=(
    -DCMAKE_BUILD_TYPE=None -DBUILD_TESTING=OFF -DNAVLINT_FUZZ=ON
    "-DNAVLINT_FUZZ_ENGINE=$LIB_FUZZING_ENGINE"
    "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_C_FLAGS=$CFLAGS"
    "-DCMAKE_CXX_COMPILER=${CXX:-$CC}" "-DCMAKE_CXX_FLAGS=${CXXFLAGS:-$CFLAGS}"
    "-DCMAKE_BUILD_RPATH=\$ORIGIN/lib"
)
# The libraries of the service and of archives are not instrumented.
[ "${SANITIZER:-}" != memory ] || settings+=(-DNAVLINT_SANITIZE=memory -DNAVLINT_SERVER=OFF)

cmake -S "$root" -B "$work" -G Ninja --log-level=WARNING --no-warn-unused-cli "${settings[@]}" >/dev/null
cmake --build "$work" --target fuzzers -- --quiet
cmake --build "$work" --target seeds -- --quiet

copy_libraries() {
    ldd "$1" | awk '$3 ~ /^\// { print $3 }' |
        grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\+\+)\.so' |
        xargs -r cp -n -t "$OUT/lib"
}

# pack_seeds TARGET SUBJECT SEEDS: the inputs that our own code makes and those that are committed.
pack_seeds() {
    local folder=$work/packed/$1
    rm -rf "$folder"
    mkdir -p "$folder"
    find "$work/$3" "$root/corpus/$2" -type f ! -name '*.md' ! -name '*.json' ! -name '*.tsv' ! -name '*.txt' \
        ! -path '*/edge/*' ! -path '*/picked/*' 2>/dev/null |
        while read -r unit; do
            cp "$unit" "$folder/$(sha1sum <"$unit" | cut -d' ' -f1)"
        done
    (cd "$folder" && find . -type f -printf '%P\n' | xargs -r python3 -m zipfile -c "$OUT/$1_seed_corpus.zip")
}

mkdir -p "$OUT/lib"
while read -r target subject dictionary seeds max_len; do
    cp "$work/bin/$target" "$OUT/"
    copy_libraries "$OUT/$target"
    pack_seeds "$target" "$subject" "$seeds"
    [ "$dictionary" = - ] || cp "$root/$dictionary" "$OUT/$target.dict"
    printf '[libfuzzer]\nmax_len = %s\ntimeout = 10\n[asan]\nquarantine_size_mb = 8\n' \
        "${max_len:-4096}" >"$OUT/$target.options"
done <"$work/targets.txt"
