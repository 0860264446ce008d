/* What any engine may rely on: the mutator stays inside its buffer, repeats itself, and most of
 * what it makes is still a file of the format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fuzz/mutate.h"
#include "fuzz/mutate_parts.h"
#include "validator/catalogue.h"
#include "validator/valid_files.h"

#include <stdio.h>
#include <string.h>

/* Sanitizers cost eight times as much; what differs between them and a plain build shows early. */
#if defined(__SANITIZE_ADDRESS__)
#define TESTS_ARE_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TESTS_ARE_SLOW 1
#endif
#endif

enum {
#ifdef TESTS_ARE_SLOW
    SEEDS = 1000,
    DECODED_SEEDS = 600,
#else
    SEEDS = 2000,
    DECODED_SEEDS = 600,
#endif
    MOST_SEEDS = 10000,
    SMALL_SEEDS = 100,
    REPEAT_ONE_IN = 16,
    LARGEST_SEED_BYTES = 4096,
    MAX_BYTES = LARGEST_SEED_BYTES + 1024, /* lets files grow, and some mutations not fit */
    FENCE_BYTES = 64,
    FENCE = 0xa5
};

typedef struct subject {
    const char *format_id;
    unsigned variant;
    uint8_t seed[LARGEST_SEED_BYTES];
    size_t seed_bytes;
    mut_map map; /* of the seed */
} subject;

typedef struct buffer {
    uint8_t bytes[MAX_BYTES + FENCE_BYTES];
    size_t size; /* bytes in use */
} buffer;

typedef void (*subject_fn)(const subject *subject);

static subject the_subject;
static mut_map result_map;
static buffer first, second;

static void for_each_variant_of(const navlint_format *format, subject_fn judge) {
    const char *const id = format->id;
    assert_true(nl_build_variants(id) > 0);
    for (unsigned v = 0; v < nl_build_variants(id); v++) {
        subject *const s = &the_subject;
        s->format_id = id;
        s->variant = v;
        assert_true(nl_build_variant(id, v, 0, s->seed, sizeof s->seed, &s->seed_bytes));
        assert_true(mut_map_read(&s->map, id, s->seed, s->seed_bytes));
        judge(s);
    }
}

static void for_each_variant(subject_fn judge) {
    for (size_t f = 0; f < navlint_format_count(); f++)
        for_each_variant_of(navlint_format_at(f), judge);
}

/* Rows of a directory say where in the file its members are: with a row more or less none of them
 * is right any more, whatever the count says. */
static void for_each_variant_but_containers(subject_fn judge) {
    for (size_t f = 0; f < navlint_format_count(); f++)
        if (!navlint_format_at(f)->is_container) for_each_variant_of(navlint_format_at(f), judge);
}

static void mutate(buffer *out, const subject *s, size_t max_bytes, unsigned seed) {
    memset(out->bytes, FENCE, sizeof out->bytes);
    const size_t size = s->seed_bytes < max_bytes ? s->seed_bytes : max_bytes;
    memcpy(out->bytes, s->seed, size);
    out->size = nl_mutate(s->format_id, out->bytes, size, max_bytes, seed, NULL);
    assert_in_range(out->size, 1, max_bytes);
    /* A mutation that shrinks leaves what it likes between the new end and the old one. */
    const size_t written = out->size > size ? out->size : size;
    for (size_t i = written; i < sizeof out->bytes; i++)
        if (out->bytes[i] != FENCE) fail_msg("seed %u wrote byte %zu", seed, i);
}

/* ---- Bounds, repetition ---- */

static void stays_inside(const subject *s) {
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        mutate(&first, s, MAX_BYTES, seed);
        if (seed % REPEAT_ONE_IN != 0) continue;
        mutate(&first, s, s->seed_bytes, seed);
        mutate(&first, s, 1 + seed % s->seed_bytes, seed);
    }
}

static void results_stay_inside_the_buffer(void **state) {
    (void)state;
    for_each_variant(stays_inside);
}

static void repeats_itself(const subject *s) {
    for (unsigned seed = 0; seed < SEEDS; seed += REPEAT_ONE_IN) {
        mutate(&first, s, MAX_BYTES, seed);
        /* Another input in between, for the scratch must not carry anything over. */
        mutate(&second, s, 1 + s->seed_bytes / 2, seed + 1);
        mutate(&second, s, MAX_BYTES, seed);
        assert_int_equal(first.size, second.size);
        assert_memory_equal(first.bytes, second.bytes, first.size);
    }
}

static void the_same_seed_gives_the_same_result(void **state) {
    (void)state;
    for_each_variant(repeats_itself);
}

static void an_empty_input_becomes_something(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < SMALL_SEEDS; seed++) {
        uint8_t bytes[8] = {0};
        const size_t size = nl_mutate(navlint_format_at(0)->id, bytes, 0, sizeof bytes, seed, NULL);
        assert_in_range(size, 1, sizeof bytes);
    }
    assert_int_equal(nl_mutate(navlint_format_at(0)->id, NULL, 0, 0, 1, NULL), 0);
}

