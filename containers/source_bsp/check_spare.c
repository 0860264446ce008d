#include "containers/source_bsp/checks.h"
#include "containers/source_bsp/pieces.h"

static bool is_in_zip(const bsp_check *c, const bsp_piece *piece) {
    return c->doc->zip.state == BSP_ZIP_READ && piece->at >= c->doc->zip.at &&
           piece->end <= bsp_lump_end(&c->doc->lumps[BSP_PAKFILE]);
}

static void check_piece(void *context, const bsp_piece *piece) {
    const bsp_check *const c = context;
    if (piece->kind != BSP_PIECE_SPARE) return;
    const uint64_t length = piece->end - piece->at;
    const nl_place root = nl_place_of(c->job->report, c->bytes);
    const nl_place place = nl_place_in(root, "spare", piece->index, piece->at);
    nl_found(&place, is_in_zip(c, piece) ? BSP_PZ_SPARE : BSP_SPARE, NL_NO_FIELD,
             &(nl_draft){.length = length, .args = {nl_uint(length)}});
}

/* What is lost leaves gaps, too: of these nothing is said. */
void bsp_check_spare(const bsp_check *c) {
    if (c->job->report->undecoded || c->job->report->limit.name) return;
    bsp_each_piece(c->job, c->doc, check_piece, (void *)(uintptr_t)c);
}
