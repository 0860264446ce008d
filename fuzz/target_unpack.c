/* Packed members of containers, one at a time.
 *
 * Input: how it is packed (u8), flags (u8), then the packed bytes. With MAKE among the flags they
 * are what is to be packed, for what is packed already no mutation leaves whole. */
#include "fuzz/samples.h"
#include "fuzz/target.h"
#include "intake/lzo.h"
#include "intake/unpack.h"
#include "tests/support/packed.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MAKE = 1,
    CLAIM = 2,            /* the container says how much comes out: a quarter more than is packed */
    LITTLE = 4,           /* few bytes may come out */
    SMALL_DICTIONARY = 8, /* and LZMA may not ask for much */
    FILLED = 16,          /* 0xFF behind what is made */
    PACKINGS = INTAKE_CMPD + 1,
    CAPACITY = 1 << 17,
    MOST_BYTES = 1 << 18,
    FEW_BYTES = 300,
    MOST_DICTIONARY_BYTES = 1 << 18, /* the heap's work for more would be most of a run */
    SMALL_DICTIONARY_BYTES = 1 << 12
};

/* One way to unpack. */
typedef struct run {
    intake_packed packed;
    intake_unpack_limits limits;
} run;

/* What comes of it; free its bytes. */
typedef struct result {
    intake_outcome outcome;
    intake_unpacked out;
} result;

static result unpack(const run *r) {
    result made = {.outcome = INTAKE_OK};
    made.outcome = intake_unpack(&r->packed, &r->limits, &made.out);
    REQUIRE(56, (made.outcome == INTAKE_OK) == (made.out.bytes != NULL));
    REQUIRE(56, (made.outcome == INTAKE_OK) == (made.out.why == NULL));
    REQUIRE(56, made.outcome == INTAKE_OK || made.outcome == INTAKE_DAMAGED ||
                    made.outcome == INTAKE_MUCH_UNPACKED || made.outcome == INTAKE_UNSUPPORTED);
    return made;
}

static bool is_same(const result *a, const result *b) {
    if (a->outcome != b->outcome || a->out.length != b->out.length) return false;
    return a->out.length == 0 || memcmp(a->out.bytes, b->out.bytes, a->out.length) == 0;
}

/* ---- What is true of bytes that came out ---- */

static bool is_lzma(intake_packing packing) {
    return packing == INTAKE_LZMA_ZIP || packing == INTAKE_LZMA_VALVE ||
           packing == INTAKE_LZMA_ALONE;
}

static uint64_t dictionary_of(const run *r) {
    static const size_t places[PACKINGS] = {
        [INTAKE_LZMA_ZIP] = 5, [INTAKE_LZMA_VALVE] = 13, [INTAKE_LZMA_ALONE] = 1};
    const uint8_t *const at = (const uint8_t *)r->packed.bytes + places[r->packed.packing];
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24;
}

static void check_limits(const run *r, const result *made) {
    const uint64_t claim = r->packed.unpacked_bytes;
    const uint64_t most = (uint64_t)r->packed.length * 1032;
    const bool is_deflate = r->packed.packing == INTAKE_DEFLATE || r->packed.packing == INTAKE_ZLIB;
    REQUIRE(56, made->out.length <= r->limits.unpacked_bytes);
    REQUIRE(56, claim == INTAKE_UNKNOWN_BYTES || made->out.length == claim);
    REQUIRE(56, !is_deflate || made->out.length <= most);
    if (is_lzma(r->packed.packing)) REQUIRE(56, dictionary_of(r) <= r->limits.dictionary_bytes);
}

/* The same with another limit, or with what is true claimed, must end like this. */
static void require_ends(const run *r, const result *made, intake_outcome expected) {
    result other = unpack(r);
    REQUIRE(57, expected == INTAKE_OK ? is_same(&other, made) : other.outcome == expected);
    free(other.out.bytes);
}