static size_t refuse(uint8_t *data, size_t size, size_t max_size) {
    (void)data;
    (void)size;
    (void)max_size;
    return 0;
}

static size_t overshoot(uint8_t *data, size_t size, size_t max_size) {
    memset(data, 0xff, max_size);
    (void)size;
    return max_size + 1;
}

static void survives_bad_engines(const subject *s) {
    for (unsigned seed = 0; seed < SMALL_SEEDS; seed++) {
        const nl_mutate_engine engine = seed % 2 ? refuse : overshoot;
        memset(first.bytes, FENCE, sizeof first.bytes);
        memcpy(first.bytes, s->seed, s->seed_bytes);
        const size_t size =
            nl_mutate(s->format_id, first.bytes, s->seed_bytes, MAX_BYTES, seed, engine);
        assert_in_range(size, 1, MAX_BYTES);
        for (size_t i = MAX_BYTES; i < sizeof first.bytes; i++)
            assert_int_equal(first.bytes[i], FENCE);
    }
}

static void an_engine_may_refuse(void **state) {
    (void)state;
    for_each_variant(survives_bad_engines);
}

/* ---- The map ---- */

/* Fields do not overlap, groups and lists hold each member once, records nest. */
static void map_is_sound(const subject *s) {
    const mut_map *const map = &s->map;
    uint32_t grouped = 0;
    uint32_t listed = 0;
    assert_false(map->is_cut_short);
    for (uint32_t i = 1; i < map->field_count; i++)
        assert_true(map->fields[i].at >= map->fields[i - 1].at + map->fields[i - 1].length);
    for (uint32_t g = 0; g < map->group_count; g++) {
        assert_true(map->groups[g].count > 0);
        grouped += map->groups[g].count;
    }
    for (uint32_t l = 0; l < map->list_count; l++) {
        assert_true(map->lists[l].count > 0);
        listed += map->lists[l].count;
    }
    assert_int_equal(grouped, map->field_count);
    assert_int_equal(listed, map->record_count);
    for (uint32_t r = 0; r < map->record_count; r++)
        assert_true(map->records[r].at < map->records[r].end &&
                    map->records[r].end <= s->seed_bytes);
}

static void maps_are_sound(void **state) {
    (void)state;
    for_each_variant(map_is_sound);
}

/* A format without counted lists would leave half of the mutator idle, unless it states sizes of
 * what holds them. */
static void most_lists_have_their_count(const subject *s) {
    uint32_t counted = 0;
    for (uint32_t l = 0; l < s->map.list_count; l++)
        counted += s->map.lists[l].count_field != MUT_NONE;
    assert_true(counted * 2 > s->map.list_count || nl_format_by_id(s->format_id)->resize);
}

static void counts_are_found(void **state) {
    (void)state;
    for_each_variant_but_containers(most_lists_have_their_count);
}

/* ---- What comes out ---- */

static bool is_counted_map(const mut_map *map, const uint8_t *bytes) {
    for (uint32_t l = 0; l < map->list_count; l++) {
        const uint16_t field = map->lists[l].count_field;
        if (field != MUT_NONE && mut_load(bytes, &map->fields[field]) != map->lists[l].count)
            return false;
    }
    return true;
}

/* The last field of a whole file ends where the file ends. */
static bool reaches_the_end(const mut_map *map, size_t size) {
    const mut_field *const last = &map->fields[map->field_count - 1];
    return last->at + last->length == size;
}

/* A format that is followed by offsets has fields for the tail of a cut file, too. */
static bool cut_files_reach_the_end(const subject *s) {
    const size_t half = s->seed_bytes / 2;
    return mut_map_read(&result_map, s->format_id, s->seed, half) &&
           reaches_the_end(&result_map, half);
}

static void most_results_decode(const subject *s) {
    unsigned decoded = 0;
    unsigned whole = 0;
    unsigned more = 0;
    unsigned fewer = 0;
    for (unsigned seed = 0; seed < DECODED_SEEDS; seed++) {
        mutate(&first, s, MAX_BYTES, seed);
        if (!mut_map_read(&result_map, s->format_id, first.bytes, first.size)) continue;
        decoded += result_map.record_count > 0; /* further than the head */
        if (!reaches_the_end(&result_map, first.size)) continue;
        if (!is_counted_map(&result_map, first.bytes)) continue;
        whole++;
        more += result_map.record_count > s->map.record_count;
        fewer += result_map.record_count < s->map.record_count;
    }
    print_message("%s variant %u: of %d results %u decode beyond the head, %u to the end, %u with "
                  "more records, %u with fewer\n",
                  s->format_id, s->variant, DECODED_SEEDS, decoded, whole, more, fewer);
    assert_true(decoded >= DECODED_SEEDS * 3 / 10);
    assert_true(whole < DECODED_SEEDS ||
                cut_files_reach_the_end(s)); /* the others are wanted too */
    assert_true(more > 0);
    assert_true(fewer > 0);
}

