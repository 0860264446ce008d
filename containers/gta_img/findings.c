#include "containers/gta_img/findings.h"

const char *img_show(char *shown, const img_entry *entry) {
    nl_text text = nl_text_over(shown, IMG_SHOWN_BYTES);
    nl_put_bytes(&text, entry->name.chars, entry->name.length);
    return text.chars;
}

/* entry 12 "nodes12.dat" */
static void put_entry(nl_text *text, const nl_subject *subject) {
    char shown[IMG_SHOWN_BYTES];
    nl_put(text, "entry ");
    nl_put_uint(text, subject->id);
    nl_put(text, " \"");
    nl_put(text, img_show(shown, subject->context));
    nl_put_char(text, '"');
}

nl_place img_place_of(const img_check *c, const img_entry *entry) {
    nl_place place = nl_place_in(nl_place_of(c->job->report, c->job->bytes), "entries", entry->row,
                                 img_row_at(entry->row));
    place.subject =
        (nl_subject){.kind = "entry", .id = entry->row, .put = put_entry, .context = entry};
    return place;
}

navlint_related img_beside(uint32_t row, unsigned field, const char *message) {
    const nl_field *const f = &img_fields.fields[field];
    return (navlint_related){img_row_at(row) + f->at, nl_field_bytes(f), message};
}
