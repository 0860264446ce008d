/* A report with many findings, as JSON and as SARIF: what writing it costs. */
#include "bench/bench.h"

#include "core/reader.h"
#include "parsers/gta_nodes/build.h"

#include <stdlib.h>
#include <string.h>

enum { TARGET_BYTES = 1 << 20 };

/* No node has a flood-fill id, and every second one is an area too far. */
static void damage(bench_file *file) {
    const uint32_t nodes = nl_load_u32(file->bytes + GTA_COUNTS_NODES_AT);
    for (uint32_t i = 0; i < nodes; i++) {
        uint8_t *const node =
            file->bytes + GTA_VANILLA_HEADER_BYTES + (size_t)i * GTA_NODE_EXTENDED_X_AT;
        node[GTA_NODE_FLOOD_AT] = 0;
        node[GTA_NODE_AREA_AT] ^= (uint8_t)(i % 2);
    }
}

static void check(bench_judged *judged, const bench_file *file) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_input input = {
        .name = "nodes0.dat", .bytes = file->bytes, .length = file->length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    judged->memory = malloc(memory_bytes);
    bench_must(judged->memory != NULL, "getting memory");
    bench_must(navlint_check(&options, &input, 1, judged->memory, memory_bytes, &judged->report) ==
                   NAVLINT_OK,
               "navlint_check");
}

static bench_judged *judge(const navlint_format *format) {
    bench_judged *const judged = calloc(1, sizeof *judged);
    bench_must(judged != NULL, "getting memory");
    judged->input = bench_build(format, (bench_size){"report", GTA_VANILLA, TARGET_BYTES});
    bench_must(judged->input.file_count == 1, "building a file");
    damage(&judged->input.files[0]);
    check(judged, &judged->input.files[0]);
    return judged;
}

navlint_text bench_write_report(const bench_input *input) {
    if (input->task == BENCH_WRITE_JSON)
        return navlint_report_json(input->judged->report, NAVLINT_JSON_COMPACT, NULL);
    const navlint_export_style style = {
        .struct_bytes = sizeof style, .form = NAVLINT_SARIF, .min_severity = NAVLINT_INFO};
    const navlint_export_item item = {.struct_bytes = sizeof item, .report = input->judged->report};
    return navlint_report_export(&style, &item, 0);
}

bench_input bench_build_report(const navlint_format *format, bench_task task) {
    bench_input input = {.format = format, .task = task};
    if (strcmp(format->id, "gta-nodes") != 0) return input;
    input.judged = judge(format);
    navlint_text text = bench_write_report(&input);
    bench_must(text.text != NULL, "writing a report");
    input.files = calloc(1, sizeof *input.files);
    bench_must(input.files != NULL, "getting memory");
    input.files[0] = (bench_file){(uint8_t *)text.text, text.length};
    input.file_count = 1;
    input.bytes = text.length;
    return input;
}

void bench_report_free(bench_input *input) {
    for (size_t i = 0; i < input->file_count; i++)
        navlint_text_free((navlint_text){(char *)input->files[i].bytes, input->files[i].length});
    free(input->files);
    if (input->judged) {
        free(input->judged->memory);
        bench_input_free(&input->judged->input);
        free(input->judged);
    }
    *input = (bench_input){0};
}
