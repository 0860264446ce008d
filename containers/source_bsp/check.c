/* The order of the checks, the facts, and what all of it takes. */
#include "containers/source_bsp/checks.h"
#include "core/checked.h"

static bool check_zip(const bsp_check *c) {
    if (c->doc->zip.state != BSP_ZIP_READ) return true;
    if (!bsp_check_end(c) || !bsp_check_entries(c) || !bsp_check_overlaps(c) || !bsp_check_names(c))
        return false;
    bsp_check_navs(c);
    return true;
}

/* ---- Facts ---- */

static void state_header(const bsp_check *c) {
    const bsp_shape *const shape = &c->doc->shape;
    navlint_report *const report = c->job->report;
    nl_fact(report, "version", nl_uint(shape->version));
    nl_fact(report, "lumps", nl_uint(c->doc->used));
    if (shape->is_goldsrc) return;
    nl_fact(report, "lumpOrder",
            nl_string(shape->order == BSP_LEFT4DEAD2 ? "version first" : "offset first"));
    nl_fact(report, "mapRevision",
            nl_uint(nl_load_u32(c->bytes + shape->header_bytes - BSP_REVISION_BYTES)));
}

/* What a mesh's own entry takes: a pair of map and mesh may differ by that. */
static void state_zip(const bsp_check *c) {
    uint64_t navs = 0;
    uint64_t nav_bytes = 0;
    for (uint32_t row = 0; row < c->doc->zip.count; row++) {
        if (!box_name_ends(bsp_name_of(c->bytes, c->doc, row), ".nav")) continue;
        const bsp_entry entry = bsp_entry_of(c->bytes, c->doc, row);
        navs++;
        nav_bytes +=
            BSP_LOCAL_BYTES + BSP_ENTRY_BYTES + 2 * (uint64_t)entry.name.length + entry.packed;
    }
    nl_fact(c->job->report, "entries", nl_uint(c->doc->zip.count));
    nl_fact(c->job->report, "navs", nl_uint(navs));
    nl_fact(c->job->report, "navEntryBytes", nl_uint(nav_bytes));
}

void bsp_check_document(nl_job *job, const void *document) {
    bsp_check c = {job, job->bytes, document};
    if (!bsp_check_lumps(&c) || !check_zip(&c)) return;
    bsp_check_spare(&c);
    state_header(&c);
    if (c.doc->zip.state == BSP_ZIP_READ) state_zip(&c);
}

/* An entry of at least 46 bytes takes 4 of its offset, 24 of its piece and, for a check at a time,
 * 24 of an extent or 16 of a hash: 52, and there are never more than 65,535 of them. The constant
 * holds the document, the pieces of the lumps and the alignment. */
uint64_t bsp_arena_bound(uint64_t input_bytes) {
    const uint64_t entries = nl_min(input_bytes / BSP_ENTRY_BYTES, BSP_MOST_ENTRIES);
    return entries * (4 + 24 + 24) + 8192;
}
