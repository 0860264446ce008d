/* NAVI: its fields, and the table of its NVMI entries. */
#include <string.h>

#include "parsers/skyrim_navmesh/navi/checks.h"

/* The largest parts are the index of the entries and, for a while, lists that are sorted. */
uint64_t sky_navi_need(uint64_t navi_bytes) {
    const uint64_t entries = navi_bytes / (SKY_FIELD_HEADER_BYTES + SKY_NVMI_MIN_BYTES) + 1;
    const uint64_t table = entries * (sizeof(sky_entry) + sizeof(uint32_t));
    enum { SORTED = 3 /* two lists of 8-byte keys for 4-byte ids at once, marks of vertices */ };
    return sizeof(sky_navi) + table + navi_bytes + nl_index_bytes(entries) +
           SORTED * navi_bytes * 2 + 4096;
}

/* ---- Fields ---- */

/* The order of the fields. */
enum { RANK_NVER = 1, RANK_NVMI, RANK_NVPP, RANK_NVSI };

/* What has been seen of the record so far. */
typedef struct sky_seen {
    uint32_t nver, nvpp, nvsi;
    uint32_t rank; /* of the field before */
} sky_seen;

/* One field of the record. */
typedef struct sky_navi_field {
    sky_payload h;
    uint32_t type;
} sky_navi_field;

static void found_field(const sky_navi_field *f, unsigned rule) {
    sky_found_type(&f->h, rule, f->type, (nl_draft){0});
}

static void check_nver(const sky_payload *h) {
    const sky_body *const body = &h->body;
    if (body->length != SKY_NVER_BYTES)
        sky_found_whole(
            h, SKYRIM_NAVI_VERSION_LENGTH,
            (nl_draft){.actual = nl_uint(body->length), .expected = nl_uint(SKY_NVER_BYTES)});
    else if (nl_load_u32(body->bytes + SKY_NVER_VERSION_AT) != SKY_NAVMESH_VERSION)
        sky_found(sky_part_place(h, 0), SKYRIM_NAVI_VERSION, SKY_NVER_VERSION,
                  (nl_draft){.expected = nl_uint(SKY_NAVMESH_VERSION)});
}

/* Reports the first field of each run that is out of order: the one behind a field of higher rank.
 */
static void check_order(const sky_navi_field *f, sky_seen *seen, uint32_t rank) {
    if (rank < seen->rank) found_field(f, SKYRIM_NAVI_FIELD_ORDER);
    seen->rank = rank;
}

static void check_single(const sky_navi_field *f, sky_seen *seen, uint32_t *count, uint32_t rank) {
    if (++*count > 1)
        found_field(f, SKYRIM_NAVI_FIELD_TWICE);
    else
        check_order(f, seen, rank);
}

/* ---- Entries ---- */

static void add_links(sky_navi *navi, const sky_body *body, sky_list list) {
    for (uint32_t i = 0; i < list.count; i++)
        navi->links[navi->link_count++] = sky_id(body, list, i);
}

static void add_entry(const sky_payload *h, const sky_nvmi *entry) {
    sky_navi *const navi = h->c->navi;
    const sky_parent parent = sky_nvmi_parent(entry);
    const uint32_t form_id = sky_first_id(&h->body);
    navi->ids[navi->count] = form_id;
    navi->entries[navi->count++] = (sky_entry){.form_id = form_id,
                                               .at = (uint32_t)(h->body.bytes - navi->record.bytes),
                                               .length = h->body.length,
                                               .field = h->index,
                                               .first = navi->link_count,
                                               .links = entry->links.count,
                                               .preferred = entry->preferred.count,
                                               .doors = entry->doors.count,
                                               .worldspace = parent.worldspace,
                                               .cell = parent.cell};
    add_links(navi, &h->body, entry->links);
    add_links(navi, &h->body, entry->preferred);
    navi->islands += sky_nvmi_is_island(entry);
    navi->doors += entry->doors.count;
}

