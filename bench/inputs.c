/* Where the bytes come from: real files of a folder, and files that the builders make. */
#define _GNU_SOURCE /* nftw */
#include "bench/bench.h"

#include "validator/valid_files.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPEN_FILES = 16 };

/* nftw hands its callback no context. */
static bench_input *loading;

static void *must_allocate(void *memory) {
    bench_must(memory != NULL, "getting memory");
    return memory;
}

static bool is_judged(const navlint_format *format, const char *name, bench_file file) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_input input = {.name = name, .bytes = file.bytes, .length = file.length};
    if (navlint_detect(&input, NULL) != format) return false;
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = must_allocate(malloc(memory_bytes));
    const navlint_report *report = NULL;
    const bool judged =
        navlint_check(&options, &input, 1, memory, memory_bytes, &report) == NAVLINT_OK &&
        navlint_report_verdict(report) != NAVLINT_INDETERMINATE;
    free(memory);
    return judged;
}

static void add_file(bench_input *input, bench_file file) {
    const size_t bytes = (input->file_count + 1) * sizeof *input->files;
    input->files = must_allocate(realloc(input->files, bytes));
    input->files[input->file_count++] = file;
    input->bytes += file.length;
}

static bool read_file(const char *path, bench_file *file) {
    FILE *const stream = fopen(path, "rb");
    if (!stream) return false;
    const bool read = fread(file->bytes, 1, file->length, stream) == file->length;
    fclose(stream);
    return read;
}

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)place;
    if (kind != FTW_F || status->st_size == 0) return 0;
    bench_file file = {.length = (size_t)status->st_size};
    file.bytes = must_allocate(malloc(file.length));
    const bool read = read_file(path, &file);
    if (read && is_judged(loading->format, path, file)) {
        add_file(loading, file);
        return 0;
    }
    loading->left_out++;
    free(file.bytes);
    return 0;
}

/* An absent folder leaves the input empty. */
static void load_folder(bench_input *input, const char *folder, const char *name, size_t length) {
    char path[4096];
    const int count = snprintf(path, sizeof path, "%s/%.*s", folder, (int)length, name);
    if (count < 0 || (size_t)count >= sizeof path) return;
    loading = input;
    (void)nftw(path, visit, OPEN_FILES, FTW_PHYS);
    loading = NULL;
}

/* The folder is called as the format, or by the first word of its name: "skyrim". Containers are in
 * one folder. */
bench_input bench_load_samples(const navlint_format *format, const char *folder) {
    static const char containers[] = "containers";
    bench_input input = {.format = format, .name = "samples"};
    if (format->is_container) {
        load_folder(&input, folder, containers, sizeof containers - 1);
        return input;
    }
    load_folder(&input, folder, format->id, strlen(format->id));
    if (input.file_count + input.left_out == 0)
        load_folder(&input, folder, format->id, strcspn(format->id, "-"));
    return input;
}

bench_input bench_build(const navlint_format *format, bench_size size) {
    bench_input input = {.format = format, .name = size.name};
    const size_t capacity = (size_t)(2 * size.target_bytes);
    bench_file file = {.bytes = must_allocate(malloc(capacity))};
    if (nl_build_variant(format->id, size.variant, size.target_bytes, file.bytes, capacity,
                         &file.length))
        add_file(&input, file);
    else
        free(file.bytes);
    return input;
}

void bench_input_free(bench_input *input) {
    for (size_t i = 0; i < input->file_count; i++)
        free(input->files[i].bytes);
    free(input->files);
    *input = (bench_input){0};
}
