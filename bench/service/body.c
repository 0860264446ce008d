#include "bench/service/body.h"

#include <stdio.h>
#include <stdlib.h>

#include "validator/valid_files.h"

/* Builders go over their target by what the smallest file has. */
enum { LEAST_ROOM_BYTES = 65536 };

static bool make_room(bench_bytes *memory, size_t bytes) {
    if (memory->length >= bytes) return true;
    free(memory->bytes);
    *memory = (bench_bytes){.bytes = malloc(bytes), .length = bytes};
    if (!memory->bytes) memory->length = 0;
    return memory->bytes;
}

navlint_text bench_judge(const void *bytes, size_t length, bench_bytes *memory) {
    const navlint_input input = {.bytes = bytes, .length = length};
    const navlint_report *report = NULL;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    if (!make_room(memory, navlint_memory_bound(&options, &input, 1)) ||
        navlint_check(&options, &input, 1, memory->bytes, memory->length, &report) != NAVLINT_OK)
        return (navlint_text){.text = NULL};
    navlint_text text = navlint_report_json(report, NAVLINT_JSON_INDENT, NULL);
    if (text.text) text.text[text.length++] = '\n';
    return text;
}

bench_bytes bench_build_file(const char *format_id, size_t target_bytes) {
    const size_t room = 2 * target_bytes + LEAST_ROOM_BYTES;
    bench_bytes file = {.bytes = malloc(room)};
    if (file.bytes &&
        nl_build_variant(format_id, 0, target_bytes, (uint8_t *)file.bytes, room, &file.length))
        return file;
    free(file.bytes);
    return (bench_bytes){.bytes = NULL};
}

static long length_of(FILE *stream) {
    const bool is_seekable = fseek(stream, 0, SEEK_END) == 0;
    const long length = is_seekable ? ftell(stream) : -1;
    return fseek(stream, 0, SEEK_SET) == 0 ? length : -1;
}

static bench_bytes read_stream(FILE *stream) {
    const long length = length_of(stream);
    if (length <= 0) return (bench_bytes){.bytes = NULL};
    const bench_bytes file = {.bytes = malloc((size_t)length), .length = (size_t)length};
    if (file.bytes && fread(file.bytes, 1, file.length, stream) == file.length) return file;
    free(file.bytes);
    return (bench_bytes){.bytes = NULL};
}

bench_bytes bench_read_file(const char *path) {
    FILE *const stream = fopen(path, "rb");
    const bench_bytes file = stream ? read_stream(stream) : (bench_bytes){.bytes = NULL};
    if (stream) (void)fclose(stream);
    if (!file.bytes) fprintf(stderr, "navlint-load: cannot read %s\n", path);
    return file;
}
