#include "core/tar.h"

#include <string.h>

/* Octal digits with a final NUL: how ustar writes numbers. */
static void put_octal(char *field, size_t width, uint64_t value) {
    for (size_t i = width - 1; i-- > 0; value /= 8)
        field[i] = (char)('0' + value % 8);
}

/* IEEE 1003.1, pax: the sum of the header's bytes with the checksum field itself as blanks. */
static void put_checksum(char *header) {
    char *const field = header + 148;
    memset(field, ' ', 8);
    uint64_t sum = 0;
    for (size_t i = 0; i < NL_TAR_BLOCK_BYTES; i++)
        sum += (uint8_t)header[i];
    put_octal(field, 7, sum);
    field[6] = '\0';
}

void nl_tar_header(nl_writer *out, const char *name, uint64_t length) {
    char header[NL_TAR_BLOCK_BYTES] = {0};
    const size_t name_length = strlen(name);
    memcpy(header, name, name_length < 99 ? name_length : 99);
    put_octal(header + 100, 8, 0644);
    put_octal(header + 108, 8, 0);
    put_octal(header + 116, 8, 0);
    put_octal(header + 124, 12, length);
    put_octal(header + 136, 12, 0);
    header[156] = '0';
    memcpy(header + 257,
           "ustar\0"
           "00",
           8);
    put_checksum(header);
    nl_write_bytes(out, header, sizeof header);
}

static void put_zeros(nl_writer *out, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        nl_write_u8(out, 0);
}

void nl_tar_pad(nl_writer *out, uint64_t length) {
    put_zeros(out, (NL_TAR_BLOCK_BYTES - length % NL_TAR_BLOCK_BYTES) % NL_TAR_BLOCK_BYTES);
}

void nl_tar_end(nl_writer *out) {
    put_zeros(out, 2 * NL_TAR_BLOCK_BYTES);
}
