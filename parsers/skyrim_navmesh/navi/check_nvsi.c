/* NVSI: navmeshes that the plugin deletes. */
#include "parsers/skyrim_navmesh/check_payload.h"

uint32_t sky_nvsi_count(const sky_navi *navi) {
    return navi->nvsi.type ? navi->nvsi.body.length / SKY_ID_BYTES : 0;
}

uint32_t sky_nvsi_id(const sky_navi *navi, uint32_t index) {
    return nl_load_u32(navi->nvsi.body.bytes + (size_t)SKY_ID_BYTES * index);
}

static void found_nvsi(const sky_payload *h, unsigned rule, uint32_t index, const char *other) {
    const uint32_t id = sky_nvsi_id(h->c->navi, index);
    const sky_form_text form = sky_shown(h->c, id);
    sky_found_in(
        h, rule,
        (sky_spot){.list = "deleted",
                   .index = index,
                   .name = "navmesh",
                   .type = NL_U32LE,
                   .at = SKY_ID_BYTES * index},
        (nl_draft){.actual = nl_uint(id), .args = {nl_string(form.chars), nl_string(other)}});
}

static void tell_nvsi_repeat(void *context, uint32_t first, uint32_t again) {
    (void)first;
    const sky_payload *const h = context;
    if (sky_nvsi_id(h->c->navi, again) != 0) found_nvsi(h, SKYRIM_NVSI_TWICE, again, "");
}

static void check_nvsi_id(const sky_payload *h, uint32_t index) {
    const sky_check *const c = h->c;
    const uint32_t id = sky_nvsi_id(c->navi, index);
    if (id == 0) {
        found_nvsi(h, SKYRIM_NVSI_NULL, index, "");
        return;
    }
    const sky_navm *const navm = sky_find_navm(c->plugin, id);
    const bool lives = navm && !sky_is_deleted(&navm->record);
    if (lives || sky_entry_row(c, id) != NL_NO_ROW)
        found_nvsi(h, SKYRIM_NVSI_LIVE, index, lives ? "a live NAVM record" : "an NVMI entry");
}

bool sky_check_nvsi(sky_check *c) {
    const sky_body *const body = &c->navi->nvsi.body;
    const nl_path fields = nl_key(&c->navi->path, "fields");
    const nl_path path = nl_item(&fields, c->navi->nvsi.index);
    const sky_payload h = {c, body, &path};
    if (c->navi->nvsi.type == 0) return true;
    c->kind = "NAVI";
    c->form_id = c->plugin->navi.form_id;
    if (body->length % SKY_ID_BYTES != 0)
        sky_found_whole(&h, SKYRIM_NVSI_LENGTH, (nl_draft){.actual = nl_uint(body->length)});
    if (!nl_spend(c->job->budget, sky_nvsi_count(c->navi))) return false;
    for (uint32_t i = 0; i < sky_nvsi_count(c->navi); i++)
        check_nvsi_id(&h, i);
    return sky_each_repeat(c->job->arena, body->bytes, sky_nvsi_count(c->navi), SKY_ID_BYTES,
                           tell_nvsi_repeat, (void *)(uintptr_t)&h);
}
