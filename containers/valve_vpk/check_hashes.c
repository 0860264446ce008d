/* MD5 of the tree, of pieces of the data, of their list, and of the whole package. */
#include "containers/md5.h"
#include "containers/valve_vpk/chunks.h"
#include "containers/valve_vpk/findings.h"

typedef struct hashed {
    uint64_t at;
    uint64_t length; /* bytes */
} hashed;

/* A step for each byte: as many as a file may take, whatever rows of hashes claim. */
static bool has_md5(const vpk_check *c, hashed part, uint64_t expected_at, bool *is_right) {
    uint8_t digest[BOX_MD5_BYTES];
    const uint8_t *const bytes = c->job->bytes;
    if (!nl_spend(c->job->budget, part.length)) return false;
    box_md5(bytes + part.at, (size_t)part.length, digest);
    *is_right = memcmp(digest, bytes + expected_at, VPK_MD5_BYTES) == 0;
    return true;
}

/* ---- Of the tree, of the list, of all ---- */

static void found_other(const vpk_check *c, unsigned rule, unsigned field) {
    const nl_place hashes = vpk_bytes_place(c->job, c->doc->at.hashes);
    nl_found(&hashes, rule, field, &(nl_draft){0});
}

/* are_right: stays as it is, or becomes false. */
static bool check_part(const vpk_check *c, hashed part, unsigned field, bool *are_right) {
    static const unsigned rules[] = {VPK_MD5_TREE, VPK_MD5_CHUNKS, VPK_MD5_WHOLE};
    bool is_right = true;
    const uint64_t at = c->doc->at.hashes + vpk_fields.fields[field].at;
    if (!has_md5(c, part, at, &is_right)) return false;
    if (!is_right) found_other(c, rules[field - VPK_HASHES_TREE], field);
    *are_right = *are_right && is_right;
    return true;
}

/* ---- Of pieces ---- */

/* Of the package itself, and MD5: what BLAKE3 says is left alone. */
static bool is_judged(const vpk_chunk *chunk) {
    return vpk_is_chunk_here(chunk) && vpk_has_chunk_md5(chunk);
}

static void found_chunk(const vpk_check *c, uint32_t row, const vpk_chunk *chunk,
                        const char *words) {
    const nl_place place = vpk_chunk_place(c, row);
    nl_found(
        &place, VPK_MD5_DATA, VPK_CHUNK_HASH,
        &(nl_draft){.args = {nl_uint(chunk->length), nl_uint(chunk->offset), nl_string(words)}});
}

static bool check_chunk(const vpk_check *c, uint32_t row, bool *are_right) {
    const vpk_chunk chunk = vpk_chunk_of(c->job->bytes, c->doc, row);
    const uint64_t end = (uint64_t)chunk.offset + chunk.length;
    bool is_right = true;
    if (!is_judged(&chunk)) return true;
    const bool is_there = end <= vpk_data_bytes(c->doc);
    const hashed piece = {c->doc->at.data + chunk.offset, chunk.length};
    if (is_there && !has_md5(c, piece, chunk.hash_at, &is_right)) return false;
    if (!is_there) found_chunk(c, row, &chunk, "are not all in the package");
    if (!is_right) found_chunk(c, row, &chunk, "have another MD5");
    *are_right = *are_right && is_there && is_right;
    return true;
}

static bool check_chunks(const vpk_check *c, bool *are_right) {
    if (!nl_spend(c->job->budget, c->doc->chunk_count)) return false;
    for (uint32_t row = 0; row < c->doc->chunk_count; row++)
        if (!check_chunk(c, row, are_right)) return false;
    return true;
}

/* ---- All of it ---- */

static bool check_three(const vpk_check *c, bool *are_right) {
    const vpk_sections *const at = &c->doc->at;
    const hashed tree = {at->tree, at->data - at->tree};
    const hashed chunks = {at->chunks, at->hashes - at->chunks};
    return check_part(c, tree, VPK_HASHES_TREE, are_right) &&
           check_part(c, chunks, VPK_HASHES_CHUNKS, are_right);
}

/* A part that was changed changes the whole: that says nothing new. */
bool vpk_check_hashes(const vpk_check *c) {
    bool are_right = true;
    const vpk_document *const doc = c->doc;
    if (!doc->has_hashes) return true;
    if (!check_three(c, &are_right)) return false;
    if (doc->length > VPK_MOST_HASHED_BYTES) return true;
    if (!check_chunks(c, &are_right)) return false;
    const hashed whole = {0, doc->at.hashes + VPK_HASHES_FILE_AT};
    return !are_right || check_part(c, whole, VPK_HASHES_FILE, &are_right);
}