static void results_are_still_files(void **state) {
    (void)state;
    for_each_variant_but_containers(most_results_decode);
}

/* Returns how many groups of fields were changed for the first time. */
static uint32_t note_changes(const subject *s, bool *changed) {
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < s->map.field_count; i++) {
        const mut_field *const f = &s->map.fields[i];
        if (changed[f->group] || memcmp(first.bytes + f->at, s->seed + f->at, f->length) == 0)
            continue;
        changed[f->group] = true;
        fresh++;
    }
    return fresh;
}

/* Every kind of field is changed by some mutation that leaves all others where they are. */
static void every_group_is_reached(const subject *s) {
    bool changed[MUT_MAX_GROUPS] = {false};
    uint32_t reached = 0;
    for (unsigned seed = 0; seed < MOST_SEEDS && reached < s->map.group_count; seed++) {
        mutate(&first, s, MAX_BYTES, seed);
        if (first.size == s->seed_bytes) reached += note_changes(s, changed);
    }
    for (uint32_t g = 0; g < s->map.group_count; g++)
        if (!changed[g])
            fail_msg("variant %u: the field at byte %u is never changed", s->variant,
                     s->map.fields[s->map.grouped[s->map.groups[g].first]].at);
}

static void no_field_is_out_of_reach(void **state) {
    (void)state;
    for_each_variant(every_group_is_reached);
}

/* ---- Values that are worth more ---- */

static bool is_word(const mut_field *field) {
    return field->kind == MUT_INTEGER && field->length == 4;
}

static const mut_field *first_word(const mut_map *map) {
    for (uint32_t i = 0; i < map->field_count; i++)
        if (is_word(&map->fields[i])) return &map->fields[i];
    return NULL;
}

/* In the place of the value that the program compared it with, wherever that stands. */
static bool holds_constant(const subject *s, uint64_t constant) {
    for (uint32_t i = 0; i < s->map.field_count; i++) {
        const mut_field *const field = &s->map.fields[i];
        if (is_word(field) && field->at + field->length <= first.size &&
            mut_load(first.bytes, field) == constant)
            return true;
    }
    return false;
}

static void a_constant_is_put_in(const subject *s) {
    enum { CONSTANT = 0x13579bdf };
    const mut_field *const field = first_word(&s->map);
    unsigned count = 0;
    if (!field) return;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        nl_compared compared = {CONSTANT, mut_load(s->seed, field), 1, 4, 0};
        nl_mutate_compared(&compared, 1);
        mutate(&first, s, MAX_BYTES, seed);
        count += holds_constant(s, CONSTANT);
    }
    nl_mutate_compared(NULL, 0);
    assert_true(count > SEEDS / 8);
}

static void constants_of_comparisons_are_put_in(void **state) {
    (void)state;
    for_each_variant(a_constant_is_put_in);
}

/* As many records as wrap the product with their size. */
static bool wraps(const subject *s, const mut_list *list) {
    const mut_field *const count = &s->map.fields[list->count_field];
    const mut_record *const record = &s->map.records[s->map.listed[list->first]];
    const uint64_t whole = UINT64_MAX >> (64 - 8 * count->length);
    const uint64_t bytes = mut_load(first.bytes, count) * (record->end - record->at);
    return bytes > whole && bytes - whole <= 3 * (uint64_t)(record->end - record->at);
}

static bool some_count_wraps(const subject *s) {
    for (uint32_t l = 0; l < s->map.list_count; l++)
        if (s->map.lists[l].count_field != MUT_NONE && wraps(s, &s->map.lists[l])) return true;
    return false;
}

static void a_count_gets_to_its_limit(const subject *s) {
    unsigned count = 0;
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        mutate(&first, s, s->seed_bytes, seed);
        count += first.size == s->seed_bytes && some_count_wraps(s);
    }
    if (s->map.list_count > 0) assert_true(count > 0);
}

static void counts_get_to_their_limits(void **state) {
    (void)state;
    for_each_variant_but_containers(a_count_gets_to_its_limit);
}

/* The last: it cannot be taken back. */
static void no_field_is_out_of_reach_of_fairness(void **state) {
    (void)state;
    nl_mutate_fairly();
    for_each_variant(every_group_is_reached);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_stay_inside_the_buffer),
        cmocka_unit_test(the_same_seed_gives_the_same_result),
        cmocka_unit_test(an_empty_input_becomes_something),
        cmocka_unit_test(an_engine_may_refuse),
        cmocka_unit_test(maps_are_sound),
        cmocka_unit_test(counts_are_found),
        cmocka_unit_test(results_are_still_files),
        cmocka_unit_test(no_field_is_out_of_reach),
        cmocka_unit_test(constants_of_comparisons_are_put_in),
        cmocka_unit_test(counts_get_to_their_limits),
        cmocka_unit_test(no_field_is_out_of_reach_of_fairness),
    };
    return cmocka_run_group_tests_name("mutate", tests, NULL, NULL);
}
