/* RAR: what its headers announce, and what comes of its files. Archives are written here, their
 * files open. NAVLINT_SAMPLES names the folder of real files, if it is not ../shared/samples;
 * without it the test that needs it is skipped. */
#include "intake/rar.h"

#include <libdeflate.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "intake/marks.h"

enum { CAPACITY = 1 << 17, CONTENT_BYTES = 100, SNIFFED_BYTES = 512 };

static const intake_limits unlimited = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};

/* ---- writing ---- */

typedef struct rar {
    unsigned version;
    size_t length;
    unsigned char bytes[CAPACITY];
} rar;

/* What is odd about a file. */
typedef struct oddity {
    unsigned flags;   /* of the block, besides what it needs */
    unsigned packing; /* RAR 4: the version where it is not 29; RAR 5: how it is packed */
    unsigned record;  /* RAR 5: type of a record of extra; 0 for none */
    bool has_wrong_sum;
    bool has_no_sum;
    bool is_packed; /* RAR 4: not open, it says */
} oddity;

static void put(rar *to, uint64_t value, size_t length) {
    for (size_t i = 0; i < length; i++)
        to->bytes[to->length++] = (unsigned char)(value >> 8 * i);
}

static void put_number(rar *to, uint64_t value) {
    for (; value >= 0x80; value >>= 7)
        put(to, (value & 0x7F) | 0x80, 1);
    put(to, value, 1);
}

static void put_text(rar *to, const char *text, size_t length) {
    memcpy(to->bytes + to->length, text, length);
    to->length += length;
}

static const unsigned char *content(void) {
    static unsigned char bytes[CONTENT_BYTES];
    for (size_t i = 0; i < CONTENT_BYTES; i++)
        bytes[i] = (unsigned char)(i * 7);
    return bytes;
}

static uint32_t content_sum(const oddity *odd) {
    return libdeflate_crc32(0, content(), CONTENT_BYTES) + odd->has_wrong_sum;
}

/* The sum of a block that begins there and ends here. */
static void sum4(rar *to, size_t from) {
    const uint32_t sum = libdeflate_crc32(0, to->bytes + from + 2, to->length - from - 2);
    to->bytes[from] = (unsigned char)sum;
    to->bytes[from + 1] = (unsigned char)(sum >> 8);
}

static void block4(rar *to, unsigned type, unsigned flags, size_t length) {
    put(to, 0, 2);
    put(to, type, 1);
    put(to, flags, 2);
    put(to, length, 2);
}

static void start4(rar *to, unsigned flags) {
    to->version = 4;
    to->length = 0;
    put_text(to, "Rar!\x1a\x07\x00", 7);
    block4(to, 0x73, flags, 13);
    put(to, 0, 6);
    sum4(to, 7);
}

static void file4(rar *to, const char *name, const oddity *odd) {
    const size_t from = to->length;
    block4(to, 0x74, 0x8000 | odd->flags, 32 + strlen(name));
    put(to, CONTENT_BYTES, 4);
    put(to, CONTENT_BYTES, 4);
    put(to, 3, 1);
    put(to, content_sum(odd), 4);
    put(to, 0, 4);
    put(to, odd->packing ? odd->packing : 29, 1);
    put(to, odd->is_packed ? 0x33 : 0x30, 1);
    put(to, strlen(name), 2);
    put(to, 0100644, 4);
    put_text(to, name, strlen(name));
    sum4(to, from);
    put_text(to, (const char *)content(), CONTENT_BYTES);
}

static void end4(rar *to) {
    const size_t from = to->length;
    block4(to, 0x7B, 0x4000, 7);
    sum4(to, from);
}

static void block5(rar *to, const rar *fields) {
    rar *const header = calloc(1, sizeof *header);
    assert_non_null(header);
    put_number(header, fields->length);
    put_text(header, (const char *)fields->bytes, fields->length);
    put(to, libdeflate_crc32(0, header->bytes, header->length), 4);
    put_text(to, (const char *)header->bytes, header->length);
    free(header);
}

static void short5(rar *to, unsigned type, unsigned value) {
    static rar fields;
    fields.length = 0;
    put_number(&fields, type);
    put_number(&fields, 0);
    put_number(&fields, value);
    block5(to, &fields);
}

static void start5(rar *to, unsigned flags) {
    to->version = 5;
    to->length = 0;
    put_text(to, "Rar!\x1a\x07\x01\x00", 8);
    short5(to, 1, flags);
}

