/* Plugins made to do harm: every one gets its answer in bounded memory and time. The large ones are
 * made here, of pages that are never touched where that can be. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, clock_gettime */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/make/build.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

enum { MIB = 1 << 20, PLUGIN_BYTES = 1 << 16 };

/* ---- Writing ---- */

typedef struct plugin {
    uint8_t *bytes; /* mapped: pages that nobody writes cost nothing */
    size_t capacity;
    size_t length;
} plugin;

static plugin new_plugin(size_t capacity) {
    void *const bytes = mmap(NULL, capacity, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_true(bytes != MAP_FAILED);
    return (plugin){.bytes = bytes, .capacity = capacity};
}

static void free_plugin(plugin *p) {
    (void)munmap(p->bytes, p->capacity);
}

static plugin built(const sky_spec *spec, size_t capacity) {
    plugin p = new_plugin(capacity);
    nl_writer out = nl_writer_over(p.bytes, capacity);
    sky_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    p.length = out.at;
    return p;
}

static void put_u32(plugin *p, uint64_t at, uint32_t value) {
    for (int i = 0; i < 4; i++)
        p->bytes[at + (uint64_t)i] = (uint8_t)(value >> 8 * i);
}

/* A header of a record or a group at the end of the plugin. */
static void put_header(plugin *p, const char *type, uint32_t size, uint32_t word, uint32_t last) {
    memcpy(p->bytes + p->length, type, 4);
    put_u32(p, p->length + 4, size);
    put_u32(p, p->length + 8, word);
    put_u32(p, p->length + 12, last);
    put_u32(p, p->length + 20, SKY_LAST_FORM_VERSION);
    p->length += SKY_HEADER_BYTES;
}

/* ---- Looking ---- */

typedef struct lookup {
    const char *path;
    uint64_t offset;
    bool is_found;
} lookup;

static bool is_it(void *context, const navlint_field *field) {
    lookup *const l = context;
    if (field->encoding || strcmp(field->path, l->path) != 0) return true;
    l->offset = field->offset;
    l->is_found = true;
    return false;
}

static uint64_t offset_of(const plugin *p, const char *path) {
    static uint8_t memory[4 * MIB];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    const navlint_input input = {.bytes = p->bytes, .length = p->length};
    lookup l = {.path = path};
    assert_int_equal(navlint_dump(&options, &input, memory, sizeof memory, is_it, &l), NAVLINT_OK);
    if (!l.is_found) fail_msg("there is no %s", path);
    return l.offset;
}

static size_t memory_of(const plugin *p) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    const navlint_input input = {.bytes = p->bytes, .length = p->length};
    return navlint_memory_bound(&options, &input, 1);
}

