#include "containers/source_bsp/findings.h"

bsp_shown bsp_show(box_name name) {
    bsp_shown shown;
    nl_text text = nl_text_over(shown.chars, sizeof shown.chars);
    if (name.length == 0) nl_put(&text, "an entry without a name");
    nl_put_bytes(&text, name.chars, name.length);
    return shown;
}

static nl_place root_of(const bsp_check *c) {
    return nl_place_of(c->job->report, c->bytes);
}

static nl_place pakfile_of(const bsp_check *c) {
    return nl_place_in(root_of(c), "pakfile", NL_NO_INDEX, c->doc->zip.at);
}

nl_place bsp_lump_place(const bsp_check *c, uint32_t index) {
    const nl_place place = nl_place_in(root_of(c), "lumps", index, c->doc->lumps[index].row);
    return nl_place_about(place, "lump", index);
}

nl_place bsp_end_place(const bsp_check *c) {
    return nl_place_in(pakfile_of(c), "end", NL_NO_INDEX, c->doc->zip.end_at);
}

static nl_place place_of(const bsp_check *c, const char *list, uint32_t row,
                         const bsp_shown *name) {
    nl_place place = nl_place_about(nl_place_in(pakfile_of(c), list, row, 0), "entry", row);
    place.subject.name = name->chars;
    return place;
}

nl_place bsp_entry_place(const bsp_check *c, uint32_t row, const bsp_entry *entry,
                         const bsp_shown *name) {
    nl_place place = place_of(c, "entries", row, name);
    place.at = entry->at;
    return place;
}

nl_place bsp_local_place(const bsp_check *c, uint32_t row, const bsp_entry *entry,
                         const bsp_shown *name) {
    nl_place place = place_of(c, "files", row, name);
    place.at = entry->local_at;
    return place;
}

nl_place bsp_data_place(nl_place local, const char *key, const bsp_entry *entry) {
    return nl_place_in(local, key, NL_NO_INDEX, entry->data_at);
}

navlint_related bsp_beside(uint64_t at, unsigned field, const char *message) {
    const nl_field *const f = &bsp_fields.fields[field];
    return (navlint_related){at + f->at, nl_field_bytes(f), message};
}
