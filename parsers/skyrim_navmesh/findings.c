#include "parsers/skyrim_navmesh/findings.h"

#include <math.h>
#include <string.h>

/* ---- Names ---- */

static void put_form_id(nl_text *text, uint32_t form_id) {
    static const char digits[] = "0123456789ABCDEF";
    for (unsigned shift = 32; shift != 0; shift -= 4)
        nl_put_char(text, digits[form_id >> (shift - 4) & 15]);
}

sky_form_text sky_form(const sky_plugin *plugin, uint32_t form_id) {
    sky_form_text form = {.chars = ""};
    nl_text text = nl_text_over(form.chars, sizeof form.chars);
    put_form_id(&text, form_id);
    if (!plugin || form_id == 0 || sky_is_own(plugin, form_id)) return form;
    const sky_body *const name = &plugin->masters[sky_index_of(form_id)].name;
    nl_put(&text, " (");
    nl_put_bytes(&text, name->bytes, name->length);
    nl_put(&text, ")");
    return form;
}

sky_form_text sky_parent_shown(const sky_check *c, sky_parent parent) {
    sky_form_text shown = {.chars = ""};
    nl_text text = nl_text_over(shown.chars, sizeof shown.chars);
    const uint32_t id = parent.worldspace ? parent.worldspace : parent.cell;
    nl_put(&text, parent.worldspace ? "worldspace " : "cell ");
    nl_put(&text, sky_form(c->plugin, id).chars);
    if (parent.worldspace == 0) return shown;
    nl_put(&text, " at ");
    nl_put_int(&text, parent.x);
    nl_put(&text, ", ");
    nl_put_int(&text, parent.y);
    return shown;
}

/* ---- Places ---- */

/* "NAVM 0100ABCD (Update.esm) in WhiterunExterior01", "CELL 0100ABCD WhiterunExterior01" */
static void put_subject(nl_text *text, const nl_subject *subject) {
    const sky_check *const c = subject->context;
    for (const char *p = c->record_name; *p != ' '; p++)
        nl_put_char(text, *p);
    nl_put_char(text, ' ');
    nl_put(text, sky_form(c->plugin, (uint32_t)subject->id).chars);
    if (!subject->cell) return;
    nl_put(text, strcmp(subject->kind, "cell") == 0 ? " " : " in ");
    nl_put(text, subject->cell);
}

/* Four letters, digits or underlines. */
static bool is_type(uint32_t type) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        const uint32_t c = type >> shift & 0xFF;
        if (!(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_') return false;
    }
    return true;
}

/* What people call a record; NULL of one whose type is damaged. */
static const char *kind_of(uint32_t type) {
    switch (type) {
    case SKY_NAVI:
        return "navmesh info";
    case SKY_NAVM:
    case SKY_NVMI:
        return "navmesh";
    case SKY_CELL:
        return "cell";
    case SKY_REFR:
        return "reference";
    case SKY_WRLD:
        return "worldspace";
    case SKY_GRUP:
        return "group";
    default:
        return is_type(type) && type != SKY_TES4 ? "record" : NULL;
    }
}

static void put_type(nl_text *text, uint32_t type) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        nl_put_char(text, (char)(type >> shift & 0x7F));
}

static const char *given(const char *name) {
    return name[0] == '\0' ? NULL : name;
}

nl_place sky_named(nl_place place, const sky_check *c, uint32_t type, uint32_t form_id) {
    nl_text record = nl_text_over(c->record_name, SKY_RECORD_BYTES);
    put_type(&record, type);
    nl_put_char(&record, ' ');
    put_form_id(&record, form_id);
    place.subject = (nl_subject){.kind = kind_of(type),
                                 .id = form_id,
                                 .put = put_subject,
                                 .context = c,
                                 .record = record.chars};
    if (type == SKY_NAVI) return place; /* which is of the whole world */
    place.subject.cell = given(c->cell.name);
    place.subject.worldspace = given(c->cell.worldspace);
    return place;
}

nl_place sky_in_cell(nl_place place, const sky_check *c) {
    if (!c->cell.is_exterior || !c->cell.has_grid) return place;
    return nl_place_at(place, ((double)c->cell.x + 0.5) * (double)SKY_CELL_UNITS,
                       ((double)c->cell.y + 0.5) * (double)SKY_CELL_UNITS, 0);
}

/* Where the record being checked is, else in the middle of its cell. */
static nl_place at_home(nl_place place, const sky_check *c) {
    place = sky_in_cell(place, c);
    if (c->where.is_known) place.position = c->where;
    return place;
}

nl_place sky_about(nl_place place, const sky_check *c, const sky_record *record) {
    if (!kind_of(record->type)) return place;
    place = sky_named(place, c, record->type, record->form_id);
    if (record->type == SKY_NAVM) place.subject.name = given(c->navm_name);
    return record->type == SKY_NAVI ? place : at_home(place, c);
}

navlint_position sky_position(sky_point p) {
    return nl_place_at((nl_place){0}, (double)p.x, (double)p.y, (double)p.z).position;
}

nl_place sky_moved_to(nl_place place, sky_point point) {
    const navlint_position position = sky_position(point);
    if (position.is_known) place.position = position;
    return place;
}

