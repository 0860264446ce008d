/* What is around the links: the marker, spare entries, navi links as a whole. */
#include <string.h>

#include "core/arena.h"
#include "parsers/gta_nodes/fix_parts.h"

static const uint8_t empty_slot[GTA_LINK_BYTES] = {0xFF, 0xFF, 0, 0};

/* ---- The marker ---- */

/* Over what stands in its place, or in front of a tag that stands there. */
bool gta_fix_marker(nl_fixer *fixer, const navlint_finding *finding) {
    static const uint8_t marker[GTA_MARK_BYTES] = {0xFF, 0xFF, 0xFF, 0xFF};
    const navlint_field start = nl_fix_place("/marker", 0, 0);
    return finding->fix.length != 0
               ? nl_fix_as_found(fixer, finding)
               : nl_fix_insert(fixer, &start, "/marker", marker, sizeof marker);
}

/* ---- Pads ---- */

/* A run of spare entries as it is and as it should be. */
typedef struct gta_spare {
    const char *path;
    uint64_t at;
    uint32_t bytes, right_bytes;
    bool is_filler;
} gta_spare;

static bool insert_spare(nl_fixer *fixer, const gta_spare *spare, uint32_t length) {
    uint8_t bytes[GTA_FILLER_BYTES] = {0};
    const navlint_field place = nl_fix_place(spare->path, spare->at, 0);
    for (uint32_t i = 0; spare->is_filler && i < length; i++)
        bytes[i] = empty_slot[i % GTA_LINK_BYTES];
    return nl_fix_insert(fixer, &place, spare->path, bytes, length);
}

static bool fit_spare(nl_fixer *fixer, const gta_spare *spare) {
    if (spare->bytes < spare->right_bytes)
        return insert_spare(fixer, spare, spare->right_bytes - spare->bytes);
    const navlint_field surplus = nl_fix_place(spare->path, spare->at + spare->right_bytes,
                                               spare->bytes - spare->right_bytes);
    return spare->bytes == spare->right_bytes || nl_fix_remove(fixer, &surplus);
}

bool gta_fix_pads(nl_fixer *fixer, const navlint_finding *finding) {
    const gta_document *const doc = fixer->members[fixer->input].document;
    if (!doc || finding->offset == 0) return false;
    const gta_sections *const at = &doc->at;
    const gta_spare spares[] = {
        {"/filler", at->filler, (uint32_t)(at->navi_links - at->filler), GTA_FILLER_BYTES, true},
        {"/lengthPad", at->length_pad, doc->shape->length_pad, GTA_LENGTH_PAD_BYTES, false},
        {"/flagPad", at->flag_pad, doc->shape->flag_pad, GTA_FLAG_PAD_BYTES, false}};
    bool is_ok = true;
    for (size_t i = 0; i < sizeof spares / sizeof spares[0] && is_ok; i++)
        is_ok = fit_spare(fixer, &spares[i]);
    return is_ok;
}

bool gta_fix_filler(nl_fixer *fixer, const navlint_finding *finding) {
    uint8_t bytes[GTA_FILLER_BYTES];
    const navlint_field field = nl_fix_field_of(finding);
    for (uint32_t i = 0; i < sizeof bytes; i++)
        bytes[i] = empty_slot[i % GTA_LINK_BYTES];
    return field.length == sizeof bytes && nl_fix_replace(fixer, &field, bytes, sizeof bytes);
}

bool gta_fix_remove_bytes(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field place = nl_fix_field_of(finding);
    return place.length != 0 && nl_fix_remove(fixer, &place);
}

/* ---- Navi links ---- */

bool gta_fix_swap_navi_links(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field place = nl_fix_field_of(finding);
    const gta_file f = gta_fix_file(fixer, fixer->input);
    uint8_t *const bytes = nl_fix_alloc(fixer, place.length);
    if (!bytes || !f.doc) return false;
    const uint8_t *const old = gta_bytes(&f, place.offset);
    for (uint64_t i = 0; i < place.length; i++)
        bytes[i] = old[i ^ 2];
    return nl_fix_replace(fixer, &place, bytes, place.length);
}
