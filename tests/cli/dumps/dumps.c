/* navlint-dumps FORMAT: every field of each file that the standard input names, a name a line, as a
 * line of JSON: {"fields": [[path, type, offset, length, value], ...], "isRead": true}, of what is
 * packed the place in the unpacked bytes. What `navlint dump --format json` says of one file at a
 * time, for tests that look at thousands; isRead: it returns 0. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "navlint/navlint.h"

enum { NAME_BYTES = 4096, MOST_BYTES = 1 << 28 };

static void print_real(double value) {
    if (isnan(value))
        (void)printf("\"NaN\"");
    else if (isinf(value))
        (void)printf(value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    else
        (void)printf("%.17g", value);
}

/* Bytes have no value here. */
static void print_value(const navlint_value *value) {
    if (value->kind == NAVLINT_UINT)
        (void)printf("%" PRIu64, value->as.uint);
    else if (value->kind == NAVLINT_INT)
        (void)printf("%" PRId64, value->as.sint);
    else if (value->kind == NAVLINT_REAL)
        print_real(value->as.real);
    else
        (void)printf("null");
}

static bool print_field(void *context, const navlint_field *field) {
    bool *const is_first = context;
    const navlint_range outer = {field->offset, field->length};
    const navlint_range place = field->encoding ? field->inner : outer;
    (void)printf("%s[\"%s\",\"%s\",%" PRIu64 ",%" PRIu64 ",", *is_first ? "" : ",", field->path,
                 field->type, place.offset, place.length);
    print_value(&field->value);
    (void)printf("]");
    *is_first = false;
    return true;
}

static void dump(const char *format, const void *bytes, size_t length) {
    bool is_first = true;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = format;
    const navlint_input input = {.name = "input", .bytes = bytes, .length = length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = malloc(memory_bytes);
    (void)printf("{\"fields\":[");
    const navlint_status status =
        memory ? navlint_dump(&options, &input, memory, memory_bytes, print_field, &is_first)
               : NAVLINT_NO_MEMORY;
    (void)printf("],\"isRead\":%s}\n", status == NAVLINT_OK ? "true" : "false");
    free(memory);
}

/* Returns the file's bytes, which the caller frees; NULL with errno. */
static void *load(const char *name, size_t *length) {
    FILE *const file = fopen(name, "rb");
    char *const bytes = file ? malloc(MOST_BYTES) : NULL;
    *length = bytes ? fread(bytes, 1, MOST_BYTES, file) : 0;
    if (file) (void)fclose(file);
    return bytes;
}

int main(int argc, char **argv) {
    char name[NAME_BYTES];
    if (argc != 2) return 2;
    while (fgets(name, sizeof name, stdin)) {
        size_t length = 0;
        name[strcspn(name, "\n")] = '\0';
        void *const bytes = load(name, &length);
        if (!bytes) {
            (void)fprintf(stderr, "%s: %s\n", name, strerror(errno));
            return 3;
        }
        dump(argv[1], bytes, length);
        free(bytes);
    }
    return 0;
}
