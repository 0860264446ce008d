#include "containers/source_bsp/checks.h"

enum { MOST_NAME_BYTES = 259 };

/* ---- A name ---- */

static void check_name(const bsp_check *c, uint32_t row) {
    const bsp_entry entry = bsp_entry_of(c->bytes, c->doc, row);
    const char *const danger = box_name_danger(entry.name);
    if (!danger && entry.name.length <= MOST_NAME_BYTES) return;
    const bsp_shown name = bsp_show(entry.name);
    const nl_place place = bsp_entry_place(c, row, &entry, &name);
    if (entry.name.length > MOST_NAME_BYTES)
        nl_found(&place, BSP_PZ_NAME_LONG, BSP_ENTRY_NAME_LENGTH,
                 &(nl_draft){.expected = nl_uint(MOST_NAME_BYTES), .relation = NAVLINT_AT_MOST});
    if (danger)
        nl_found(&place, BSP_PZ_NAME_UNSAFE, NL_NO_FIELD,
                 &(nl_draft){.length = BSP_ENTRY_BYTES + (uint64_t)entry.name.length,
                             .args = {nl_string(name.chars), nl_string(danger)}});
}

/* ---- Names among each other ---- */

static uint8_t folded(uint8_t c) {
    if (c == '\\') return '/';
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

/* Capitals do not count, nor which slash it is. */
static uint64_t hash_of(box_name name) {
    uint64_t hash = box_no_hash;
    for (uint32_t i = 0; i < name.length; i++)
        hash = box_hash_byte(hash, folded(name.chars[i]));
    return hash;
}

static bool are_same(void *context, uint32_t first_row, uint32_t row) {
    const bsp_check *const c = context;
    const box_name a = bsp_name_of(c->bytes, c->doc, first_row);
    const box_name b = bsp_name_of(c->bytes, c->doc, row);
    if (a.length != b.length) return false;
    for (uint32_t i = 0; i < a.length; i++)
        if (folded(a.chars[i]) != folded(b.chars[i])) return false;
    return true;
}

static void found_twin(void *context, uint32_t first_row, uint32_t row) {
    const bsp_check *const c = context;
    const bsp_entry first = bsp_entry_of(c->bytes, c->doc, first_row);
    const bsp_entry entry = bsp_entry_of(c->bytes, c->doc, row);
    const bsp_shown name = bsp_show(entry.name);
    const nl_place place = bsp_entry_place(c, row, &entry, &name);
    nl_found(&place, BSP_PZ_NAME_DUPLICATE, NL_NO_FIELD,
             &(nl_draft){.length = BSP_ENTRY_BYTES + (uint64_t)entry.name.length,
                         .args = {nl_string(name.chars), nl_uint(first_row)},
                         .related = {{first.at, BSP_ENTRY_BYTES, "the entry of this name"}}});
}

static bool check_twins(const bsp_check *c) {
    const size_t mark = nl_arena_mark(c->job->arena);
    const uint32_t count = c->doc->zip.count;
    box_hashed *const names = NL_NEW(c->job->arena, box_hashed, count);
    const box_twins twins = {are_same, found_twin, (void *)(uintptr_t)c};
    if (!names) return false;
    for (uint32_t row = 0; row < count; row++)
        names[row] = (box_hashed){hash_of(bsp_name_of(c->bytes, c->doc, row)), row};
    const bool is_done = box_each_twin(names, count, c->job->budget, &twins);
    nl_arena_release(c->job->arena, mark);
    return is_done;
}

bool bsp_check_names(const bsp_check *c) {
    const bsp_zip *const zip = &c->doc->zip;
    if (!nl_spend(c->job->budget, zip->directory_end - zip->directory_at)) return false;
    for (uint32_t row = 0; row < zip->count; row++)
        check_name(c, row);
    return zip->count == 0 || check_twins(c);
}
