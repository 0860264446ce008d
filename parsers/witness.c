#include "parsers/witness.h"

#include <string.h>

#include "core/checked.h"
#include "core/tar.h"
#include "parsers/recognised.h"

/* ---- Fields of the file as it is ---- */

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

/* Looks a field up by its path. false if there is none or scratch is too small. */
static bool find_field(const nl_format *format, const nl_writer *file, const char *path,
                       nl_arena scratch, navlint_field *field) {
    nl_budget budget = nl_budget_of(UINT64_MAX);
    nl_report_pool pool = nl_report_pool_over(scratch, (nl_report_caps){0, 0});
    navlint_report *const report = nl_report_new(&pool, &(navlint_input){.length = file->at});
    if (!report || !nl_report_set_format(report, &format->info, NULL)) return false;
    const nl_recognised input = {
        .bytes = file->bytes, .length = file->at, .own_name = report->name, .format = format};
    nl_job job = nl_job_of(&input, report, &pool.memory);
    job.budget = &budget;
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

/* ---- Edits ---- */

static uint32_t bits_of(const navlint_field *field, double value) {
    if (field->value.kind != NAVLINT_REAL) return (uint32_t)(int64_t)value;
    const float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

bool nl_edit_set(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    if (field->value.kind == NAVLINT_TEXT) return false;
    const uint32_t bits = bits_of(field, edit->value);
    const bool is_big_endian = strstr(field->type, "be") != NULL;
    const uint64_t last = field->length - 1;
    for (uint64_t i = 0; i <= last; i++)
        file->bytes[field->offset + i] = (uint8_t)(bits >> 8 * (is_big_endian ? last - i : i));
    return true;
}

bool nl_edit_put(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    if ((uint64_t)edit->count > field->length) return false;
    memcpy(file->bytes + field->offset, edit->bytes, (size_t)edit->count);
    return true;
}

bool nl_edit_fill(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    memset(file->bytes + field->offset, (int)edit->value, (size_t)field->length);
    return true;
}

bool nl_edit_splice(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    return nl_splice(file, field->offset, edit->count);
}

bool nl_edit_end(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)edit;
    file->at = (size_t)field->offset;
    return true;
}

bool nl_edit_drop(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)field;
    if ((size_t)edit->count > file->at) return false;
    file->at -= (size_t)edit->count;
    return true;
}

bool nl_edit_append(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)field;
    nl_write_bytes(file, edit->bytes, (size_t)edit->count);
    return nl_writer_ok(file);
}

bool nl_edit_pad(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)field;
    for (int32_t i = 0; i < edit->count; i++)
        nl_write_u8(file, (uint32_t)edit->value);
    return nl_writer_ok(file);
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

/* ---- Files ---- */

static bool apply(const nl_format *format, const nl_edit *edit, nl_writer *file,
                  const nl_arena *scratch) {
    navlint_field field = {.length = 0};
    if (edit->path && !find_field(format, file, edit->path, *scratch, &field)) return false;
    return edit->apply(file, edit, &field);
}

/* How the files of a row are written. */
typedef struct nl_dialect {
    const nl_format *format;
    bool is_variant; /* in the dialect of this one, not in the spec's own */
    unsigned variant;
} nl_dialect;

static void write_spec(const nl_dialect *dialect, const void *spec, nl_writer *file) {
    const nl_format *const format = dialect->format;
    if (!dialect->is_variant)
        format->witnesses->write(file, spec);
    else if (format->witnesses->write_as)
        format->witnesses->write_as(file, spec, dialect->variant);
    else
        format->build(dialect->variant, 1, file);
}

/* Whether a file of the row says anything about the dialect: bytes that no code builds, and builds
 * that stand in for the spec without an edit, do not. */
static bool is_of_dialect(const nl_dialect *dialect, const nl_witness_file *row) {
    const bool has_own_build = dialect->format->witnesses->write_as != NULL;
    return !dialect->is_variant || (row->spec && (has_own_build || row->edits->apply));
}

static bool write_file(const nl_dialect *dialect, const nl_witness_file *row, nl_writer *file,
                       const nl_arena *scratch) {
    if (!is_of_dialect(dialect, row)) return false;
    if (row->spec) write_spec(dialect, row->spec, file);
    bool is_ok = nl_writer_ok(file);
    for (const nl_edit *edit = row->edits; is_ok && edit->apply; edit++)
        is_ok = apply(dialect->format, edit, file, scratch);
    return is_ok;
}

/* The file is written behind the place of its header, which needs the file's size. */
static bool write_member(const nl_dialect *dialect, const nl_witness_file *row, nl_writer *out,
                         const nl_arena *scratch) {
    const size_t at = (size_t)nl_min(out->at + (uint64_t)NL_TAR_BLOCK_BYTES, out->capacity);
    nl_writer file = nl_writer_over(out->bytes + at, out->capacity - at);
    if (!write_file(dialect, row, &file, scratch)) return false;
    nl_tar_header(out, row->name, file.at);
    out->at += file.at;
    nl_tar_pad(out, file.at);
    return nl_writer_ok(out);
}

static bool write_row(const nl_dialect *dialect, unsigned rule, nl_writer *out,
                      const nl_arena *scratch) {
    const nl_witness_file *row = dialect->format->witnesses->rows[rule];
    if (!row) return false;
    if (!row->name) return write_file(dialect, row, out, scratch);
    for (; row->name; row++)
        if (!write_member(dialect, row, out, scratch)) return false;
    nl_tar_end(out);
    return nl_writer_ok(out);
}

bool nl_write_witness(const nl_format *format, unsigned rule, nl_writer *out, nl_arena scratch) {
    return write_row(&(nl_dialect){.format = format}, rule, out, &scratch);
}

bool nl_write_witness_as(const nl_format *format, unsigned rule, unsigned variant, nl_writer *out,
                         nl_arena scratch) {
    const nl_dialect dialect = {.format = format, .is_variant = true, .variant = variant};
    return write_row(&dialect, rule, out, &scratch);
}
