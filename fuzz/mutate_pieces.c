/* Mutation of the inputs that are made of pieces: files in a set, a file behind a head, lines of
 * text. FUZZ_PIECES is one of the kinds below. Half of the time the engine does what it likes; what
 * is known of the pieces makes the other half: one file is mutated record by record and the rest
 * stays, lines are repeated and left out, characters are those at which readers of text go wrong.
 */
#include "fuzz/mutate.h"

#include <stdbool.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Where the files are in an input. */
enum { MEMBERS_AT_2 = 1, FILE_AT_4, TEXT, HEAD };

enum { SCRATCH_BYTES = 1 << 16, MOST_PIECES = 64 };

static uint8_t scratch[SCRATCH_BYTES];
static uint64_t state;

/* xorshift64: any will do. */
static size_t below(size_t limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit == 0 ? 0 : (size_t)((state >> 11) % limit);
}

/* An input being changed. */
typedef struct pieces {
    uint8_t *data;
    size_t size, max_size;
} pieces;

/* Puts new_length bytes in the place of old_length ones; false if they do not fit. */
static bool put(pieces *this, size_t at, size_t old_length, const void *bytes, size_t new_length) {
    if (new_length > old_length && new_length - old_length > this->max_size - this->size)
        return false;
    memmove(this->data + at + new_length, this->data + at + old_length,
            this->size - at - old_length);
    memcpy(this->data + at, bytes, new_length);
    this->size = this->size - old_length + new_length;
    return true;
}

/* ---- Files ---- */

/* The bytes of data[at, at + length), mutated as the file that they look like. Returns their new
 * number. */
static size_t mutate_file(pieces *this, size_t at, size_t length, size_t most) {
    const size_t room = this->max_size - this->size + length;
    const size_t capacity = room < most ? room : most;
    if (length == 0 || length > capacity || capacity > SCRATCH_BYTES) return length;
    memcpy(scratch, this->data + at, length);
    const size_t changed =
        nl_mutate(NULL, scratch, length, capacity, (unsigned)below(UINT32_MAX), LLVMFuzzerMutate);
    return put(this, at, length, scratch, changed) ? changed : length;
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
    const size_t length = mutate_file(this, one->file_at, one->length, UINT16_MAX);
    this->data[one->at] = (uint8_t)length;
    this->data[one->at + 1] = (uint8_t)(length >> 8);
}

/* One more file, or another in its place, or one less. */
static void copy_member(pieces *this, const member *from, const member *to) {
    const size_t bytes = from->file_at + from->length - from->at;
    const size_t replaced = below(3) == 0 ? to->file_at + to->length - to->at : 0;
    if (bytes > SCRATCH_BYTES) return;
    memcpy(scratch, this->data + from->at, bytes);
    (void)put(this, to->at, replaced, scratch, bytes);
}

static void mutate_members(pieces *this) {
    member list[MOST_PIECES];
    const size_t count = list_members(this, list);
    if (count == 0) return;
    const member *const one = &list[below(count)];
    const size_t choice = below(16);
    if (choice == 0)
        copy_member(this, &list[below(count)], one);
    else if (choice == 1 && count > 1)
        (void)put(this, one->at, one->file_at + one->length - one->at, "", 0);
    else
        mutate_member(this, one);
}

static void mutate_tail(pieces *this) {
    if (this->size > 4) (void)mutate_file(this, 4, this->size - 4, SCRATCH_BYTES);
}

/* ---- Text ---- */

/* A line with its end, or what stands between two of the marks that text is cut at. */
static size_t piece_around(const pieces *this, size_t at, size_t *end) {
    static const char cuts[] = "\n\r;&,= ";
    const char cut = cuts[below(2) == 0 ? 0 : below(sizeof cuts - 1)];
    size_t start = at;
    while (start > 0 && this->data[start - 1] != (uint8_t)cut)
        start--;
    while (at < this->size && this->data[at] != (uint8_t)cut)
        at++;
    *end = at < this->size ? at + 1 : at;
    return start;
}

static void repeat_piece(pieces *this, size_t at) {
    size_t end = 0;
    const size_t start = piece_around(this, at, &end);
    if (end - start > SCRATCH_BYTES) return;
    memcpy(scratch, this->data + start, end - start);
    (void)put(this, below(2) == 0 ? end : below(this->size + 1), 0, scratch, end - start);
}

