/* Archives of both fronts through intake: tar, zip, 7-Zip, RAR, and compressed ones.
 *
 * Input: kinds (u8, a set of intake_kind), limits (u8), bytes that are read at once (u8), then the
 * archive. With PACKED among the limits it is compressed first: what is packed already, no mutation
 * leaves whole. */
#define _GNU_SOURCE /* memfd_create */
#include "core/poison.h"
#include "fuzz/samples.h"
#include "fuzz/target.h"
#include "fuzz/uploads.h"
#include "intake/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    KINDS = INTAKE_TAR | INTAKE_ZIP | INTAKE_7ZIP | INTAKE_COMPRESSED | INTAKE_RAR,
    FEW_ENTRIES = 1,
    SHORT_NAMES = 2,
    LITTLE_UNPACKED = 4,
    LOW_RATIO = 8,
    SKIP_ODD_ENTRIES = 16,
    FROM_FILE = 32,
    PACKED = 64,
    BY_ZSTD = 128,
    MOST_READ_BYTES = 4096
};

#ifdef NL_ADDRESS_SANITIZER

/* libarchive asks for terabytes where a 7z that is read from a descriptor claims them: that is
 * refused, as without a sanitizer. What it does get has the engine's limit. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);

const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

#endif

/* One way to read an archive through. */
typedef struct walk {
    unsigned kinds;
    intake_limits limits;
    const uint8_t *bytes;
    size_t length;
    size_t read_bytes; /* at once */
    bool skips_odd_entries;
} walk;

/* What came of it. */
typedef struct outcome {
    intake_outcome last;
    bool has_end_mark;
    uint64_t files;
    uint64_t read_bytes;
    uint64_t digest; /* of names, sizes and bytes */
} outcome;

static void mix(uint64_t *digest, const void *bytes, size_t length) {
    const uint8_t *const octets = bytes;
    for (size_t i = 0; i < length; i++)
        *digest = (*digest ^ octets[i]) * 0x100000001b3u;
}

/* Bytes that are handed out with INTAKE_OK keep the limits; those that reach one come with it. */
static void read_entry(const walk *w, intake_archive *archive, outcome *out) {
    uint8_t *const buffer = malloc(w->read_bytes); /* of its size, for AddressSanitizer */
    size_t length = 1;
    if (!buffer) abort();
    while (out->last == INTAKE_OK && length > 0) {
        out->last = intake_read(archive, buffer, w->read_bytes, &length);
        REQUIRE(29, length <= w->read_bytes && out->last != INTAKE_END);
        if (out->last != INTAKE_OK) break;
        out->read_bytes += length;
        mix(&out->digest, buffer, length);
        REQUIRE(29, out->read_bytes <= w->limits.unpacked_bytes);
    }
    free(buffer);
}

static void check_entry(const walk *w, const intake_entry *entry) {
    REQUIRE(29, entry->name && strlen(entry->name) <= w->limits.name_bytes);
    REQUIRE(29, strncmp(entry->name, "./", 2) != 0);
    REQUIRE(29, entry->has_size || entry->size == 0);
}

/* Past the end or a limit nothing goes on. */
static void check_last(intake_archive *archive, intake_outcome last) {
    uint8_t byte = 0;
    size_t length = 1;
    intake_entry entry;
    REQUIRE(29, intake_next(archive, &entry) == last);
    REQUIRE(29, intake_read(archive, &byte, 1, &length) == last && length == 0);
    REQUIRE(29, intake_message(archive));
}

static outcome read_through(const walk *w, const intake_source *source) {
    outcome out = {.digest = 0xcbf29ce484222325u};
    intake_archive *const archive = intake_open(source, w->kinds, &w->limits);
    intake_entry entry;
    if (!archive) abort();
    while (out.last == INTAKE_OK && (out.last = intake_next(archive, &entry)) == INTAKE_OK) {
        check_entry(w, &entry);
        REQUIRE(29, ++out.files <= w->limits.entries);
        mix(&out.digest, entry.name, strlen(entry.name) + 1);
        mix(&out.digest, &entry.size, sizeof entry.size);
        if (w->skips_odd_entries && out.files % 2 != 0) continue;
        read_entry(w, archive, &out);
    }
    out.has_end_mark = out.last == INTAKE_END && intake_has_end_mark(archive);
    check_last(archive, out.last);
    intake_close(archive);
    return out;
}

static outcome from_memory(const walk *w) {
    return read_through(w,
                        &(intake_source){.bytes = w->bytes, .length = w->length, .descriptor = -1});
}

/* The first bytes were read to see what it is, as the command does. */
static outcome from_file(const walk *w) {
    const size_t head = w->length < 512 ? w->length : 512;
    const int descriptor = memfd_create("archive", 0);
    if (descriptor < 0 || write(descriptor, w->bytes, w->length) != (ssize_t)w->length ||
        lseek(descriptor, (off_t)head, SEEK_SET) != (off_t)head)
        abort();
    const outcome out = read_through(
        w, &(intake_source){.bytes = w->bytes, .length = head, .descriptor = descriptor});
    close(descriptor);
    return out;
}

