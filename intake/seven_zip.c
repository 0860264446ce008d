#include "intake/seven_zip.h"

#include <stdlib.h>
#include <string.h>

#include "intake/libarchive.h"

/* Of 7zFormat.txt. */
enum {
    END = 0x00,
    HEADER = 0x01,
    MAIN_STREAMS = 0x04,
    FILES = 0x05,
    PACK_INFO = 0x06,
    UNPACK_INFO = 0x07,
    SUB_STREAMS = 0x08,
    SIZES = 0x09,
    SUMS = 0x0A,
    FOLDERS = 0x0B,
    UNPACK_SIZES = 0x0C,
    STREAM_COUNTS = 0x0D,
    ENCODED_HEADER = 0x17
};

enum { START_BYTES = 32, SUM_BYTES = 4, MOST_CODERS = 32, LZMA_PROPERTIES = 5, LZMA_HEAD = 13 };

/* ---- bytes ---- */

/* Past its end, and past anything that does not fit, it gives zeros and is_bad. */
typedef struct cursor {
    const unsigned char *at;
    const unsigned char *end;
    bool is_bad;
} cursor;

static uint64_t left(const cursor *c) {
    return (uint64_t)(c->end - c->at);
}

static void check(cursor *c, bool is_good) {
    if (is_good) return;
    c->is_bad = true;
    c->at = c->end;
}

static const unsigned char *take(cursor *c, uint64_t length) {
    const unsigned char *const taken = c->at;
    check(c, length <= left(c));
    if (c->is_bad) return NULL;
    c->at += length;
    return taken;
}

static unsigned char take_byte(cursor *c) {
    const unsigned char *const byte = take(c, 1);
    return byte ? *byte : 0;
}

static bool take_mark(cursor *c, unsigned char mark) {
    const bool is_there = left(c) > 0 && *c->at == mark;
    if (is_there) c->at++;
    return is_there;
}

/* As many bytes follow the first as it has leading ones; the bits behind these are the highest. */
static uint64_t take_number(cursor *c) {
    const unsigned first = take_byte(c);
    uint64_t value = 0;
    unsigned mask = 0x80;
    for (unsigned i = 0; i < 8; i++, mask >>= 1) {
        if (!(first & mask)) return value | (uint64_t)(first & (mask - 1)) << (8 * i);
        value |= (uint64_t)take_byte(c) << (8 * i);
    }
    return value;
}

/* A count of things that take at least a byte each. */
static uint64_t take_count(cursor *c) {
    const uint64_t count = take_number(c);
    check(c, count <= left(c));
    return c->is_bad ? 0 : count;
}

static void pass_numbers(cursor *c, uint64_t count) {
    for (; count > 0 && !c->is_bad; count--)
        (void)take_number(c);
}

/* ---- streams ---- */

typedef struct folder {
    uint64_t out_streams;
    uint64_t streams; /* files in it */
    bool has_sum;
} folder;

typedef struct coder {
    const unsigned char *id;
    size_t id_length;
    const unsigned char *properties;
    uint64_t properties_length;
} coder;

/* What is known of the streams, with what an encoded header needs of the first. */
typedef struct streams {
    uint64_t pack_at; /* behind the start */
    uint64_t pack_bytes;
    coder coder;
    uint64_t unpack_bytes;
    folder *folders;
    uint64_t folder_count;
    uint64_t stream_count;
    uint64_t model_bytes;
    uint64_t window_bytes;
    bool has_too_many; /* files */
} streams;

/* folders: each learns whether it has one; NULL where nobody asks. */
static void pass_sums(cursor *c, uint64_t count, folder *folders) {
    const bool all = take_byte(c) != 0;
    const unsigned char *const bits = all ? NULL : take(c, count / 8 + (count % 8 > 0));
    uint64_t defined = 0;
    check(c, !all || count <= left(c) / SUM_BYTES);
    for (uint64_t i = 0; i < count && !c->is_bad; i++) {
        const bool is_there = all || (bits[i / 8] & 0x80 >> i % 8);
        defined += is_there;
        if (folders) folders[i].has_sum = is_there;
    }
    (void)take(c, defined * SUM_BYTES);
}

