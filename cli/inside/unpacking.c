#include "cli/inside/unpacking.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "intake/unpack.h"

/* What is packed hands out no more than this, however much the allowance has left. */
static uint64_t most_by_ratio(const cli_packed *packed) {
    const uint64_t by_ratio = (uint64_t)packed->length * CLI_HIGHEST_RATIO;
    return by_ratio > CLI_RATIO_FREE_BYTES ? by_ratio : CLI_RATIO_FREE_BYTES;
}

/* Of three limits the lowest is the one that was reached. */
static const char *problem_of_limit(const cli_packed *packed, cli_allowance *allowance,
                                    const char *why) {
    const uint64_t left = cli_bytes_left(allowance), ratio = most_by_ratio(packed);
    const uint64_t member = allowance->max_member_bytes;
    if (strstr(why, "dictionary")) return why;
    if (left <= ratio && left <= member) return cli_note_many_bytes(allowance), NULL;
    if (ratio < member) return "unpacks to more than 256 times its size [limit:archiveRatio]";
    return member < left ? "larger than --max-bytes allows [limit:inputBytes]" : why;
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static int take(intake_unpacked *unpacked, cli_allowance *allowance, cli_buffer *buffer) {
    cli_buffer_free(buffer);
    *buffer = (cli_buffer){
        .bytes = unpacked->bytes, .length = unpacked->length, .capacity = unpacked->length};
    return cli_allow_bytes(allowance, unpacked->length) ? 0 : EIO;
}

/* Both fronts of the library name the ways of packing alike, and in one order. */
_Static_assert((int)NAVLINT_PACKED_CMPD == (int)INTAKE_CMPD, "ways of packing");
_Static_assert((int)NAVLINT_PACKED_DEFLATE == (int)INTAKE_DEFLATE, "ways of packing");

int cli_unpack(const cli_packed *packed, cli_allowance *allowance, cli_buffer *buffer,
               const char **problem) {
    if (packed->packing == NAVLINT_PACKED_OTHERWISE)
        return *problem = "encrypted, or packed in a way that no game reads", EIO;
    const intake_packed source = {packed->bytes, packed->length, (intake_packing)packed->packing,
                                  packed->size};
    const intake_unpack_limits limits = {
        least(least(cli_bytes_left(allowance), most_by_ratio(packed)), allowance->max_member_bytes),
        INTAKE_DICTIONARY_BYTES};
    intake_unpacked unpacked;
    const intake_outcome outcome = intake_unpack(&source, &limits, &unpacked);
    if (outcome == INTAKE_OK) return take(&unpacked, allowance, buffer);
    if (outcome == INTAKE_NO_MEMORY) return ENOMEM;
    *problem = outcome == INTAKE_MUCH_UNPACKED ? problem_of_limit(packed, allowance, unpacked.why)
                                               : unpacked.why;
    return EIO;
}

/* A byte at a time, by the remainders of all bytes. */
typedef struct remainders {
    uint32_t of[256];
} remainders;

static remainders make_remainders(void) {
    remainders table;
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t value = byte;
        for (unsigned bit = 0; bit < 8; bit++)
            value = value >> 1 ^ (value & 1 ? 0xedb88320 : 0);
        table.of[byte] = value;
    }
    return table;
}

uint32_t cli_crc32(const unsigned char *bytes, size_t length) {
    const remainders table = make_remainders();
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < length; i++)
        sum = table.of[(sum ^ bytes[i]) & 0xFF] ^ sum >> 8;
    return ~sum;
}
