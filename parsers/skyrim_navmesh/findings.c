#include "parsers/skyrim_navmesh/findings.h"

/* ---- Names ---- */

static void put_form_id(nl_text *text, uint32_t form_id) {
    static const char digits[] = "0123456789ABCDEF";
    for (unsigned shift = 32; shift != 0; shift -= 4)
        nl_put_char(text, digits[form_id >> (shift - 4) & 15]);
}

sky_form_text sky_form(const sky_plugin *plugin, uint32_t form_id) {
    sky_form_text form;
    nl_text text = nl_text_over(form.chars, sizeof form.chars);
    put_form_id(&text, form_id);
    if (!plugin || form_id == 0 || sky_is_own(plugin, form_id)) return form;
    const sky_body *const name = &plugin->masters[sky_index_of(form_id)].name;
    nl_put(&text, " (");
    nl_put_bytes(&text, name->bytes, name->length);
    nl_put(&text, ")");
    return form;
}

static void put_int(nl_text *text, int32_t value) {
    if (value < 0) nl_put_char(text, '-');
    nl_put_uint(text, (uint64_t)(value < 0 ? -(int64_t)value : value));
}

sky_form_text sky_parent_shown(const sky_check *c, sky_parent parent) {
    sky_form_text shown;
    nl_text text = nl_text_over(shown.chars, sizeof shown.chars);
    const uint32_t id = parent.worldspace ? parent.worldspace : parent.cell;
    nl_put(&text, parent.worldspace ? "worldspace " : "cell ");
    nl_put(&text, sky_form(c->plugin, id).chars);
    if (parent.worldspace == 0) return shown;
    nl_put(&text, " at ");
    put_int(&text, parent.x);
    nl_put(&text, ", ");
    put_int(&text, parent.y);
    return shown;
}

/* ---- Places ---- */

static void put_subject(nl_text *text, const nl_subject *subject) {
    const sky_check *const c = subject->context;
    nl_put(text, subject->kind);
    nl_put_char(text, ' ');
    nl_put(text, sky_form(c->plugin, (uint32_t)subject->id).chars);
    if (c->cell.editor_id[0] == '\0') return; /* also where there is no cell */
    nl_put(text, " in ");
    nl_put(text, c->cell.editor_id);
}

static nl_place named(nl_place place, const sky_check *c, const char *kind, uint32_t form_id) {
    place.subject = (nl_subject){.kind = kind, .id = form_id, .put = put_subject, .context = c};
    return place;
}

/* The records that are checked one by one; NULL of others. */
static const char *kind_of(uint32_t type) {
    switch (type) {
    case SKY_NAVI:
        return "NAVI";
    case SKY_NAVM:
        return "NAVM";
    case SKY_CELL:
        return "CELL";
    case SKY_REFR:
        return "REFR";
    default:
        return NULL;
    }
}

nl_place sky_about(nl_place place, const sky_check *c, const sky_record *record) {
    const char *const kind = kind_of(record->type);
    if (record->type == SKY_NAVM) place.position = c->where;
    return kind ? named(place, c, kind, record->form_id) : place;
}

navlint_position sky_position(double x, double y, double z) {
    return nl_place_at((nl_place){0}, x, y, z).position;
}

navlint_position sky_center_of(const sky_body *entry) {
    if (entry->length < SKY_NVMI_HEAD_BYTES) return (navlint_position){0};
    const sky_point p = sky_point_at(entry->bytes + SKY_NVMI_HEAD_CENTER_AT);
    return sky_position((double)p.x, (double)p.y, (double)p.z);
}

nl_place sky_file_place(const sky_check *c) {
    return nl_place_of(c->job->report, c->job->bytes);
}

/* TES4 stands at the start of the file. */
nl_place sky_record_place(const sky_check *c, const sky_record *record) {
    const nl_place file = sky_file_place(c);
    return record->at == 0 ? nl_place_in(file, "header", NL_NO_INDEX, 0)
                           : nl_place_in(file, "records", record->number, record->at);
}

nl_place sky_group_place(const sky_check *c, uint32_t number, uint64_t at) {
    return nl_place_in(sky_file_place(c), "groups", number, at);
}

/* A bare NVMI. */
static nl_place bare_place(const sky_payload *h) {
    nl_place place = sky_file_place(h->c);
    place.position = sky_center_of(&h->body);
    return place;
}

static nl_place field_place(const sky_payload *h) {
    if (!h->record) return bare_place(h);
    const nl_place record = sky_about(sky_record_place(h->c, h->record), h->c, h->record);
    nl_place field = nl_place_in(record, "fields", h->index, 0);
    if (!h->is_entry) return field;
    field.position = sky_center_of(&h->body);
    return named(field, h->c, "NVMI", sky_first_id(&h->body));
}

nl_place sky_part_place(const sky_payload *h, uint32_t at) {
    nl_place place = field_place(h);
    place.bytes = h->body.bytes ? h->body.bytes - h->body.offset : NULL;
    place.at = h->body.offset + at;
    place.packed = h->body.packed;
    return place;
}

nl_place sky_item_place(const sky_payload *h, const char *list, uint32_t index, uint32_t at) {
    return nl_place_in(sky_part_place(h, at), list, index, h->body.offset + at);
}

/* ---- Findings ---- */

void sky_found(nl_place place, unsigned rule, unsigned field, nl_draft draft) {
    nl_found(&place, rule, field, &draft);
}

void sky_found_record(const sky_check *c, const sky_record *record, unsigned rule, nl_draft draft) {
    draft.length = SKY_HEADER_BYTES;
    sky_found(sky_about(sky_record_place(c, record), c, record), rule, NL_NO_FIELD, draft);
}

void sky_found_whole(const sky_payload *h, unsigned rule, nl_draft draft) {
    const uint32_t header = h->record ? SKY_FIELD_HEADER_BYTES : 0; /* a bare field has none */
    nl_place place = sky_part_place(h, 0);
    place.at -= header;
    draft.length = (uint64_t)h->body.length + header;
    sky_found(place, rule, NL_NO_FIELD, draft);
}

void sky_found_type(const sky_payload *h, unsigned rule, uint32_t type, nl_draft draft) {
    char chars[] = "????";
    for (unsigned i = 0; i < 4; i++) {
        const unsigned char letter = (unsigned char)(type >> 8 * i);
        if (letter > ' ' && letter < 127) chars[i] = (char)letter;
    }
    draft.args[0] = nl_string(chars);
    sky_found_whole(h, rule, draft);
}
