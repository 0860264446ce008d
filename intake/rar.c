#include "intake/rar.h"

#include <errno.h>
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MARK4_BYTES = 7, MARK5_BYTES = 8 };

/* Of RAR 5, behind its own length; headers of RAR 4 have at most 64 KiB. */
enum { MOST_HEADER_BYTES = 2 << 20, HEADER_CAPACITY = MOST_HEADER_BYTES + 16 };

/* What libarchive 3.6.2 takes: archive_read_support_format_rar5.c, process_head_file. */
enum { MOST_DICTIONARY_BYTES = 64 << 20 };

static const char damaged[] = "a header of the RAR archive is damaged";
static const char cut[] = "the RAR archive is cut short";
static const char part[] = "a RAR archive in several parts, of which this is one";
static const char old[] = "written by a RAR older than 2.9";
static const char hidden[] = "the names in the RAR archive are encrypted";

typedef struct walk {
    const intake_rar_bytes *source;
    uint64_t most_files;
    uint64_t at;           /* of the block */
    unsigned char *header; /* heap; of the block, HEADER_CAPACITY */
    size_t capacity;       /* of files */
    intake_rar *rar;
} walk;

/* A block: what its header says besides its own fields. */
typedef struct block {
    uint64_t type;
    uint64_t flags;
    uint64_t header_bytes;
    uint64_t data_bytes;
} block;

static bool stop(walk *w, intake_outcome outcome, const char *message) {
    w->rar->outcome = outcome;
    w->rar->message = message;
    return false;
}

/* ---- bytes ---- */

/* Not pread: the command as WebAssembly has none. */
static size_t read_at(const intake_rar_bytes *source, uint64_t at, unsigned char *to,
                      size_t length) {
    const off_t place = (off_t)(source->base + (int64_t)at);
    size_t used = 0;
    ssize_t count = lseek(source->descriptor, place, SEEK_SET) == place;
    while (used < length && count != 0) {
        count = read(source->descriptor, to + used, length - used);
        if (count < 0 && errno != EINTR) return used;
        if (count > 0) used += (size_t)count;
    }
    return used;
}

/* The next bytes of the header: those before have been loaded. Returns false past the end. */
static bool load(walk *w, size_t from, size_t to) {
    const intake_rar_bytes *const source = w->source;
    if (w->at > source->length || to > source->length - w->at) return false;
    if (source->bytes)
        memcpy(w->header + from, source->bytes + w->at + from, to - from);
    else if (read_at(source, w->at + from, w->header + from, to - from) != to - from)
        return false;
    return true;
}