static void pass_pack_info(cursor *c, streams *all) {
    all->pack_at = take_number(c);
    const uint64_t count = take_count(c);
    if (take_mark(c, SIZES)) {
        if (count > 0) all->pack_bytes = take_number(c);
        if (count > 1) pass_numbers(c, count - 1);
    }
    if (take_mark(c, SUMS)) pass_sums(c, count, NULL);
    check(c, take_mark(c, END));
}

static bool is_coder(const coder *one, const char *id, size_t length) {
    return one->id && one->id_length == length && memcmp(one->id, id, length) == 0;
}

/* The properties of PPMd: its order, and the bytes that it takes. */
static uint64_t model_of(const coder *one) {
    if (!is_coder(one, "\x03\x04\x01", 3) || one->properties_length != LZMA_PROPERTIES) return 0;
    uint64_t bytes = 0;
    for (size_t i = LZMA_PROPERTIES; i-- > 1;)
        bytes = bytes << 8 | one->properties[i];
    return bytes;
}

static coder take_coder(cursor *c, uint64_t *in_streams, uint64_t *out_streams) {
    const unsigned flags = take_byte(c);
    coder one = {.id_length = flags & 0x0F};
    one.id = take(c, one.id_length);
    *in_streams += flags & 0x10 ? take_count(c) : 1;
    *out_streams += flags & 0x10 ? take_count(c) : 1;
    if (flags & 0x20) {
        one.properties_length = take_count(c);
        one.properties = take(c, one.properties_length);
    }
    check(c, !(flags & 0xC0));
    return c->is_bad ? (coder){.id = NULL} : one;
}

static void take_folder(cursor *c, streams *all, folder *to) {
    uint64_t in_streams = 0;
    const uint64_t coders = take_number(c);
    check(c, coders > 0 && coders <= MOST_CODERS);
    for (uint64_t i = 0; i < coders && !c->is_bad; i++) {
        const coder one = take_coder(c, &in_streams, &to->out_streams);
        const uint64_t model = model_of(&one);
        if (model > all->model_bytes) all->model_bytes = model;
        if (to == all->folders && i == 0) all->coder = one;
    }
    check(c, to->out_streams > 0 && in_streams + 1 >= to->out_streams);
    if (c->is_bad) return;
    pass_numbers(c, 2 * (to->out_streams - 1)); /* which stream goes where */
    const uint64_t packed = in_streams - (to->out_streams - 1);
    if (packed > 1) pass_numbers(c, packed);
    to->streams = 1;
}

/* All together, UINT64_MAX for more than that. */
static uint64_t take_sizes(cursor *c, uint64_t count) {
    uint64_t sum = 0;
    for (; count > 0 && !c->is_bad; count--)
        if (__builtin_add_overflow(sum, take_number(c), &sum)) return UINT64_MAX;
    return sum;
}

static void take_unpack_info(cursor *c, streams *all) {
    check(c, take_mark(c, FOLDERS));
    all->folder_count = take_count(c);
    check(c, take_byte(c) == 0); /* no folder elsewhere */
    all->folders = calloc((size_t)all->folder_count + 1, sizeof *all->folders);
    if (!all->folders) all->folder_count = 0;
    for (uint64_t i = 0; i < all->folder_count; i++)
        take_folder(c, all, &all->folders[i]);
    check(c, all->folders && take_mark(c, UNPACK_SIZES));
    for (uint64_t i = 0; i < all->folder_count && !c->is_bad; i++) {
        const uint64_t bytes = take_sizes(c, all->folders[i].out_streams);
        if (i == 0) all->unpack_bytes = bytes;
        if (bytes > all->window_bytes) all->window_bytes = bytes;
    }
    if (take_mark(c, SUMS)) pass_sums(c, all->folder_count, all->folders);
    check(c, take_mark(c, END));
}