static double seconds(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Judged within a second of processor time, ten with sanitizers, and in so much memory. */
static judged judge_soon(const plugin *p, size_t most_memory) {
    const double start = seconds();
    assert_true(memory_of(p) <= most_memory);
    const judged j = judge_bytes(NULL, p->bytes, p->length);
    assert_int_equal(j.status, NAVLINT_OK);
    assert_true(seconds() - start < 10);
    return j;
}

static void expect_error(const plugin *p, size_t most_memory, const char *code) {
    judged j = judge_soon(p, most_memory);
    if (!finding_of(j.report, code)) fail_msg("no %s", code);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    judged_free(&j);
}

/* ---- Groups ---- */

static void two_hundred_thousand_nested_groups(void **state) {
    (void)state;
    enum { GROUPS = 200000 };
    const sky_spec empty = {.masters = 0};
    plugin p = built(&empty, PLUGIN_BYTES + GROUPS * SKY_HEADER_BYTES);
    for (uint32_t i = 0; i < GROUPS; i++)
        put_header(&p, "GRUP", (GROUPS - i) * SKY_HEADER_BYTES, SKY_CELL, SKY_TOP);
    expect_error(&p, 4 * MIB, "SKYRIM_GROUP_DEPTH");
    free_plugin(&p);
}

static void groups_smaller_than_their_header(void **state) {
    (void)state;
    const sky_spec spec = {.interiors = 1};
    plugin p = built(&spec, PLUGIN_BYTES);
    const uint64_t top = offset_of(&p, "/groups/0/size");
    const uint64_t inner = offset_of(&p, "/groups/5/size");
    for (uint32_t size = 0; size < SKY_HEADER_BYTES; size++) {
        plugin broken = built(&spec, PLUGIN_BYTES);
        put_u32(&broken, size % 2 ? top : inner, size);
        expect_error(&broken, 4 * MIB, "SKYRIM_GROUP_SIZE");
        free_plugin(&broken);
    }
    free_plugin(&p);
}

static void a_group_that_ends_behind_the_file(void **state) {
    (void)state;
    const sky_spec spec = {.interiors = 1};
    plugin p = built(&spec, PLUGIN_BYTES);
    put_u32(&p, offset_of(&p, "/groups/1/size"), UINT32_MAX);
    expect_error(&p, 4 * MIB, "SKYRIM_GROUP_SIZE");
    free_plugin(&p);
}

/* ---- Packed data ---- */

/* A plugin with one navmesh of `size` zeros, packed as tightly as deflate can. */
static plugin bomb(uint64_t size, uint32_t size_stated) {
    const sky_spec empty = {.masters = 0};
    plugin zeros = new_plugin(size);
    plugin p = built(&empty, PLUGIN_BYTES + size / 900);
    struct libdeflate_compressor *const c = libdeflate_alloc_compressor(6);
    const uint64_t group = p.length;
    put_header(&p, "GRUP", 0, SKY_NAVM, SKY_TOP);
    const uint64_t record = p.length;
    put_header(&p, "NAVM", 0, SKY_COMPRESSED, 0x01000800);
    put_u32(&p, p.length, size_stated);
    const size_t packed = libdeflate_zlib_compress(c, zeros.bytes, size, p.bytes + p.length + 4,
                                                   p.capacity - p.length - 4);
    assert_true(packed != 0);
    p.length += 4 + packed;
    put_u32(&p, record + 4, (uint32_t)(4 + packed));
    put_u32(&p, group + 4, (uint32_t)(p.length - group));
    put_u32(&p, offset_of(&p, "/header/fields/0/recordCount"), 2);
    libdeflate_free_compressor(c);
    free_plugin(&zeros);
    return p;
}

static void four_hundred_megabytes_in_four_hundred_kilobytes(void **state) {
    (void)state;
    enum { UNPACKED = 400000000 };
    plugin p = bomb(UNPACKED, UNPACKED);
    assert_true(p.length < 420000);
    expect_error(&p, 4 * MIB, "SKYRIM_ZLIB_SIZE");
    free_plugin(&p);
}

static void more_than_the_record_says(void **state) {
    (void)state;
    plugin p = bomb(64 * MIB, 1000);
    expect_error(&p, 4 * MIB, "SKYRIM_ZLIB_DATA");
    free_plugin(&p);
}

/* What unpacks to more than work can be spent on is not judged, and not called valid. */
static void as_much_as_a_navmesh_may_have(void **state) {
    (void)state;
    plugin p = bomb(SKY_MOST_NAVM_BYTES, SKY_MOST_NAVM_BYTES);
    judged j = judge_soon(&p, 8 * MIB);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "steps");
    judged_free(&j);
    free_plugin(&p);
}

/* ---- Counts ---- */

static void counts_of_all_ones(void **state) {
    (void)state;
    static const char *const paths[] = {
        "/header/dataSize",
        "/records/0/dataSize",
        "/records/0/fields/1/linkCount",
        "/records/0/fields/1/doorCount",
        "/records/0/fields/2/pathCount",
        "/records/2/fields/0/vertexCount",
        "/records/2/fields/0/triangleCount",
        "/records/2/fields/0/linkCount",
        "/records/2/fields/0/doorCount",
        "/records/2/fields/0/coverCount",
        "/records/2/fields/0/gridDivisor",
    };
    const sky_spec spec = {.interiors = 1, .has_doors = true};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        plugin p = built(&spec, PLUGIN_BYTES);
        put_u32(&p, offset_of(&p, paths[i]), UINT32_MAX);
        judged j = judge_soon(&p, 4 * MIB);
        if (navlint_report_verdict(j.report) == NAVLINT_VALID) fail_msg("%s: valid", paths[i]);
        judged_free(&j);
        free_plugin(&p);
    }
}

static void a_long_field_of_all_ones(void **state) {
    (void)state;
    const sky_spec spec = {.interiors = 1, .is_long = true};
    plugin p = built(&spec, PLUGIN_BYTES);
    put_u32(&p, offset_of(&p, "/records/2/fields/0/longSize"), UINT32_MAX);
    expect_error(&p, 4 * MIB, "SKYRIM_FIELD_SIZE");
    free_plugin(&p);
}

