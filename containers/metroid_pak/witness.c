#include "parsers/witness.h"

#include "containers/metroid_pak/build.h"
#include "containers/metroid_pak/tables.h"
#include "core/reader.h"

/* What offsets count from. */
static uint64_t origin_of(const nl_writer *file) {
    if (nl_load_u32be(file->bytes) != PK_SECTIONED_VERSION) return 0;
    pk_span sections[PK_SECTION_COUNT];
    (void)pk_find_sections(file->bytes, file->at, sections);
    return sections[PK_DATA].at;
}

/* A byte of the resource whose offset the field is: `count` bytes behind its start. */
static bool poke(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    const uint64_t start = origin_of(file) + field->value.as.uint;
    const size_t at = (size_t)(start + (uint64_t)edit->count);
    if (at >= file->at) return false;
    file->bytes[at] = (uint8_t)edit->value;
    return true;
}

static const nl_witness_file *const rows[PK_RULE_COUNT] = {
#include "containers/metroid_pak/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    pk_write(out, spec);
}

static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    pk_spec same = *(const pk_spec *)spec;
    pk_set_variant(&same, variant);
    pk_write(out, &same);
}

const nl_witnesses pk_witnesses = {.rows = rows, .write = write, .write_as = write_as};
