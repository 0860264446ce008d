/* navlint-bench [--json] [--samples FOLDER] [--format ID]
 *
 * One row for the real files of each format, where there are any, and one for built files of three
 * sizes; plugins in both scopes, also those that are large and hold next to no navmesh, and those
 * whose other records are packed; containers also with what they hold, which is judged in place.
 * Ratios are speeds: vs_sha256 = 2 means twice as fast as SHA-256 of the same bytes, and
 * vs_members = 0.9 that judging members by themselves takes 0.9 of the time of all. */
#include "bench/bench.h"

#include "validator/valid_files.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench_options {
    bool json;
    const char *samples; /* NULL: none */
    const char *format;  /* NULL: all */
} bench_options;

static const bench_size sizes[] = {
    {"4 KiB", 0, 4u << 10},
    {"1 MiB", 0, 1u << 20},
    {"64 MiB", 0, 64u << 20},
};

enum { SPARSE_BYTES = 250000000, PACKED_BYTES = 8 << 20 };

static void add_row(json_t *rows, const bench_input *input) {
    const bench_row row = bench_measure(input);
    if (!rows)
        bench_print_row(&row);
    else
        json_array_append_new(rows, bench_row_json(&row));
}

/* Of formats whose files hold more than navigation, one row for each scope. */
static void add_rows(json_t *rows, bench_input *input, const char *name_of_navmesh) {
    add_row(rows, input);
    if (nl_sparse_variant(input->format->id) == 0) return;
    input->scope = NAVLINT_SCOPE_NAVMESH;
    input->name = name_of_navmesh;
    add_row(rows, input);
}

static void add_row_with_members(json_t *rows, bench_input *input, const char *name) {
    if (!input->format->is_container) return;
    input->has_members = true;
    input->name = name;
    add_row(rows, input);
}

static void bench_samples(json_t *rows, const navlint_format *format, const char *folder) {
    bench_input input = bench_load_samples(format, folder);
    fprintf(stderr, "%s: %zu samples timed, %zu files of the folder left out\n", format->id,
            input.file_count, input.left_out);
    if (input.file_count > 0) add_rows(rows, &input, "samples, navmesh");
    if (input.file_count > 0) add_row_with_members(rows, &input, "samples, members");
    bench_input_free(&input);
}

static void bench_size_of(json_t *rows, const navlint_format *format, bench_size size) {
    bench_input input = bench_build(format, size);
    if (input.file_count > 0)
        add_row(rows, &input);
    else
        fprintf(stderr, "%s: no file of %s can be built\n", format->id, size.name);
    bench_input_free(&input);
}

static void bench_sparse(json_t *rows, const navlint_format *format) {
    const unsigned sparse = nl_sparse_variant(format->id);
    if (sparse == 0) return;
    bench_input input = bench_build(format, (bench_size){"250 MB, sparse", sparse, SPARSE_BYTES});
    if (input.file_count > 0) add_rows(rows, &input, "250 MB, navmesh");
    bench_input_free(&input);
}

/* What is packed is no navmesh: the price of scope all. */
static void bench_packed(json_t *rows, const navlint_format *format) {
    const unsigned sparse = nl_sparse_variant(format->id);
    if (sparse == 0) return;
    bench_input input =
        bench_build_packed(format, (bench_size){"8 MiB, packed", sparse, PACKED_BYTES});
    if (input.file_count > 0) add_rows(rows, &input, "packed, navmesh");
    bench_input_free(&input);
}

/* The price of the way into a map: nine tenths of the time should be its mesh's own. */
static void bench_map(json_t *rows, const navlint_format *format) {
    if (strcmp(format->id, "source-bsp") != 0) return;
    bench_input input = bench_build_map(format);
    add_row(rows, &input);
    bench_input_free(&input);
}

static void bench_built(json_t *rows, const navlint_format *format) {
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        bench_size_of(rows, format, sizes[i]);
    bench_sparse(rows, format);
    bench_packed(rows, format);
    bench_map(rows, format);
}

static void bench_all(json_t *rows, const bench_options *options) {
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        if (options->format && strcmp(options->format, format->id) != 0) continue;
        if (options->samples) bench_samples(rows, format, options->samples);
        bench_built(rows, format);
    }
}

static bool parse(int argc, char **argv, bench_options *options) {
    for (int i = 1; i < argc; i++) {
        const bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--json") == 0)
            options->json = true;
        else if (strcmp(argv[i], "--samples") == 0 && has_value)
            options->samples = argv[++i];
        else if (strcmp(argv[i], "--format") == 0 && has_value)
            options->format = argv[++i];
        else
            return false;
    }
    return !options->format || navlint_format_by_id(options->format);
}

int main(int argc, char **argv) {
    bench_options options = {0};
    if (!parse(argc, argv, &options)) {
        fputs("usage: navlint-bench [--json] [--samples FOLDER] [--format ID]\n", stderr);
        return 2;
    }
    json_t *const rows = options.json ? json_array() : NULL;
    if (!rows) bench_print_head();
    bench_all(rows, &options);
    if (rows) {
        json_dumpf(rows, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(rows);
    }
    return EXIT_SUCCESS;
}