/* ---- Size ---- */

/* One record of `bytes` that is no navmesh, with one field as large as that. */
static plugin skipping(uint64_t bytes) {
    const sky_spec empty = {.masters = 0};
    plugin p = built(&empty, bytes + PLUGIN_BYTES);
    put_header(&p, "GRUP", (uint32_t)(bytes + 2 * SKY_HEADER_BYTES), SKY_TYPE('M', 'I', 'S', 'C'),
               SKY_TOP);
    put_header(&p, "MISC", (uint32_t)bytes, 0, 0x01000800);
    memcpy(p.bytes + p.length, "XXXX\4\0\0\0\0\0DATA", 14);
    put_u32(&p, p.length + 6, (uint32_t)(bytes - 16));
    p.length += bytes;
    put_u32(&p, offset_of(&p, "/header/fields/0/recordCount"), 2);
    return p;
}

static void memory_does_not_grow_with_what_is_skipped(void **state) {
    (void)state;
    plugin small = skipping(1000);
    plugin large = skipping((uint64_t)512 * MIB);
    assert_int_equal(memory_of(&small), memory_of(&large));
    judged j = judge_soon(&large, 4 * MIB);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    assert_int_equal(navlint_report_claimed_bytes(j.report), large.length);
    judged_free(&j);
    free_plugin(&small);
    free_plugin(&large);
}

/* Twelve bytes for each record and no more: an id, and twice that while they are sorted. */
static void memory_of_many_records(void **state) {
    (void)state;
    const sky_spec spec = {.filler_bytes = 64 * MIB};
    plugin p = built(&spec, 65 * MIB);
    judged j = judge_soon(&p, 4 * MIB + 64 * MIB / 16);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
    free_plugin(&p);
}

/* Every record a door: the largest tables that a plugin can ask for stay within the published
 * bound. */
static void the_published_bound_holds(void **state) {
    (void)state;
    const sky_spec spec = {.interiors = 200, .has_doors = true, .is_compressed = true};
    plugin p = built(&spec, 4 * MIB);
    judged j = judge_soon(&p, 4 * MIB);
    const navlint_usage usage = navlint_report_usage(j.report);
    assert_true(usage.arena_peak <= usage.arena_bound);
    assert_true(memory_of(&p) < usage.arena_bound);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
    free_plugin(&p);
}

static double most(double a, double b) {
    return a > b ? a : b;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

/* The formula of docs/limits.md, with its names. */
static double formula_of_limits(double n) {
    const double unpacked = 8 * n + 32768;
    const double N = least(unpacked, 64 * MIB);
    const double M = least(unpacked, 16 * MIB);
    const double H = least(unpacked, MIB);
    const double U = least(128 * n + 524288, 16 * MIB);
    return 65.8 * n + N + 8.46 * most(N, n) + 10 * H + most(M + 1.25 * most(M, n), U) +
           least(8.6 * n, 3400000) + 180224;
}

static void the_published_bound_is_the_formula_of_limits(void **state) {
    (void)state;
    const navlint_format *const format = navlint_format_by_id("skyrim-navmesh");
    for (uint64_t n = 1; n <= UINT32_MAX; n += n / 64 + 1) {
        const double bound = (double)navlint_arena_bound(format, n);
        const double formula = formula_of_limits((double)n);
        if (bound > formula || bound < 0.95 * formula)
            fail_msg("%llu bytes: bound %.0f, formula %.0f", (unsigned long long)n, bound, formula);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_hundred_thousand_nested_groups),
        cmocka_unit_test(groups_smaller_than_their_header),
        cmocka_unit_test(a_group_that_ends_behind_the_file),
        cmocka_unit_test(four_hundred_megabytes_in_four_hundred_kilobytes),
        cmocka_unit_test(more_than_the_record_says),
        cmocka_unit_test(as_much_as_a_navmesh_may_have),
        cmocka_unit_test(counts_of_all_ones),
        cmocka_unit_test(a_long_field_of_all_ones),
        cmocka_unit_test(memory_does_not_grow_with_what_is_skipped),
        cmocka_unit_test(memory_of_many_records),
        cmocka_unit_test(the_published_bound_holds),
        cmocka_unit_test(the_published_bound_is_the_formula_of_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
