/* Writes the witness of every rule of a format into a folder: the seeds of a fuzzing run.
 * Usage: fuzz_seeds FORMAT FOLDER */
#include <navlint/navlint.h>

#include <stdio.h>
#include <stdlib.h>

enum { WITNESS_BYTES = 1 << 20 /* navlint_witness: "1 MiB holds every witness" */ };

static bool write_file(const char *folder, const char *name, const void *bytes, size_t length) {
    char path[4096];
    const int count = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (count < 0 || (size_t)count >= sizeof path) return false;
    FILE *const stream = fopen(path, "wb");
    if (stream == NULL) return false;
    const bool written = fwrite(bytes, 1, length, stream) == length;
    return fclose(stream) == 0 && written;
}

static bool write_witness(const char *folder, const char *code, void *buffer) {
    size_t length = 0;
    const navlint_status status = navlint_witness(code, buffer, WITNESS_BYTES, &length);
    if (status == NAVLINT_UNSUPPORTED) return true;
    return status == NAVLINT_OK && write_file(folder, code, buffer, length);
}

int main(int argc, char **argv) {
    const navlint_format *const format = argc == 3 ? navlint_format_by_id(argv[1]) : NULL;
    if (format == NULL) {
        fputs("usage: fuzz_seeds FORMAT FOLDER\n", stderr);
        return 2;
    }
    void *const buffer = malloc(WITNESS_BYTES);
    if (buffer == NULL) return EXIT_FAILURE;
    for (size_t i = 0; i < format->rule_count; ++i) {
        if (write_witness(argv[2], format->rules[i].code, buffer)) continue;
        fprintf(stderr, "%s: no witness written to %s\n", format->rules[i].code, argv[2]);
        return EXIT_FAILURE;
    }
    free(buffer);
    return EXIT_SUCCESS;
}
