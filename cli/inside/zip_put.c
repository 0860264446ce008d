#include "cli/inside/zip_put.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cli/inside/unpacking.h"

/* Records of APPNOTE 4.3.7, 4.3.9, 4.3.12 and 4.3.16: lengths in bytes, and where fields are. */
enum {
    LOCAL_MARK = 0x04034B50,
    LOCAL_BYTES = 30,
    LOCAL_METHOD_AT = 8,
    LOCAL_CRC_AT = 14,
    LOCAL_NAME_LENGTH_AT = 26,
    LOCAL_EXTRA_LENGTH_AT = 28,
    ENTRY_MARK = 0x02014B50,
    ENTRY_BYTES = 46,
    ENTRY_FLAGS_AT = 8,
    ENTRY_METHOD_AT = 10,
    ENTRY_CRC_AT = 16,
    ENTRY_PACKED_AT = 20,
    ENTRY_SIZE_AT = 24,
    ENTRY_NAME_LENGTH_AT = 28,
    ENTRY_EXTRA_LENGTH_AT = 30,
    ENTRY_COMMENT_LENGTH_AT = 32,
    ENTRY_LOCAL_AT = 42,
    END_MARK = 0x06054B50,
    END_BYTES = 22,
    END_COUNT_AT = 10,
    END_SIZE_AT = 12,
    END_OFFSET_AT = 16,
    END_COMMENT_LENGTH_AT = 20,
    DESCRIPTOR_MARK = 0x08074B50,
    DESCRIPTOR_BYTES = 12,
    MARK_BYTES = 4,
    FLAG_ENCRYPTED = 1 << 0,
    FLAG_DESCRIPTOR = 1 << 3,
    LONGEST_COMMENT = 0xFFFF
};

#define BEYOND_ZIP 0xFFFFFFFFu /* of a size or an offset: zip64 has it */

typedef struct zip {
    unsigned char *bytes;
    size_t length;
    size_t directory_at; /* central headers are in [directory_at, end_at) */
    size_t end_at;       /* of the end record */
    unsigned count;
} zip;

/* A file as its central header has it, and the header in front of its data. */
typedef struct zip_file {
    size_t entry_at;
    size_t entry_bytes;
    const unsigned char *name;
    size_t name_length;
    unsigned flags, method;
    uint32_t packed, size;
    size_t local_at, data_at, data_end;
    size_t crc_behind_at; /* of the descriptor behind the data; 0: there is none */
    size_t end;           /* behind all of it */
} zip_file;

static unsigned half(const unsigned char *p) {
    return (unsigned)(p[0] | p[1] << 8);
}

static uint32_t word(const unsigned char *p) {
    return half(p) | (uint32_t)half(p + 2) << 16;
}

static void put_word(unsigned char *p, uint32_t value) {
    for (unsigned i = 0; i < sizeof value; i++)
        p[i] = (unsigned char)(value >> 8 * i);
}

/* ---- The directory ---- */

static bool is_end(const zip *z, size_t at) {
    const unsigned char *const p = z->bytes + at;
    return word(p) == END_MARK && at + END_BYTES + half(p + END_COMMENT_LENGTH_AT) == z->length;
}

/* The end record, with a comment up to the end of the file. */
static bool find_end(zip *z) {
    if (z->length < END_BYTES) return false;
    const size_t last = z->length - END_BYTES;
    const size_t first = last > LONGEST_COMMENT ? last - LONGEST_COMMENT : 0;
    for (z->end_at = last; z->end_at > first && !is_end(z, z->end_at);)
        z->end_at--;
    return is_end(z, z->end_at);
}

/* Where the directory starts must be both what the end record says and what lies in front of it: of
 * a zip behind something else it is not, and of one of zip64 neither. */
static bool find_directory(zip *z) {
    if (!find_end(z)) return false;
    const unsigned char *const end = z->bytes + z->end_at;
    z->directory_at = word(end + END_OFFSET_AT);
    z->count = half(end + END_COUNT_AT);
    return z->directory_at <= z->end_at && z->end_at - z->directory_at == word(end + END_SIZE_AT);
}

/* ---- Files ---- */

static bool read_entry(const zip *z, size_t at, zip_file *file) {
    const unsigned char *const p = z->bytes + at;
    if (at > z->end_at || z->end_at - at < ENTRY_BYTES || word(p) != ENTRY_MARK) return false;
    *file = (zip_file){.entry_at = at,
                       .name = p + ENTRY_BYTES,
                       .name_length = half(p + ENTRY_NAME_LENGTH_AT),
                       .flags = half(p + ENTRY_FLAGS_AT),
                       .method = half(p + ENTRY_METHOD_AT),
                       .packed = word(p + ENTRY_PACKED_AT),
                       .size = word(p + ENTRY_SIZE_AT),
                       .local_at = word(p + ENTRY_LOCAL_AT)};
    file->entry_bytes = (size_t)ENTRY_BYTES + file->name_length + half(p + ENTRY_EXTRA_LENGTH_AT) +
                        half(p + ENTRY_COMMENT_LENGTH_AT);
    return file->entry_bytes <= z->end_at - at;
}

