#include "containers/gmod_gma/stream.h"

#include <libdeflate.h>

enum {
    CHANCE_BITS = 11,
    EVEN = 1 << (CHANCE_BITS - 1),
    ADAPTS = 5, /* a chance moves by a 32nd of what is left */
    CONTEXT_SHIFT = 5,
    POSITIONS = 4,
    LEAST_RANGE_BITS = 24,
    HELD_BYTES = 5
};

/* ---- The range coder ---- */

static void shift_low(gma_packer *packer, nl_writer *out) {
    const bool is_settled = packer->low < 0xFF000000u || packer->low > UINT32_MAX;
    if (is_settled) {
        const uint32_t carry = (uint32_t)(packer->low >> 32);
        nl_write_u8(out, (packer->cached + carry) & 0xFF);
        for (; packer->waiting > 0; packer->waiting--)
            nl_write_u8(out, (0xFF + carry) & 0xFF);
        packer->cached = (uint8_t)(packer->low >> LEAST_RANGE_BITS);
    } else {
        packer->waiting++;
    }
    packer->low = (packer->low & 0xFFFFFF) << 8;
}

static void put_bit(gma_packer *packer, nl_writer *out, uint16_t *chance, uint32_t bit) {
    const uint32_t bound = (packer->range >> CHANCE_BITS) * *chance;
    if (bit == 0) {
        packer->range = bound;
        *chance = (uint16_t)(*chance + (((1 << CHANCE_BITS) - *chance) >> ADAPTS));
    } else {
        packer->low += bound;
        packer->range -= bound;
        *chance = (uint16_t)(*chance - (*chance >> ADAPTS));
    }
    while (packer->range < 1u << LEAST_RANGE_BITS) {
        packer->range <<= 8;
        shift_low(packer, out);
    }
}

static void put_literal(gma_packer *packer, nl_writer *out, uint8_t byte) {
    uint16_t *const chances = packer->literals[packer->previous >> CONTEXT_SHIFT];
    uint32_t symbol = 1;
    put_bit(packer, out, &packer->is_match[packer->position % POSITIONS], 0);
    for (int i = 7; i >= 0; i--) {
        const uint32_t bit = byte >> i & 1;
        put_bit(packer, out, &chances[symbol], bit);
        symbol = symbol << 1 | bit;
    }
    packer->previous = byte;
    packer->position++;
}

void gma_packer_start(gma_packer *packer) {
    *packer = (gma_packer){.range = UINT32_MAX};
    for (uint32_t i = 0; i < POSITIONS; i++)
        packer->is_match[i] = EVEN;
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t j = 0; j < 256; j++)
            packer->literals[i][j] = EVEN;
}

void gma_packer_end(gma_packer *packer, nl_writer *out) {
    for (uint32_t i = 0; i < HELD_BYTES; i++)
        shift_low(packer, out);
}

/* ---- Bytes ---- */

void gma_put(gma_stream *stream, const void *bytes, size_t length) {
    const uint8_t *const all = bytes;
    stream->crc = libdeflate_crc32(stream->crc, bytes, length);
    stream->length += length;
    if (!stream->packer) nl_write_bytes(stream->out, bytes, length);
    for (size_t i = 0; stream->packer && i < length; i++)
        put_literal(stream->packer, stream->out, all[i]);
}

void gma_put_u32(gma_stream *stream, uint32_t value) {
    const uint8_t bytes[] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                             (uint8_t)(value >> 24)};
    gma_put(stream, bytes, sizeof bytes);
}

void gma_put_u64(gma_stream *stream, uint64_t value) {
    gma_put_u32(stream, (uint32_t)value);
    gma_put_u32(stream, (uint32_t)(value >> 32));
}

void gma_put_text(gma_stream *stream, const char *text) {
    gma_put(stream, text, strlen(text) + 1);
}