static void file5(rar *to, const char *name, const oddity *odd) {
    static rar fields;
    char record[] = "\x05\x00\x05\x00\x01x"; /* of a copy of the file x */
    record[1] = (char)odd->record;
    fields.length = 0;
    put_number(&fields, 2);
    put_number(&fields, 2 | odd->flags | (odd->record ? 1 : 0));
    if (odd->record) put_number(&fields, sizeof record - 1);
    put_number(&fields, CONTENT_BYTES);
    put_number(&fields, odd->has_no_sum ? 0 : 4);
    put_number(&fields, CONTENT_BYTES);
    put_number(&fields, 0100644);
    if (!odd->has_no_sum) put(&fields, content_sum(odd), 4);
    put_number(&fields, odd->packing);
    put_number(&fields, 1);
    put_number(&fields, strlen(name));
    put_text(&fields, name, strlen(name));
    if (odd->record) put_text(&fields, record, sizeof record - 1);
    block5(to, &fields);
    put_text(to, (const char *)content(), CONTENT_BYTES);
}

static void end5(rar *to) {
    short5(to, 5, 0);
}

static void start(rar *to, unsigned version, unsigned flags) {
    if (version == 4)
        start4(to, flags);
    else
        start5(to, flags);
}

static void add(rar *to, const char *name, const oddity *odd) {
    if (to->version == 4)
        file4(to, name, odd);
    else
        file5(to, name, odd);
}

static void finish(rar *to) {
    if (to->version == 4)
        end4(to);
    else
        end5(to);
}

/* Two files, the second of which is odd. */
static void make(rar *to, unsigned version, unsigned flags, const oddity *odd) {
    start(to, version, flags);
    add(to, "maps/a.nav", &(oddity){.flags = 0});
    add(to, "maps/b.nav", odd);
    finish(to);
}

/* ---- reading ---- */

typedef struct seen {
    intake_outcome last;
    size_t whole_count;     /* files that were read to their ends */
    size_t encrypted_count; /* and passed over */
    char message[128];
} seen;

static bool read_file(intake_archive *archive, seen *out) {
    unsigned char bytes[CONTENT_BYTES + 1];
    size_t length = 1;
    while (length > 0 &&
           (out->last = intake_read(archive, bytes, sizeof bytes, &length)) == INTAKE_OK)
        if (length > 0) assert_memory_equal(bytes, content(), length);
    return out->last == INTAKE_OK;
}

static seen read_source(const intake_source *source, bool is_read) {
    seen out = {.whole_count = 0};
    intake_archive *const archive = intake_open(source, INTAKE_RAR, &unlimited);
    intake_entry entry;
    assert_non_null(archive);
    while ((out.last = intake_next(archive, &entry)) == INTAKE_OK) {
        out.encrypted_count += entry.is_encrypted;
        if (entry.is_encrypted || !is_read) continue;
        if (!read_file(archive, &out)) break;
        out.whole_count++;
    }
    snprintf(out.message, sizeof out.message, "%s", intake_message(archive));
    intake_close(archive);
    return out;
}

static seen read_rar(const rar *from) {
    return read_source(&(intake_source){from->bytes, from->length, -1}, true);
}

static int as_file(const unsigned char *bytes, size_t length, size_t offset) {
    const int descriptor = memfd_create("archive", 0);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, "somebody else's", offset), offset);
    assert_int_equal(write(descriptor, bytes, length), length);
    const size_t head = length < SNIFFED_BYTES ? length : SNIFFED_BYTES;
    assert_true(lseek(descriptor, (off_t)(offset + head), SEEK_SET) >= 0);
    return descriptor;
}

static const unsigned versions[] = {4, 5};

#define EACH_VERSION                                                                               \
    size_t i = 0;                                                                                  \
    i < 2;                                                                                         \
    i++

/* ---- tests ---- */

static rar sample;
static const oddity nothing = {.flags = 0};

static void test_whole(void **state) {
    (void)state;
    for (EACH_VERSION) {
        make(&sample, versions[i], 0, &nothing);
        const seen out = read_rar(&sample);
        assert_int_equal(out.last, INTAKE_END);
        assert_int_equal(out.whole_count, 2);
        assert_int_equal(intake_kinds_of(sample.bytes, sample.length), INTAKE_RAR);
        assert_int_equal(intake_rar_version(sample.bytes, sample.length), versions[i]);
        assert_int_equal(intake_rar_version(sample.bytes, 6), 0);
    }
}