/* Of a folder with one file the folder's sum is the file's. */
static uint64_t count_unknown_sums(const streams *all) {
    uint64_t count = 0;
    for (uint64_t i = 0; i < all->folder_count; i++)
        if (all->folders[i].streams != 1 || !all->folders[i].has_sum)
            count += all->folders[i].streams;
    return count;
}

static void take_sub_streams(cursor *c, streams *all, uint64_t most) {
    uint64_t sum = 0;
    const bool has_counts = take_mark(c, STREAM_COUNTS);
    for (uint64_t i = 0; i < all->folder_count && has_counts; i++) {
        all->folders[i].streams = take_number(c);
        all->has_too_many = all->folders[i].streams > most - sum;
        check(c, !all->has_too_many);
        if (c->is_bad) return;
        sum += all->folders[i].streams;
    }
    if (take_mark(c, SIZES))
        for (uint64_t i = 0; i < all->folder_count; i++)
            if (all->folders[i].streams > 1) pass_numbers(c, all->folders[i].streams - 1);
    if (take_mark(c, SUMS)) pass_sums(c, count_unknown_sums(all), NULL);
    check(c, take_mark(c, END));
}

/* most: files; more streams than these nobody needs. */
static void take_streams(cursor *c, streams *all, uint64_t most) {
    if (take_mark(c, PACK_INFO)) pass_pack_info(c, all);
    if (take_mark(c, UNPACK_INFO)) take_unpack_info(c, all);
    if (take_mark(c, SUB_STREAMS)) take_sub_streams(c, all, most);
    check(c, take_mark(c, END));
    for (uint64_t i = 0; i < all->folder_count && !c->is_bad; i++)
        all->stream_count += all->folders[i].streams;
}

/* ---- the header ---- */

static intake_outcome take_header(cursor *c, uint64_t most_files, intake_seven_zip *counts) {
    streams all = {.pack_at = 0};
    counts->header_bytes += left(c);
    check(c, take_mark(c, HEADER));
    if (take_mark(c, MAIN_STREAMS)) take_streams(c, &all, most_files);
    free(all.folders);
    counts->folders = all.folder_count;
    counts->streams = all.stream_count;
    counts->model_bytes = all.model_bytes;
    counts->window_bytes = all.window_bytes;
    if (all.has_too_many) return INTAKE_MANY_ENTRIES;
    if (!c->is_bad && take_mark(c, FILES)) {
        counts->files = take_number(c);
        if (counts->files > most_files) return INTAKE_MANY_ENTRIES;
    } else
        check(c, take_mark(c, END));
    return c->is_bad ? INTAKE_DAMAGED : INTAKE_OK;
}

/* The bytes as an .lzma file, which libarchive unpacks: properties, and the size of what comes out.
 * A window of as many bytes as come out at most is enough whatever the archive says. */
static unsigned char *make_lzma(const streams *all, const unsigned char *packed) {
    static const unsigned window[] = {0, 0, INTAKE_SEVEN_ZIP_HEADER_BYTES >> 16, 0};
    unsigned char *const file = malloc(LZMA_HEAD + (size_t)all->pack_bytes);
    if (!file) return NULL;
    file[0] = all->coder.properties[0];
    for (size_t i = 0; i < 4; i++)
        file[1 + i] = (unsigned char)window[i];
    for (size_t i = 0; i < 8; i++)
        file[LZMA_PROPERTIES + i] = (unsigned char)(all->unpack_bytes >> (8 * i));
    memcpy(file + LZMA_HEAD, packed, (size_t)all->pack_bytes);
    return file;
}

static bool unpack_lzma(const unsigned char *file, size_t length, unsigned char *out,
                        size_t out_length) {
    struct archive *const reader = intake_libarchive_load() ? archive_read_new() : NULL;
    struct archive_entry *entry = NULL;
    size_t used = 0;
    if (!reader) return false;
    archive_read_support_filter_lzma(reader);
    archive_read_support_format_raw(reader);
    if (archive_read_open_memory(reader, file, length) == ARCHIVE_OK &&
        archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
        const la_ssize_t got = archive_read_data(reader, out, out_length);
        used = got > 0 ? (size_t)got : 0;
    }
    archive_read_free(reader);
    return used == out_length;
}

