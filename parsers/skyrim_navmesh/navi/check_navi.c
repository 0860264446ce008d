/* NAVI: its fields, and the table of its NVMI entries. */
#include <string.h>

#include "parsers/skyrim_navmesh/check_payload.h"

enum { NVER_BYTES = 4 };

/* The largest parts are the index of the entries and, for a while, lists that are sorted. */
uint64_t sky_navi_need(uint64_t navi_bytes) {
    const uint64_t entries = navi_bytes / (SKY_FIELD_HEADER_BYTES + SKY_NVMI_MIN_BYTES) + 1;
    const uint64_t table = entries * (sizeof(sky_entry) + sizeof(uint32_t));
    enum { SORTED = 3 /* two lists of 8-byte keys for 4-byte ids at once, marks of vertices */ };
    return sizeof(sky_navi) + table + navi_bytes + nl_index_bytes(entries) +
           SORTED * navi_bytes * 2 + 4096;
}

/* ---- The record ---- */

static void found_in_record(sky_check *c, unsigned rule, nl_draft draft) {
    const sky_record *const record = &c->plugin->navi;
    sky_found(c, rule,
              (sky_place){.path = &c->navi->path, .at = record->at, .length = SKY_HEADER_BYTES},
              draft);
}

/* ---- Fields ---- */

/* What has been seen of the record so far. */
/* The order of the fields. */
enum { RANK_NVER = 1, RANK_NVMI, RANK_NVPP, RANK_NVSI };

typedef struct sky_seen {
    uint32_t nver, nvpp, nvsi;
    uint32_t rank; /* of the field before */
} sky_seen;

typedef struct sky_navi_here {
    sky_check *c;
    const sky_field *field;
    nl_path path; /* /records/N/fields/K */
} sky_navi_here;

static const char *type_shown(uint32_t type, char chars[8]) {
    for (unsigned i = 0; i < 4; i++) {
        const unsigned char letter = (unsigned char)(type >> 8 * i);
        chars[i] = (char)(letter > ' ' && letter < 127 ? letter : '?');
    }
    chars[4] = 0;
    return chars;
}

/* The field, from its header on. */
static void found_field(const sky_navi_here *h, unsigned rule, nl_draft draft) {
    char chars[8];
    draft.args[0] = nl_string(type_shown(h->field->type, chars));
    sky_found(h->c, rule,
              (sky_place){.path = &h->path,
                          .body = &h->c->navi->record,
                          .at = h->field->header_at,
                          .length = (uint64_t)SKY_FIELD_HEADER_BYTES + h->field->body.length},
              draft);
}

static void check_nver(const sky_navi_here *h) {
    const sky_body *const body = &h->field->body;
    const sky_payload p = {h->c, body, &h->path};
    if (body->length != NVER_BYTES)
        sky_found_whole(
            &p, SKYRIM_NAVI_VERSION_LENGTH,
            (nl_draft){.actual = nl_uint(body->length), .expected = nl_uint(NVER_BYTES)});
    else if (nl_load_u32(body->bytes) != SKY_NVNM_VERSION)
        sky_found_in(&p, SKYRIM_NAVI_VERSION, (sky_spot){.member = "version", .type = NL_U32LE},
                     (nl_draft){.actual = nl_uint(nl_load_u32(body->bytes)),
                                .expected = nl_uint(SKY_NVNM_VERSION)});
}

/* Told of the first field of each run that is out of order: the one behind a field of higher rank.
 */
static void check_order(const sky_navi_here *h, sky_seen *seen, uint32_t rank) {
    if (rank < seen->rank) found_field(h, SKYRIM_NAVI_FIELD_ORDER, (nl_draft){0});
    seen->rank = rank;
}

static void check_single(const sky_navi_here *h, sky_seen *seen, uint32_t *count, uint32_t rank) {
    if (++*count > 1)
        found_field(h, SKYRIM_NAVI_FIELD_TWICE, (nl_draft){0});
    else
        check_order(h, seen, rank);
}

/* ---- Entries ---- */

static void add_links(sky_navi *navi, const sky_body *body, sky_list list) {
    for (uint32_t i = 0; i < list.count; i++)
        navi->links[navi->link_count++] = sky_id(body, list, i);
}

static void add_entry(sky_navi *navi, const sky_field *field, const sky_nvmi *entry) {
    const sky_parent parent = sky_nvmi_parent(entry);
    navi->ids[navi->count] = nl_load_u32(field->body.bytes);
    navi->entries[navi->count++] =
        (sky_entry){.form_id = nl_load_u32(field->body.bytes),
                    .at = (uint32_t)(field->body.bytes - navi->record.bytes),
                    .length = field->body.length,
                    .field = field->index,
                    .first = navi->link_count,
                    .links = entry->links.count,
                    .preferred = entry->preferred.count,
                    .doors = entry->doors.count,
                    .worldspace = parent.worldspace,
                    .cell = parent.cell};
    add_links(navi, &field->body, entry->links);
    add_links(navi, &field->body, entry->preferred);
    navi->islands += sky_nvmi_is_island(entry);
    navi->doors += entry->doors.count;
}

