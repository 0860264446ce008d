/* One archive read from memory, from a file and from a pipe; each limit at its edge. */
#include "intake/bare.h"
#include "intake/marks.h"
#include "intake/seven_zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <malloc.h>
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

enum { ENTRIES = 3, ENTRY_BYTES = 1000, ARCHIVE_CAPACITY = 64 * 1024, HEAD_BYTES = 512 };

static const char *const names[ENTRIES] = {"one", "dir/two", "\xc3\xbc"};

static const intake_limits unlimited = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};

typedef struct sample {
    unsigned kinds;
    size_t length;
    unsigned char bytes[ARCHIVE_CAPACITY];
} sample;

static sample tar, zip, tar_gz, seven_zip;

static void add(struct archive *writer, const char *name, unsigned type, size_t length) {
    static const char bytes[ENTRY_BYTES];
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (int64_t)length);
    assert_int_equal(archive_write_header(writer, entry), ARCHIVE_OK);
    if (length > 0) assert_int_equal(archive_write_data(writer, bytes, length), length);
    archive_entry_free(entry);
}

static void make(sample *out, int format, bool is_packed, unsigned kinds) {
    struct archive *writer = archive_write_new();
    assert_int_equal(archive_write_set_format(writer, format), ARCHIVE_OK);
    if (is_packed) assert_int_equal(archive_write_add_filter_gzip(writer), ARCHIVE_OK);
    archive_write_set_bytes_in_last_block(writer, 1);
    assert_int_equal(archive_write_open_memory(writer, out->bytes, sizeof out->bytes, &out->length),
                     ARCHIVE_OK);
    add(writer, "folder/", AE_IFDIR, 0);
    for (size_t i = 0; i < ENTRIES; i++)
        add(writer, names[i], AE_IFREG, ENTRY_BYTES);
    assert_int_equal(archive_write_close(writer), ARCHIVE_OK);
    archive_write_free(writer);
    out->kinds = kinds;
}

static int make_samples(void **state) {
    (void)state;
    setlocale(LC_CTYPE, "C.UTF-8"); /* for the writer; the reader must not need it */
    make(&tar, ARCHIVE_FORMAT_TAR_USTAR, false, INTAKE_TAR);
    make(&zip, ARCHIVE_FORMAT_ZIP, false, INTAKE_ZIP);
    make(&tar_gz, ARCHIVE_FORMAT_TAR_USTAR, true, INTAKE_TAR | INTAKE_COMPRESSED);
    make(&seven_zip, ARCHIVE_FORMAT_7ZIP, false, INTAKE_7ZIP);
    setlocale(LC_CTYPE, "C");
    return 0;
}

static intake_source in_memory(const sample *from) {
    return (intake_source){.bytes = from->bytes, .length = from->length, .descriptor = -1};
}

/* Reads every entry to its end; returns how it ended. */
static intake_outcome read_all(const intake_source *source, unsigned kinds,
                               const intake_limits *limits, size_t *count) {
    intake_archive *archive = intake_open(source, kinds, limits);
    assert_non_null(archive);
    intake_entry entry;
    intake_outcome outcome = INTAKE_OK;
    *count = 0;
    while ((outcome = intake_next(archive, &entry)) == INTAKE_OK) {
        char bytes[ENTRY_BYTES + 1];
        size_t length = 1, used = 0;
        while (length > 0 &&
               (outcome = intake_read(archive, bytes, sizeof bytes, &length)) == INTAKE_OK)
            used += length;
        if (outcome != INTAKE_OK) break;
        assert_int_equal(used, ENTRY_BYTES);
        (*count)++;
    }
    assert_int_equal(intake_next(archive, &entry), outcome); /* no step goes on */
    intake_close(archive);
    return outcome;
}

static void check_names(const intake_source *source, unsigned kinds) {
    intake_archive *archive = intake_open(source, kinds, &unlimited);
    intake_entry entry;
    size_t found = 0;
    while (intake_next(archive, &entry) == INTAKE_OK) {
        bool known = false;
        for (size_t i = 0; i < ENTRIES; i++)
            known |= strcmp(entry.name, names[i]) == 0;
        assert_true(known && !entry.is_encrypted && !entry.warning);
        assert_true(!entry.has_size || entry.size == ENTRY_BYTES);
        found++;
    }
    assert_int_equal(found, ENTRIES);
    assert_true(intake_has_end_mark(archive));
    intake_close(archive);
}

