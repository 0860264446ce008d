#include "containers/source_bsp/build_lzma.h"

enum {
    TOP = 1 << 24,
    PROBABILITY_BITS = 11,
    EVEN = 1 << (PROBABILITY_BITS - 1),
    MOVE_BITS = 5,
    FLUSHED_BYTES = 5
};

typedef struct encoder {
    nl_writer *out;
    uint64_t low;
    uint32_t range;
    uint8_t held;           /* the byte that a carry may still change */
    uint64_t held_bytes;    /* it and the 0xFF behind it */
    uint16_t is_match;      /* of the one state that literals leave the coder in */
    uint16_t literals[256]; /* a tree of bits */
} encoder;

uint8_t bsp_content_at(const bsp_content *content, uint32_t i) {
    if (content->bytes) return content->bytes[i];
    return (uint8_t)((i * 31 + (i >> 8) * 7 + content->seed * 57) % 255 + 1);
}

static void shift(encoder *e) {
    if ((uint32_t)e->low < 0xFF000000u || (e->low >> 32) != 0) {
        const uint8_t carry = (uint8_t)(e->low >> 32);
        for (; e->held_bytes != 0; e->held_bytes--) {
            nl_write_u8(e->out, (uint8_t)(e->held + carry));
            e->held = 0xFF;
        }
        e->held = (uint8_t)(e->low >> 24);
    }
    e->held_bytes++;
    e->low = e->low << 8 & 0xFFFFFFFFu;
}

static void put_bit(encoder *e, uint16_t *probability, unsigned bit) {
    const uint32_t bound = (e->range >> PROBABILITY_BITS) * *probability;
    if (bit == 0) {
        e->range = bound;
        *probability =
            (uint16_t)(*probability + (((1u << PROBABILITY_BITS) - *probability) >> MOVE_BITS));
    } else {
        e->low += bound;
        e->range -= bound;
        *probability = (uint16_t)(*probability - (*probability >> MOVE_BITS));
    }
    for (; e->range < TOP; e->range <<= 8)
        shift(e);
}

static void put_literal(encoder *e, uint8_t byte) {
    unsigned symbol = 1;
    put_bit(e, &e->is_match, 0);
    for (int i = 7; i >= 0; i--) {
        const unsigned bit = (unsigned)byte >> i & 1u;
        put_bit(e, &e->literals[symbol], bit);
        symbol = symbol << 1 | bit;
    }
}

void bsp_write_lzma(nl_writer *out, const bsp_content *content) {
    encoder e = {.out = out, .range = 0xFFFFFFFFu, .held_bytes = 1, .is_match = EVEN};
    for (int i = 0; i < 256; i++)
        e.literals[i] = EVEN;
    for (uint32_t i = 0; i < content->length; i++)
        put_literal(&e, bsp_content_at(content, i));
    for (int i = 0; i < FLUSHED_BYTES; i++)
        shift(&e);
}
