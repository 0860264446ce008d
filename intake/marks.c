#include "intake/marks.h"

#include <stdint.h>
#include <string.h>

/* Bytes at the start that no navigation file has. */
typedef struct mark {
    const char *bytes;
    size_t length;
    intake_kind kind;
} mark;

#define MARK(text, kind)                                                                           \
    { text, sizeof(text) - 1, kind }

static const mark marks[] = {
    MARK("PK\x03\x04", INTAKE_ZIP), MARK("PK\x05\x06", INTAKE_ZIP), /* without members */
    /* that was to be split, and is in one piece (APPNOTE 8.5.3, 8.5.4) */
    MARK("PK\x07\x08PK\x03\x04", INTAKE_ZIP), MARK("PK\x30\x30PK\x03\x04", INTAKE_ZIP),
    MARK("7z\xbc\xaf\x27\x1c", INTAKE_7ZIP),
    MARK("Rar!\x1a\x07\x00", INTAKE_RAR),     /* RAR 1.5 to 4 */
    MARK("Rar!\x1a\x07\x01\x00", INTAKE_RAR), /* RAR 5 */
    MARK("\xfd"
         "7zXZ\0",
         INTAKE_COMPRESSED),                     /* xz */
    MARK("\x28\xb5\x2f\xfd", INTAKE_COMPRESSED), /* Zstandard */
};

/* Two bytes of magic, the only method there is, and flags whose upper three bits are reserved. */
static bool is_gzip(const unsigned char *bytes, size_t length) {
    return length >= 10 && bytes[0] == 0x1f && bytes[1] == 0x8b && bytes[2] == 8 &&
           (bytes[3] & 0xe0) == 0;
}

/* "BZh", the size of blocks, and the mark of a block or, with nothing packed, of the end. */
static bool is_bzip2(const unsigned char *bytes, size_t length) {
    return length >= 10 && memcmp(bytes, "BZh", 3) == 0 && bytes[3] >= '1' && bytes[3] <= '9' &&
           (memcmp(bytes + 4, "\x31\x41\x59\x26\x53\x59", 6) == 0 ||
            memcmp(bytes + 4, "\x17\x72\x45\x38\x50\x90", 6) == 0);
}

enum { SUM_AT = 148, SUM_BYTES = 8 };

/* The octal number in a tar header's field for its sum; UINT32_MAX for none. */
static uint32_t read_sum(const unsigned char *field) {
    size_t at = 0;
    while (at < SUM_BYTES && field[at] == ' ')
        at++;
    if (at == SUM_BYTES || field[at] < '0' || field[at] > '7') return UINT32_MAX;
    uint32_t sum = 0;
    for (; at < SUM_BYTES && field[at] >= '0' && field[at] <= '7'; at++)
        sum = 8 * sum + (uint32_t)(field[at] - '0');
    return sum;
}

/* The sum over the header, its own field taken as spaces, is what old tars without magic have too.
 */
static bool is_tar(const unsigned char *bytes, size_t length) {
    if (length < INTAKE_SNIFF_BYTES || bytes[0] == 0) return false;
    const uint32_t said = read_sum(bytes + SUM_AT);
    if (said == UINT32_MAX) return false; /* nearly every file that is none: nothing to add up */
    uint32_t sum = SUM_BYTES * ' ';
    for (size_t at = 0; at < INTAKE_SNIFF_BYTES; at++)
        if (at < SUM_AT || at >= SUM_AT + SUM_BYTES) sum += bytes[at];
    return said == sum;
}

unsigned intake_kinds_of(const void *start, size_t length) {
    const unsigned char *const bytes = start;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (length >= marks[i].length && memcmp(bytes, marks[i].bytes, marks[i].length) == 0)
            return marks[i].kind;
    if (is_gzip(bytes, length) || is_bzip2(bytes, length)) return INTAKE_COMPRESSED;
    return is_tar(bytes, length) ? INTAKE_TAR : 0;
}
