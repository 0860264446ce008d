/* Writes the witness of every rule and a small file of every dialect of a format into a folder: the
 * seeds of a fuzzing run.
 * Usage: fuzz_seeds FORMAT FOLDER */
#include "fuzz/files.h"

#include <navlint/navlint.h>

#include "validator/valid_files.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WITNESS_BYTES = 1 << 20, /* navlint_witness: "1 MiB holds every witness" */
    BUILT_BYTES = 1024
};

static bool write_witness(const char *folder, const char *code, void *buffer) {
    size_t length = 0;
    const navlint_status status = navlint_witness(code, buffer, WITNESS_BYTES, &length);
    if (status == NAVLINT_UNSUPPORTED) return true;
    return status == NAVLINT_OK && fuzz_write_file(folder, code, buffer, length);
}

static bool write_witnesses(const char *folder, const navlint_format *format, void *buffer) {
    for (size_t i = 0; i < format->rule_count; i++)
        if (!write_witness(folder, format->rules[i].code, buffer)) return false;
    return true;
}

static bool write_built(const char *folder, const navlint_format *format, void *buffer) {
    for (unsigned variant = 0; variant < nl_build_variants(format->id); variant++) {
        char name[32];
        size_t length = 0;
        snprintf(name, sizeof name, "built-%u", variant);
        if (!nl_build_variant(format->id, variant, BUILT_BYTES, buffer, WITNESS_BYTES, &length) ||
            !fuzz_write_file(folder, name, buffer, length))
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    const navlint_format *const format = argc == 3 ? navlint_format_by_id(argv[1]) : NULL;
    if (!format) {
        fputs("usage: fuzz_seeds FORMAT FOLDER\n", stderr);
        return 2;
    }
    void *const buffer = malloc(WITNESS_BYTES);
    const bool written =
        buffer && write_witnesses(argv[2], format, buffer) && write_built(argv[2], format, buffer);
    if (!written) fprintf(stderr, "%s: not all seeds written to %s\n", format->id, argv[2]);
    free(buffer);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}