static void test_file(void **state) {
    (void)state;
    for (EACH_VERSION) {
        make(&sample, versions[i], 0, &nothing);
        for (size_t offset = 0; offset < 8; offset += 7) {
            const size_t head = sample.length < SNIFFED_BYTES ? sample.length : SNIFFED_BYTES;
            const int descriptor = as_file(sample.bytes, sample.length, offset);
            const seen out =
                read_source(&(intake_source){sample.bytes, head, descriptor}, offset == 0);
            assert_int_equal(out.last, INTAKE_END);
            assert_int_equal(out.whole_count, offset == 0 ? 2 : 0);
            close(descriptor);
        }
    }
}

static void test_pipe(void **state) {
    (void)state;
    int ends[2];
    make(&sample, 5, 0, &nothing);
    assert_int_equal(pipe(ends), 0);
    close(ends[1]);
    const seen out = read_source(&(intake_source){sample.bytes, sample.length, ends[0]}, true);
    assert_int_equal(out.last, INTAKE_UNSUPPORTED);
    close(ends[0]);
}

/* Nobody gets a RAR who did not ask for it. */
static void test_kinds(void **state) {
    (void)state;
    for (EACH_VERSION) {
        make(&sample, versions[i], 0, &nothing);
        for (unsigned kinds = 0; kinds < 64; kinds++) {
            const intake_source source = {sample.bytes, sample.length, -1};
            intake_archive *const archive = intake_open(&source, kinds & ~16u, &unlimited);
            intake_entry entry;
            const bool is_asked = kinds & INTAKE_RAR;
            assert_int_equal(intake_is_rar(archive), is_asked);
            assert_int_equal(intake_next(archive, &entry), is_asked ? INTAKE_OK : INTAKE_DAMAGED);
            intake_close(archive);
        }
    }
}

static void check_odd(unsigned version, unsigned flags, const oddity *odd, intake_outcome last,
                      size_t whole_count) {
    make(&sample, version, flags, odd);
    const seen out = read_rar(&sample);
    assert_int_equal(out.last, last);
    assert_int_equal(out.whole_count, whole_count);
}

/* Volumes and encrypted names are told before anything is unpacked. */
static void test_archives_that_are_not_read(void **state) {
    (void)state;
    check_odd(4, 0x01, &nothing, INTAKE_UNSUPPORTED, 0);
    check_odd(5, 0x01, &nothing, INTAKE_UNSUPPORTED, 0);
    check_odd(4, 0x80, &nothing, INTAKE_UNSUPPORTED, 0);
    start5(&sample, 0);
    sample.length = 8;
    short5(&sample, 4, 0);
    assert_int_equal(read_rar(&sample).last, INTAKE_UNSUPPORTED);
}

static void test_files_that_are_not_read(void **state) {
    (void)state;
    check_odd(4, 0, &(oddity){.flags = 0x01}, INTAKE_UNSUPPORTED, 1);
    check_odd(4, 0, &(oddity){.flags = 0x02}, INTAKE_UNSUPPORTED, 1);
    check_odd(4, 0x08, &(oddity){.flags = 0x10}, INTAKE_UNSUPPORTED, 1);
    check_odd(4, 0, &(oddity){.packing = 20, .is_packed = true}, INTAKE_UNSUPPORTED, 1);
    check_odd(4, 0, &(oddity){.packing = 20}, INTAKE_END, 2);
    start4(&sample, 0);
    block4(&sample, 0x75, 0, 7);
    assert_int_equal(read_rar(&sample).last, INTAKE_UNSUPPORTED);
    check_odd(5, 0, &(oddity){.flags = 0x08}, INTAKE_UNSUPPORTED, 1);
    check_odd(5, 0, &(oddity){.flags = 0x10}, INTAKE_UNSUPPORTED, 1);
    check_odd(5, 0, &(oddity){.packing = 10 << 10}, INTAKE_UNSUPPORTED, 1);
    check_odd(5, 0, &(oddity){.packing = 9 << 10}, INTAKE_END, 2);
    check_odd(5, 0, &(oddity){.packing = 1 | 1 << 7}, INTAKE_UNSUPPORTED, 1);
    check_odd(5, 0, &(oddity){.record = 5}, INTAKE_END, 1); /* a link has no bytes */
    check_odd(5, 4, &nothing, INTAKE_END, 2);
}

static void test_encrypted_files(void **state) {
    (void)state;
    const oddity encrypted[] = {{.flags = 0x04}, {.record = 1}};
    for (EACH_VERSION) {
        make(&sample, versions[i], 0, &encrypted[i]);
        const seen out = read_rar(&sample);
        assert_int_equal(out.last, INTAKE_END);
        assert_int_equal(out.whole_count, 1);
        assert_int_equal(out.encrypted_count, 1);
    }
}

