/* How messages name FormIDs. */
#include <string.h>

#include "parsers/skyrim_navmesh/check.h"

static void put_hex8(nl_text *text, uint32_t value) {
    static const char digits[] = "0123456789ABCDEF";
    for (int shift = 28; shift >= 0; shift -= 4)
        nl_put_char(text, digits[value >> shift & 0xF]);
}

sky_form_text sky_form(const sky_plugin *p, uint32_t form_id) {
    sky_form_text form;
    nl_text text = nl_text_over(form.chars, sizeof form.chars);
    put_hex8(&text, form_id);
    if (!p || form_id == 0 || sky_is_own(p, form_id)) return form;
    const sky_body *const name = &p->masters[sky_index_of(form_id)].name;
    nl_put(&text, " (");
    nl_put_bytes(&text, name->bytes, name->length);
    nl_put(&text, ")");
    return form;
}

/* "NAVM 0100ABCD (Update.esm) in WhiterunExterior01" */
static void put_label(nl_text *text, const sky_check *c) {
    nl_put(text, c->kind);
    nl_put_char(text, ' ');
    nl_put(text, sky_form(c->plugin, c->form_id).chars);
    if (c->cell.editor_id[0] == '\0') return; /* also where there is no cell */
    nl_put(text, " in ");
    nl_put(text, c->cell.editor_id);
}

void sky_found(const sky_check *c, unsigned rule, sky_place place, nl_draft draft) {
    char chars[192];
    nl_text label = nl_text_over(chars, sizeof chars);
    if (c->kind) put_label(&label, c);
    draft.label = c->kind ? label.chars : NULL;
    draft.path = place.path;
    draft.member = place.member;
    draft.type = place.type;
    draft.offset = place.at + (place.body ? place.body->offset : 0);
    draft.length = place.length;
    draft.packed = place.body ? place.body->packed : NULL;
    nl_emit(c->job->report, rule, &draft);
}
