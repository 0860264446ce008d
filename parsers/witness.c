#include "parsers/witness.h"

#include <string.h>

#include "core/checked.h"
#include "core/tar.h"

typedef struct nl_finder {
    const char *path;
    navlint_field found; /* length 0: not found */
} nl_finder;

static bool note_if_named(void *context, const navlint_field *field) {
    nl_finder *const finder = context;
    if (field->encoding || strcmp(field->path, finder->path) != 0) return true;
    finder->found = *field;
    return false;
}

bool nl_find_field(const nl_format *format, const nl_writer *file, const char *path,
                   nl_arena scratch, navlint_field *field) {
    nl_budget budget = nl_budget_of(UINT64_MAX);
    nl_report_pool pool = nl_report_pool_over(scratch, (nl_report_caps){0, 0});
    navlint_report *const report = nl_report_new(&pool, &(navlint_input){.length = file->at});
    if (!report || !nl_report_set_format(report, &format->info, NULL)) return false;
    nl_job job = {.name = report->name,
                  .bytes = file->bytes,
                  .length = file->at,
                  .arena = &pool.memory,
                  .budget = &budget,
                  .report = report};
    const void *const document = format->decode(&job);
    nl_finder finder = {.path = path};
    nl_dump dump = {.bytes = file->bytes,
                    .length = file->at,
                    .visit = note_if_named,
                    .context = &finder,
                    .layout = format->info.layout};
    if (document) format->dump(&job, document, &dump);
    *field = finder.found;
    return field->length != 0;
}

bool nl_splice(nl_writer *file, uint64_t at, int64_t growth) {
    const uint64_t added = growth > 0 ? (uint64_t)growth : 0;
    const uint64_t removed = growth < 0 ? -(uint64_t)growth : 0;
    if (at > file->at || removed > file->at - at || added > file->capacity - file->at) return false;
    uint8_t *const here = file->bytes + at;
    memmove(here + added, here + removed, (size_t)(file->at - at - removed));
    memset(here, 0, (size_t)added);
    file->at = (size_t)(file->at + added - removed);
    return true;
}

nl_writer nl_open_member(const nl_writer *out) {
    const size_t at = (size_t)nl_min(out->at + (uint64_t)NL_TAR_BLOCK_BYTES, out->capacity);
    return nl_writer_over(out->bytes + at, out->capacity - at);
}

bool nl_close_member(nl_writer *out, const nl_writer *file, const char *name) {
    nl_tar_header(out, name, file->at);
    out->at += file->at;
    nl_tar_pad(out, file->at);
    return nl_writer_ok(out);
}