static void check_whole(const intake_source *source, unsigned kinds) {
    size_t count = 0;
    assert_int_equal(read_all(source, kinds, &unlimited, &count), INTAKE_END);
    assert_int_equal(count, ENTRIES);
}

/* A file in memory, of which `offset` bytes are somebody else's and HEAD_BYTES have been read. */
static int as_file(const sample *from, size_t offset) {
    static const char others[100];
    const int descriptor = memfd_create("archive", 0);
    assert_true(descriptor >= 0 && offset <= sizeof others);
    assert_int_equal(write(descriptor, others, offset), offset);
    assert_int_equal(write(descriptor, from->bytes, from->length), from->length);
    return descriptor;
}

static void test_memory(void **state) {
    (void)state;
    const sample *const all[] = {&tar, &zip, &tar_gz, &seven_zip};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const intake_source source = in_memory(all[i]);
        check_whole(&source, all[i]->kinds);
        check_names(&source, all[i]->kinds);
    }
}

static void test_file(void **state) {
    (void)state;
    const sample *const all[] = {&tar, &zip, &tar_gz, &seven_zip};
    for (size_t i = 0; i < 2 * sizeof all / sizeof all[0]; i++) {
        const sample *const one = all[i / 2];
        const size_t head = one->length < HEAD_BYTES ? one->length : HEAD_BYTES;
        const size_t offset = i % 2 ? 7 : 0;
        const int descriptor = as_file(one, offset);
        const intake_source source = {one->bytes, head, descriptor};
        for (int round = 0; round < 2; round++) {
            assert_true(lseek(descriptor, (off_t)(offset + head), SEEK_SET) >= 0);
            if (round == 0)
                check_whole(&source, one->kinds);
            else
                check_names(&source, one->kinds);
        }
        close(descriptor);
    }
}

static void test_pipe(void **state) {
    (void)state;
    const sample *const all[] = {&tar, &zip, &tar_gz}; /* 7-Zip needs seeking */
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        int ends[2];
        const sample *const one = all[i];
        const size_t head = one->length < HEAD_BYTES ? one->length : HEAD_BYTES;
        assert_int_equal(pipe(ends), 0);
        assert_int_equal(write(ends[1], one->bytes + head, one->length - head), one->length - head);
        close(ends[1]);
        const intake_source source = {one->bytes, head, ends[0]};
        check_whole(&source, one->kinds);
        close(ends[0]);
    }
}

/* Nothing is read that was not asked for. */
static void test_kinds(void **state) {
    (void)state;
    const sample *const all[] = {&tar, &zip, &tar_gz, &seven_zip};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        for (unsigned kinds = 0; kinds < 16; kinds++) {
            const intake_source source = in_memory(all[i]);
            size_t count = 0;
            const bool fits = (all[i]->kinds & ~kinds) == 0;
            assert_int_equal(read_all(&source, kinds, &unlimited, &count),
                             fits ? INTAKE_END : INTAKE_DAMAGED);
        }
}

static void check_limit(const intake_limits *limits, intake_outcome outcome) {
    const sample *const all[] = {&tar, &zip, &tar_gz};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const intake_source source = in_memory(all[i]);
        size_t count = 0;
        assert_int_equal(read_all(&source, all[i]->kinds, limits, &count), outcome);
    }
}

static void test_limits(void **state) {
    (void)state;
    intake_limits limits = unlimited;
    limits.entries = ENTRIES + 1; /* the folder counts */
    check_limit(&limits, INTAKE_END);
    limits.entries = ENTRIES;
    check_limit(&limits, INTAKE_MANY_ENTRIES);
    limits = unlimited;
    limits.name_bytes = strlen("dir/two");
    check_limit(&limits, INTAKE_END);
    limits.name_bytes--;
    check_limit(&limits, INTAKE_LONG_NAME);
    limits = unlimited;
    limits.unpacked_bytes = ENTRIES * ENTRY_BYTES - 1;
    check_limit(&limits, INTAKE_MUCH_UNPACKED);
    limits.unpacked_bytes = ARCHIVE_CAPACITY; /* padding and headers of the packed tar count */
    check_limit(&limits, INTAKE_END);
}

static void test_ratio(void **state) {
    (void)state;
    const intake_source source = in_memory(&tar_gz);
    intake_limits limits = unlimited;
    size_t count = 0;
    limits.ratio = 4;
    limits.ratio_free_bytes = 0;
    assert_int_equal(read_all(&source, tar_gz.kinds, &limits, &count), INTAKE_HIGH_RATIO);
    limits.ratio_free_bytes = ARCHIVE_CAPACITY;
    assert_int_equal(read_all(&source, tar_gz.kinds, &limits, &count), INTAKE_END);
}

