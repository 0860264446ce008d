#include "containers/source_bsp/checks.h"
#include "containers/source_bsp/lzma.h"
#include "core/checked.h"

static bool is_inside(const bsp_check *c, const bsp_lump *lump) {
    return bsp_is_inside(&c->doc->shape, lump, c->job->length);
}

static bool is_pakfile(const bsp_check *c, uint32_t index) {
    return index == BSP_PAKFILE && !c->doc->shape.is_goldsrc;
}

/* ---- The table as a whole ---- */

/* Fewer than half of the lumps are where the table says: then it is not the lumps that are at
 * fault. */
static bool is_table_lost(const bsp_check *c) {
    return c->doc->inside < c->doc->used - c->doc->inside;
}

static nl_place table_place(const bsp_check *c) {
    const nl_place root = nl_place_of(c->job->report, c->bytes);
    return nl_place_in(root, "lumps", NL_NO_INDEX, c->doc->shape.lumps_at);
}

static nl_draft table_draft(const bsp_check *c) {
    return (nl_draft){.length = (uint64_t)c->doc->shape.lump_count * c->doc->shape.stride};
}

static bool found_order(const bsp_check *c) {
    const nl_place place = table_place(c);
    nl_draft draft = table_draft(c);
    draft.args[0] = nl_uint(c->doc->inside);
    draft.args[1] = nl_uint(c->doc->used);
    return nl_found_cause(&place, BSP_LUMP_ORDER, NL_NO_FIELD, &draft);
}

/* Used lumps that start behind the header and end behind the file. */
typedef struct beyond {
    uint32_t count;
    uint64_t end; /* of the last of them */
} beyond;

static beyond lumps_beyond(const bsp_check *c) {
    beyond b = {0, 0};
    for (uint32_t i = 0; i < c->doc->shape.lump_count; i++) {
        const bsp_lump *const lump = &c->doc->lumps[i];
        const uint64_t end = bsp_lump_end(lump);
        if (!bsp_is_used(lump) || lump->offset < c->doc->shape.header_bytes) continue;
        b.count += end > c->job->length;
        b.end = nl_max(b.end, end);
    }
    return b;
}

static bool found_cut(const bsp_check *c, beyond b) {
    const nl_place place = table_place(c);
    nl_draft draft = table_draft(c);
    draft.actual = nl_uint(c->job->length);
    draft.expected = nl_uint(b.end);
    draft.relation = NAVLINT_AT_LEAST;
    draft.args[0] = nl_uint(b.count);
    return nl_found_cause(&place, BSP_CUT, NL_NO_FIELD, &draft);
}

/* Says what explains the findings of many lumps. false: nothing does. */
static bool found_cause(const bsp_check *c) {
    const beyond b = lumps_beyond(c);
    if (is_table_lost(c)) return found_order(c);
    return b.count > 1 && found_cut(c, b);
}

/* ---- A lump ---- */

static void found_bounds(const bsp_check *c, uint32_t index) {
    const bsp_lump *const lump = &c->doc->lumps[index];
    const bsp_lump_fields fields = bsp_lump_fields_of(&c->doc->shape);
    const uint32_t header = c->doc->shape.header_bytes;
    const bool starts_inside = lump->offset >= header && lump->offset <= c->job->length;
    const nl_place place = bsp_lump_place(c, index);
    nl_draft draft = {.expected = nl_uint(starts_inside ? c->job->length - lump->offset : header),
                      .relation = starts_inside || lump->offset >= header ? NAVLINT_AT_MOST
                                                                          : NAVLINT_AT_LEAST,
                      .args = {nl_uint(lump->offset), nl_uint(bsp_lump_end(lump))}};
    if (!starts_inside && lump->offset >= header) draft.expected = nl_uint(c->job->length);
    nl_found(&place, is_pakfile(c, index) ? BSP_PAK_BOUNDS : BSP_LUMP_BOUNDS,
             starts_inside ? fields.length : fields.offset, &draft);
    c->job->report->undecoded = true;
}

static void check_align(const bsp_check *c, uint32_t index) {
    const bsp_lump *const lump = &c->doc->lumps[index];
    if (lump->offset % BSP_ALIGNMENT == 0) return;
    const nl_place place = bsp_lump_place(c, index);
    nl_found(&place, BSP_LUMP_ALIGN, bsp_lump_fields_of(&c->doc->shape).offset,
             &(nl_draft){.length = 0});
}

