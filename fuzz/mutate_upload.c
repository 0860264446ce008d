/* Mutation of forms, tars and zips: parts are repeated, left out and cut off at their borders, what
 * they hold is mutated as the file that it is, and what frames them is repaired more often than
 * not.
 *
 * A part begins at a mark: a form's delimiter, a tar's header, a signature of a zip. */
#include "fuzz/mutate_kinds.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_PARTS = 128,
    MOST_BOUNDARY = 255,
    BLOCK_BYTES = 512,       /* of a tar */
    USTAR_AT = 257,          /* the magic of a header (POSIX pax, "ustar Interchange Format") */
    CHECKSUM_AT = 148,       /* eight octal digits */
    LOCAL_BYTES = 30,        /* APPNOTE 4.3.7 */
    ENTRY_OFFSET_AT = 42,    /* 4.3.12 */
    DIRECTORY_END_BYTES = 22 /* 4.3.16 */
};

typedef enum part_kind { DELIMITER, TAR_HEADER, ZIP_LOCAL, ZIP_ENTRY, ZIP_END } part_kind;

typedef struct part {
    part_kind kind;
    size_t at, end;
} part;

typedef struct parts {
    part list[MOST_PARTS];
    size_t count;
    char delimiter[MOST_BOUNDARY + 3];
    size_t delimiter_length; /* 0: this is no form */
} parts;

/* ---- Where the parts are ---- */

static bool stands_at(const pieces *input, size_t at, const void *bytes, size_t length) {
    return length <= input->size - at && memcmp(input->data + at, bytes, length) == 0;
}

static bool kind_at(const pieces *input, const parts *found, size_t at, part_kind *kind) {
    static const struct {
        const char *mark;
        part_kind kind;
    } zip[] = {{"PK\3\4", ZIP_LOCAL}, {"PK\1\2", ZIP_ENTRY}, {"PK\5\6", ZIP_END}};
    for (size_t i = 0; i < sizeof zip / sizeof zip[0]; i++) {
        *kind = zip[i].kind;
        if (stands_at(input, at, zip[i].mark, 4)) return true;
    }
    *kind = TAR_HEADER;
    if (input->size - at >= BLOCK_BYTES && stands_at(input, at + USTAR_AT, "ustar", 5)) return true;
    *kind = DELIMITER;
    return found->delimiter_length > 0 && input->data[at] == '-' &&
           stands_at(input, at, found->delimiter, found->delimiter_length);
}

static void find_parts(const pieces *input, size_t body_at, parts *found) {
    part_kind kind = DELIMITER;
    found->count = 0;
    for (size_t at = body_at; at < input->size && found->count < MOST_PARTS; at++) {
        if (!kind_at(input, found, at, &kind)) continue;
        if (found->count > 0) found->list[found->count - 1].end = at;
        found->list[found->count++] = (part){kind, at, input->size};
    }
}

/* ---- What frames them ---- */

static void put_number(pieces *input, size_t at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        input->data[at + (size_t)i] = (uint8_t)(value >> 8 * i);
}

static void mend_tar_header(pieces *input, size_t at) {
    char digits[8];
    unsigned sum = 0;
    memset(input->data + at + CHECKSUM_AT, ' ', sizeof digits);
    for (size_t i = 0; i < BLOCK_BYTES; i++)
        sum += input->data[at + i];
    (void)snprintf(digits, sizeof digits, "%06o", sum);
    memcpy(input->data + at + CHECKSUM_AT, digits, 7);
}

/* The n-th entry of the directory speaks of the n-th local header. */
static size_t local_of(const parts *found, size_t body_at, size_t n) {
    for (size_t i = 0; i < found->count; i++)
        if (found->list[i].kind == ZIP_LOCAL && n-- == 0) return found->list[i].at - body_at;
    return 0;
}

static void mend_zip(pieces *input, size_t body_at, const parts *found) {
    size_t entries = 0;
    size_t first = 0;
    for (size_t i = 0; i < found->count; i++) {
        const part *const one = &found->list[i];
        const size_t left = input->size - one->at;
        if (one->kind == ZIP_ENTRY && left >= ENTRY_OFFSET_AT + 4) {
            if (entries == 0) first = one->at;
            put_number(input, one->at + ENTRY_OFFSET_AT, local_of(found, body_at, entries++), 4);
        } else if (one->kind == ZIP_END && left >= DIRECTORY_END_BYTES && entries > 0) {
            put_number(input, one->at + 8, entries, 2);
            put_number(input, one->at + 10, entries, 2);
            put_number(input, one->at + 12, one->at - first, 4);
            put_number(input, one->at + 16, first - body_at, 4);
        }
    }
}

static void repair(pieces *input, size_t body_at, parts *found) {
    find_parts(input, body_at, found);
    for (size_t i = 0; i < found->count; i++)
        if (found->list[i].kind == TAR_HEADER) mend_tar_header(input, found->list[i].at);
    mend_zip(input, body_at, found);
}

/* ---- Mutations ---- */

