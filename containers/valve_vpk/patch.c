/* The sums of a package, one over the other: of a file, of the tree and of pieces of the data, of
 * their list, of all. Files lie behind their entries or in the data section, the rest elsewhere. */
#include "containers/patch.h"
#include "containers/valve_vpk/chunks.h"

static box_sum sum_of(const nl_job *job, const vpk_document *doc, const vpk_file *file) {
    const vpk_entry entry = vpk_entry_of(job->bytes, file);
    const uint64_t head_at = (uint64_t)file->entry_at + VPK_ENTRY_BYTES;
    const uint64_t rest_at = doc->at.data + entry.offset;
    const bool is_here = entry.archive == VPK_HERE && vpk_is_inside(doc, &entry);
    return (box_sum){.head = {head_at, head_at + entry.preload},
                     .rest = {rest_at, rest_at + (is_here ? entry.length : 0)},
                     .at = (uint64_t)file->entry_at + VPK_ENTRY_CRC_AT};
}

static void follow_files(const nl_job *job, const vpk_document *doc, nl_patch *patch) {
    for (uint32_t row = 0; row < doc->file_count; row++) {
        const box_sum sum = sum_of(job, doc, &doc->files[row]);
        if (nl_patch_meets(patch, sum.head) || nl_patch_meets(patch, sum.rest))
            box_patch_crc32(patch, sum);
    }
}

static void follow_chunks(const nl_job *job, const vpk_document *doc, nl_patch *patch) {
    for (uint32_t row = 0; row < doc->chunk_count; row++) {
        const vpk_chunk chunk = vpk_chunk_of(job->bytes, doc, row);
        const uint64_t start = doc->at.data + chunk.offset;
        const nl_stretch piece = {start, start + chunk.length};
        if (!vpk_is_chunk_here(&chunk) || !nl_patch_meets(patch, piece)) continue;
        if (vpk_has_chunk_md5(&chunk))
            box_patch_md5(patch, (box_sum){.rest = piece, .at = chunk.hash_at});
        else
            nl_patch_refuse(patch, "the package has a hash of its bytes that is no MD5");
    }
}

static void follow_three(const vpk_document *doc, nl_patch *patch) {
    const vpk_sections *const at = &doc->at;
    const box_sum tree = {.rest = {at->tree, at->data}, .at = at->hashes + VPK_HASHES_TREE_AT};
    const box_sum list = {.rest = {at->chunks, at->hashes},
                          .at = at->hashes + VPK_HASHES_CHUNKS_AT};
    const uint64_t end = at->hashes + VPK_HASHES_FILE_AT;
    box_patch_md5(patch, tree);
    box_patch_md5(patch, list);
    box_patch_md5(patch, (box_sum){.rest = {0, end}, .at = end});
}

/* An empty signature of the new form has no keys behind it. */
static bool is_signed(const vpk_document *doc) {
    const bool is_empty = doc->form == VPK_NEW_FORM && doc->at.end == doc->at.keys;
    return doc->form != VPK_UNSIGNED && !is_empty;
}

void vpk_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const vpk_document *const doc = document;
    if (is_signed(doc)) nl_patch_refuse(patch, "the package is signed");
    follow_files(job, doc, patch);
    follow_chunks(job, doc, patch);
    if (doc->has_hashes) follow_three(doc, patch);
}