/* Of bytes that lie open libarchive compares no sum. Who passes over a file does not ask for it. */
static void test_sums(void **state) {
    (void)state;
    const oddity wrong = {.has_wrong_sum = true};
    for (EACH_VERSION) {
        check_odd(versions[i], 0, &wrong, INTAKE_DAMAGED, 1);
        const intake_source source = {sample.bytes, sample.length, -1};
        assert_int_equal(read_source(&source, false).last, INTAKE_END);
    }
    check_odd(5, 0, &(oddity){.has_no_sum = true, .has_wrong_sum = true}, INTAKE_END, 2);
}

static void test_entries(void **state) {
    (void)state;
    for (EACH_VERSION) {
        intake_limits limits = unlimited;
        intake_entry entry;
        make(&sample, versions[i], 0, &nothing);
        const intake_source source = {sample.bytes, sample.length, -1};
        limits.entries = 1;
        intake_archive *const archive = intake_open(&source, INTAKE_RAR, &limits);
        assert_int_equal(intake_next(archive, &entry), INTAKE_OK);
        assert_string_equal(entry.name, "maps/a.nav");
        assert_int_equal(intake_next(archive, &entry), INTAKE_MANY_ENTRIES);
        intake_close(archive);
    }
}

/* A header whose length takes ten bytes, the last of which holds the bits from 63 on. */
static seen read_length(unsigned last_byte) {
    start5(&sample, 0);
    put(&sample, 0, 4);
    for (unsigned i = 0; i < 9; i++)
        put(&sample, 0x80, 1);
    put(&sample, last_byte, 1);
    put(&sample, 0, 4);
    return read_rar(&sample);
}

static void test_numbers_that_are_too_large(void **state) {
    (void)state;
    const unsigned last_bytes[] = {1, 2, 0x81};
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(read_length(last_bytes[i]).message,
                            "a header of the RAR archive is damaged");
}

/* The low 32 bits of an unknown type are those of the end. */
static void test_unknown_type(void **state) {
    (void)state;
    static rar fields;
    fields.length = 0;
    put_number(&fields, (1ull << 32) + 5);
    put_number(&fields, 4); /* to be passed over by who does not know the type */
    start5(&sample, 0);
    block5(&sample, &fields);
    add(&sample, "maps/a.nav", &nothing);
    finish(&sample);
    const seen out = read_rar(&sample);
    assert_int_equal(out.last, INTAKE_END);
    assert_int_equal(out.whole_count, 1);
}

static void test_no_file(void **state) {
    (void)state;
    for (EACH_VERSION) {
        start(&sample, versions[i], 0);
        finish(&sample);
        assert_int_equal(read_rar(&sample).last, INTAKE_END);
    }
}

/* A block of its size, for AddressSanitizer. */
static seen read_exact(const unsigned char *bytes, size_t length) {
    unsigned char *const exact = malloc(length + 1);
    assert_non_null(exact);
    memcpy(exact, bytes, length);
    const seen out = read_source(&(intake_source){exact, length, -1}, false);
    free(exact);
    return out;
}

static void test_every_cut(void **state) {
    (void)state;
    for (EACH_VERSION) {
        make(&sample, versions[i], 0, &nothing);
        for (size_t length = 0; length < sample.length; length++)
            assert_int_equal(read_exact(sample.bytes, length).last, INTAKE_DAMAGED);
    }
}

/* All headers have sums, and so have contents: no other byte goes unnoticed where files are read. A
 * block may become one of another type, which is not read. */
static void test_every_byte(void **state) {
    (void)state;
    for (EACH_VERSION) {
        make(&sample, versions[i], 0, &nothing);
        for (size_t at = 0; at < sample.length; at++)
            for (unsigned bit = 1; bit < 0x100; bit <<= 1) {
                intake_source source = {sample.bytes, sample.length, -1};
                sample.bytes[at] ^= (unsigned char)bit;
                intake_archive *const archive = intake_open(&source, INTAKE_RAR, &unlimited);
                intake_entry entry;
                size_t length = 1;
                unsigned char bytes[CONTENT_BYTES + 1];
                intake_outcome last = INTAKE_OK;
                while (last == INTAKE_OK && (last = intake_next(archive, &entry)) == INTAKE_OK)
                    do
                        last = intake_read(archive, bytes, sizeof bytes, &length);
                    while (last == INTAKE_OK && length > 0);
                assert_true(last == INTAKE_DAMAGED || last == INTAKE_UNSUPPORTED);
                intake_close(archive);
                sample.bytes[at] ^= (unsigned char)bit;
            }
    }
}