static bool take_entry(const sky_payload *field) {
    sky_check *const c = field->c;
    const sky_nvmi entry = sky_nvmi_of(field->body);
    sky_payload h = *field;
    h.is_entry = true;
    sky_check_nvmi(&h, &entry);
    c->navi->nvmi_fields++;
    if (entry.stage == SKY_NVMI_WHOLE && h.body.bytes[entry.flag_at] <= 1) add_entry(&h, &entry);
    return nl_spend(c->job->budget, 1 + (uint64_t)entry.links.count + entry.preferred.count +
                                        entry.doors.count + entry.triangles.count +
                                        entry.vertices.count);
}

static bool take_field(const sky_navi_field *f, const sky_field *field, sky_seen *seen) {
    sky_navi *const navi = f->h.c->navi;
    switch (f->type) {
    case SKY_EDID:
        return true;
    case SKY_NVER:
        check_nver(&f->h);
        check_single(f, seen, &seen->nver, RANK_NVER);
        return true;
    case SKY_NVMI:
        check_order(f, seen, RANK_NVMI);
        return take_entry(&f->h);
    case SKY_NVPP:
        if (seen->nvpp == 0) navi->nvpp = *field;
        check_single(f, seen, &seen->nvpp, RANK_NVPP);
        return true;
    case SKY_NVSI:
        if (seen->nvsi == 0) navi->nvsi = *field;
        check_single(f, seen, &seen->nvsi, RANK_NVSI);
        return true;
    default:
        found_field(f, SKYRIM_NAVI_FIELD_UNKNOWN);
        return true;
    }
}

static bool take_fields(sky_check *c) {
    sky_fields fields = sky_fields_of(c->navi->record);
    sky_seen seen = {0};
    sky_field field;
    while (sky_next_field(&fields, &field)) {
        const sky_navi_field f = {
            {.c = c, .record = &c->plugin->navi, .body = field.body, .index = field.index},
            field.type};
        if (!nl_spend(c->job->budget, 1) || !take_field(&f, &field, &seen)) return false;
    }
    if (fields.fault != SKY_FIELDS_WHOLE) {
        c->navi->lost_fields = true;
        return true;
    }
    if (seen.nver == 0)
        sky_found_record(c, &c->plugin->navi, SKYRIM_NAVI_VERSION_MISSING, (nl_draft){0});
    return true;
}

static bool make_tables(sky_check *c, const sky_body *record) {
    nl_arena *const arena = c->job->arena;
    const uint32_t most = record->length / (SKY_FIELD_HEADER_BYTES + SKY_NVMI_MIN_BYTES) + 1;
    sky_navi *const navi = NL_NEW_ZEROED(arena, sky_navi, 1);
    if (!navi) return false;
    navi->record = *record;
    navi->entries = NL_NEW(arena, sky_entry, most);
    navi->ids = NL_NEW(arena, uint32_t, most);
    navi->links = NL_NEW(arena, uint32_t, record->length / SKY_ID_BYTES + SKY_FIRST_LINKS);
    c->navi = navi;
    return !arena->exhausted;
}

static bool check_all(sky_check *c) {
    if (!take_fields(c)) return false;
    memset(c->navi->links + c->navi->link_count, 0, SKY_FIRST_LINKS * sizeof(uint32_t));
    for (uint32_t row = 0; row < c->navi->count; row++)
        c->navi->ids[row] = sky_key(c->plugin, c->navi->ids[row]);
    return nl_index_build(&c->navi->index, c->job->arena, c->job->budget, c->navi->ids,
                          c->navi->count) &&
           sky_check_nvpp(c) && sky_check_entries(c) && sky_check_nvsi(c);
}

bool sky_check_navi(sky_check *c, const sky_body *record) {
    if (!make_tables(c, record)) return false;
    sky_enter_entries(c);
    const bool done = check_all(c);
    sky_leave_entries(c);
    return done;
}