navlint_position sky_center_of(const sky_body *entry) {
    if (entry->length < SKY_NVMI_HEAD_BYTES) return (navlint_position){0};
    return sky_position(sky_point_at(entry->bytes + SKY_NVMI_HEAD_CENTER_AT));
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

/* An NVMI by itself, or in the NAVI. */
static nl_place entry_place(nl_place field, const sky_payload *h) {
    const uint32_t form_id = sky_first_id(&h->body);
    const navlint_position center = sky_center_of(&h->body);
    if (h->c->enter) h->c->enter(h->c, form_id);
    field = at_home(field, h->c);
    if (center.is_known) field.position = center;
    return h->record ? sky_named(field, h->c, SKY_NVMI, form_id) : field;
}

static nl_place field_place(const sky_payload *h) {
    if (!h->record) return entry_place(sky_file_place(h->c), h);
    const nl_place record = sky_about(sky_record_place(h->c, h->record), h->c, h->record);
    const nl_place field = nl_place_in(record, "fields", h->index, 0);
    return h->is_entry ? entry_place(field, h) : field;
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

navlint_related sky_related(const sky_payload *h, uint32_t at, uint64_t length,
                            const char *message) {
    const nl_packed *const packed = h->body.packed;
    return packed ? (navlint_related){packed->offset, packed->length, message}
                  : (navlint_related){h->body.offset + at, length, message};
}

/* ---- Findings ---- */

nl_draft sky_index_expected(uint32_t count, int32_t least) {
    if (count == 0 && least == 0)
        return (nl_draft){.expected = nl_string("none: the list is empty")};
    return (nl_draft){.expected = nl_int(least),
                      .relation = NAVLINT_BETWEEN,
                      .others = {nl_int((int64_t)count - 1)}};
}

void sky_found(nl_place place, unsigned rule, unsigned field, nl_draft draft) {
    nl_found(&place, rule, field, &draft);
}

bool sky_found_cause(nl_place place, unsigned rule, unsigned field, nl_draft draft) {
    return nl_found_cause(&place, rule, field, &draft);
}

void sky_found_if_new(nl_place place, unsigned rule, unsigned field, nl_draft draft, bool follows) {
    const bool before = place.report->follows;
    nl_follow(place.report, before || follows);
    sky_found(place, rule, field, draft);
    nl_follow(place.report, before);
}

void sky_found_door_marker(nl_place place, unsigned rule, unsigned field, uint32_t index) {
    const uint32_t marker = nl_load_u32(place.bytes + place.at + sky_layout.fields[field].at);
    const sky_form_text is = sky_form(NULL, marker);
    const sky_form_text want = sky_form(NULL, SKY_PATHING_DOOR);
    sky_found(place, rule, field,
              (nl_draft){.expected = nl_uint(SKY_PATHING_DOOR),
                         .args = {nl_uint(index), nl_string(is.chars), nl_string(want.chars)}});
}

static uint8_t bit_of(unsigned rule) {
    return rule == SKYRIM_NVMI_MASTER   ? SKY_ODD_NVMI
           : rule == SKYRIM_NVPP_MASTER ? SKY_ODD_NVPP
                                        : SKY_ODD_NVNM;
}

/* "03" */
static void put_index(char text[3], uint32_t index) {
    static const char digits[] = "0123456789ABCDEF";
    text[0] = digits[index >> 4 & 15];
    text[1] = digits[index & 15];
    text[2] = '\0';
}

void sky_found_odd_id(sky_check *c, nl_place place, const sky_odd_id *id) {
    const uint32_t own = c->plugin->master_count;
    const sky_form_text form = sky_form(c->plugin, id->form_id);
    uint8_t *const told = &c->odd_indexes[sky_index_of(id->form_id)];
    char index[3];
    char most[3];
    put_index(index, sky_index_of(id->form_id));
    put_index(most, own);
    const nl_draft draft = {
        .expected = nl_uint(own << 24 | SKY_OBJECT_MASK),
        .relation = NAVLINT_AT_MOST,
        .args = {nl_string(id->what), nl_string(form.chars), nl_string(index), nl_string(most)}};
    if (*told & bit_of(id->rule))
        sky_found_if_new(place, id->rule, id->field, draft, true);
    else if (nl_found_cause(&place, id->rule, id->field, &draft))
        *told |= bit_of(id->rule);
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

/* ---- The console ---- */

/* Whether the console takes it for one word. */
static bool is_word(const char *name) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    return name[strspn(name, plain)] == '\0';
}

/* Rounds down, as the game does; floor would need the mathematics library. */
static int32_t cell_of(double coordinate) {
    const double cells = coordinate / (double)SKY_CELL_UNITS;
    const int32_t whole = (int32_t)cells;
    return whole - ((double)whole > cells);
}

static bool is_reachable(double coordinate) {
    return fabs(coordinate) < (double)INT16_MAX * (double)SKY_CELL_UNITS;
}

/* "cow Tamriel 5 -12" */
static void put_cow(nl_text *text, const char *worldspace, const navlint_position *position) {
    if (!is_word(worldspace) || !is_reachable(position->x) || !is_reachable(position->y)) return;
    nl_put(text, "cow ");
    nl_put(text, worldspace);
    nl_put_char(text, ' ');
    nl_put_int(text, cell_of(position->x));
    nl_put_char(text, ' ');
    nl_put_int(text, cell_of(position->y));
}

void sky_put_jump(nl_text *text, const nl_place *place) {
    const nl_subject *const subject = &place->subject;
    if (subject->cell && is_word(subject->cell)) {
        nl_put(text, "coc ");
        nl_put(text, subject->cell);
    } else if (subject->worldspace && place->position.is_known) {
        put_cow(text, subject->worldspace, &place->position);
    }
}
