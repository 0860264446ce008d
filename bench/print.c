/* A row for people and a row for programs. */
#include "bench/bench.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

static double mb_per_s(const bench_row *row) {
    return (double)row->input->bytes / row->check_ns * 1e3; /* bytes/ns = 1000 MB/s */
}

static double us_per_file(const bench_row *row) {
    return row->check_ns / 1e3 / (double)row->input->file_count;
}

void bench_print_head(void) {
    printf("%-14s %-17s %6s %10s %8s %8s %10s %10s %8s %9s %10s %11s %11s\n", "format", "input",
           "files", "bytes", "ns/byte", "MB/s", "us/file", "vs sha256", "vs read", "vs unpack",
           "vs members", "arena peak", "arena bound");
}

/* "-" where the row has no such work. */
static void print_ratio(double other_ns, double ratio, int width, int digits) {
    if (other_ns > 0)
        printf(" %*.*f", width, digits, ratio);
    else
        printf(" %*s", width, "-");
}

void bench_print_row(const bench_row *row) {
    printf("%-14s %-17s %6zu %10" PRIu64 " %8.3f %8.0f %10.2f %10.2f %8.3f", row->input->format->id,
           row->input->name, row->input->file_count, row->input->bytes,
           row->check_ns / (double)row->input->bytes, mb_per_s(row), us_per_file(row),
           row->sha256_ns / row->check_ns, row->read_ns / row->check_ns);
    print_ratio(row->unpack_ns, row->unpack_ns / row->check_ns, 9, 2);
    print_ratio(row->members_ns, row->members_ns / row->check_ns, 10, 3);
    printf(" %11" PRIu64 " %11" PRIu64 "\n", row->usage.arena_peak, row->usage.arena_bound);
    fflush(stdout);
}

json_t *bench_row_json(const bench_row *row) {
    return json_pack(
        "{s:s, s:s, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:I, s:I}", "format", row->input->format->id,
        "input", row->input->name, "bytes", (json_int_t)row->input->bytes, "ns_per_byte",
        row->check_ns / (double)row->input->bytes, "mb_per_s", mb_per_s(row), "vs_sha256",
        row->sha256_ns / row->check_ns, "vs_read", row->read_ns / row->check_ns, "vs_unpack",
        row->unpack_ns / row->check_ns, "vs_members", row->members_ns / row->check_ns, "arena_peak",
        (json_int_t)row->usage.arena_peak, "arena_bound", (json_int_t)row->usage.arena_bound);
}