/* The same, or damage: zeros fill a unit unless something else stands between, or they are many. */
static void require_same_or_damaged(const run *r, const result *made) {
    result other = unpack(r);
    REQUIRE(57, is_same(&other, made) || other.outcome == INTAKE_DAMAGED);
    free(other.out.bytes);
}

/* Another claim is refused. Where nothing says how much it is, LZMA may give more of the same
 * bytes, and fewer. */
static void require_refused(const run *r) {
    result other = unpack(r);
    const bool is_other_length = is_lzma(r->packed.packing) && other.outcome == INTAKE_OK &&
                                 other.out.length == r->packed.unpacked_bytes;
    REQUIRE(57, other.outcome == INTAKE_DAMAGED || is_other_length);
    free(other.out.bytes);
}

static void check_claims(const run *r, const result *made) {
    run other = *r;
    other.limits.unpacked_bytes = MOST_BYTES + 1;
    other.packed.unpacked_bytes = made->out.length;
    require_ends(&other, made, INTAKE_OK);
    other.limits.unpacked_bytes = made->out.length;
    require_ends(&other, made, INTAKE_OK);
    if (made->out.length > 0) {
        other.limits.unpacked_bytes--;
        require_ends(&other, made, INTAKE_MUCH_UNPACKED);
        other.limits.unpacked_bytes = MOST_BYTES + 1;
        other.packed.unpacked_bytes--;
        require_refused(&other);
    }
    other.limits.unpacked_bytes = MOST_BYTES + 1;
    other.packed.unpacked_bytes = made->out.length + 1;
    require_refused(&other);
}

/* The last byte is a fill behind what does not end in one; behind a fill it may be one too many, or
 * another one. */
static void require_fill(const run *longer, const result *made) {
    const uint8_t *const bytes = longer->packed.bytes;
    const size_t length = longer->packed.length;
    const uint8_t byte = bytes[length - 1], before = length > 1 ? bytes[length - 2] : byte;
    if (before == 0 || (byte == 0 && before == 0xFF))
        require_same_or_damaged(longer, made);
    else
        require_ends(longer, made, INTAKE_OK);
}

/* With one byte more behind it, in a block of that size. */
static void check_byte_more(const run *r, const result *made, uint8_t byte) {
    uint8_t *const longer = malloc(r->packed.length + 1);
    run other = *r;
    if (!longer) abort();
    if (r->packed.length > 0) memcpy(longer, r->packed.bytes, r->packed.length);
    longer[r->packed.length] = byte;
    other.packed.bytes = longer;
    other.packed.length++;
    if (r->packed.packing >= INTAKE_ZLIB)
        require_fill(&other, made);
    else
        require_ends(&other, made, INTAKE_DAMAGED);
    free(longer);
}

/* What is packed is used up to its last byte, but for a fill. */
static void check_ends(const run *r, const result *made) {
    run shorter = *r;
    shorter.packed.unpacked_bytes = made->out.length;
    if (r->packed.packing == INTAKE_STORED) return;
    check_byte_more(&shorter, made, 0);
    check_byte_more(&shorter, made, 0xFF);
    const uint8_t last = ((const uint8_t *)r->packed.bytes)[r->packed.length - 1];
    uint8_t *const copy = malloc(r->packed.length); /* of its size, for AddressSanitizer */
    if (!copy) abort();
    shorter.packed.length--;
    memcpy(copy, r->packed.bytes, shorter.packed.length);
    shorter.packed.bytes = copy;
    const bool may_be_fill = r->packed.packing >= INTAKE_ZLIB && (last == 0xFF || last == 0);
    if (!may_be_fill) require_ends(&shorter, made, INTAKE_DAMAGED);
    free(copy);
}

static void check(const run *r) {
    result made = unpack(r);
    if (made.outcome == INTAKE_OK) {
        check_limits(r, &made);
        check_claims(r, &made);
        check_ends(r, &made);
    }
    require_ends(r, &made, made.outcome);
    free(made.out.bytes);
}

