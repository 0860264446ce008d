#include "containers/valve_vpk/chunks.h"

vpk_chunk vpk_chunk_of(const uint8_t *bytes, const vpk_document *doc, uint32_t row) {
    const uint64_t at = doc->at.chunks + (uint64_t)row * VPK_CHUNK_BYTES;
    const uint8_t *const p = bytes + at;
    return (vpk_chunk){
        .hash_at = at + VPK_CHUNK_HASH_AT,
        .archive = nl_load_u16(p + VPK_CHUNK_ARCHIVE_AT),
        .type = nl_load_u16(p + VPK_CHUNK_TYPE_AT),
        .offset = nl_load_u32(p + VPK_CHUNK_OFFSET_AT),
        .length = nl_load_u32(p + VPK_CHUNK_LENGTH_AT),
    };
}

bool vpk_is_chunk_here(const vpk_chunk *chunk) {
    const bool is_marked = chunk->archive == 0 && (chunk->type & VPK_HASH_HERE) != 0;
    return chunk->archive == VPK_HERE || is_marked;
}

bool vpk_has_chunk_md5(const vpk_chunk *chunk) {
    return (chunk->type & ~(uint32_t)VPK_HASH_HERE) == VPK_HASH_MD5;
}
