/* Fixes of the NAVI record: its fields, and NVMI entries. */
#include "parsers/skyrim_navmesh/repair/repair.h"

/* ---- Fields ---- */

static uint32_t rank_of(uint32_t type) {
    switch (type) {
    case SKY_EDID:
        return 0;
    case SKY_NVER:
        return 1;
    case SKY_NVMI:
        return 2;
    case SKY_NVPP:
        return 3;
    default:
        return 4;
    }
}

enum { RANKS = 5 };

/* The fields once for each rank, so that those of one stay in order. */
static void write_in_order(const sky_body *data, nl_writer *out) {
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        sky_fields fields = sky_fields_of(*data);
        sky_field field;
        while (sky_next_field(&fields, &field)) {
            const uint32_t at = sky_header_of(&field);
            if (rank_of(field.type) == rank) nl_write_bytes(out, data->bytes + at, fields.at - at);
        }
    }
}

static bool reorder(sky_site *site, const navlint_finding *finding) {
    const sky_body *const data = sky_data(site);
    (void)finding;
    nl_writer out = nl_writer_over(NL_NEW(site->job.arena, uint8_t, data->length), data->length);
    if (!out.bytes) return false;
    write_in_order(data, &out);
    const char *const path = sky_record_path(site->fixer, &site->record, "fields");
    return out.at == data->length &&
           sky_replace(site, (sky_bytes){0, data->length, path}, out.bytes, out.at);
}

bool sky_fix_field_order(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, reorder);
}

static const uint8_t version_field[] = {'N', 'V', 'E', 'R', 4, 0, SKY_NAVMESH_VERSION, 0, 0, 0};

static bool write_version(sky_site *site, const navlint_finding *finding) {
    sky_field field;
    if (!sky_field_at(site, sky_found_at(site, finding), &field) || field.type != SKY_NVER)
        return false;
    const char *const path = sky_path_in(site, (sky_path){.field = field.index, .tail = "version"});
    const uint32_t at = sky_header_of(&field);
    const uint32_t end = sky_start_of(site, &field) + field.body.length;
    return sky_replace(site, (sky_bytes){at, end - at, path}, version_field, sizeof version_field);
}

bool sky_fix_version_length(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, write_version);
}

static bool insert_version(sky_site *site, const navlint_finding *finding) {
    sky_field field;
    (void)finding;
    sky_fields fields = sky_fields_of(*sky_data(site));
    if (!sky_next_field(&fields, &field)) return false;
    if (field.type == SKY_EDID && !sky_next_field(&fields, &field)) return false;
    const char *const path = sky_path_in(site, (sky_path){.field = field.index});
    return sky_replace(site, (sky_bytes){sky_header_of(&field), 0, path}, version_field,
                       sizeof version_field);
}

bool sky_fix_version_missing(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, insert_version);
}

/* ---- Entries ---- */

static bool write_category(sky_site *site, const navlint_finding *finding) {
    sky_field field;
    if (!sky_field_at(site, sky_found_at(site, finding), &field) || field.type != SKY_NVMI)
        return false;
    const sky_nvmi entry = sky_nvmi_of(field.body);
    const sky_navm *const navm = sky_find_navm(site->plugin, sky_first_id(&field.body));
    const sky_path path = {.field = field.index, .tail = "category"};
    const sky_number number = {sky_start_of(site, &field) + SKY_NVMI_HEAD_CATEGORY_AT, NL_U32LE,
                               sky_path_in(site, path)};
    return sky_set(site, number,
                   nl_uint(sky_nvmi_is_island(&entry) ? SKY_CATEGORY_ISLAND
                           : navm                     ? 0
                                                      : SKY_CATEGORY_NOT_EDITED));
}

bool sky_fix_category(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, write_category);
}

static bool is_unsafe(const sky_site *site, const navlint_finding *finding) {
    const nl_format *const format = site->fixer->format;
    return format->fixes->rows[finding->rule - format->info.rules].safety == NAVLINT_UNSAFE;
}

static bool rebuild(sky_site *site, const navlint_finding *finding) {
    sky_field field;
    return sky_field_at(site, sky_found_at(site, finding), &field) && field.type == SKY_NVMI &&
           sky_rebuild_entry(site, &field, is_unsafe(site, finding));
}

bool sky_fix_entry(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, rebuild);
}

/* The id that the finding is about, a number of an entry. */
static uint32_t found_id(const sky_site *site, const navlint_finding *finding) {
    const uint32_t at = sky_found_at(site, finding);
    const sky_body *const data = sky_data(site);
    return at + SKY_ID_BYTES <= data->length ? nl_load_u32(data->bytes + at) : 0;
}

/* The entry that does not list this one, if its navmesh has the link; else this one, whose navmesh
 * may have none. */
static bool answer(sky_site *site, const navlint_finding *finding) {
    sky_field other;
    return (sky_entry_of(site, found_id(site, finding), &other) &&
            sky_rebuild_entry(site, &other, is_unsafe(site, finding))) ||
           rebuild(site, finding);
}

bool sky_fix_one_way(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, answer);
}