static bool is_same(const outcome *a, const outcome *b) {
    return a->last == b->last && a->files == b->files && a->read_bytes == b->read_bytes &&
           a->digest == b->digest && a->has_end_mark == b->has_end_mark;
}

/* A read that reaches a limit or damage takes what came before it in the same block with it. */
static void check_again(const walk *w, const outcome *before) {
    const outcome again = from_memory(w);
    REQUIRE(30, is_same(before, &again));
    walk other = *w;
    other.read_bytes = MOST_READ_BYTES + 1 - w->read_bytes;
    const outcome after = from_memory(&other);
    REQUIRE(30, before->last != INTAKE_END || is_same(before, &after));
    REQUIRE(30, (before->last == INTAKE_END) == (after.last == INTAKE_END));
}

/* A tar reads the same from a file; of a zip in memory the directory alone counts. */
static void check_file(const walk *w, const outcome *before) {
    const outcome out = from_file(w);
    if (w->kinds == INTAKE_TAR && before->last == INTAKE_END) REQUIRE(30, is_same(before, &out));
}

static void choose_limits(intake_limits *limits, unsigned flags) {
    limits->entries = flags & FEW_ENTRIES ? 2 : 1000;
    limits->name_bytes = flags & SHORT_NAMES ? 8 : UINT64_MAX;
    limits->unpacked_bytes = flags & LITTLE_UNPACKED ? 600 : 1 << 20;
    limits->ratio = flags & LOW_RATIO ? 2 : 256;
    limits->ratio_free_bytes = flags & LOW_RATIO ? 100 : 1 << 18;
}

/* An entry of libarchive's. */
static void put_entry(struct archive *writer, const navlint_input *file, unsigned type) {
    struct archive_entry *const entry = archive_entry_new();
    archive_entry_set_pathname(entry, file->name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, type == AE_IFREG ? (int64_t)file->length : 0);
    archive_write_header(writer, entry);
    if (type == AE_IFREG) archive_write_data(writer, file->bytes, file->length);
    archive_entry_free(entry);
}

static struct archive *open_writer(int format, int filter, void *out, size_t capacity,
                                   size_t *used) {
    struct archive *const writer = archive_write_new();
    const bool made = archive_write_set_format(writer, format) == ARCHIVE_OK &&
                      archive_write_add_filter(writer, filter) == ARCHIVE_OK &&
                      archive_write_set_bytes_per_block(writer, 512) == ARCHIVE_OK &&
                      archive_write_set_bytes_in_last_block(writer, 1) == ARCHIVE_OK &&
                      archive_write_open_memory(writer, out, capacity, used) == ARCHIVE_OK;
    if (!made) abort();
    return writer;
}

/* Returns a heap block of its size, for AddressSanitizer. */
static uint8_t *pack(const uint8_t *bytes, size_t length, int filter, size_t *packed_bytes) {
    static uint8_t out[1 << 17];
    const navlint_input file = {.name = "packed", .bytes = bytes, .length = length};
    *packed_bytes = 0;
    struct archive *const writer =
        open_writer(ARCHIVE_FORMAT_RAW, filter, out, sizeof out, packed_bytes);
    put_entry(writer, &file, AE_IFREG);
    (void)archive_write_close(writer); /* what does not fit is cut off */
    archive_write_free(writer);
    uint8_t *const packed = malloc(*packed_bytes + 1);
    if (!packed) abort();
    memcpy(packed + 1, out, *packed_bytes);
    return packed;
}

/* A tar that is compressed has the same files. Limits on bytes may come sooner, for they count what
 * is unpacked. */
static void check_packed(const walk *w, const outcome *before) {
    const unsigned needed = INTAKE_TAR | INTAKE_COMPRESSED;
    if ((w->kinds & needed) != needed) return;
    walk other = *w;
    uint8_t *const packed = pack(w->bytes, w->length, ARCHIVE_FILTER_GZIP, &other.length);
    other.bytes = packed + 1;
    const outcome out = from_memory(&other);
    free(packed);
    if (before->last == INTAKE_END && out.last == INTAKE_END)
        REQUIRE(30, before->files == out.files && before->read_bytes == out.read_bytes);
}

