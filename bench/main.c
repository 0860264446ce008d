/* navlint-bench [--json | --once] [--samples FOLDER] [--format ID] [--input NAME]
 *
 * One row for the real files of each format, where there are any, and one for built files of three
 * sizes; plugins in both scopes, also those that are large and hold next to no navmesh, and those
 * whose other records are packed; containers also with what they hold, which is judged in place;
 * the files of maps, alone and as sets; reports as they are written, of which the bytes are those
 * of the report. Ratios are speeds: vs_sha256 = 2 means twice as fast as SHA-256 of the same bytes,
 * and vs_members = 0.9 that judging members by themselves takes 0.9 of the time of all. --once
 * judges each input one time and prints nothing: for counting its instructions. */
#include "bench/bench.h"

#include "validator/valid_files.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench_options {
    bool json;
    bool once;
    const char *samples; /* NULL: none */
    const char *format;  /* NULL: all */
    const char *input;   /* NULL: all */
} bench_options;

/* What rows are wanted, and where they go. */
typedef struct bench_run {
    bench_options options;
    json_t *rows; /* NULL: printed as a table */
} bench_run;

static const bench_size sizes[] = {
    {"4 KiB", 0, 4u << 10},
    {"1 MiB", 0, 1u << 20},
    {"64 MiB", 0, 64u << 20},
};

enum { SPARSE_BYTES = 250000000, PACKED_BYTES = 8 << 20 };

static bool is_wanted(const bench_run *run, const char *name) {
    return !run->options.input || strcmp(run->options.input, name) == 0;
}

static void add_row(const bench_run *run, const bench_input *input) {
    if (!is_wanted(run, input->name)) return;
    if (run->options.once) {
        bench_judge_once(input);
        return;
    }
    const bench_row row = bench_measure(input);
    if (!run->rows)
        bench_print_row(&row);
    else
        json_array_append_new(run->rows, bench_row_json(&row));
}

/* Of formats whose files hold more than navigation, one row for each scope. */
static void add_rows(const bench_run *run, bench_input *input, const char *name_of_navmesh) {
    add_row(run, input);
    if (nl_sparse_variant(input->format->id) == 0) return;
    input->scope = NAVLINT_SCOPE_NAVMESH;
    input->name = name_of_navmesh;
    add_row(run, input);
}

static void add_row_with_members(const bench_run *run, bench_input *input, const char *name) {
    if (!input->format->is_container) return;
    input->has_members = true;
    input->name = name;
    add_row(run, input);
}

static void bench_samples(const bench_run *run, const navlint_format *format, const char *folder) {
    if (!is_wanted(run, "samples") && !is_wanted(run, "samples, navmesh") &&
        !is_wanted(run, "samples, members"))
        return;
    bench_input input = bench_load_samples(format, folder);
    fprintf(stderr, "%s: %zu samples timed, %zu files of the folder left out\n", format->id,
            input.file_count, input.left_out);
    if (input.file_count > 0) add_rows(run, &input, "samples, navmesh");
    if (input.file_count > 0) add_row_with_members(run, &input, "samples, members");
    bench_input_free(&input);
}

static void bench_size_of(const bench_run *run, const navlint_format *format, bench_size size) {
    if (!is_wanted(run, size.name)) return;
    bench_input input = bench_build(format, size);
    if (input.file_count > 0)
        add_row(run, &input);
    else
        fprintf(stderr, "%s: no file of %s can be built\n", format->id, size.name);
    bench_input_free(&input);
}

static void bench_sparse(const bench_run *run, const navlint_format *format) {
    const unsigned sparse = nl_sparse_variant(format->id);
    if (sparse == 0 || !(is_wanted(run, "250 MB, sparse") || is_wanted(run, "250 MB, navmesh")))
        return;
    bench_input input = bench_build(format, (bench_size){"250 MB, sparse", sparse, SPARSE_BYTES});
    if (input.file_count > 0) add_rows(run, &input, "250 MB, navmesh");
    bench_input_free(&input);
}

/* What is packed is no navmesh: the price of scope all. */
static void bench_packed(const bench_run *run, const navlint_format *format) {
    const unsigned sparse = nl_sparse_variant(format->id);
    if (sparse == 0 || !(is_wanted(run, "8 MiB, packed") || is_wanted(run, "packed, navmesh")))
        return;
    bench_input input =
        bench_build_packed(format, (bench_size){"8 MiB, packed", sparse, PACKED_BYTES});
    if (input.file_count > 0) add_rows(run, &input, "packed, navmesh");
    bench_input_free(&input);
}

/* The price of the way into a map: nine tenths of the time should be its mesh's own. */
static void bench_map(const bench_run *run, const navlint_format *format) {
    if (strcmp(format->id, "source-bsp") != 0) return;
    bench_input input = bench_build_map(format);
    add_row(run, &input);
    bench_input_free(&input);
}

/* The files of a map one by one, then together. */
static void bench_sets(const bench_run *run, const navlint_format *format) {
    const bench_set *set;
    for (size_t i = 0; (set = bench_set_at(format, i)) != NULL; i++) {
        if (!is_wanted(run, set->name) && !is_wanted(run, set->name_of_all)) continue;
        bench_input input = bench_build_set(format, set);
        add_row(run, &input);
        input.task = BENCH_JUDGE_SET;
        input.name = set->name_of_all;
        add_row(run, &input);
        bench_input_free(&input);
    }
}

static void bench_report(const bench_run *run, const navlint_format *format, bench_task task,
                         const char *name) {
    if (!is_wanted(run, name)) return;
    bench_input input = bench_build_report(format, task);
    input.name = name;
    if (input.file_count > 0) add_row(run, &input);
    bench_report_free(&input);
}

static void bench_built(const bench_run *run, const navlint_format *format) {
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        bench_size_of(run, format, sizes[i]);
    bench_sparse(run, format);
    bench_packed(run, format);
    bench_map(run, format);
    bench_sets(run, format);
    bench_report(run, format, BENCH_WRITE_JSON, "JSON of a report");
    bench_report(run, format, BENCH_WRITE_SARIF, "SARIF of a report");
}

static void bench_all(const bench_run *run) {
    const bench_options *const options = &run->options;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        if (options->format && strcmp(options->format, format->id) != 0) continue;
        if (options->samples) bench_samples(run, format, options->samples);
        bench_built(run, format);
    }
}

static bool parse(int argc, char **argv, bench_options *options) {
    for (int i = 1; i < argc; i++) {
        const bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--json") == 0)
            options->json = true;
        else if (strcmp(argv[i], "--once") == 0)
            options->once = true;
        else if (strcmp(argv[i], "--samples") == 0 && has_value)
            options->samples = argv[++i];
        else if (strcmp(argv[i], "--format") == 0 && has_value)
            options->format = argv[++i];
        else if (strcmp(argv[i], "--input") == 0 && has_value)
            options->input = argv[++i];
        else
            return false;
    }
    return !options->format || navlint_format_by_id(options->format);
}

int main(int argc, char **argv) {
    bench_run run = {0};
    if (!parse(argc, argv, &run.options)) {
        fputs("usage: navlint-bench [--json | --once] [--samples FOLDER] [--format ID] [--input "
              "NAME]\n",
              stderr);
        return 2;
    }
    run.rows = run.options.json ? json_array() : NULL;
    if (!run.rows && !run.options.once) bench_print_head();
    bench_all(&run);
    if (run.rows) {
        json_dumpf(run.rows, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
        putchar('\n');
        json_decref(run.rows);
    }
    return EXIT_SUCCESS;
}
