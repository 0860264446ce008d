#include "server/coding.h"

#include <libdeflate.h>
#include <string.h>

#include "server/framing.h"

srv_answer srv_coding_read(const srv_head *head, srv_coding *coding) {
    size_t count = 0;
    const srv_header *const field = srv_header_find(head, "Content-Encoding", &count);
    *coding = SRV_IDENTITY;
    if (!field || (count == 1 && srv_text_is(field->value, "identity"))) return SRV_OK;
    *coding = SRV_GZIP;
    const bool is_gzip = srv_text_is(field->value, "gzip") || srv_text_is(field->value, "x-gzip");
    return count == 1 && is_gzip ? SRV_OK : SRV_CONTENT_CODING;
}

/* ---- gzip ---- */

/* RFC 1952 section 2.3: ten bytes of header, two of an empty block at least, eight of trailer. */
enum { LEAST_BYTES = 20, TRAILER_SIZE_BYTES = 4 };

/* A symbol of deflate takes two bits at least and gives 258 bytes at most (RFC 1951). */
enum { POSSIBLE_RATIO = 1032 };

static srv_problem refuse(const char *reason) {
    return srv_problem_make(SRV_CODING_DAMAGED, reason, strlen(reason));
}

/* What the trailer says, modulo 4 GiB; of a body that was cut it is anything. */
static uint64_t claimed_bytes(srv_text packed) {
    const unsigned char *const end = (const unsigned char *)packed.bytes + packed.length;
    uint64_t bytes = 0;
    for (int i = 1; i <= TRAILER_SIZE_BYTES; i++)
        bytes = bytes << 8 | end[-i];
    return bytes;
}

static srv_problem check_claim(srv_text packed) {
    static const char mark[] = {0x1f, (char)0x8b, 8};
    if (packed.length < LEAST_BYTES || memcmp(packed.bytes, mark, sizeof mark) != 0)
        return refuse("no gzip");
    const uint64_t bytes = claimed_bytes(packed);
    if (bytes / POSSIBLE_RATIO > packed.length) return refuse("its end says more than it can hold");
    if (bytes > SRV_RATIO_FREE_BYTES && bytes / SRV_HIGHEST_RATIO > packed.length)
        return srv_problem_over(SRV_CODING_RATIO, SRV_HIGHEST_RATIO);
    return srv_no_problem;
}

/* claimed: bytes that come out, if all is well. capacity: of them there is room for so many. */
static srv_problem inflate_into(srv_text packed, const srv_block *plain, uint64_t claimed,
                                size_t capacity) {
    struct libdeflate_decompressor *const decompressor = libdeflate_alloc_decompressor();
    size_t used = 0, made = 0;
    if (!decompressor) return srv_problem_make(SRV_BUSY, NULL, 0);
    const enum libdeflate_result result = libdeflate_gzip_decompress_ex(
        decompressor, packed.bytes, packed.length, plain->bytes, capacity, &used, &made);
    libdeflate_free_decompressor(decompressor);
    if (result == LIBDEFLATE_INSUFFICIENT_SPACE)
        return claimed > capacity ? srv_problem_over(SRV_BODY_TOO_LARGE, capacity)
                                  : refuse("more comes out than its end says");
    if (result != LIBDEFLATE_SUCCESS) return refuse("cut or damaged");
    if (used != packed.length) return refuse("something follows its end");
    return made == claimed ? srv_no_problem : refuse("less comes out than its end says");
}

srv_problem srv_gunzip(const srv_package *package, uint64_t max_bytes, srv_block *plain,
                       size_t *length) {
    *plain = (srv_block){.bytes = NULL};
    *length = 0;
    srv_problem problem = check_claim(package->body);
    if (problem.answer != SRV_OK) return problem;
    const uint64_t claimed = claimed_bytes(package->body);
    const size_t capacity = (size_t)(claimed < max_bytes ? claimed : max_bytes);
    problem =
        srv_set_take(package->memory, capacity > 0 ? capacity : 1, package->held_bytes, plain);
    if (problem.answer == SRV_OK) problem = inflate_into(package->body, plain, claimed, capacity);
    if (problem.answer == SRV_OK)
        *length = capacity;
    else
        srv_memory_give(package->memory, plain);
    return problem;
}