static uint64_t little_endian(const unsigned char *bytes, size_t length) {
    uint64_t value = 0;
    for (size_t i = length; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

/* Past its end it gives zeros and is_bad. */
typedef struct cursor {
    const unsigned char *at;
    const unsigned char *end;
    bool is_bad;
} cursor;

static const unsigned char *take(cursor *c, uint64_t length) {
    const unsigned char *const taken = c->at;
    if (length > (uint64_t)(c->end - c->at)) c->is_bad = true;
    if (c->is_bad) return NULL;
    c->at += length;
    return taken;
}

static uint32_t take_u32(cursor *c) {
    const unsigned char *const bytes = take(c, 4);
    return bytes ? (uint32_t)little_endian(bytes, 4) : 0;
}

/* Seven bits a byte, the lowest first: nine bytes and the lowest bit of a tenth. */
static uint64_t take_number(cursor *c) {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        const unsigned char *const byte = take(c, 1);
        if (!byte) return 0;
        value |= (uint64_t)(*byte & 0x7F) << shift;
        if (!(*byte & 0x80)) return value;
    }
    const unsigned char *const last = take(c, 1);
    if (!last || *last > 1) c->is_bad = true;
    return c->is_bad ? 0 : value | (uint64_t)*last << 63;
}

/* ---- files ---- */

static bool make_room(walk *w) {
    if (w->rar->file_count < w->capacity) return true;
    const size_t capacity = w->capacity > 0 ? 2 * w->capacity : 64;
    intake_rar_file *const files = realloc(w->rar->files, capacity * sizeof *files);
    if (!files) return stop(w, INTAKE_NO_MEMORY, "not enough memory");
    w->rar->files = files;
    w->capacity = capacity;
    return true;
}

static bool add(walk *w, const intake_rar_file *file) {
    if (w->rar->file_count >= w->most_files)
        return stop(w, INTAKE_MANY_ENTRIES, "too many entries");
    if (!make_room(w)) return false;
    w->rar->files[w->rar->file_count++] = *file;
    return true;
}

/* ---- RAR 4: u16 sum, u8 type, u16 flags, u16 bytes of the header ---- */

enum {
    MAIN4 = 0x73,
    FILE4 = 0x74,
    SERVICE4 = 0x7A,
    END4 = 0x7B,
    BLOCK4_BYTES = 7,
    FILE4_BYTES = 32,
    LARGE_FILE4_BYTES = 40
};

/* Flags of the archive, of files and of all blocks. */
enum {
    VOLUME4 = 0x01,
    SOLID4 = 0x08,
    HIDDEN4 = 0x80,
    SPLIT4 = 0x03,
    ENCRYPTED4 = 0x04,
    SOLID_FILE4 = 0x10,
    DIRECTORY4 = 0xE0,
    LARGE4 = 0x100,
    HAS_DATA4 = 0x8000
};

/* From 2.9 on the packing is that of RAR 3 and 4; what is older libarchive does not know. */
enum { OPEN4 = 0x30, FIRST_VERSION4 = 29 };

static bool is_file4(uint64_t type) {
    return type == FILE4 || type == SERVICE4;
}

static uint64_t data_bytes4(const unsigned char *header, const block *b) {
    if (is_file4(b->type) && (b->flags & LARGE4))
        return little_endian(header + 7, 4) | little_endian(header + 32, 4) << 32;
    return is_file4(b->type) || (b->flags & HAS_DATA4) ? little_endian(header + 7, 4) : 0;
}

static size_t least_header4(const block *b) {
    if (is_file4(b->type)) return b->flags & LARGE4 ? LARGE_FILE4_BYTES : FILE4_BYTES;
    return b->flags & HAS_DATA4 ? BLOCK4_BYTES + 4 : BLOCK4_BYTES;
}

static bool has_right_sum4(const unsigned char *header, const block *b) {
    const uint32_t sum = libdeflate_crc32(0, header + 2, (size_t)b->header_bytes - 2);
    return (sum & 0xFFFF) == little_endian(header, 2);
}

/* Types between these are comments, signatures and recovery records as RAR 2 wrote them. */
static bool is_old4(uint64_t type) {
    return type > FILE4 && type < SERVICE4;
}

static bool load_block4(walk *w, block *b) {
    const unsigned char *const header = w->header;
    if (!load(w, 0, BLOCK4_BYTES)) return stop(w, INTAKE_DAMAGED, cut);
    *b = (block){.type = header[2],
                 .flags = (unsigned)little_endian(header + 3, 2),
                 .header_bytes = little_endian(header + 5, 2)};
    if (is_old4(b->type)) return stop(w, INTAKE_UNSUPPORTED, old);
    if (b->type < MAIN4 || b->type > END4 || b->header_bytes < least_header4(b))
        return stop(w, INTAKE_DAMAGED, damaged);
    if (!load(w, BLOCK4_BYTES, (size_t)b->header_bytes)) return stop(w, INTAKE_DAMAGED, cut);
    b->data_bytes = data_bytes4(header, b);
    return has_right_sum4(header, b) || stop(w, INTAKE_DAMAGED, damaged);
}

static const char *unsupported4(const unsigned char *header, uint64_t flags) {
    const bool is_open = header[25] == OPEN4;
    if (flags & SPLIT4) return part;
    if (flags & SOLID_FILE4) return "solid RAR archives before RAR 5 are not supported";
    if (!is_open && header[24] < FIRST_VERSION4) return old;
    return NULL;
}

static bool add4(walk *w, const block *b) {
    const unsigned char *const header = w->header;
    const uint64_t high = b->flags & LARGE4 ? little_endian(header + 36, 4) : 0;
    const intake_rar_file file = {.unpacked_bytes = high << 32 | little_endian(header + 11, 4),
                                  .sum = (uint32_t)little_endian(header + 16, 4),
                                  .has_sum = (b->flags & DIRECTORY4) != DIRECTORY4,
                                  .is_encrypted = b->flags & ENCRYPTED4,
                                  .unsupported = unsupported4(header, b->flags)};
    return add(w, &file);
}

static bool take_main4(walk *w, const block *b) {
    w->rar->is_solid = b->flags & SOLID4;
    if (b->flags & HIDDEN4) return stop(w, INTAKE_UNSUPPORTED, hidden);
    return !(b->flags & VOLUME4) || stop(w, INTAKE_UNSUPPORTED, part);
}

static bool take_block4(walk *w, const block *b) {
    if (b->type == END4) return stop(w, INTAKE_END, NULL);
    if (b->type == MAIN4) return take_main4(w, b);
    return b->type != FILE4 || add4(w, b);
}

/* ---- RAR 5: u32 sum, then numbers: bytes of the header from here, type, flags ---- */

enum { MAIN5 = 1, FILE5 = 2, ENCRYPTION5 = 4, END5 = 5 };
enum { HAS_EXTRA5 = 0x01, HAS_DATA5 = 0x02, SPLIT5 = 0x18 };
enum { VOLUME5 = 0x01, SOLID5 = 0x04 };
enum { DIRECTORY5 = 0x01, HAS_TIME5 = 0x02, HAS_SUM5 = 0x04, UNKNOWN_SIZE5 = 0x08 };
enum { ENCRYPTED_RECORD5 = 1, LINK_RECORD5 = 5 };
enum { SUM_BYTES = 4, NUMBER_BYTES = 10, FIRST_DICTIONARY_BYTES = 128 << 10 };

/* The fields of a file's header that say how it is packed: bits 0-5 the version, 6 solid, 7-9 the
 * method, 10-13 the dictionary. */
static const char *unsupported5(const block *b, uint64_t file_flags, uint64_t packing) {
    const bool is_open = (packing >> 7 & 7) == 0 || (file_flags & DIRECTORY5);
    const uint64_t dictionary = (uint64_t)FIRST_DICTIONARY_BYTES << (packing >> 10 & 15);
    if (b->flags & SPLIT5) return part;
    if (file_flags & UNKNOWN_SIZE5) return "a file of unknown size in a RAR archive";
    if ((packing & 0x3F) != 0 && !is_open) return "packed by RAR 7 or newer";
    if (dictionary > MOST_DICTIONARY_BYTES && !(file_flags & DIRECTORY5))
        return "RAR asks for a dictionary of more than 64 MiB";
    return NULL;
}

/* Records of what is extra: bytes from here, type, fields. */
static void take_records5(cursor *c, intake_rar_file *file) {
    while (c->at < c->end && !c->is_bad) {
        const uint64_t length = take_number(c);
        const unsigned char *const bytes = take(c, length);
        cursor record = {.at = bytes, .end = bytes ? bytes + length : NULL, .is_bad = !bytes};
        const uint64_t type = take_number(&record);
        file->is_encrypted |= type == ENCRYPTED_RECORD5;
        file->is_link |= type == LINK_RECORD5;
        c->is_bad |= record.is_bad;
    }
}

static bool add5(walk *w, const block *b, cursor *c, cursor *extra) {
    const uint64_t flags = take_number(c);
    intake_rar_file file = {.unpacked_bytes = take_number(c)};
    (void)take_number(c); /* attributes */
    if (flags & HAS_TIME5) (void)take_u32(c);
    file.has_sum = flags & HAS_SUM5;
    if (file.has_sum) file.sum = take_u32(c);
    const uint64_t packing = take_number(c);
    file.unsupported = unsupported5(b, flags, packing);
    take_records5(extra, &file);
    w->rar->is_solid |= (packing & 0x40) != 0;
    if (c->is_bad || extra->is_bad) return stop(w, INTAKE_DAMAGED, damaged);
    return add(w, &file);
}

static bool take_main5(walk *w, cursor *c) {
    const uint64_t flags = take_number(c);
    w->rar->is_solid |= (flags & SOLID5) != 0;
    if (c->is_bad) return stop(w, INTAKE_DAMAGED, damaged);
    return !(flags & VOLUME5) || stop(w, INTAKE_UNSUPPORTED, part);
}

/* The header's own sum covers its length too. fields: receives what stands behind the length. */
static bool load_block5(walk *w, block *b, cursor *fields) {
    const uint64_t left = w->at < w->source->length ? w->source->length - w->at : 0;
    const size_t start = left < SUM_BYTES + NUMBER_BYTES ? (size_t)left : SUM_BYTES + NUMBER_BYTES;
    if (!load(w, 0, start)) return stop(w, INTAKE_DAMAGED, cut);
    cursor c = {.at = w->header, .end = w->header + start};
    const uint32_t sum = take_u32(&c);
    const uint64_t length = take_number(&c);
    if (c.is_bad) return stop(w, INTAKE_DAMAGED, start < SUM_BYTES + NUMBER_BYTES ? cut : damaged);
    if (length == 0 || length > MOST_HEADER_BYTES) return stop(w, INTAKE_DAMAGED, damaged);
    b->header_bytes = (uint64_t)(c.at - w->header) + length;
    if (b->header_bytes > start && !load(w, start, (size_t)b->header_bytes))
        return stop(w, INTAKE_DAMAGED, cut);
    const size_t summed = (size_t)b->header_bytes - SUM_BYTES;
    *fields = (cursor){.at = c.at, .end = w->header + b->header_bytes};
    return libdeflate_crc32(0, w->header + SUM_BYTES, summed) == sum ||
           stop(w, INTAKE_DAMAGED, damaged);
}

/* What is extra ends the header. */
static bool take_block5(walk *w, block *b, cursor *c) {
    b->type = take_number(c);
    b->flags = take_number(c);
    const uint64_t extra_bytes = b->flags & HAS_EXTRA5 ? take_number(c) : 0;
    b->data_bytes = b->flags & HAS_DATA5 ? take_number(c) : 0;
    if (c->is_bad || extra_bytes > (uint64_t)(c->end - c->at))
        return stop(w, INTAKE_DAMAGED, damaged);
    cursor extra = {.at = c->end - extra_bytes, .end = c->end};
    c->end = extra.at;
    if (b->type == END5) return stop(w, INTAKE_END, NULL);
    if (b->type == ENCRYPTION5) return stop(w, INTAKE_UNSUPPORTED, hidden);
    if (b->type == MAIN5) return take_main5(w, c);
    return b->type != FILE5 || add5(w, b, c, &extra);
}

/* ---- all ---- */

static bool is_whole(const walk *w, const block *b) {
    const uint64_t left = w->source->length - w->at;
    return b->header_bytes <= left && b->data_bytes <= left - b->header_bytes;
}

/* A file of which bytes are missing is none. */
static bool pass(walk *w, const block *b, bool is_added) {
    if (!is_whole(w, b)) {
        w->rar->file_count -= is_added;
        return stop(w, INTAKE_DAMAGED, cut);
    }
    w->at += b->header_bytes + b->data_bytes;
    return true;
}

static bool step(walk *w) {
    block b = {.type = 0};
    cursor fields;
    const size_t before = w->rar->file_count;
    const bool goes_on = w->rar->version == 4
                             ? load_block4(w, &b) && take_block4(w, &b)
                             : load_block5(w, &b, &fields) && take_block5(w, &b, &fields);
    return goes_on && pass(w, &b, w->rar->file_count > before);
}

unsigned intake_rar_version(const void *start, size_t length) {
    if (length >= MARK4_BYTES && memcmp(start, "Rar!\x1a\x07\x00", MARK4_BYTES) == 0) return 4;
    if (length >= MARK5_BYTES && memcmp(start, "Rar!\x1a\x07\x01\x00", MARK5_BYTES) == 0) return 5;
    return 0;
}

void intake_rar_walk(const intake_rar_bytes *bytes, uint64_t most_files, intake_rar *rar) {
    walk w = {.source = bytes, .most_files = most_files, .rar = rar};
    *rar = (intake_rar){.outcome = INTAKE_NO_MEMORY, .message = "not enough memory"};
    w.header = malloc(HEADER_CAPACITY);
    if (!w.header) return;
    const size_t start = bytes->length < MARK5_BYTES ? (size_t)bytes->length : MARK5_BYTES;
    rar->version = load(&w, 0, start) ? intake_rar_version(w.header, start) : 0;
    w.at = rar->version == 4 ? MARK4_BYTES : MARK5_BYTES;
    bool goes_on = rar->version != 0 || stop(&w, INTAKE_DAMAGED, damaged);
    while (goes_on)
        goes_on = step(&w);
    free(w.header);
}

void intake_rar_free(intake_rar *rar) {
    free(rar->files);
    *rar = (intake_rar){.version = 0};
}
