#include "containers/source_bsp/pieces.h"

#include "core/checked.h"

/* Rows of the sorted extents: entries have their own numbers, lumps and the rest follow. */
enum {
    ROW_OF_LUMPS = BSP_MOST_ENTRIES + 1,
    ROW_OF_DIRECTORY = ROW_OF_LUMPS + BSP_LUMPS,
    ROW_OF_END,
    BESIDE_ENTRIES = BSP_LUMPS + 2 /* extents that are none of an entry */
};

static bool has_zip(const bsp_document *doc) {
    return doc->zip.state == BSP_ZIP_READ || doc->zip.state == BSP_ZIP_CONSOLE;
}

/* ---- Sorting ---- */

static void add(bsp_document *doc, uint64_t start, uint64_t end, uint32_t row) {
    if (start < end) doc->pieces[doc->piece_count++] = (box_extent){start, end, row};
}

static void add_lumps(const nl_job *job, bsp_document *doc) {
    for (uint32_t i = 0; i < doc->shape.lump_count; i++) {
        const bsp_lump *const lump = &doc->lumps[i];
        if (!bsp_is_used(lump) || !bsp_is_inside(&doc->shape, lump, job->length)) continue;
        if (i == BSP_PAKFILE && has_zip(doc)) continue;
        add(doc, lump->offset, bsp_lump_end(lump), ROW_OF_LUMPS + i);
    }
}

static void add_zip(const nl_job *job, bsp_document *doc) {
    const bsp_zip *const zip = &doc->zip;
    const uint64_t lump_end = bsp_lump_end(&doc->lumps[BSP_PAKFILE]);
    const uint32_t comment = nl_load_u16(job->bytes + zip->end_at + BSP_END_COMMENT_LENGTH_AT);
    for (uint32_t row = 0; row < zip->count; row++) {
        const bsp_entry entry = bsp_entry_of(job->bytes, doc, row);
        if (entry.is_inside) add(doc, entry.local_at, entry.data_at + entry.packed, row);
    }
    add(doc, zip->directory_at, zip->directory_end, ROW_OF_DIRECTORY);
    add(doc, zip->end_at, nl_min((uint64_t)zip->end_at + BSP_END_BYTES + comment, lump_end),
        ROW_OF_END);
}

bool bsp_sort_pieces(nl_job *job, bsp_document *doc) {
    const uint64_t most = (uint64_t)doc->zip.count + BESIDE_ENTRIES;
    doc->pieces = NL_NEW(job->arena, box_extent, most);
    if (!doc->pieces) return false;
    add_lumps(job, doc);
    if (has_zip(doc)) add_zip(job, doc);
    return box_sort_extents(doc->pieces, doc->piece_count, job->budget);
}

/* ---- Walking ---- */

typedef struct walk {
    const nl_job *job;
    bool is_packed; /* some lump is: alignment is then that of sectors */
    uint64_t at;    /* reached so far */
    uint32_t spare; /* pieces that belong to nothing */
    bsp_piece_fn visit;
    void *context;
} walk;

static void visit(walk *w, bsp_piece_kind kind, uint32_t index, uint64_t end) {
    const bsp_piece piece = {kind, index, w->at, end};
    w->visit(w->context, &piece);
    w->at = end;
}

static bool are_zeros(const uint8_t *bytes, uint64_t at, uint64_t end) {
    for (; at < end; at++)
        if (bytes[at] != 0) return false;
    return true;
}

/* Whether the bytes up to `end` only align what follows: at the end of the file, or a piece there.
 */
static bool is_padding(const walk *w, uint64_t end) {
    const uint64_t length = end - w->at;
    const bool is_sector = end == w->job->length ? w->is_packed : end % BSP_SECTOR == 0;
    return length < (is_sector ? BSP_SECTOR : BSP_ALIGNMENT) &&
           are_zeros(w->job->bytes, w->at, end);
}

static void visit_gap(walk *w, uint64_t end) {
    if (end <= w->at) return;
    if (is_padding(w, end))
        visit(w, end == w->job->length ? BSP_PIECE_FILL : BSP_PIECE_ZEROS, 0, end);
    else
        visit(w, BSP_PIECE_SPARE, w->spare++, end);
}

static bsp_piece_kind kind_of(uint32_t row) {
    if (row < ROW_OF_LUMPS) return BSP_PIECE_FILE;
    if (row == ROW_OF_DIRECTORY) return BSP_PIECE_DIRECTORY;
    return row == ROW_OF_END ? BSP_PIECE_END : BSP_PIECE_LUMP;
}

static void visit_extent(walk *w, const box_extent *extent) {
    const uint32_t row = extent->row;
    visit_gap(w, extent->start);
    if (extent->end <= w->at) return;
    if (extent->start < w->at)
        visit(w, BSP_PIECE_REST, w->spare++, extent->end);
    else
        visit(w, kind_of(row), row < ROW_OF_LUMPS ? row : row - ROW_OF_LUMPS, extent->end);
}

void bsp_each_piece(const nl_job *job, const bsp_document *doc, bsp_piece_fn visit_piece,
                    void *context) {
    walk w = {.job = job,
              .is_packed = doc->is_packed,
              .at = doc->shape.header_bytes,
              .visit = visit_piece,
              .context = context};
    for (uint32_t i = 0; i < doc->piece_count; i++)
        visit_extent(&w, &doc->pieces[i]);
    visit_gap(&w, job->length);
}