static intake_outcome read_unpacked(const streams *all, const unsigned char *packed,
                                    uint64_t most_files, intake_seven_zip *counts) {
    const size_t length = (size_t)all->unpack_bytes;
    unsigned char *const file = make_lzma(all, packed);
    unsigned char *const header = malloc(length + 1);
    intake_outcome outcome = file && header ? INTAKE_DAMAGED : INTAKE_NO_MEMORY;
    if (file && header && unpack_lzma(file, LZMA_HEAD + (size_t)all->pack_bytes, header, length)) {
        cursor c = {.at = header, .end = header + length};
        outcome = take_header(&c, most_files, counts);
    }
    free(file);
    free(header);
    return outcome;
}

/* contents: of the archive, behind its start. */
static intake_outcome read_encoded(cursor *c, cursor contents, uint64_t most_files,
                                   intake_seven_zip *counts) {
    streams all = {.pack_at = 0};
    check(c, take_mark(c, ENCODED_HEADER));
    take_streams(c, &all, 1);
    const bool is_single = all.folder_count == 1 && all.folders[0].out_streams == 1;
    free(all.folders);
    (void)take(&contents, all.pack_at);
    const unsigned char *const packed = take(&contents, all.pack_bytes);
    check(c, is_single && packed && is_coder(&all.coder, "\x03\x01\x01", 3) &&
                 all.coder.properties_length == LZMA_PROPERTIES &&
                 all.unpack_bytes <= INTAKE_SEVEN_ZIP_HEADER_BYTES);
    return c->is_bad ? INTAKE_DAMAGED : read_unpacked(&all, packed, most_files, counts);
}

static uint64_t little_endian(const unsigned char *bytes, size_t length) {
    uint64_t value = 0;
    for (size_t i = length; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

/* CRC-32 as in gzip (RFC 1952 section 8), half a byte at a time. */
static uint32_t sum_of(const unsigned char *bytes, uint64_t length) {
    static const uint32_t steps[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t sum = UINT32_MAX;
    for (uint64_t i = 0; i < length; i++) {
        sum = steps[(sum ^ bytes[i]) & 15] ^ sum >> 4;
        sum = steps[(sum ^ bytes[i] >> 4) & 15] ^ sum >> 4;
    }
    return ~sum;
}

/* The start: mark and version, its own sum, then where the header is, its length and its sum. */
enum { START_SUM_AT = 8, PLACE_AT = 12, LENGTH_AT = 20, HEADER_SUM_AT = 28 };

static cursor find_header(const unsigned char *start, cursor contents) {
    cursor header = contents;
    (void)take(&header, little_endian(start + PLACE_AT, 8));
    const uint64_t length = little_endian(start + LENGTH_AT, 8);
    check(&header, length <= left(&header) && length <= INTAKE_SEVEN_ZIP_HEADER_BYTES);
    if (header.is_bad) return header;
    header.end = header.at + length;
    check(&header,
          sum_of(start + PLACE_AT, START_BYTES - PLACE_AT) ==
                  little_endian(start + START_SUM_AT, SUM_BYTES) &&
              sum_of(header.at, length) == little_endian(start + HEADER_SUM_AT, SUM_BYTES));
    return header;
}

intake_outcome intake_seven_zip_read(const void *bytes, size_t length, uint64_t most_files,
                                     intake_seven_zip *counts) {
    cursor contents = {.at = bytes, .end = (const unsigned char *)bytes + length};
    const unsigned char *const start = take(&contents, START_BYTES);
    *counts = (intake_seven_zip){.files = 0};
    if (!start) return INTAKE_DAMAGED;
    cursor header = find_header(start, contents);
    if (header.is_bad) return INTAKE_DAMAGED;
    if (left(&header) == 0) return INTAKE_OK;
    return *header.at == ENCODED_HEADER ? read_encoded(&header, contents, most_files, counts)
                                        : take_header(&header, most_files, counts);
}