/* ---- real ones ---- */

typedef struct expectation {
    const char *name; /* without "test_read_format_" */
    intake_outcome last;
    size_t file_count; /* that are read to their ends, or passed over as encrypted */
} expectation;

static const expectation expectations[] = {
    {"rar", INTAKE_END, 2},
    {"rar_compress_normal", INTAKE_END, 3},
    {"rar_filter", INTAKE_END, 1},
    {"rar_multi_lzss_blocks", INTAKE_DAMAGED, 0},
    {"rar3_lowdist_reset", INTAKE_DAMAGED, 0},
    {"rar_unicode", INTAKE_END, 3},
    {"rar4_encrypted", INTAKE_END, 4},
    {"rar4_encrypted_filenames", INTAKE_UNSUPPORTED, 0},
    {"rar_newsub_huge", INTAKE_DAMAGED, 0},
    {"rar5_multiple_files", INTAKE_END, 4},
    {"rar5_multiple_files_solid", INTAKE_END, 4},
    {"rar5_stored", INTAKE_END, 1},
    {"rar5_compressed", INTAKE_END, 1},
    {"rar5_blake2", INTAKE_END, 1},
    {"rar5_unicode", INTAKE_END, 1},
    {"rar5_symlink", INTAKE_END, 1},
    {"rar5_zip_in_rar", INTAKE_END, 2},
    {"rar5_encrypted", INTAKE_END, 4},
    {"rar5_only_crypt_exfld", INTAKE_END, 1},
    {"rar5_encrypted_filenames", INTAKE_UNSUPPORTED, 0},
    {"rar5_loop_bug", INTAKE_DAMAGED, 0},
    {"rar5_bytes_remaining_underflow", INTAKE_UNSUPPORTED, 0},
    {"rar5_multiarchive.part01", INTAKE_UNSUPPORTED, 0},
    {"rar5_extra_field_version", INTAKE_END, 2},
    {"../test_rar_multivolume_single_file.part1", INTAKE_UNSUPPORTED, 0}};

static unsigned char *load_sample(const char *name, size_t *length) {
    const char *const named = getenv("NAVLINT_SAMPLES");
    const bool is_other = strncmp(name, "../", 3) == 0;
    char path[4096];
    snprintf(path, sizeof path, "%s/containers/rar/%s%s.rar", named ? named : "../shared/samples",
             is_other ? "" : "test_read_format_", is_other ? name + 3 : name);
    FILE *const file = fopen(path, "rb");
    unsigned char *const bytes = file ? malloc(CAPACITY) : NULL;
    *length = bytes ? fread(bytes, 1, CAPACITY, file) : 0;
    if (file) fclose(file);
    return bytes;
}

static void check_sample(const expectation *one, const intake_source *source) {
    intake_archive *const archive = intake_open(source, INTAKE_RAR, &unlimited);
    intake_entry entry;
    intake_outcome last = INTAKE_OK;
    size_t count = 0;
    while (last == INTAKE_OK && (last = intake_next(archive, &entry)) == INTAKE_OK) {
        static unsigned char bytes[1 << 16];
        size_t length = 1;
        while (!entry.is_encrypted && last == INTAKE_OK && length > 0)
            last = intake_read(archive, bytes, sizeof bytes, &length);
        count += last == INTAKE_OK;
    }
    if (last != one->last || count != one->file_count)
        print_message("%s: %d after %zu files: %s\n", one->name, last, count,
                      intake_message(archive));
    assert_int_equal(last, one->last);
    assert_int_equal(count, one->file_count);
    intake_close(archive);
}

static void test_samples(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof expectations / sizeof expectations[0]; i++) {
        size_t length = 0;
        unsigned char *const bytes = load_sample(expectations[i].name, &length);
        if (!bytes) skip();
        check_sample(&expectations[i], &(intake_source){bytes, length, -1});
        const int descriptor = as_file(bytes, length, 0);
        const size_t head = length < SNIFFED_BYTES ? length : SNIFFED_BYTES;
        check_sample(&expectations[i], &(intake_source){bytes, head, descriptor});
        close(descriptor);
        free(bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_pipe),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_archives_that_are_not_read),
        cmocka_unit_test(test_files_that_are_not_read),
        cmocka_unit_test(test_encrypted_files),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_numbers_that_are_too_large),
        cmocka_unit_test(test_unknown_type),
        cmocka_unit_test(test_no_file),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_samples),
    };
    return cmocka_run_group_tests_name("rar_units", tests, NULL, NULL);
}
