#include "server/package.h"

#include <string.h>

static srv_problem refuse(const srv_memory *memory, uint64_t bytes, uint64_t held_bytes) {
    const uint64_t most = srv_memory_most(memory, SRV_FOR_BODIES);
    return bytes > most || held_bytes > most - bytes
               ? srv_problem_limit(SRV_SET_TOO_LARGE, most, bytes + held_bytes)
               : srv_problem_make(SRV_BUSY, NULL, 0);
}

srv_problem srv_set_take(srv_memory *memory, uint64_t bytes, uint64_t held_bytes,
                         srv_block *block) {
    return srv_memory_take(memory, bytes, SRV_FOR_BODIES, block)
               ? srv_no_problem
               : refuse(memory, bytes, held_bytes);
}

srv_problem srv_set_reserve(srv_memory *memory, uint64_t bytes, uint64_t held_bytes) {
    return srv_memory_reserve(memory, bytes, SRV_FOR_BODIES) ? srv_no_problem
                                                             : refuse(memory, bytes, held_bytes);
}

intake_archive *srv_package_open(const srv_package *package, unsigned kinds) {
    const intake_source source = {
        .bytes = package->body.bytes, .length = package->body.length, .descriptor = -1};
    const intake_limits limits = {.entries = package->max_files,
                                  .name_bytes = SRV_ENTRY_NAME_MAX,
                                  .unpacked_bytes = package->max_unpacked_bytes,
                                  .ratio = SRV_HIGHEST_RATIO,
                                  .ratio_free_bytes = SRV_RATIO_FREE_BYTES};
    return intake_open(&source, kinds, &limits);
}

srv_problem srv_package_problem(const srv_package *package, const intake_archive *archive,
                                intake_outcome outcome) {
    const char *message = NULL;
    switch (outcome) {
    case INTAKE_OK:
    case INTAKE_END:
        return srv_no_problem;
    case INTAKE_MANY_ENTRIES:
        return srv_problem_over(SRV_TOO_MANY_FILES, package->max_files);
    case INTAKE_LONG_NAME:
        return srv_problem_over(SRV_ARCHIVE_NAME_TOO_LONG, SRV_ENTRY_NAME_MAX);
    case INTAKE_MUCH_UNPACKED:
        return srv_problem_over(SRV_ARCHIVE_TOO_LARGE, package->max_unpacked_bytes);
    case INTAKE_HIGH_RATIO:
        return srv_problem_over(SRV_ARCHIVE_RATIO, SRV_HIGHEST_RATIO);
    case INTAKE_NO_MEMORY:
        return srv_problem_make(SRV_BUSY, NULL, 0);
    case INTAKE_DAMAGED:
    case INTAKE_UNSUPPORTED: /* no such kind is asked for */
        break;
    }
    message = intake_message(archive);
    return srv_problem_make(SRV_ARCHIVE_DAMAGED, message, strlen(message));
}

srv_problem srv_package_end(const srv_package *package, const intake_archive *archive,
                            intake_outcome outcome) {
    static const char no_end[] = "no empty block at the end";
    if (outcome != INTAKE_END || intake_has_end_mark(archive))
        return srv_package_problem(package, archive, outcome);
    return srv_problem_make(SRV_ARCHIVE_DAMAGED, no_end, sizeof no_end - 1);
}
