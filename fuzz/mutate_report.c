/* Mutation of what reports are made of (target_report.c): numbers get any value of their type,
 * texts grow and shrink with their length, ops are repeated, left out and added. */
#include "fuzz/cut.h"
#include "fuzz/mutate_kinds.h"
#include "fuzz/report_ops.h"

enum { MOST_SPOTS = 256, NUMBER_BYTES = 8, OP = REPORT_VALUES };

/* Where something stands: an op, or a value by its kind. */
typedef struct spot {
    unsigned kind; /* report_value, or OP */
    size_t at;     /* of the byte before it: the kind of a value, the length of a name */
    size_t length; /* bytes, this one among them */
} spot;

/* A walk through an input as the target takes it. */
typedef struct walk {
    fuzz_cut cut;
    size_t size;
    spot spots[MOST_SPOTS];
    size_t count;
} walk;

static size_t here(const walk *w) {
    return w->size - w->cut.left;
}

static void skip(walk *w, size_t length) {
    size_t taken = 0;
    (void)fuzz_cut_bytes(&w->cut, length, &taken);
}

static void note(walk *w, unsigned kind, size_t at) {
    if (w->count < MOST_SPOTS && here(w) > at)
        w->spots[w->count++] = (spot){kind, at, here(w) - at};
}

static void walk_string(walk *w) {
    const size_t at = here(w);
    skip(w, fuzz_cut_u8(&w->cut));
    note(w, REPORT_TEXT, at);
}

static void walk_value(walk *w) {
    const size_t at = here(w);
    const unsigned kind = fuzz_cut_u8(&w->cut) % REPORT_VALUES;
    if (kind == REPORT_TEXT) {
        walk_string(w);
    } else if (kind != REPORT_NO_VALUE) {
        skip(w, NUMBER_BYTES);
        note(w, kind, at);
    }
}

static void walk_finding(walk *w) {
    skip(w, REPORT_PLACE_BYTES);
    for (int i = 0; i < REPORT_FINDING_VALUES; i++)
        walk_value(w);
    skip(w, fuzz_cut_u8(&w->cut) % (REPORT_FIX_BYTES + 1));
    (void)fuzz_cut_u16(&w->cut);
}

static void walk_report(walk *w) {
    walk_string(w);
    (void)fuzz_cut_u16(&w->cut);
}

static void walk_op(walk *w) {
    const size_t at = here(w);
    switch (fuzz_cut_u8(&w->cut) % REPORT_OPS) {
    case REPORT_FINDING:
        walk_finding(w);
        break;
    case REPORT_FACT:
        walk_value(w);
        break;
    case REPORT_CLAIM:
        skip(w, 4);
        break;
    case REPORT_LIMIT:
        walk_string(w);
        break;
    case REPORT_NEXT:
        walk_report(w);
        break;
    }
    note(w, OP, at);
}

static void walk_through(walk *w, const pieces *input) {
    *w = (walk){.cut = {input->data, input->size}, .size = input->size};
    (void)fuzz_cut_u8(&w->cut);
    walk_report(w);
    while (w->cut.left > 0)
        walk_op(w);
}

/* ---- Values ---- */

static uint64_t any_bits(void) {
    uint64_t bits = 0;
    for (int i = 0; i < 4; i++)
        bits = bits << 16 | pieces_below(1 << 16);
    return bits;
}

/* A float of any sign and mantissa: of any exponent, or of one that numbers of files have. */
static uint64_t any_float(void) {
    enum { BIAS = 127, MANTISSA_BITS = 23, USUAL = 24 };
    const uint64_t exponent =
        pieces_below(4) == 0 ? pieces_below(256) : BIAS - USUAL + pieces_below(2 * USUAL);
    uint64_t mantissa = any_bits() % (1u << MANTISSA_BITS);
    if (pieces_below(4) == 0) mantissa &= mantissa << pieces_below(MANTISSA_BITS); /* few bits */
    return (uint64_t)pieces_below(2) << 31 | exponent << MANTISSA_BITS | mantissa;
}

/* Near a power of two, of either sign. */
static uint64_t border(void) {
    const uint64_t power = (uint64_t)1 << pieces_below(64);
    const uint64_t value = power + pieces_below(3) - 1;
    return pieces_below(2) == 0 ? value : 0 - value;
}

/* The kind of a value and its eight bytes, as the target reads them: four times two. */
static void make_number(uint8_t out[1 + NUMBER_BYTES]) {
    static const uint8_t kinds[] = {REPORT_UINT, REPORT_INT, REPORT_REAL, REPORT_REAL};
    out[0] = kinds[pieces_below(sizeof kinds)];
    const bool is_real = out[0] == REPORT_REAL;
    const uint64_t bits = is_real && pieces_below(4) != 0 ? any_float()
                          : pieces_below(2) == 0          ? border()
                                                          : any_bits() >> pieces_below(64);
    for (int i = 0; i < 4; i++) {
        const uint64_t word = bits >> (48 - 16 * i);
        out[1 + 2 * i] = (uint8_t)word;
        out[2 + 2 * i] = (uint8_t)(word >> 8);
    }
}

static void change_number(pieces *input, const spot *at) {
    uint8_t number[1 + NUMBER_BYTES];
    make_number(number);
    (void)pieces_put(input, at->at, at->length, number, sizeof number);
}

/* One character more, or another in the place of one that is as long. */
static void change_text(pieces *input, const spot *text) {
    enum { MOST_LENGTH = 255 };
    uint8_t character[4];
    const size_t length = pieces_character(character);
    const size_t before = text->length - 1;
    const size_t at = pieces_below(before + 1);
    const size_t replaced = pieces_below(2) == 0 || before - at < length ? 0 : length;
    if (before + length - replaced > MOST_LENGTH) return;
    if (!pieces_put(input, text->at + 1 + at, replaced, character, length)) return;
    input->data[text->at] = (uint8_t)(before + length - replaced);
}

static void change_op(pieces *input, const spot *op) {
    const size_t choice = pieces_below(4);
    uint8_t fact[2 + NUMBER_BYTES] = {REPORT_FACT};
    make_number(fact + 1);
    if (choice == 0)
        (void)pieces_put(input, op->at, op->length, "", 0);
    else if (choice == 1)
        (void)pieces_copy(input, op->at, op->at, op->length, 1 + pieces_below(4));
    else
        (void)pieces_put(input, op->at, 0, fact, sizeof fact);
}

void pieces_mutate_report(pieces *input) {
    static walk found;
    walk_through(&found, input);
    if (found.count == 0 || pieces_below(8) == 0) {
        pieces_mutate_any_text(input);
        return;
    }
    const spot *const one = &found.spots[pieces_below(found.count)];
    if (one->kind == OP)
        change_op(input, one);
    else if (one->kind == REPORT_TEXT)
        change_text(input, one);
    else
        change_number(input, one);
}
