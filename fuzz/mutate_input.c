/* Mutation of the inputs that are made of pieces: files in a set, a file behind a head, members of
 * an archive, lines of text. FUZZ_PIECES is what they are made of. Half of the time the engine
 * does what it likes; what is known of the pieces makes the other half: one file is mutated record
 * by record and the rest stays, lines are repeated and left out, characters are those at which
 * readers of text go wrong. */
#include "fuzz/mutate_kinds.h"

#include <string.h>

enum { MOST_PIECES = 64 };

/* ---- Files ---- */

/* members.h: the length of a file (u16), of its name (u8), name, file. */
typedef struct member {
    size_t at, file_at, length;
} member;

static size_t list_members(const pieces *input, member *list) {
    size_t count = 0;
    for (size_t at = 2; at + 3 < input->size && count < MOST_PIECES; count++) {
        const size_t wanted = input->data[at] | (size_t)input->data[at + 1] << 8;
        const size_t file_at = at + 3 + input->data[at + 2];
        if (file_at >= input->size) break;
        const size_t left = input->size - file_at;
        list[count] = (member){at, file_at, wanted < left ? wanted : left};
        at = file_at + list[count].length;
    }
    return count;
}

static void mutate_member(pieces *input, const member *one) {
    const size_t length = pieces_mutate_file(input, one->file_at, one->length, UINT16_MAX);
    input->data[one->at] = (uint8_t)length;
    input->data[one->at + 1] = (uint8_t)(length >> 8);
}

/* One more file, or another in its place, or one less. */
static void copy_member(pieces *input, const member *from, const member *to) {
    static uint8_t copy[PIECES_SCRATCH_BYTES];
    const size_t bytes = from->file_at + from->length - from->at;
    const size_t replaced = pieces_below(3) == 0 ? to->file_at + to->length - to->at : 0;
    if (bytes > sizeof copy) return;
    memcpy(copy, input->data + from->at, bytes);
    (void)pieces_put(input, to->at, replaced, copy, bytes);
}

static void mutate_members(pieces *input) {
    member list[MOST_PIECES];
    const size_t count = list_members(input, list);
    if (count == 0) return;
    const member *const one = &list[pieces_below(count)];
    const size_t choice = pieces_below(16);
    if (choice == 0)
        copy_member(input, &list[pieces_below(count)], one);
    else if (choice == 1 && count > 1)
        (void)pieces_put(input, one->at, one->file_at + one->length - one->at, "", 0);
    else
        mutate_member(input, one);
}

static void mutate_tail(pieces *input) {
    if (input->size > 4) (void)pieces_mutate_file(input, 4, input->size - 4, PIECES_SCRATCH_BYTES);
}

/* ---- Damages ---- */

/* target_round_trip.c: behind five bytes, each an offset (u16) and a byte. */
static void mutate_damages(pieces *input) {
    enum { HEAD_BYTES = 5, DAMAGE_BYTES = 3, MOST_NEW = 4 };
    static const uint8_t borders[] = {0, 1, 0x7f, 0x80, 0xfe, 0xff};
    if (input->size < HEAD_BYTES) return;
    for (size_t count = 1 + pieces_below(MOST_NEW); count > 0; count--) {
        const uint8_t any = (uint8_t)pieces_below(256);
        const uint8_t border = borders[pieces_below(sizeof borders)];
        const uint8_t damage[DAMAGE_BYTES] = {(uint8_t)pieces_below(256), (uint8_t)pieces_below(32),
                                              pieces_below(2) == 0 ? any : border};
        (void)pieces_put(input, HEAD_BYTES, 0, damage, sizeof damage);
    }
}

/* ---- All kinds ---- */

/* The first bytes of an input say how the rest is to be taken. */
static void mutate_head(pieces *input) {
    input->data[pieces_below(input->size < 4 ? input->size : 4)] ^=
        (uint8_t)(1u << pieces_below(8));
}

static void mutate_body(pieces *input) {
    switch (FUZZ_PIECES) {
    case MEMBERS_AT_2:
        mutate_members(input);
        break;
    case FILE_AT_4:
        mutate_tail(input);
        break;
    case REPORT:
        pieces_mutate_report(input);
        break;
    case UPLOAD:
        pieces_mutate_upload(input);
        break;
    case ARCHIVE:
        pieces_mutate_archive(input);
        break;
    case DAMAGES:
        mutate_damages(input);
        break;
    default:
        pieces_mutate_any_text(input);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    enum {
        HEAD_ONCE_IN = FUZZ_PIECES == ARCHIVE ? 3 : 8,
        ENGINE_ONCE_IN =
            FUZZ_PIECES <= FILE_AT_4 ? 4 : 2 /* files go to the engine now and then too */
    };
    pieces input = {data, size, max_size};
    pieces_seed(seed);
    if (size == 0 || pieces_below(ENGINE_ONCE_IN) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    if (pieces_below(HEAD_ONCE_IN) == 0)
        mutate_head(&input);
    else
        mutate_body(&input);
    return input.size > 0 ? input.size : LLVMFuzzerMutate(data, 0, max_size);
}
