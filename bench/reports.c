/* A report with many findings, as JSON and as SARIF: what writing it costs. */
#include "bench/bench.h"

#include "core/reader.h"
#include "parsers/gta_nodes/build.h"

#include <stdlib.h>
#include <string.h>

enum { TARGET_BYTES = 1 << 20 };

/* The memory of a report and the file that it is about. */
typedef struct judged_file {
    bench_input file;
    void *memory;
    const navlint_report *report;
} judged_file;

static judged_file judged;

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

static void judge(const navlint_format *format) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    judged.file = bench_build(format, (bench_size){"report", GTA_VANILLA, TARGET_BYTES});
    bench_must(judged.file.file_count == 1, "building a file");
    damage(&judged.file.files[0]);
    const navlint_input input = {.name = "nodes0.dat",
                                 .bytes = judged.file.files[0].bytes,
                                 .length = judged.file.files[0].length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    judged.memory = malloc(memory_bytes);
    bench_must(judged.memory != NULL, "getting memory");
    bench_must(navlint_check(&options, &input, 1, judged.memory, memory_bytes, &judged.report) ==
                   NAVLINT_OK,
               "navlint_check");
}

navlint_text bench_write_report(const bench_input *input) {
    if (input->task == BENCH_WRITE_JSON)
        return navlint_report_json(input->report, NAVLINT_JSON_COMPACT, NULL);
    const navlint_export_style style = {
        .struct_bytes = sizeof style, .form = NAVLINT_SARIF, .min_severity = NAVLINT_INFO};
    const navlint_export_item item = {.struct_bytes = sizeof item, .report = input->report};
    return navlint_report_export(&style, &item, 0);
}

bench_input bench_build_report(const navlint_format *format, bench_task task) {
    bench_input input = {.format = format, .task = task};
    if (strcmp(format->id, "gta-nodes") != 0) return input;
    judge(format);
    input.report = judged.report;
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
    for (size_t i = 0; i < input->file_count; i++) {
        navlint_text text = {(char *)input->files[i].bytes, input->files[i].length};
        navlint_text_free(text);
        free(judged.memory);
        bench_input_free(&judged.file);
    }
    free(input->files);
    *input = (bench_input){0};
}
