/* Whether the tree ends where it should, and the sections are there. */
#include "containers/valve_vpk/findings.h"
#include "core/checked.h"

/* ---- The tree ---- */

static void found_cut_tree(const nl_job *job, vpk_document *doc) {
    const nl_place header = vpk_header_place(job);
    doc->is_short = nl_found_cause(&header, VPK_TRUNCATED, VPK_HEAD_TREE,
                                   &(nl_draft){.actual = nl_uint(job->length),
                                               .expected = nl_uint(doc->at.data),
                                               .relation = NAVLINT_AT_LEAST,
                                               .args = {nl_uint(doc->at.data)}});
}

static void found_loss(const nl_job *job, const vpk_document *doc) {
    static const char *const words[] = {[VPK_IN_NAME] = "a name",
                                        [VPK_IN_ENTRY] = "an entry",
                                        [VPK_IN_PRELOAD] = "preloaded bytes"};
    const uint64_t left = doc->tree_end - doc->walk_end;
    const nl_place header = vpk_header_place(job);
    nl_found(&header, VPK_TREE, VPK_HEAD_TREE,
             &(nl_draft){.args = {nl_uint(doc->walk_end), nl_string(words[doc->loss])},
                         .related = {{doc->walk_end, left, left ? "what is not whole" : NULL}}});
}

static void found_rest(const nl_job *job, const vpk_document *doc) {
    const uint64_t left = doc->tree_end - doc->walk_end;
    const nl_place header = vpk_header_place(job);
    nl_found(&header, VPK_TREE_REST, VPK_HEAD_TREE,
             &(nl_draft){.expected = nl_uint(doc->walk_end - doc->at.tree),
                         .args = {nl_uint(left), nl_uint(doc->walk_end)},
                         .related = {{doc->walk_end, left, "the rest of the tree"}}});
}

/* ---- Sections ---- */

typedef struct vpk_part {
    uint64_t at, end;
    unsigned field; /* of the header that says so */
    const char *name;
} vpk_part;

static void found_short(const nl_job *job, vpk_document *doc, const vpk_part *part) {
    const nl_place sizes = vpk_sizes_place(job);
    doc->is_short =
        nl_found_cause(&sizes, VPK_SECTIONS, part->field,
                       &(nl_draft){.args = {nl_string(part->name), nl_uint(part->end - part->at),
                                            nl_uint(part->at), nl_uint(job->length)}});
    job->report->undecoded = true;
}

/* The first section that is not whole. */
static void check_ends(const nl_job *job, vpk_document *doc) {
    const vpk_sections *const at = &doc->at;
    const vpk_part parts[] = {
        {at->data, at->chunks, VPK_SIZES_DATA, "data"},
        {at->chunks, at->hashes, VPK_SIZES_CHUNKS, "hashes of pieces"},
        {at->hashes, at->signature, VPK_SIZES_HASHES, "hashes"},
        {at->signature, at->keys, VPK_SIZES_SIGNATURE, "signature"},
        {at->keys, at->end, VPK_SIZES_SIGNATURE, "key and signature"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].end <= job->length) continue;
        found_short(job, doc, &parts[i]);
        return;
    }
}

static void check_sizes(const nl_job *job, const vpk_document *doc) {
    const vpk_sections *const at = &doc->at;
    const nl_place sizes = vpk_sizes_place(job);
    const uint64_t hashes = at->signature - at->hashes;
    if ((at->hashes - at->chunks) % VPK_CHUNK_BYTES != 0)
        nl_found(&sizes, VPK_SECTION_SIZE, VPK_SIZES_CHUNKS,
                 &(nl_draft){.args = {nl_string("hashes of pieces"), nl_string("rows of 28")}});
    if (hashes != 0 && hashes != VPK_HASHES_BYTES)
        nl_found(&sizes, VPK_SECTION_SIZE, VPK_SIZES_HASHES,
                 &(nl_draft){.expected = nl_uint(VPK_HASHES_BYTES),
                             .args = {nl_string("hashes"), nl_string("48")}});
    if (doc->form == VPK_ODD_FORM)
        nl_found(&sizes, VPK_SIGNATURE, VPK_SIZES_SIGNATURE, &(nl_draft){0});
}

static void check_tail(const nl_job *job, const vpk_document *doc) {
    if (doc->at.end >= job->length) return;
    const uint64_t left = job->length - doc->at.end;
    const nl_place tail = vpk_bytes_place(job, doc->at.end);
    nl_found(&tail, VPK_TRAILING, VPK_TAIL_RAW,
             &(nl_draft){.length = left, .args = {nl_uint(left)}});
}

static void check_sections(const nl_job *job, vpk_document *doc) {
    check_ends(job, doc);
    check_sizes(job, doc);
    check_tail(job, doc);
}

void vpk_check_structure(const nl_job *job, vpk_document *doc) {
    if (!doc->is_tree_whole) job->report->undecoded = true;
    if (doc->is_cut)
        found_cut_tree(job, doc);
    else if (doc->loss)
        found_loss(job, doc);
    else if (doc->walk_end < doc->tree_end)
        found_rest(job, doc);
    if (doc->version == 2 && !doc->is_cut) check_sections(job, doc);
}