/* Ends the input at a part, or some bytes behind its mark. */
static void cut_at(pieces *input, const parts *found, const part *one) {
    const size_t mark = one->kind == DELIMITER    ? found->delimiter_length
                        : one->kind == TAR_HEADER ? BLOCK_BYTES
                                                  : 4;
    const size_t wanted = one->at + (pieces_below(4) == 0 ? 0 : mark) + pieces_below(4);
    if (wanted < input->size) input->size = wanted;
}

/* Once more, or often: limits are on how many there are. */
static void repeat(pieces *input, const parts *found, const part *one) {
    enum { FEW = 4, MANY = 128 };
    const part *const before = &found->list[pieces_below(found->count)];
    const size_t copies = 1 + pieces_below(pieces_below(4) == 0 ? MANY : FEW);
    (void)pieces_copy(input, before->at, one->at, one->end - one->at, copies);
}

static size_t octal_at(const pieces *input, size_t at, size_t digits) {
    size_t number = 0;
    for (size_t i = 0; i < digits && input->data[at + i] >= '0' && input->data[at + i] <= '7'; i++)
        number = number * 8 + (size_t)(input->data[at + i] - '0');
    return number;
}

/* Behind the empty line of a part; its end if there is none. */
static size_t behind_header(const pieces *input, const part *one) {
    for (size_t at = one->at; at + 4 <= one->end; at++)
        if (memcmp(input->data + at, "\r\n\r\n", 4) == 0) return at + 4;
    return one->end;
}

static size_t u16_at(const pieces *input, size_t at) {
    return input->data[at] | (size_t)input->data[at + 1] << 8;
}

/* Where the bytes of a part's file are; false if it has none. */
static bool find_file(const pieces *input, const part *one, size_t *at, size_t *length) {
    enum { SIZE_AT = 124, SIZE_DIGITS = 11, NAME_LENGTH_AT = 26 };
    const size_t bytes = one->end - one->at;
    *at = one->end;
    *length = bytes;
    if (one->kind == DELIMITER) {
        *at = behind_header(input, one);
    } else if (one->kind == TAR_HEADER) {
        *at = one->at + BLOCK_BYTES;
        *length = octal_at(input, one->at + SIZE_AT, SIZE_DIGITS);
    } else if (one->kind == ZIP_LOCAL && bytes >= LOCAL_BYTES) {
        const size_t name_at = one->at + NAME_LENGTH_AT;
        *at = one->at + LOCAL_BYTES + u16_at(input, name_at) + u16_at(input, name_at + 2);
    }
    if (*at >= one->end) return false;
    if (*length > one->end - *at) *length = one->end - *at;
    return true;
}

/* In archives a file keeps its size at most, which stands in its header. */
static void change_file(pieces *input, const part *one) {
    size_t at = 0;
    size_t length = 0;
    if (find_file(input, one, &at, &length))
        (void)pieces_mutate_file(input, at, length,
                                 one->kind == DELIMITER ? PIECES_SCRATCH_BYTES : length);
}

/* What stands before a file: lines of text, or numbers. */
static void change_header(pieces *input, const part *one) {
    enum { MOST_HEADER_BYTES = 160 };
    const size_t bytes = one->end - one->at;
    const size_t most = one->kind == TAR_HEADER ? BLOCK_BYTES : MOST_HEADER_BYTES;
    const size_t at = one->at + pieces_below(bytes < most ? bytes : most);
    if (one->kind == DELIMITER)
        pieces_mutate_text(input, at);
    else if (pieces_below(2) == 0)
        input->data[at] = (uint8_t)pieces_below(256);
    else
        input->data[at] ^= (uint8_t)(1u << pieces_below(8));
}

static void change_part(pieces *input, const parts *found, const part *one) {
    switch (pieces_below(8)) {
    case 0:
        cut_at(input, found, one);
        break;
    case 1:
    case 2:
        repeat(input, found, one);
        break;
    case 3:
        (void)pieces_put(input, one->at, one->end - one->at, "", 0);
        break;
    case 4:
    case 5:
        change_header(input, one);
        break;
    default:
        change_file(input, one);
        break;
    }
}

/* Frames that are wrong are wanted as well. */
static void mutate_parts(pieces *input, size_t body_at, parts *found) {
    enum { WRONG_ONE_IN = 4 };
    find_parts(input, body_at, found);
    if (found->count == 0) {
        input->size = LLVMFuzzerMutate(input->data, input->size, input->max_size);
        return;
    }
    change_part(input, found, &found->list[pieces_below(found->count)]);
    if (pieces_below(WRONG_ONE_IN) != 0) repair(input, body_at, found);
}

void pieces_mutate_archive(pieces *input) {
    enum { BODY_AT = 3 };
    static parts found;
    found.delimiter_length = 0;
    mutate_parts(input, BODY_AT, &found);
}

void pieces_mutate_upload(pieces *input) {
    enum { BOUNDARY_AT = 3 };
    static parts found;
    found.delimiter_length = 0;
    if (input->size <= BOUNDARY_AT) return;
    const size_t length = input->data[BOUNDARY_AT];
    const size_t body_at = BOUNDARY_AT + 1 + length;
    if (length > 0 && body_at < input->size) {
        memcpy(found.delimiter, "--", 2);
        memcpy(found.delimiter + 2, input->data + BOUNDARY_AT + 1, length);
        found.delimiter_length = 2 + length;
    }
    mutate_parts(input, body_at, &found);
}
