#include "parsers/witness.h"
#include "parsers/skyrim_navmesh/make/build.h"
#include "parsers/skyrim_navmesh/make/resize.h"

/* Edits that the sizes of the field, the record and the groups around follow. */

static bool splice(nl_writer *file, uint64_t at, int64_t growth) {
    sky_resize_record(file->bytes, file->at, at, growth);
    return nl_splice(file, at, growth);
}

static bool splice_at(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    return splice(file, field->offset, edit->count);
}

static bool splice_behind(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    return splice(file, field->offset + field->length, edit->count);
}

static const nl_witness_file *const rows[SKY_RULE_COUNT] = {
#include "parsers/skyrim_navmesh/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    sky_write(out, spec);
}

static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    const sky_spec same = sky_spec_as(spec, variant);
    sky_write(out, &same);
}

const nl_witnesses sky_witnesses = {.rows = rows, .write = write, .write_as = write_as};
