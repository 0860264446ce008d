/* The tree of names, and what its entries say. */
#include <string.h>

#include "containers/valve_vpk/layout.h"

/* ---- The walk ---- */

vpk_walk vpk_walk_over(const uint8_t *bytes, uint64_t at, uint64_t end) {
    return (vpk_walk){.bytes = bytes, .at = at, .end = end};
}

static bool lose(vpk_walk *walk, vpk_loss loss) {
    walk->loss = loss;
    return false;
}

/* The walk stays in front of what is not whole. Each byte of a name is looked at once. */
static bool read_name(vpk_walk *walk, vpk_string *name) {
    const uint64_t left = walk->end - walk->at;
    const uint8_t *const start = walk->bytes + walk->at;
    const uint8_t *const nul = left > 0 ? memchr(start, 0, (size_t)left) : NULL;
    if (!nul) return lose(walk, VPK_IN_NAME);
    *name = (vpk_string){(uint32_t)walk->at, (uint32_t)(nul - start)};
    return true;
}

static bool read_file(vpk_walk *walk, vpk_item *item) {
    const uint64_t entry_at = walk->at + item->name.length + 1;
    if (walk->end - entry_at < VPK_ENTRY_BYTES) return lose(walk, VPK_IN_ENTRY);
    const uint8_t *const preload = walk->bytes + entry_at + VPK_ENTRY_PRELOADED_AT;
    const uint64_t end = entry_at + VPK_ENTRY_BYTES + nl_load_u16(preload);
    if (end > walk->end) return lose(walk, VPK_IN_PRELOAD);
    item->entry_at = (uint32_t)entry_at;
    walk->at = end;
    return true;
}

static void go_up(vpk_walk *walk, vpk_item *item) {
    item->is_end = true;
    walk->at++;
    walk->is_done = walk->level == VPK_EXTENSIONS;
    if (!walk->is_done) walk->level--;
}

static void go_down(vpk_walk *walk, const vpk_item *item) {
    walk->at += item->name.length + 1;
    walk->level++;
    walk->next[walk->level] = 0;
}

bool vpk_next(vpk_walk *walk, vpk_item *item) {
    const vpk_level level = walk->level;
    *item = (vpk_item){.level = level};
    if (walk->is_done || !read_name(walk, &item->name)) return false;
    for (int i = 0; i < (int)level; i++)
        item->number[i] = walk->next[i] - 1;
    item->number[level] = walk->next[level];
    if (item->name.length == 0) {
        go_up(walk, item);
        return true;
    }
    if (level == VPK_FILES && !read_file(walk, item)) return false;
    if (level != VPK_FILES) go_down(walk, item);
    walk->next[level]++;
    return true;
}

/* ---- Entries ---- */

bool vpk_is_inside(const vpk_document *doc, const vpk_entry *entry) {
    const uint64_t end = (uint64_t)entry->offset + entry->length;
    return end <= vpk_data_bytes(doc) && doc->at.data + end <= doc->length;
}

/* ---- Names ---- */

static uint32_t append(char *copy, uint32_t length, const char *word) {
    return box_name_append(copy, length, (box_name){(const uint8_t *)word, 1});
}

void vpk_put_name(char *copy, const uint8_t *bytes, const vpk_document *doc, const vpk_file *file) {
    const box_name folder = vpk_folder_of(bytes, doc, file);
    const box_name extension = vpk_extension_of(bytes, doc, file);
    uint32_t length = 0;
    copy[0] = '\0';
    if (!vpk_is_none(folder)) length = append(copy, box_name_copy(copy, folder), "/");
    length = box_name_append(copy, length, vpk_base_of(bytes, file));
    if (vpk_is_none(extension)) return;
    length = append(copy, length, ".");
    (void)box_name_append(copy, length, extension);
}

/* The longest ending that is asked for is shorter than this: more of a name says nothing. */
enum { TAIL_BYTES = 16 };

static uint32_t put_tail(uint8_t *copy, box_name name, uint8_t before) {
    uint32_t start = name.length > TAIL_BYTES ? name.length - TAIL_BYTES : 0;
    uint32_t length = 0;
    if (start == 0) copy[length++] = before;
    while (start < name.length)
        copy[length++] = name.chars[start++];
    return length;
}

static bool is_navigation(box_name end) {
    return box_name_is_navigation(end) || box_name_ends(end, ".bsp");
}

vpk_content vpk_content_of(box_name extension) {
    if (vpk_is_none(extension)) return VPK_UNNAMED;
    uint8_t tail[TAIL_BYTES + 1];
    const box_name end = {tail, put_tail(tail, extension, '.')};
    if (is_navigation(end)) return VPK_NAVIGATION;
    return box_name_ends(end, ".dat") ? VPK_DAT : VPK_ANY;
}

static bool is_unnamed_navigation(box_name base) {
    uint8_t tail[TAIL_BYTES + 1];
    const box_name end = {tail, put_tail(tail, base, '/')};
    return is_navigation(end) || (box_name_begins(base, "nodes") && box_name_ends(end, ".dat"));
}

bool vpk_holds_navigation(const uint8_t *bytes, const vpk_document *doc, const vpk_file *file) {
    switch (vpk_file_content(doc, file)) {
    case VPK_NAVIGATION:
        return true;
    case VPK_DAT:
        return box_name_begins(vpk_base_of(bytes, file), "nodes");
    case VPK_UNNAMED:
        return is_unnamed_navigation(vpk_base_of(bytes, file));
    default:
        return false;
    }
}
