#include "containers/metroid_pak/findings.h"

static char letter(uint32_t byte) {
    const char c = (char)(byte & 0xFF);
    const bool is_plain =
        (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    return is_plain ? c : '_';
}

pk_word pk_letters(uint32_t type) {
    return (pk_word){{letter(type >> 24), letter(type >> 16), letter(type >> 8), letter(type), 0}};
}

static void put_hex(nl_text *text, uint64_t value, int digits) {
    for (int i = digits - 1; i >= 0; i--)
        nl_put_char(text, "0123456789ABCDEF"[value >> 4 * i & 15]);
}

void pk_put_file_name(char *name, const pk_row *row, const pk_shape *shape) {
    nl_text text = nl_text_over(name, PK_FILE_NAME_BYTES);
    put_hex(&text, row->id, shape->has_long_ids ? 16 : 8);
    nl_put_char(&text, '.');
    nl_put(&text, pk_letters(row->type).chars);
}

static void put_resource(nl_text *text, const nl_subject *subject) {
    const pk_named *const named = subject->context;
    char name[PK_FILE_NAME_BYTES];
    pk_put_file_name(name, &named->row, named->shape);
    nl_put(text, "resource ");
    nl_put(text, name);
}

static nl_place place_in(const pk_check *c, const char *key, uint32_t index, uint64_t at) {
    return nl_place_in(nl_place_of(c->job->report, c->bytes), key, index, at);
}

static nl_place about_row(const pk_check *c, nl_place place, uint32_t index, pk_named *named) {
    *named = (pk_named){pk_row_at(c->bytes, c->doc, index), c->shape};
    place.subject = (nl_subject){
        .kind = "resource", .id = named->row.id, .put = put_resource, .context = named};
    return place;
}

nl_place pk_row_place(const pk_check *c, uint32_t index, pk_named *named) {
    const uint64_t at = pk_row_at(c->bytes, c->doc, index).at;
    return about_row(c, place_in(c, "resources", index, at), index, named);
}

nl_place pk_data_place(const pk_check *c, uint32_t index, uint64_t at, pk_named *named) {
    return about_row(c, place_in(c, "data", index, at), index, named);
}

nl_place pk_name_place(const pk_check *c, uint32_t index) {
    const uint64_t at = pk_name_at(c->bytes, c->doc, index).at;
    return nl_place_about(place_in(c, "names", index, at), "name", index);
}

nl_place pk_file_place(const pk_check *c, uint64_t at) {
    nl_place place = nl_place_of(c->job->report, c->bytes);
    place.at = at;
    return place;
}

navlint_related pk_beside_row(const pk_check *c, uint32_t index, const char *message) {
    return (navlint_related){pk_row_at(c->bytes, c->doc, index).at,
                             pk_fields.records[c->shape->row].bytes, message};
}