static void check(const walk *w, bool is_sampled, bool has_file) {
    const outcome out = from_memory(w);
    REQUIRE(29, intake_table_bound(w->bytes, w->length, w->kinds) > 0);
    if (is_sampled) check_again(w, &out);
    if (is_sampled) check_packed(w, &out);
    if (has_file) check_file(w, &out);
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    fuzz_cut cut = {bytes, length};
    walk w = {.kinds = fuzz_cut_u8(&cut) & KINDS};
    const unsigned flags = fuzz_cut_u8(&cut);
    uint8_t *packed = NULL;
    choose_limits(&w.limits, flags);
    w.read_bytes = 1 + fuzz_cut_u8(&cut) * (MOST_READ_BYTES - 1) / 255;
    w.skips_odd_entries = flags & SKIP_ODD_ENTRIES;
    w.bytes = cut.bytes;
    w.length = cut.left;
    if (flags & PACKED) {
        const int filter = flags & BY_ZSTD ? ARCHIVE_FILTER_ZSTD : ARCHIVE_FILTER_GZIP;
        packed = pack(cut.bytes, cut.left, filter, &w.length);
        w.bytes = packed + 1;
    }
    check(&w, fuzz_is_sampled(bytes, length), flags & FROM_FILE);
    free(packed);
}

/* ---- Seeds ---- */

enum { SEED_BYTES = 1 << 16, HEAD_BYTES = 3 };

typedef struct maker {
    const fuzz_seeds *seeds;
    unsigned number;
    uint8_t bytes[SEED_BYTES];
} maker;

static void give(maker *m, const char *kind, unsigned flags, size_t length) {
    char name[48];
    m->number++;
    m->bytes[1] = (uint8_t)flags;
    m->bytes[2] = (uint8_t)(m->number * 37);
    snprintf(name, sizeof name, "%u-%s-%02x", m->number, kind, flags);
    m->seeds->give(m->seeds->context, name, m->bytes, HEAD_BYTES + length);
}

/* An archive as libarchive writes it. filter: ARCHIVE_FILTER_NONE, ... Returns its length. */
static size_t write_archive(maker *m, int format, int filter, const fuzz_sample *sample) {
    size_t used = 0;
    struct archive *const writer =
        open_writer(format, filter, m->bytes + HEAD_BYTES, SEED_BYTES - HEAD_BYTES, &used);
    put_entry(writer, &(navlint_input){.name = "folder/"}, AE_IFDIR);
    for (size_t i = 0; i < sample->count; i++)
        put_entry(writer, &sample->inputs[i], AE_IFREG);
    if (archive_write_close(writer) != ARCHIVE_OK) abort();
    archive_write_free(writer);
    m->bytes[0] = KINDS;
    return used;
}

static void give_written(maker *m, int format, int filter, const fuzz_sample *sample) {
    char kind[32];
    const size_t length = write_archive(m, format, filter, sample);
    snprintf(kind, sizeof kind, "%x-%d", (unsigned)format, filter);
    give(m, kind, FROM_FILE, length);
    if (filter != ARCHIVE_FILTER_NONE) return;
    give(m, kind, PACKED, length);
    give(m, kind, PACKED | BY_ZSTD, length);
}

/* The same archive under each limit. */
static void give_limited(maker *m, const fuzz_sample *sample) {
    const size_t length = write_archive(m, ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE, sample);
    for (unsigned flag = FEW_ENTRIES; flag <= SKIP_ODD_ENTRIES; flag <<= 1)
        give(m, "limited", flag, length);
}

typedef void put(nl_writer *out, const navlint_input *files, size_t count);

static void give_own(maker *m, const fuzz_sample *sample, intake_kind kind, put *write) {
    nl_writer out = nl_writer_over(m->bytes + HEAD_BYTES, SEED_BYTES - HEAD_BYTES);
    write(&out, sample->inputs, sample->count);
    m->bytes[0] = (uint8_t)kind;
    if (nl_writer_ok(&out)) give(m, "own", 0, out.at);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static maker m;
    static uint8_t file[4096];
    static const uint8_t zeros[512];
    const size_t whole = fuzz_smallest(0, 0, file, sizeof file);
    const size_t length =
        whole < 400 ? whole : 400; /* an engine cuts off what is over 4096 bytes */
    const navlint_input inputs[] = {{"./maps/a.nav", file, length, false, NULL},
                                    {"../b", "", 0, false, NULL},
                                    {"zeros", zeros, sizeof zeros, false, NULL}};
    const fuzz_sample sample = {.inputs = inputs, .count = 3};
    static const int formats[] = {ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FORMAT_TAR_PAX_RESTRICTED,
                                  ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FORMAT_ZIP,
                                  ARCHIVE_FORMAT_7ZIP};
    static const int filters[] = {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ,
                                  ARCHIVE_FILTER_ZSTD};
    m.seeds = seeds;
    m.number = 0;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        give_written(&m, formats[i], ARCHIVE_FILTER_NONE, &sample);
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++)
        give_written(&m, ARCHIVE_FORMAT_TAR_USTAR, filters[i], &sample);
    give_limited(&m, &sample);
    give_own(&m, &sample, INTAKE_TAR, fuzz_put_tar);
    give_own(&m, &sample, INTAKE_ZIP, fuzz_put_zip);
    give_own(&m, &sample, INTAKE_RAR, fuzz_put_rar);
}
