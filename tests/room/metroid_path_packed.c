/* Entries of an archive that are still packed: how few bytes tell them, and what is none. Such an
 * entry may be any resource: it is taken for navigation if its name says so. */
#include <string.h>

#include "tests/support/judge.h"
#include "tests/support/unit.h"

enum { MOST_BYTES = 70000, MOST_UNPACKED = 1 << 26, SEGMENT = 0x4000 };

static const char zlib[] = "zlib behind its unpacked size";
static const char segments[] = "LZO segments behind their unpacked size";

static uint8_t bytes[MOST_BYTES];

static void expect_unnamed(const char *name, size_t length) {
    const navlint_input input = {.name = name, .bytes = bytes, .length = length};
    judged j = judge_set(NULL, &input, 1);
    assert_string_equal(limit_of(j.report), "unrecognised");
    judged_free(&j);
}

/* NULL: it is not packed. Under another name nobody knows what it is. */
static void expect(size_t length, const char *packing) {
    const navlint_input input = {.name = "room.PATH", .bytes = bytes, .length = length};
    judged j = judge_set(NULL, &input, 1);
    const navlint_finding *const finding = finding_of(j.report, "PATH_COMPRESSED");
    if (packing && (!finding || !strstr(finding->message, packing)))
        fail_msg("%zu bytes are not reported as %s", length, packing);
    if (!packing) assert_null(finding);
    judged_free(&j);
    expect_unnamed("resource.bin", length);
    expect_unnamed(NULL, length);
}

static size_t put(size_t at, uint32_t value, size_t width) {
    for (size_t i = 0; i < width; i++)
        bytes[at + i] = (uint8_t)(value >> 8 * (width - 1 - i));
    return at + width;
}

static void tagged_blocks(void **state) {
    (void)state;
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, "CMPD", 4);
    expect(8, "blocks with the tag");
    expect(7, NULL);
    bytes[3] = 'E';
    expect(8, NULL);
}

/* ---- zlib ---- */

static void expect_zlib(uint32_t unpacked, uint32_t header, size_t length, const char *packing) {
    memset(bytes, 0, sizeof bytes);
    put(put(0, unpacked, 4), header, 3);
    expect(length, packing);
}

static void zlib_headers(void **state) {
    (void)state;
    expect_zlib(100, 0x780100, 8, zlib);
    expect_zlib(100, 0x789C00, 8, zlib);
    expect_zlib(100, 0x78DA00, 8, zlib);
    expect_zlib(100, 0x785E00, 8, NULL);
    expect_zlib(100, 0x77DA00, 8, NULL);
    expect_zlib(100, 0x78DA06, 8, NULL); /* a kind of block that deflate has not */
    expect_zlib(100, 0x78DA04, 8, zlib);
}

static void zlib_sizes(void **state) {
    (void)state;
    expect_zlib(0, 0x78DA00, 8, NULL);
    expect_zlib(8 * 1032, 0x78DA00, 8, zlib);
    expect_zlib(8 * 1032 + 1, 0x78DA00, 8, NULL); /* deflate packs no better */
    expect_zlib(MOST_UNPACKED, 0x78DA00, MOST_BYTES, zlib);
    expect_zlib(MOST_UNPACKED + 1, 0x78DA00, MOST_BYTES, NULL);
}

/* ---- Segments ---- */

/* One segment: its unpacked size, the length it says, and what is there. */
static size_t put_segment(uint32_t unpacked, int32_t stated, size_t length) {
    memset(bytes, 0xAA, sizeof bytes);
    return put(put(0, unpacked, 4), (uint32_t)stated & 0xFFFF, 2) + length;
}

static void one_segment(void **state) {
    (void)state;
    expect(put_segment(32, -32, 32), segments);
    expect(put_segment(31, -31, 31), NULL); /* no file is so small */
    expect(put_segment(32, -31, 31), NULL);
    expect(put_segment(32, -33, 33), NULL);
    expect(put_segment(32, 0, 2), NULL);
    expect(put_segment(32, 2, 2), segments);
    expect(put_segment(32, 100, 100), segments); /* LZO grows what it cannot pack by an eighth */
    expect(put_segment(32, 101, 101), NULL);
    expect(put_segment(32, 100, 99), NULL);
    expect(put_segment(MOST_UNPACKED + 1, -SEGMENT, SEGMENT), NULL);
}

static void two_segments(void **state) {
    (void)state;
    memset(bytes, 0xAA, sizeof bytes);
    put(put(0, SEGMENT + 5, 4), (uint32_t)-SEGMENT & 0xFFFF, 2);
    put(6 + SEGMENT, (uint32_t)-5 & 0xFFFF, 2);
    expect(8 + SEGMENT + 5, segments);
    expect(8 + SEGMENT + 4, NULL);
    put(6 + SEGMENT, (uint32_t)-6 & 0xFFFF, 2);
    expect(8 + SEGMENT + 6, NULL);
    expect(6 + SEGMENT, NULL);
}

/* Behind the last segment comes nothing, or fill up to a multiple of 32 bytes. */
static void fill_behind_segments(void **state) {
    (void)state;
    const size_t end = put_segment(32, -32, 32);
    memset(bytes + end, 0xFF, 64);
    expect(end + 26, segments);
    expect(end + 25, segments);
    expect(end + 27, NULL);
    memset(bytes + end, 0, 64);
    expect(end + 26, segments);
    expect(end + 25, NULL);
    bytes[end + 25] = 1;
    expect(end + 26, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tagged_blocks), cmocka_unit_test(zlib_headers),
        cmocka_unit_test(zlib_sizes),    cmocka_unit_test(one_segment),
        cmocka_unit_test(two_segments),  cmocka_unit_test(fill_behind_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
