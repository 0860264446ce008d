/* Places, names and repetitions for the checks of payloads. */
#include "parsers/skyrim_navmesh/check_payload.h"
#include "core/sort.h"

void sky_found_in(const sky_payload *h, unsigned rule, sky_spot spot, nl_draft draft) {
    const nl_path list = nl_key(h->path, spot.list);
    const nl_path item = nl_item(&list, spot.index);
    if (spot.type != NL_NO_TYPE || spot.name) draft.field = spot.name;
    sky_found(h->c, rule,
              (sky_place){.path = spot.list ? &item : h->path,
                          .member = spot.member,
                          .type = spot.type,
                          .body = h->body,
                          .at = spot.at,
                          .length = spot.length},
              draft);
}

void sky_found_whole(const sky_payload *h, unsigned rule, nl_draft draft) {
    const uint32_t header = h->path ? SKY_FIELD_HEADER_BYTES : 0; /* a bare field has none */
    const sky_body around = {NULL, h->body->length + header, h->body->offset - header,
                             h->body->packed};
    sky_found(h->c, rule, (sky_place){.path = h->path, .body = &around, .length = around.length},
              draft);
}

/* ---- Names ---- */

static void put_form_id(nl_text *text, uint32_t form_id) {
    static const char digits[] = "0123456789ABCDEF";
    for (unsigned shift = 32; shift != 0; shift -= 4)
        nl_put_char(text, digits[form_id >> (shift - 4) & 15]);
}

sky_form_text sky_shown(const sky_check *c, uint32_t form_id) {
    if (c->plugin) return sky_form(c->plugin, form_id);
    sky_form_text shown;
    nl_text text = nl_text_over(shown.chars, sizeof shown.chars);
    put_form_id(&text, form_id);
    return shown;
}

static void put_int(nl_text *text, int32_t value) {
    if (value < 0) nl_put_char(text, '-');
    nl_put_uint(text, (uint64_t)(value < 0 ? -(int64_t)value : value));
}

sky_form_text sky_parent_shown(const sky_check *c, sky_parent parent) {
    sky_form_text shown = sky_shown(c, parent.worldspace ? parent.worldspace : parent.cell);
    const sky_form_text form = shown;
    nl_text text = nl_text_over(shown.chars, sizeof shown.chars);
    nl_put(&text, parent.worldspace ? "worldspace " : "cell ");
    nl_put(&text, form.chars);
    if (parent.worldspace == 0) return shown;
    nl_put(&text, " at ");
    put_int(&text, parent.x);
    nl_put(&text, ", ");
    put_int(&text, parent.y);
    return shown;
}

/* ---- Ids that stand twice in a list ---- */

static void repeats_of_few(const uint8_t *ids, uint32_t count, uint32_t record_bytes,
                           sky_repeat_fn found, void *context) {
    for (uint32_t again = 1; again < count; again++) {
        const uint32_t id = nl_load_u32(ids + (size_t)again * record_bytes);
        for (uint32_t first = 0; first < again; first++) {
            if (nl_load_u32(ids + (size_t)first * record_bytes) != id) continue;
            found(context, first, again);
            break;
        }
    }
}

bool sky_each_repeat(nl_arena *arena, const uint8_t *ids, uint32_t count, uint32_t record_bytes,
                     sky_repeat_fn found, void *context) {
    enum { FEW = 24 };
    if (count <= FEW) {
        repeats_of_few(ids, count, record_bytes, found, context);
        return true;
    }
    const size_t mark = nl_arena_mark(arena);
    uint64_t *const keys = NL_NEW(arena, uint64_t, count);
    if (!keys) return false;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)nl_load_u32(ids + (size_t)i * record_bytes) << 32 | i;
    nl_sort_keys(keys, count);
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (keys[i] >> 32 != keys[first] >> 32)
            first = i;
        else
            found(context, (uint32_t)keys[first], (uint32_t)keys[i]);
    }
    nl_arena_release(arena, mark);
    return true;
}
