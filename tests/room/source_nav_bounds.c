/* The published bounds, against the files that need most for their size. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/index.h"
#include "core/reader.h"
#include "parsers/source_nav/build.h"
#include "tests/support/judge.h"

typedef struct mesh {
    uint8_t *bytes;
    size_t length;
} mesh;

static mesh written(const nav_spec *spec) {
    nl_writer counter = nl_writer_over(NULL, 0);
    nav_write(&counter, spec);
    const mesh m = {malloc(counter.at), counter.at};
    assert_non_null(m.bytes);
    nl_writer out = nl_writer_over(m.bytes, m.length);
    nav_write(&out, spec);
    return m;
}

/* The last id of the file. */
static bool find_identity(void *context, const navlint_field *field) {
    uint64_t *const at = context;
    if (field->role == NAVLINT_IDENTITY) *at = field->offset;
    return true;
}

static uint64_t last_identity(const mesh *m) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    const navlint_input input = {.bytes = m->bytes, .length = m->length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = malloc(memory_bytes);
    uint64_t at = 0;
    assert_int_equal(navlint_dump(&options, &input, memory, memory_bytes, find_identity, &at),
                     NAVLINT_OK);
    free(memory);
    return at;
}

static void set_u32(const mesh *m, uint64_t at, uint32_t value) {
    nl_writer w = nl_writer_over(m->bytes + at, 4);
    nl_write_u32(&w, value);
}

/* In a block of exactly the bound; returns the peak in thousandths of the bound. */
static uint64_t expect_within_bounds(const mesh *m) {
    judged j = judge_bytes(NULL, m->bytes, m->length);
    assert_int_equal(j.status, NAVLINT_OK);
    assert_string_equal(limit_of(j.report), "");
    const navlint_usage usage = navlint_report_usage(j.report);
    assert_true(usage.arena_peak <= usage.arena_bound);
    assert_true(usage.steps <= usage.step_budget);
    judged_free(&j);
    return usage.arena_peak * 1000 / usage.arena_bound;
}

/* Ids up to just below the density at which the index looks keys up directly: the largest table. */
static uint64_t expect_widest_ids(const nav_spec *spec, uint32_t id_count) {
    const mesh m = written(spec);
    set_u32(&m, last_identity(&m), NL_INDEX_DENSITY * id_count - 1);
    const uint64_t used = expect_within_bounds(&m);
    free(m.bytes);
    return used;
}

static void many_bare_areas(void **state) {
    (void)state;
    for (uint32_t version = 1; version <= 16; version++) {
        const nav_spec spec = {
            .version = version, .columns = 64, .rows = 64, .is_unconnected = true};
        (void)expect_widest_ids(&spec, 64 * 64);
    }
}

static void areas_full_of_hiding_spots(void **state) {
    (void)state;
    const nav_spec spec = {
        .version = 2, .columns = 40, .rows = 40, .is_unconnected = true, .spots = 255};
    const uint64_t used = expect_widest_ids(&spec, 40 * 40 * 255);
    assert_true(used > 850); /* the rest is for place names, which such a file could have */
}

static void as_many_ladders_as_fit(void **state) {
    (void)state;
    const nav_spec spec = {.version = 6, .columns = 128, .rows = 8, .ladders = 512};
    (void)expect_widest_ids(&spec, 512);
}

static void a_full_directory_of_empty_names(void **state) {
    (void)state;
    enum { NAMES = 65535, HEAD = 12, NAME_BYTES = 2 };
    const nav_spec spec = {.version = 5, .columns = 1, .rows = 1};
    const mesh plain = written(&spec); /* magic, version, size of the map, then the names */
    const mesh m = {calloc(1, plain.length + NAMES * NAME_BYTES),
                    plain.length + NAMES * NAME_BYTES};
    assert_non_null(m.bytes);
    memcpy(m.bytes, plain.bytes, HEAD);
    memset(m.bytes + HEAD, 0xFF, 2);
    memcpy(m.bytes + HEAD + 2 + NAMES * NAME_BYTES, plain.bytes + HEAD + 2,
           plain.length - HEAD - 2);
    judged j = judge_bytes(NULL, m.bytes, m.length);
    assert_int_equal(fact_of(j.report, "places"), NAMES);
    assert_true(navlint_report_summary(j.report).errors >= NAMES);
    assert_true(navlint_report_summary(j.report).truncated);
    assert_int_equal(findings_of(j.report, "NAV_PLACE_EMPTY"), 100);
    assert_int_equal(finding_of(j.report, "NAV_PLACE_EMPTY")->occurrences, NAMES);
    judged_free(&j);
    (void)expect_within_bounds(&m);
    free(plain.bytes);
    free(m.bytes);
}

/* Spots whose ids collide for every multiplier of the index: given up, and said so. */
static void ids_made_to_collide_are_a_limit(void **state) {
    (void)state;
    const uint32_t multipliers[] = {0x9E3779B1u, 0x85EBCA6Bu, 0xC2B2AE35u, 0x27D4EB2Fu};
    enum { SPOTS = 256, SPOT_BYTES = 17 };
    const nav_spec spec = {.version = 5, .columns = 2, .rows = 1, .spots = SPOTS / 2};
    const mesh m = written(&spec);
    uint64_t at[2] = {0, 0};
    for (uint64_t offset = 0, found = 0; found < 2; offset++) /* the count byte, then the ids */
        if (m.bytes[offset] == SPOTS / 2 && nl_load_u32(m.bytes + offset + 1) == found * SPOTS / 2)
            at[found++] = offset + 1;
    uint32_t key = 100000;
    for (uint32_t i = 0; i < SPOTS; i++, key++) {
        while ((key * multipliers[0]) >> 30 || (key * multipliers[1]) >> 30 ||
               (key * multipliers[2]) >> 30 || (key * multipliers[3]) >> 30)
            key++;
        set_u32(&m, at[i / (SPOTS / 2)] + SPOT_BYTES * (i % (SPOTS / 2)), key);
    }
    judged j = judge_bytes(NULL, m.bytes, m.length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "steps");
    judged_free(&j);
    free(m.bytes);
}

/* Work per byte does not grow with the size. */
static void steps_are_linear(void **state) {
    (void)state;
    uint64_t steps_per_kilobyte[2];
    for (uint32_t i = 0; i < 2; i++) {
        const nav_spec spec = {.version = 16,
                               .columns = 16u << i,
                               .rows = 16,
                               .spots = 4,
                               .paths = 8,
                               .path_spots = 8,
                               .visible = 100};
        const mesh m = written(&spec);
        judged j = judge_bytes(NULL, m.bytes, m.length);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
        steps_per_kilobyte[i] = navlint_report_usage(j.report).steps * 1024 / m.length;
        judged_free(&j);
        free(m.bytes);
    }
    assert_in_range(steps_per_kilobyte[1], steps_per_kilobyte[0] * 95 / 100,
                    steps_per_kilobyte[0] * 105 / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_bare_areas),
        cmocka_unit_test(areas_full_of_hiding_spots),
        cmocka_unit_test(as_many_ladders_as_fit),
        cmocka_unit_test(a_full_directory_of_empty_names),
        cmocka_unit_test(ids_made_to_collide_are_a_limit),
        cmocka_unit_test(steps_are_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