static void test_every_prefix(void **state) {
    (void)state;
    const sample *const all[] = {&tar, &zip, &seven_zip};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        for (size_t length = 0; length < all[i]->length; length += 13) {
            unsigned char *const exact = malloc(length > 0 ? length : 1);
            assert_non_null(exact);
            memcpy(exact, all[i]->bytes, length);
            const intake_source source = {exact, length, -1};
            size_t count = 0;
            const intake_outcome outcome = read_all(&source, all[i]->kinds, &unlimited, &count);
            assert_true(outcome == INTAKE_DAMAGED || (all[i] == &tar && outcome == INTAKE_END));
            assert_true(intake_table_bound(exact, length, all[i]->kinds) > 0);
            free(exact);
        }
}

static intake_outcome read_file(const sample *one) {
    const size_t head = one->length < HEAD_BYTES ? one->length : HEAD_BYTES;
    const int descriptor = as_file(one, 7);
    const intake_source source = {one->bytes, head, descriptor};
    size_t count = 0;
    assert_true(lseek(descriptor, (off_t)(7 + head), SEEK_SET) >= 0);
    const intake_outcome outcome = read_all(&source, one->kinds, &unlimited, &count);
    close(descriptor);
    return outcome;
}

static intake_outcome read_pipe(const sample *one) {
    int ends[2];
    const size_t head = one->length < HEAD_BYTES ? one->length : HEAD_BYTES;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], one->bytes + head, one->length - head), one->length - head);
    close(ends[1]);
    const intake_source source = {one->bytes, head, ends[0]};
    size_t count = 0;
    const intake_outcome outcome = read_all(&source, one->kinds, &unlimited, &count);
    close(ends[0]);
    return outcome;
}

/* libarchive lets those pass that are cut in the directory or behind it. */
static void test_every_prefix_of_a_zip(void **state) {
    (void)state;
    for (sample cut = zip; cut.length > 0; cut.length--) {
        const intake_outcome expected = cut.length < zip.length ? INTAKE_DAMAGED : INTAKE_END;
        assert_int_equal(read_file(&cut), expected);
        assert_int_equal(read_pipe(&cut), expected);
    }
}

/* Whatever byte is another: nothing is read outside (AddressSanitizer), and no count is believed.
 */
static void test_every_byte_of_a_seven_zip(void **state) {
    (void)state;
    static const unsigned char odd[] = {0, 1, 0x7f, 0x80, 0xff};
    unsigned char *const exact = malloc(seven_zip.length);
    assert_non_null(exact);
    for (size_t at = 12; at < seven_zip.length; at++)
        for (size_t i = 0; i < sizeof odd; i++) {
            intake_seven_zip counts;
            memcpy(exact, seven_zip.bytes, seven_zip.length);
            exact[at] = odd[i];
            if (intake_seven_zip_read(exact, seven_zip.length, 100, &counts) == INTAKE_OK)
                assert_true(counts.files <= 100 && counts.streams <= 100);
        }
    free(exact);
}

static void test_counts_of_a_seven_zip(void **state) {
    (void)state;
    intake_seven_zip counts;
    assert_int_equal(intake_seven_zip_read(seven_zip.bytes, seven_zip.length, ENTRIES + 1, &counts),
                     INTAKE_OK);
    assert_int_equal(counts.files, ENTRIES + 1);
    assert_int_equal(counts.streams, ENTRIES);
    assert_int_equal(counts.folders, 1);
    assert_int_equal(counts.window_bytes, ENTRIES * ENTRY_BYTES);
    assert_int_equal(intake_seven_zip_read(seven_zip.bytes, seven_zip.length, ENTRIES, &counts),
                     INTAKE_MANY_ENTRIES);
}

enum { MANY = 20000, MANY_CAPACITY = 4 << 20 };