/* ---- What is made first ---- */

static void check_made(const run *r, const uint8_t *bytes, size_t length) {
    run roomy = *r;
    roomy.limits = (intake_unpack_limits){CAPACITY, MOST_DICTIONARY_BYTES};
    roomy.packed.unpacked_bytes = length;
    result made = unpack(&roomy);
    REQUIRE(57, made.outcome == INTAKE_OK && made.out.length == length);
    REQUIRE(57, length == 0 || memcmp(made.out.bytes, bytes, length) == 0);
    free(made.out.bytes);
}

static void make_and_check(run *r, packed_kind kind, unsigned flags, fuzz_cut cut) {
    static uint8_t bytes[CAPACITY];
    packed_bytes to = {bytes, CAPACITY - 1, 0, false};
    if (!packed_make(&to, kind, cut.bytes, cut.left)) return; /* or there is no liblzo2 */
    r->packed.packing = packed_packing(kind);
    if (flags & FILLED && r->packed.packing >= INTAKE_ZLIB) bytes[to.length++] = 0xFF;
    uint8_t *const exact = malloc(to.length + 1);
    if (!exact) abort();
    memcpy(exact + 1, bytes, to.length);
    r->packed.bytes = exact + 1;
    r->packed.length = to.length;
    check_made(r, cut.bytes, cut.left);
    check(r);
    free(exact);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    fuzz_cut cut = {bytes, length};
    const unsigned kind = fuzz_cut_u8(&cut);
    const unsigned flags = fuzz_cut_u8(&cut);
    run r = {.packed = {cut.bytes, cut.left, (intake_packing)(kind % PACKINGS),
                        flags & CLAIM ? cut.left + cut.left / 4 : INTAKE_UNKNOWN_BYTES},
             .limits = {flags & LITTLE ? FEW_BYTES : MOST_BYTES,
                        flags & SMALL_DICTIONARY ? SMALL_DICTIONARY_BYTES : MOST_DICTIONARY_BYTES}};
    if (flags & MAKE)
        make_and_check(&r, (packed_kind)(kind % PACKED_KINDS), flags, cut);
    else
        check(&r);
}

/* ---- Seeds ---- */

enum { HEAD_BYTES = 2, PLAIN_BYTES = 700, FEW_PLAIN_BYTES = 30 };

static void give(const fuzz_seeds *seeds, unsigned kind, unsigned flags, const uint8_t *bytes,
                 size_t length) {
    static uint8_t seed[CAPACITY + HEAD_BYTES];
    char name[32];
    seed[0] = (uint8_t)kind;
    seed[1] = (uint8_t)flags;
    memcpy(seed + HEAD_BYTES, bytes, length);
    snprintf(name, sizeof name, "%u-%02x-%zu", kind, flags, length);
    seeds->give(seeds->context, name, seed, HEAD_BYTES + length);
}

static void give_kind(const fuzz_seeds *seeds, packed_kind kind, const uint8_t *plain,
                      size_t length) {
    static uint8_t bytes[CAPACITY];
    packed_bytes to = {bytes, CAPACITY, 0, false};
    give(seeds, kind, MAKE, plain, length);
    give(seeds, kind, MAKE | LITTLE | FILLED, plain, length / 4);
    if (!packed_make(&to, kind, plain, length)) return;
    give(seeds, packed_packing(kind), (unsigned)kind << 5 & 0xE0, bytes, to.length);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static uint8_t plain[PLAIN_BYTES];
    for (size_t i = 0; i < sizeof plain; i++)
        plain[i] = (uint8_t)(i % 40 < 6 ? i * i : i % 40);
    for (unsigned kind = 0; kind < PACKED_KINDS; kind++) {
        give_kind(seeds, (packed_kind)kind, plain, sizeof plain);
        give_kind(seeds, (packed_kind)kind, plain, FEW_PLAIN_BYTES);
    }
}