static nl_place lzma_place(const bsp_check *c, uint32_t index) {
    return nl_place_in(bsp_lump_place(c, index), "lzma", NL_NO_INDEX, c->doc->lumps[index].offset);
}

static void check_packing(const bsp_check *c, uint32_t index) {
    const bsp_lump *const lump = &c->doc->lumps[index];
    if (lump->unpacked == 0) return;
    const bsp_lzma_fault fault = bsp_lzma_fault_of(c->bytes, lump);
    const bool is_row = !fault.what || fault.field == NL_NO_FIELD;
    const nl_place place = is_row ? bsp_lump_place(c, index) : lzma_place(c, index);
    if (fault.what)
        nl_found(&place, is_pakfile(c, index) ? BSP_PAK_LZMA : BSP_LZMA_HEADER,
                 is_row ? BSP_LUMP_UNPACKED : fault.field,
                 &(nl_draft){.expected = is_row ? nl_uint(0) : fault.expected,
                             .relation = is_row ? NAVLINT_EQUAL : fault.relation,
                             .args = {nl_string(fault.what)}});
    else if (is_pakfile(c, index))
        nl_found(&place, BSP_PAK_PACKED, BSP_LUMP_UNPACKED, &(nl_draft){.length = 0});
}

static void check_lump(const bsp_check *c, uint32_t index) {
    const bsp_lump *const lump = &c->doc->lumps[index];
    if (!bsp_is_used(lump)) return;
    if (!is_inside(c, lump)) {
        found_bounds(c, index);
        return;
    }
    check_align(c, index);
    check_packing(c, index);
}

/* ---- Lumps among each other ---- */

static uint32_t collect(const bsp_check *c, box_extent extents[BSP_LUMPS]) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->doc->shape.lump_count; i++) {
        const bsp_lump *const lump = &c->doc->lumps[i];
        if (bsp_is_used(lump) && is_inside(c, lump))
            extents[count++] = (box_extent){lump->offset, bsp_lump_end(lump), i};
    }
    return count;
}

static void found_overlap(void *context, const box_extent *earlier, const box_extent *later) {
    const bsp_check *const c = context;
    const bsp_lump_fields fields = bsp_lump_fields_of(&c->doc->shape);
    const bool has_pakfile = is_pakfile(c, earlier->row) || is_pakfile(c, later->row);
    const nl_place place = bsp_lump_place(c, later->row);
    nl_found(
        &place, has_pakfile ? BSP_PAK_OVERLAP : BSP_LUMP_OVERLAP, fields.offset,
        &(nl_draft){.args = {nl_uint(later->start), nl_uint(earlier->row), nl_uint(earlier->end)},
                    .related = {bsp_beside(c->doc->lumps[earlier->row].row, fields.offset,
                                           "the lump that it starts in")}});
}

/* Of the lumps behind the pakfile the first one. */
static void check_last(const bsp_check *c, const box_extent *sorted, uint32_t count) {
    uint32_t i = 0;
    while (i < count && !is_pakfile(c, sorted[i].row))
        i++;
    if (i + 1 >= count) return;
    const nl_place place = bsp_lump_place(c, sorted[i + 1].row);
    nl_found(&place, BSP_PAK_NOT_LAST, bsp_lump_fields_of(&c->doc->shape).offset,
             &(nl_draft){.related = {bsp_beside(c->doc->lumps[BSP_PAKFILE].row,
                                                bsp_lump_fields_of(&c->doc->shape).offset,
                                                "where the pakfile is")}});
}

/* Of a table that is lost all is said that can be; a map that is cut off still has whole lumps. */
static void check_each(bsp_check *c, bool has_cause) {
    const bool is_lost = is_table_lost(c);
    for (uint32_t i = 0; i < c->doc->shape.lump_count; i++) {
        nl_follow(c->job->report, has_cause && (is_lost || !is_inside(c, &c->doc->lumps[i])));
        check_lump(c, i);
    }
    nl_follow(c->job->report, false);
}

bool bsp_check_lumps(bsp_check *c) {
    box_extent extents[BSP_LUMPS];
    const uint32_t count = collect(c, extents);
    check_each(c, found_cause(c));
    if (!box_sort_extents(extents, count, c->job->budget)) return false;
    box_each_overlap(extents, count, found_overlap, c);
    check_last(c, extents, count);
    return true;
}
