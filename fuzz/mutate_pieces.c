/* Mutation of the inputs that are made of pieces: files in a set, a file behind a head, members of
 * an archive, lines of text. FUZZ_PIECES is what they are made of. Half of the time the engine
 * does what it likes; what is known of the pieces makes the other half: one file is mutated record
 * by record and the rest stays, lines are repeated and left out, characters are those at which
 * readers of text go wrong. */
#include "fuzz/mutate_pieces.h"

#include "fuzz/mutate.h"

#include <string.h>

enum { MOST_PIECES = 64 };

static uint8_t scratch[PIECES_SCRATCH_BYTES];
static uint64_t state;

/* xorshift64: any will do. */
size_t pieces_below(size_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit == 0 ? 0 : (size_t)((state >> 11) % limit);
}

bool pieces_put(pieces *this, size_t at, size_t old_length, const void *bytes, size_t new_length) {
    if (new_length > old_length && new_length - old_length > this->max_size - this->size)
        return false;
    memmove(this->data + at + new_length, this->data + at + old_length,
            this->size - at - old_length);
    memcpy(this->data + at, bytes, new_length);
    this->size = this->size - old_length + new_length;
    return true;
}

bool pieces_copy(pieces *this, size_t at, size_t from, size_t length, size_t copies) {
    if (length > sizeof scratch) return false;
    memcpy(scratch, this->data + from, length);
    bool has_put = false;
    for (; copies > 0 && pieces_put(this, at, 0, scratch, length); --copies)
        has_put = true;
    return has_put;
}

/* ---- Files ---- */

size_t pieces_mutate_file(pieces *this, size_t at, size_t length, size_t most) {
    const size_t room = this->max_size - this->size + length;
    const size_t capacity = room < most ? room : most;
    if (length == 0 || length > capacity || capacity > sizeof scratch) return length;
    memcpy(scratch, this->data + at, length);
    const size_t changed = nl_mutate(NULL, scratch, length, capacity,
                                     (unsigned)pieces_below(UINT32_MAX), LLVMFuzzerMutate);
    return pieces_put(this, at, length, scratch, changed) ? changed : length;
}

/* members.h: the length of a file (u16), of its name (u8), name, file. */
typedef struct member {
    size_t at, file_at, length;
} member;

static size_t list_members(const pieces *this, member *list) {
    size_t count = 0;
    for (size_t at = 2; at + 3 < this->size && count < MOST_PIECES; ++count) {
        const size_t wanted = this->data[at] | (size_t)this->data[at + 1] << 8;
        const size_t file_at = at + 3 + this->data[at + 2];
        if (file_at >= this->size) break;
        const size_t left = this->size - file_at;
        list[count] = (member){at, file_at, wanted < left ? wanted : left};
        at = file_at + list[count].length;
    }
    return count;
}

static void mutate_member(pieces *this, const member *one) {
    const size_t length = pieces_mutate_file(this, one->file_at, one->length, UINT16_MAX);
    this->data[one->at] = (uint8_t)length;
    this->data[one->at + 1] = (uint8_t)(length >> 8);
}

/* One more file, or another in its place, or one less. */
static void copy_member(pieces *this, const member *from, const member *to) {
    const size_t bytes = from->file_at + from->length - from->at;
    const size_t replaced = pieces_below(3) == 0 ? to->file_at + to->length - to->at : 0;
    if (bytes > sizeof scratch) return;
    memcpy(scratch, this->data + from->at, bytes);
    (void)pieces_put(this, to->at, replaced, scratch, bytes);
}

static void mutate_members(pieces *this) {
    member list[MOST_PIECES];
    const size_t count = list_members(this, list);
    if (count == 0) return;
    const member *const one = &list[pieces_below(count)];
    const size_t choice = pieces_below(16);
    if (choice == 0)
        copy_member(this, &list[pieces_below(count)], one);
    else if (choice == 1 && count > 1)
        (void)pieces_put(this, one->at, one->file_at + one->length - one->at, "", 0);
    else
        mutate_member(this, one);
}

static void mutate_tail(pieces *this) {
    if (this->size > 4) (void)pieces_mutate_file(this, 4, this->size - 4, PIECES_SCRATCH_BYTES);
}

/* ---- Damages ---- */

/* target_round_trip.c: behind five bytes, each an offset (u16) and a byte. */
static void mutate_damages(pieces *this) {
    enum { HEAD_BYTES = 5, DAMAGE_BYTES = 3, MOST_NEW = 4 };
    static const uint8_t borders[] = {0, 1, 0x7f, 0x80, 0xfe, 0xff};
    if (this->size < HEAD_BYTES) return;
    for (size_t count = 1 + pieces_below(MOST_NEW); count > 0; --count) {
        const uint8_t any = (uint8_t)pieces_below(256);
        const uint8_t border = borders[pieces_below(sizeof borders)];
        const uint8_t damage[DAMAGE_BYTES] = {(uint8_t)pieces_below(256), (uint8_t)pieces_below(32),
                                              pieces_below(2) == 0 ? any : border};
        (void)pieces_put(this, HEAD_BYTES, 0, damage, sizeof damage);
    }
}

/* ---- All kinds ---- */

/* The first bytes of an input say how the rest is to be taken. */
static void mutate_head(pieces *this) {
    this->data[pieces_below(this->size < 4 ? this->size : 4)] ^= (uint8_t)(1u << pieces_below(8));
}

static void mutate_body(pieces *this) {
    switch (FUZZ_PIECES) {
    case MEMBERS_AT_2:
        mutate_members(this);
        break;
    case FILE_AT_4:
        mutate_tail(this);
        break;
    case REPORT:
        pieces_mutate_report(this);
        break;
    case UPLOAD:
        pieces_mutate_upload(this);
        break;
    case ARCHIVE:
        pieces_mutate_archive(this);
        break;
    case DAMAGES:
        mutate_damages(this);
        break;
    default:
        pieces_mutate_any_text(this);
        break;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    enum {
        HEAD_ONCE_IN = FUZZ_PIECES == ARCHIVE ? 3 : 8,
        ENGINE_ONCE_IN =
            FUZZ_PIECES <= FILE_AT_4 ? 4 : 2 /* files go to the engine now and then too */
    };
    pieces this = {data, size, max_size};
    state = (seed + (uint64_t)1) * 0x9e3779b97f4a7c15u;
    if (size == 0 || pieces_below(ENGINE_ONCE_IN) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    if (pieces_below(HEAD_ONCE_IN) == 0)
        mutate_head(&this);
    else
        mutate_body(&this);
    return this.size > 0 ? this.size : LLVMFuzzerMutate(data, 0, max_size);
}
