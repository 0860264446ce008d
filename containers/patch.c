#include "containers/patch.h"

#include <libdeflate.h>
#include <string.h>

#include "containers/md5.h"
#include "core/checked.h"

enum { CRC32_BYTES = 4, SUMMED_IN_A_STEP = 16 /* bytes */ };

void box_patch_keep(nl_patch *patch, uint64_t start, uint64_t end) {
    if (nl_patch_meets(patch, (nl_stretch){start, end}))
        nl_patch_refuse(patch, "it shares bytes with the container's own tables");
}

/* ---- Sums ---- */

/* Writes the sum of bytes of a container. */
typedef void sum_fn(const uint8_t *bytes, const box_sum *sum, uint8_t *digest);

static uint32_t add_crc32(uint32_t crc, const uint8_t *bytes, nl_stretch part) {
    return libdeflate_crc32(crc, bytes + part.start, (size_t)(part.end - part.start));
}

static void put_crc32(const uint8_t *bytes, const box_sum *sum, uint8_t *digest) {
    const uint32_t crc = add_crc32(add_crc32(0, bytes, sum->head), bytes, sum->rest);
    for (unsigned i = 0; i < CRC32_BYTES; i++)
        digest[i] = (uint8_t)(crc >> 8 * i);
}

/* Of one part: nothing has an MD5 of two. */
static void put_md5(const uint8_t *bytes, const box_sum *sum, uint8_t *digest) {
    box_md5(bytes + sum->rest.start, (size_t)(sum->rest.end - sum->rest.start), digest);
}

static bool is_inside(const nl_patch *patch, nl_stretch part) {
    return part.start <= part.end && part.end <= patch->length;
}

/* Whether the sum is of bytes that change, and is all there. */
static bool concerns(const nl_patch *patch, const box_sum *sum, unsigned sum_bytes) {
    const bool is_changed = nl_stretches_meet(patch->changed, sum->head) ||
                            nl_stretches_meet(patch->changed, sum->rest);
    return !patch->problem && is_changed && is_inside(patch, sum->head) &&
           is_inside(patch, sum->rest) && sum->at <= patch->length &&
           patch->length - sum->at >= sum_bytes;
}

/* Before and after. */
static bool can_sum(nl_patch *patch, const box_sum *sum) {
    const uint64_t bytes = sum->head.end - sum->head.start + sum->rest.end - sum->rest.start;
    if (nl_spend(patch->budget, 2 + bytes / SUMMED_IN_A_STEP)) return true;
    nl_patch_refuse(patch, "its container has more sums than may be computed");
    return false;
}

static void note_change(nl_patch *patch, nl_stretch part) {
    patch->changed.start = nl_min(patch->changed.start, part.start);
    patch->changed.end = nl_max(patch->changed.end, part.end);
}

static void follow(nl_patch *patch, const box_sum *sum, sum_fn *put, unsigned sum_bytes) {
    uint8_t digest[BOX_MD5_BYTES];
    if (!concerns(patch, sum, sum_bytes) || !can_sum(patch, sum)) return;
    put(patch->before, sum, digest);
    if (memcmp(digest, patch->before + sum->at, sum_bytes) != 0) return;
    const nl_stretch place = {sum->at, sum->at + sum_bytes};
    box_patch_keep(patch, place.start, place.end);
    if (patch->problem) return;
    put(patch->after, sum, patch->after + sum->at);
    note_change(patch, place);
}

void box_patch_crc32(nl_patch *patch, box_sum sum) {
    follow(patch, &sum, put_crc32, CRC32_BYTES);
}

void box_patch_md5(nl_patch *patch, box_sum sum) {
    follow(patch, &sum, put_md5, BOX_MD5_BYTES);
}