static bool take_entry(const sky_navi_here *h) {
    sky_check *const c = h->c;
    const sky_body *const body = &h->field->body;
    const sky_nvmi entry = sky_nvmi_of(*body);
    const sky_payload p = {c, body, &h->path};
    c->kind = "NVMI";
    c->form_id = sky_nvmi_navmesh(*body);
    sky_check_nvmi(&p, &entry);
    c->navi->nvmi_fields++;
    if (entry.stage == SKY_NVMI_WHOLE && body->bytes[entry.flag_at] <= 1)
        add_entry(c->navi, h->field, &entry);
    return nl_spend(c->job->budget, 1 + (uint64_t)entry.links.count + entry.preferred.count +
                                        entry.doors.count + entry.triangles.count +
                                        entry.vertices.count);
}

static bool take_field(const sky_navi_here *h, sky_seen *seen) {
    sky_navi *const navi = h->c->navi;
    h->c->kind = "NAVI";
    h->c->form_id = h->c->plugin->navi.form_id;
    switch (h->field->type) {
    case SKY_EDID:
        return true;
    case SKY_NVER:
        check_nver(h);
        check_single(h, seen, &seen->nver, RANK_NVER);
        return true;
    case SKY_NVMI:
        check_order(h, seen, RANK_NVMI);
        return take_entry(h);
    case SKY_NVPP:
        if (seen->nvpp == 0) navi->nvpp = *h->field;
        check_single(h, seen, &seen->nvpp, RANK_NVPP);
        return true;
    case SKY_NVSI:
        if (seen->nvsi == 0) navi->nvsi = *h->field;
        check_single(h, seen, &seen->nvsi, RANK_NVSI);
        return true;
    default:
        found_field(h, SKYRIM_NAVI_FIELD_UNKNOWN, (nl_draft){0});
        return true;
    }
}

static bool take_fields(sky_check *c) {
    sky_fields fields = sky_fields_of(c->navi->record);
    sky_seen seen = {0};
    sky_field field;
    const nl_path list = nl_key(&c->navi->path, "fields");
    while (sky_next_field(&fields, &field)) {
        const sky_navi_here here = {c, &field, nl_item(&list, field.index)};
        if (!nl_spend(c->job->budget, 1) || !take_field(&here, &seen)) return false;
    }
    c->kind = "NAVI";
    c->form_id = c->plugin->navi.form_id;
    if (fields.fault != SKY_FIELDS_WHOLE) {
        c->navi->lost_fields = true;
        return true;
    }
    if (seen.nver == 0) found_in_record(c, SKYRIM_NAVI_VERSION_MISSING, (nl_draft){0});
    return true;
}

static bool make_tables(sky_check *c, const sky_body *record) {
    nl_arena *const arena = c->job->arena;
    const uint32_t most = record->length / (SKY_FIELD_HEADER_BYTES + SKY_NVMI_MIN_BYTES) + 1;
    sky_navi *const navi = NL_NEW_ZEROED(arena, sky_navi, 1);
    if (!navi) return false;
    navi->record = *record;
    navi->root = nl_key(NULL, "records");
    navi->path = nl_item(&navi->root, c->plugin->navi.number);
    navi->entries = NL_NEW(arena, sky_entry, most);
    navi->ids = NL_NEW(arena, uint32_t, most);
    navi->links = NL_NEW(arena, uint32_t, record->length / SKY_ID_BYTES + SKY_FIRST_LINKS);
    c->navi = navi;
    return !arena->exhausted;
}

bool sky_check_navi(sky_check *c, const sky_body *record, const nl_path *path) {
    (void)path; /* lives shorter than the check: made anew */
    if (!make_tables(c, record)) return false;
    c->kind = "NAVI";
    c->form_id = c->plugin->navi.form_id;
    if (!take_fields(c)) return false;
    memset(c->navi->links + c->navi->link_count, 0, SKY_FIRST_LINKS * sizeof(uint32_t));
    for (uint32_t row = 0; row < c->navi->count; row++)
        c->navi->ids[row] = sky_key(c->plugin, c->navi->ids[row]);
    return nl_index_build(&c->navi->index, c->job->arena, c->job->budget, c->navi->ids,
                          c->navi->count) &&
           sky_check_nvpp(c) && sky_check_entries(c) && sky_check_nvsi(c);
}
