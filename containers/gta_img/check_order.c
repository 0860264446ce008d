/* What the game makes of the order of the directory: the first of the same counts, and what follows
 * each other is read in one go. */
#include "containers/gta_img/checks.h"
#include "containers/members.h"

/* ---- The same twice ---- */

/* What the game knows a file by: the area of a path file, else the name, of which three characters
 * of the extension count. Names of files that it does not know are compared as a whole. */
static box_name key_of(const img_entry *entry) {
    const bool is_known = entry->kind == IMG_LOADED || entry->kind == IMG_PATHS;
    const uint32_t known = entry->dot + 1 + IMG_EXTENSION_CHARS;
    return (box_name){entry->name.chars, is_known ? known : entry->name.length};
}

static uint64_t hash_of(const img_entry *entry) {
    const uint32_t area = img_area_of(entry);
    const box_name key = key_of(entry);
    const uint8_t number[] = {0, (uint8_t)area}; /* no name begins with a NUL */
    if (area != IMG_AREAS) return box_hash(box_no_hash, number, sizeof number, false);
    return box_hash(box_no_hash, key.chars, key.length, true);
}

static bool is_same(void *context, uint32_t first_row, uint32_t row) {
    const img_check *const c = context;
    const img_entry first = img_entry_of(c, first_row);
    const img_entry entry = img_entry_of(c, row);
    const uint32_t area = img_area_of(&entry);
    if (area != IMG_AREAS || img_area_of(&first) != IMG_AREAS) return area == img_area_of(&first);
    return box_name_same_folded(key_of(&first), key_of(&entry));
}

static void found_twin(void *context, uint32_t first_row, uint32_t row) {
    const img_check *const c = context;
    const img_entry entry = img_entry_of(c, row);
    const uint32_t area = img_area_of(&entry);
    c->is_ignored[row] = 1;
    const nl_place place = img_place_of(c, &entry);
    nl_draft draft = {.args = {nl_uint(first_row), nl_uint(area)}};
    draft.related[0] = img_beside(first_row, IMG_ENTRY_NAME, "the one that the game takes");
    nl_found(&place, area == IMG_AREAS ? IMG_NAME_DUPLICATE : IMG_NODES_DUP, IMG_ENTRY_NAME,
             &draft);
}

/* An entry without a size does not count as there; one without a name has a finding already. */
bool img_check_twins(img_check *c) {
    nl_arena *const arena = c->job->arena;
    const size_t mark = nl_arena_mark(arena);
    box_hashed *const names = NL_NEW(arena, box_hashed, c->doc->count);
    if (!names) return false;
    uint32_t count = 0;
    for (uint32_t row = 0; row < c->doc->count; row++) {
        const img_entry entry = img_entry_of(c, row);
        if (entry.sectors != 0 && entry.name.length != 0)
            names[count++] = (box_hashed){hash_of(&entry), row};
    }
    const box_twins twins = {is_same, found_twin, c};
    const bool is_done = box_each_twin(names, count, c->job->budget, &twins);
    nl_arena_release(arena, mark);
    return is_done;
}

/* ---- Neighbours ---- */

/* Whether two share bytes and are not the very same ones: that is another finding. */
static bool is_overlap(const img_entry *a, const img_entry *b) {
    const bool is_shared = img_start_of(a) < img_end_of(b) && img_start_of(b) < img_end_of(a);
    return is_shared && (a->offset != b->offset || a->sectors != b->sectors);
}

static void found_neighbour(const img_check *c, const img_entry *before, const img_entry *entry) {
    char shown[IMG_SHOWN_BYTES];
    const nl_place place = img_place_of(c, entry);
    nl_draft draft = {.expected = nl_uint((uint64_t)before->offset + before->sectors),
                      .args = {nl_uint(before->row), nl_string(img_show(shown, before))}};
    draft.related[0] = img_beside(before->row, IMG_ENTRY_OFFSET, "where the one before starts");
    nl_found(&place, IMG_NEIGHBOUR, IMG_ENTRY_OFFSET, &draft);
}

static bool is_chained(const img_check *c, const img_entry *entry) {
    const bool is_known = entry->kind == IMG_LOADED || entry->kind == IMG_PATHS;
    return is_known && entry->sectors != 0 && img_is_sound(c->job, c->doc, entry);
}

/* The game's chain goes over the duplicates that it ignores, and ends where it knows no type. */
void img_check_neighbours(const img_check *c) {
    img_entry before = {.sectors = 0};
    if (c->doc->is_cutscene) return;
    for (uint32_t row = 0; row < c->doc->count; row++) {
        const img_entry entry = img_entry_of(c, row);
        if (c->is_ignored[row] && entry.kind != IMG_UNKNOWN && entry.kind != IMG_SKIPPED) continue;
        const bool goes_on = is_chained(c, &entry);
        if (goes_on && before.sectors != 0 && img_end_of(&before) != img_start_of(&entry) &&
            !is_overlap(&before, &entry))
            found_neighbour(c, &before, &entry);
        before = goes_on ? entry : (img_entry){.sectors = 0};
    }
}
