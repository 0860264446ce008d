/* NVSI: navmeshes that the plugin deletes. */
#include "parsers/skyrim_navmesh/navi/checks.h"

uint32_t sky_nvsi_count(const sky_navi *navi) {
    return navi->nvsi.type ? navi->nvsi.body.length / SKY_NVSI_BYTES : 0;
}

uint32_t sky_nvsi_id(const sky_navi *navi, uint32_t index) {
    return nl_load_u32(navi->nvsi.body.bytes + (size_t)SKY_NVSI_BYTES * index);
}

static void found(const sky_payload *h, unsigned rule, uint32_t index, const char *other) {
    const sky_form_text form = sky_form(h->c->plugin, sky_nvsi_id(h->c->navi, index));
    nl_place place = sky_item_place(h, "deleted", index, SKY_NVSI_BYTES * index);
    place.position = sky_entry_position(h->c, sky_nvsi_id(h->c->navi, index));
    sky_found(place, rule, SKY_NVSI_NAVMESH,
              (nl_draft){.args = {nl_string(form.chars), nl_string(other)}});
}

static void report_repeat(void *context, uint32_t first, uint32_t again) {
    (void)first;
    const sky_payload *const h = context;
    if (sky_nvsi_id(h->c->navi, again) != 0) found(h, SKYRIM_NVSI_TWICE, again, "");
}

static void check_id(const sky_payload *h, uint32_t index) {
    const sky_check *const c = h->c;
    const uint32_t id = sky_nvsi_id(c->navi, index);
    if (id == 0) {
        found(h, SKYRIM_NVSI_NULL, index, "");
        return;
    }
    const sky_navm *const navm = sky_find_navm(c->plugin, id);
    const bool lives = navm && !sky_is_deleted(&navm->record);
    if (lives || sky_entry_row(c, id) != NL_NO_ROW)
        found(h, SKYRIM_NVSI_LIVE, index, lives ? "a live NAVM record" : "an NVMI entry");
}

bool sky_check_nvsi(sky_check *c) {
    const sky_field *const field = &c->navi->nvsi;
    const uint32_t count = sky_nvsi_count(c->navi);
    sky_payload h = {
        .c = c, .record = &c->plugin->navi, .body = field->body, .index = field->index};
    if (field->type == 0) return true;
    if (field->body.length % SKY_NVSI_BYTES != 0)
        sky_found_whole(&h, SKYRIM_NVSI_LENGTH,
                        (nl_draft){.actual = nl_uint(field->body.length),
                                   .expected = nl_string("a multiple of 4"),
                                   .relation = NAVLINT_DESCRIBED});
    if (!nl_spend(c->job->budget, count)) return false;
    for (uint32_t i = 0; i < count; i++)
        check_id(&h, i);
    const sky_id_column ids = {field->body.bytes, count, SKY_NVSI_BYTES};
    return sky_each_repeat(c->job->arena, &ids, report_repeat, &h);
}
