/* Mutation of text: of its lines, of what stands between marks, of its characters. */
#include "fuzz/mutate_kinds.h"

#include <string.h>

/* A line with its end, or what stands between two of the marks that text is cut at. */
static size_t piece_around(const pieces *input, size_t at, size_t *end) {
    static const char cuts[] = "\n\r;&,= ";
    const char cut = cuts[pieces_below(2) == 0 ? 0 : pieces_below(sizeof cuts - 1)];
    size_t start = at;
    while (start > 0 && input->data[start - 1] != (uint8_t)cut)
        start--;
    while (at < input->size && input->data[at] != (uint8_t)cut)
        at++;
    *end = at < input->size ? at + 1 : at;
    return start;
}

static void repeat_piece(pieces *input, size_t at) {
    size_t end = 0;
    const size_t start = piece_around(input, at, &end);
    size_t line_end = 0;
    const size_t line = piece_around(input, pieces_below(input->size), &line_end);
    const size_t to = pieces_below(2) == 0 ? end : line;
    (void)pieces_copy(input, to, start, end - start, 1);
}

static void remove_piece(pieces *input, size_t at) {
    size_t end = 0;
    const size_t start = piece_around(input, at, &end);
    (void)pieces_put(input, start, end - start, "", 0);
}

/* Blocks of Unicode that readers treat apart: controls, spaces and marks, surrogates, the specials,
 * what lies beyond 16 bits and beyond all. Half of the time the first or the last of a block. */
static uint32_t code_point(void) {
    static const struct {
        uint32_t first, count;
    } blocks[] = {{0, 0x20},       {0x7f, 0x21},    {0xa0, 0x760},      {0x2000, 0x70},
                  {0xd800, 0x800}, {0xf800, 0x800}, {0x10f000, 0x2000}, {0, 0x200000}};
    const size_t block = pieces_below(sizeof blocks / sizeof blocks[0]);
    const uint32_t last = blocks[block].count - 1;
    if (pieces_below(2) == 0) return blocks[block].first + (pieces_below(2) == 0 ? last : 0);
    return blocks[block].first + (uint32_t)pieces_below(last + 1);
}

/* In UTF-8, mostly of the right length. Returns the number of bytes. */
static size_t encode(uint32_t code, uint8_t out[4]) {
    const size_t right = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    const size_t length = pieces_below(8) == 0 && right < 4 ? right + 1 : right;
    static const uint8_t marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6)
        out[i] = (uint8_t)(0x80 | (code & 0x3f));
    out[0] = (uint8_t)(marks[length] | (code & (length == 1 ? 0x7f : 0x7fu >> length)));
    return length;
}

size_t pieces_character(uint8_t out[4]) {
    return encode(code_point(), out);
}

/* Ends the text at a mark, as if it had been cut off there. */
static void cut_text(pieces *input, size_t at) {
    size_t end = 0;
    const size_t start = piece_around(input, at, &end);
    size_t size = pieces_below(2) == 0 ? start : end - 1;
    if (size > 1 && input->data[size - 1] == '\r' && pieces_below(2) == 0)
        size--; /* of a line end */
    if (size > 0) input->size = size;
}

static void put_character(pieces *input, size_t at) {
    uint8_t out[4];
    const size_t length = pieces_character(out);
    const size_t left = input->size - at;
    const size_t replaced = pieces_below(2) == 0 ? 0 : length < left ? length : left;
    (void)pieces_put(input, at, replaced, out, length);
}

static char any_mark(void) {
    static const char marks[] = "\r\n\t \"'\\%;:=,&?/-+.<>()[]{}*";
    return marks[pieces_below(sizeof marks - 1)];
}

/* Of a mark half of the time: those are escaped because they mean something. */
static void put_escape(pieces *input, size_t at) {
    static const char digits[] = "0123456789abcdef";
    const size_t byte = pieces_below(2) == 0 ? pieces_below(256) : (uint8_t)any_mark();
    const char escape[] = {pieces_below(4) == 0 ? '\\' : '%', digits[byte >> 4], digits[byte & 15]};
    (void)pieces_put(input, at, pieces_below(2), escape, sizeof escape);
}

/* A character of those that mean something somewhere. */
static void put_mark(pieces *input, size_t at) {
    const char mark = any_mark();
    (void)pieces_put(input, at, pieces_below(2), &mark, 1);
}

static bool is_text(uint8_t byte) {
    return byte >= 0x20 && byte != 0x7f;
}

/* A place in a text rather than in what stands around it. */
static size_t place_in_text(const pieces *input) {
    enum { TRIES = 4 };
    size_t at = pieces_below(input->size);
    for (int i = 0; i < TRIES && !is_text(input->data[at]); i++)
        at = pieces_below(input->size);
    return at;
}

void pieces_mutate_text(pieces *input, size_t at) {
    switch (pieces_below(8)) {
    case 6:
        cut_text(input, at);
        break;
    case 0:
    case 7:
        repeat_piece(input, at);
        break;
    case 1:
        remove_piece(input, at);
        break;
    case 2:
        put_escape(input, at);
        break;
    case 3:
        put_mark(input, at);
        break;
    default:
        put_character(input, at);
        break;
    }
}

void pieces_mutate_any_text(pieces *input) {
    pieces_mutate_text(input, place_in_text(input));
}