/* Sanitizers keep books of their own: mallinfo2 says nothing there. */
static void test_bound_of_a_seven_zip(void **state) {
    (void)state;
    unsigned char *const bytes = malloc(MANY_CAPACITY);
    struct archive *const writer = archive_write_new();
    size_t length = 0;
    char name[32];
    assert_non_null(bytes);
    assert_int_equal(archive_write_set_format_7zip(writer), ARCHIVE_OK);
    assert_int_equal(archive_write_open_memory(writer, bytes, MANY_CAPACITY, &length), ARCHIVE_OK);
    for (size_t i = 0; i < MANY; i++) {
        (void)snprintf(name, sizeof name, "maps/%zu.nav", i);
        add(writer, name, AE_IFREG, i % 2);
    }
    assert_int_equal(archive_write_close(writer), ARCHIVE_OK);
    archive_write_free(writer);
    const intake_source source = {bytes, length, -1};
    const struct mallinfo2 before = mallinfo2();
    intake_archive *const archive = intake_open(&source, INTAKE_7ZIP, &unlimited);
    intake_entry entry;
    assert_int_equal(intake_next(archive, &entry), INTAKE_OK);
    const struct mallinfo2 after = mallinfo2();
    const size_t taken = after.uordblks + after.hblkhd - before.uordblks - before.hblkhd;
    assert_true(intake_table_bound(bytes, length, INTAKE_7ZIP) >= taken);
    intake_close(archive);
    free(bytes);
}

/* What is told from the first bytes, of which none may be missing. */
static void test_marks(void **state) {
    (void)state;
    assert_int_equal(intake_kinds_of(tar.bytes, tar.length), INTAKE_TAR);
    assert_int_equal(intake_kinds_of(zip.bytes, zip.length), INTAKE_ZIP);
    assert_int_equal(intake_kinds_of(seven_zip.bytes, seven_zip.length), INTAKE_7ZIP);
    assert_int_equal(intake_kinds_of(tar_gz.bytes, tar_gz.length), INTAKE_COMPRESSED);
    assert_int_equal(intake_kinds_of(tar.bytes, INTAKE_SNIFF_BYTES - 1), 0);
    assert_int_equal(intake_kinds_of(zip.bytes, 3), 0);
    assert_int_equal(intake_kinds_of(seven_zip.bytes, 5), 0);
    assert_int_equal(intake_kinds_of(tar_gz.bytes, 9), 0);
    assert_int_equal(intake_kinds_of(NULL, 0), 0);
}

/* A compression alone is undone: what comes out of the tar.gz are the bytes of the tar. */
static void test_bare(void **state) {
    (void)state;
    static unsigned char bytes[ARCHIVE_CAPACITY];
    const intake_source source = in_memory(&tar_gz);
    intake_archive *const archive =
        intake_open(&source, INTAKE_BARE | INTAKE_COMPRESSED, &unlimited);
    intake_entry entry;
    size_t used = 0, length = 1;
    assert_non_null(archive);
    assert_int_equal(intake_next(archive, &entry), INTAKE_OK);
    for (; length > 0; used += length)
        assert_int_equal(intake_read(archive, bytes + used, sizeof bytes - used, &length),
                         INTAKE_OK);
    intake_close(archive);
    assert_int_equal(intake_kinds_of(bytes, used), INTAKE_TAR);
    static sample unpacked;
    unpacked.length = used;
    memcpy(unpacked.bytes, bytes, used);
    const intake_source again = in_memory(&unpacked);
    check_whole(&again, INTAKE_TAR);
}

static void test_bare_names(void **state) {
    (void)state;
    static const char *const rows[][2] = {{"a.nav.gz", "a.nav"},
                                          {"maps/a.nav.BZ2", "a.nav"},
                                          {"x.zip!maps/a.nav.xz", "a.nav"},
                                          {"x.zip!a.zst", "a"},
                                          {"b\\a.dat.zst", "a.dat"},
                                          {"a.nav", "data"},
                                          {"x.gz/a", "data"},
                                          {"-", "data"},
                                          {"", "data"},
                                          {"dir/.gz", "data"},
                                          {".gz.gz", ".gz"},
                                          {"a.tgz", "data"}};
    char name[16];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        intake_bare_name(rows[i][0], name, sizeof name);
        assert_string_equal(name, rows[i][1]);
    }
    intake_bare_name(NULL, name, sizeof name);
    assert_string_equal(name, "data");
    intake_bare_name("0123456789abcdef.gz", name, sizeof name);
    assert_string_equal(name, "0123456789abcde");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_pipe),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_ratio),
        cmocka_unit_test(test_every_prefix),
        cmocka_unit_test(test_every_prefix_of_a_zip),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_every_byte_of_a_seven_zip),
        cmocka_unit_test(test_counts_of_a_seven_zip),
        cmocka_unit_test(test_bound_of_a_seven_zip),
        cmocka_unit_test(test_bare),
        cmocka_unit_test(test_bare_names),
    };
    return cmocka_run_group_tests_name("intake_units", tests, make_samples, NULL);
}