static void remove_piece(pieces *this, size_t at) {
    size_t end = 0;
    const size_t start = piece_around(this, at, &end);
    (void)put(this, start, end - start, "", 0);
}

/* Blocks of Unicode that readers treat apart: controls, spaces and marks, surrogates, the specials,
 * what lies beyond 16 bits and beyond all. */
static uint32_t code_point(void) {
    static const struct {
        uint32_t first, count;
    } blocks[] = {{0, 0x20},       {0x7f, 0x21},    {0xa0, 0x760},      {0x2000, 0x70},
                  {0xd800, 0x800}, {0xf800, 0x800}, {0x10f000, 0x2000}, {0, 0x200000}};
    const size_t block = below(sizeof blocks / sizeof blocks[0]);
    return blocks[block].first + (uint32_t)below(blocks[block].count);
}

/* In UTF-8, mostly of the right length. Returns the number of bytes. */
static size_t encode(uint32_t code, uint8_t out[4]) {
    const size_t right = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    const size_t length = below(8) == 0 && right < 4 ? right + 1 : right;
    static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6)
        out[i] = (uint8_t)(0x80 | (code & 0x3f));
    out[0] = (uint8_t)(marks[length] | (code & (length == 1 ? 0x7f : 0x7fu >> length)));
    return length;
}

/* Ends the text at a mark, as if it had been cut off there. */
static void cut_text(pieces *this, size_t at) {
    size_t end = 0;
    const size_t start = piece_around(this, at, &end);
    size_t size = below(2) == 0 ? start : end - 1;
    if (size > 1 && this->data[size - 1] == '\r' && below(2) == 0) size--; /* of a line end */
    if (size > 0) this->size = size;
}

static void put_character(pieces *this, size_t at) {
    uint8_t out[4];
    const size_t length = encode(code_point(), out);
    const size_t left = this->size - at;
    const size_t replaced = below(2) == 0 ? 0 : length < left ? length : left;
    (void)put(this, at, replaced, out, length);
}

static void put_escape(pieces *this, size_t at) {
    static const char digits[] = "0123456789abcdef";
    const size_t byte = below(256);
    const char escape[] = {below(4) == 0 ? '\\' : '%', digits[byte >> 4], digits[byte & 15]};
    (void)put(this, at, below(2), escape, sizeof escape);
}

/* A character of those that mean something somewhere. */
static void put_mark(pieces *this, size_t at) {
    static const char marks[] = "\r\n\t \"'\\%;:=,&?/-+.<>()[]{}*";
    (void)put(this, at, below(2), &marks[below(sizeof marks - 1)], 1);
}

static bool is_text(uint8_t byte) {
    return byte >= 0x20 && byte != 0x7f;
}

/* A place in a text rather than in what stands around it. */
static size_t place_in_text(const pieces *this) {
    enum { TRIES = 4 };
    size_t at = below(this->size);
    for (int i = 0; i < TRIES && !is_text(this->data[at]); i++)
        at = below(this->size);
    return at;
}

static void mutate_text(pieces *this) {
    const size_t at = place_in_text(this);
    switch (below(7)) {
    case 6:
        cut_text(this, at);
        break;
    case 0:
        repeat_piece(this, at);
        break;
    case 1:
        remove_piece(this, at);
        break;
    case 2:
        put_escape(this, at);
        break;
    case 3:
        put_mark(this, at);
        break;
    default:
        put_character(this, at);
        break;
    }
}

/* The first bytes of an input say how the rest is to be taken. */
static void mutate_head(pieces *this) {
    this->data[below(this->size < 4 ? this->size : 4)] ^= (uint8_t)(1u << below(8));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    pieces this = {data, size, max_size};
    state = (seed + (uint64_t)1) * 0x9e3779b97f4a7c15u;
    if (size == 0 || below(2) == 0) return LLVMFuzzerMutate(data, size, max_size);
    if (FUZZ_PIECES == HEAD || below(8) == 0)
        mutate_head(&this);
    else if (FUZZ_PIECES == MEMBERS_AT_2)
        mutate_members(&this);
    else if (FUZZ_PIECES == FILE_AT_4)
        mutate_tail(&this);
    else
        mutate_text(&this);
    return this.size > 0 ? this.size : LLVMFuzzerMutate(data, 0, max_size);
}
