/* Links into the test programs of a mutants build, around navlint_check. With
 * NAVLINT_JUDGED=FOLDER in the environment every input that a test has judged is kept in
 * FOLDER/<room>, a set as an archive: trials of ./dev mutants. What no room knows lies in unknown/.
 */
#define _DEFAULT_SOURCE /* mkdir */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/tar.h"
#include "navlint/navlint.h"

enum { MOST_BYTES = 1 << 18, PATH_BYTES = 1024 };

/* The linker gives these names to what was called navlint_check (--wrap). */
navlint_status __real_navlint_check(const navlint_options *options, const navlint_input *inputs,
                                    size_t input_count, void *memory, size_t memory_bytes,
                                    const navlint_report **report);
navlint_status __wrap_navlint_check(const navlint_options *options, const navlint_input *inputs,
                                    size_t input_count, void *memory, size_t memory_bytes,
                                    const navlint_report **report);

static uint64_t name_of(const uint8_t *bytes, size_t length) {
    uint64_t name = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        name = (name ^ bytes[i]) * 0x100000001b3u;
    return name;
}

static void write_archive(nl_writer *out, const navlint_input *inputs, size_t count) {
    char name[32];
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(name, sizeof name, "%zu", i);
        const char *const given = inputs[i].name;
        const bool is_short = given && strlen(given) < 100;
        nl_tar_header(out, is_short ? given : name, inputs[i].length);
        nl_write_bytes(out, inputs[i].bytes, inputs[i].length);
        nl_tar_pad(out, inputs[i].length);
    }
    nl_tar_end(out);
}

static void keep_file(const char *folder, const nl_writer *file, const char *extension) {
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%016llx%s", folder,
                   (unsigned long long)name_of(file->bytes, file->at), extension);
    FILE *const out = fopen(path, "wbx"); /* none that is there already */
    if (!out) return;
    (void)fwrite(file->bytes, 1, file->at, out);
    (void)fclose(out);
}

static void keep(const char *folder, const char *format_id, const navlint_input *inputs,
                 size_t count) {
    static uint8_t bytes[MOST_BYTES];
    char room[PATH_BYTES];
    nl_writer file = nl_writer_over(bytes, sizeof bytes);
    const int length = snprintf(room, sizeof room, "%s/%s", folder, format_id);
    for (char *c = room + length - strlen(format_id); *c != '\0'; c++)
        if (*c == '-') *c = '_';
    (void)mkdir(room, 0777);
    if (count == 1)
        nl_write_bytes(&file, inputs[0].bytes, inputs[0].length);
    else
        write_archive(&file, inputs, count);
    const char *const dot = !inputs[0].name ? NULL : strrchr(inputs[0].name, '.');
    const char *const extension = !dot || strchr(dot, '/') ? "" : dot;
    if (nl_writer_ok(&file)) keep_file(room, &file, count == 1 ? extension : ".tar");
}

/* The format that the input was judged as; "unknown" if none was recognised. */
static const char *room_of(const navlint_options *options, const navlint_report *report) {
    const navlint_report *const first = navlint_report_member(report, 0);
    const navlint_format *format = navlint_report_format(!first ? report : first);
    if (options && options->format)
        format = navlint_format_by_id(options->format); /* of a part, too */
    return !format ? "unknown" : format->id;
}

navlint_status __wrap_navlint_check(const navlint_options *options, const navlint_input *inputs,
                                    size_t input_count, void *memory, size_t memory_bytes,
                                    const navlint_report **report) {
    const char *const folder = getenv("NAVLINT_JUDGED");
    const navlint_status status =
        __real_navlint_check(options, inputs, input_count, memory, memory_bytes, report);
    if (!folder || status != NAVLINT_OK || input_count == 0) return status;
    keep(folder, room_of(options, *report), inputs, input_count);
    return status;
}