static void find_descriptor(const zip *z, zip_file *file) {
    if ((file->flags & FLAG_DESCRIPTOR) == 0) return;
    const size_t left = z->directory_at - file->data_end;
    if (left < DESCRIPTOR_BYTES) return;
    const bool has_mark = word(z->bytes + file->data_end) == DESCRIPTOR_MARK;
    const size_t mark_bytes = has_mark ? MARK_BYTES : 0;
    if (left < mark_bytes + DESCRIPTOR_BYTES) return;
    file->crc_behind_at = file->data_end + mark_bytes;
    file->end = file->crc_behind_at + DESCRIPTOR_BYTES;
}

/* Whether all of the file lies in front of the directory. */
static bool find_data(const zip *z, zip_file *file) {
    const unsigned char *const local = z->bytes + file->local_at;
    if (file->local_at > z->directory_at || z->directory_at - file->local_at < LOCAL_BYTES)
        return false;
    if (word(local) != LOCAL_MARK) return false;
    file->data_at = file->local_at + LOCAL_BYTES + half(local + LOCAL_NAME_LENGTH_AT) +
                    half(local + LOCAL_EXTRA_LENGTH_AT);
    if (file->data_at > z->directory_at || z->directory_at - file->data_at < file->packed)
        return false;
    file->end = file->data_end = file->data_at + file->packed;
    find_descriptor(z, file);
    return true;
}

static bool is_called(const zip_file *file, const char *name) {
    return file->name_length == strlen(name) && memcmp(file->name, name, file->name_length) == 0;
}

/* ---- The file that changes ---- */

/* Finds it. Returns why it cannot be changed; NULL. */
static const char *find_file(const zip *z, const char *name, zip_file *found) {
    unsigned times = 0;
    zip_file file;
    size_t at = z->directory_at;
    for (unsigned i = 0; i < z->count; i++, at += file.entry_bytes) {
        if (!read_entry(z, at, &file)) return "the directory of the zip is damaged";
        if (!is_called(&file, name)) continue;
        *found = file;
        times++;
    }
    if (times == 0) return "its name stands in another way in the directory of the zip";
    return times > 1 ? "the zip has two files of this name" : NULL;
}

static const char *problem_of(const zip *z, const zip_file *file, const cli_zip_put *put) {
    const unsigned char *const local = z->bytes + file->local_at;
    if ((file->flags & FLAG_ENCRYPTED) != 0) return "it is encrypted";
    if (file->method != 0) return "it is packed";
    if (file->packed != put->length || file->size != put->length)
        return "the directory of the zip has another size";
    if (half(local + LOCAL_METHOD_AT) != 0 ||
        memcmp(z->bytes + file->data_at, put->before, put->length) != 0)
        return "the two headers of the zip disagree";
    return NULL;
}

/* Whether no other file of the zip, from its header to its end, has bytes of this one. */
static bool is_alone(const zip *z, const zip_file *file) {
    zip_file other;
    size_t at = z->directory_at;
    for (unsigned i = 0; i < z->count; i++, at += other.entry_bytes) {
        if (!read_entry(z, at, &other)) return false;
        if (at == file->entry_at) continue;
        if (!find_data(z, &other)) return false;
        if (other.local_at < file->end && file->local_at < other.end) return false;
    }
    return true;
}

/* A sum that is not that of the bytes in front of the change is not there: 0 where it stands behind
 * the data. */
static void put_sum(const zip *z, size_t at, uint32_t before, uint32_t after) {
    if (word(z->bytes + at) == before) put_word(z->bytes + at, after);
}

static void put_bytes(const zip *z, const zip_file *file, const cli_zip_put *put) {
    const uint32_t before = cli_crc32(put->before, put->length);
    const uint32_t after = cli_crc32(put->bytes, put->length);
    if (put->length > 0) memcpy(z->bytes + file->data_at, put->bytes, put->length);
    put_sum(z, file->entry_at + ENTRY_CRC_AT, before, after);
    put_sum(z, file->local_at + LOCAL_CRC_AT, before, after);
    if (file->crc_behind_at != 0) put_sum(z, file->crc_behind_at, before, after);
}

const char *cli_zip_put_file(unsigned char *bytes, size_t length, const cli_zip_put *put) {
    zip z = {.bytes = bytes, .length = length};
    zip_file file;
    if (!find_directory(&z)) return "the zip has no directory where its end says, or is a zip64";
    const char *problem = find_file(&z, put->name, &file);
    if (problem) return problem;
    if (file.packed == BEYOND_ZIP || file.size == BEYOND_ZIP || file.local_at == BEYOND_ZIP)
        return "it is a file of zip64";
    if (!find_data(&z, &file)) return "the two headers of the zip disagree";
    problem = problem_of(&z, &file, put);
    if (problem) return problem;
    if (!is_alone(&z, &file))
        return "it shares bytes with another file of the zip, or that is damaged";
    put_bytes(&z, &file, put);
    return NULL;
}
