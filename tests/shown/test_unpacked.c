/* What a packed record unpacks to is what the dump shows inside, byte for byte. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/shown/fields.h"

typedef struct totals {
    size_t records, fields, refused;
} totals;

/* "/records/12" of "/records/12/fields/0/type". */
static void record_of(char *record, size_t capacity, const char *path) {
    const char *const name = strchr(path + 1, '/');
    const char *const end = name ? strchr(name + 1, '/') : NULL;
    const size_t length = end ? (size_t)(end - path) : strlen(path);
    assert_true(length < capacity);
    memcpy(record, path, length);
    record[length] = '\0';
}

static uint64_t number_at(const uint8_t *bytes, uint64_t length) {
    uint64_t number = 0;
    for (uint64_t i = length; i > 0; i--)
        number = number << 8 | bytes[i - 1];
    return number;
}

static void expect_inside(const navlint_unpacked *unpacked, const navlint_field *field) {
    assert_true(field->inner.offset <= unpacked->length);
    assert_true(field->inner.length <= unpacked->length - field->inner.offset);
    assert_int_equal(field->offset, unpacked->packed.offset);
    assert_int_equal(field->length, unpacked->packed.length);
    if (field->value.kind == NAVLINT_UINT)
        assert_int_equal(
            field->value.as.uint,
            number_at((const uint8_t *)unpacked->bytes + field->inner.offset, field->inner.length));
}

/* Found by path and by any of its bytes alike. */
static void expect_found_by_byte(const subject *s, const navlint_unpacked *by_path) {
    uint8_t *const copy = malloc(by_path->length);
    assert_non_null(copy);
    memcpy(copy, by_path->bytes, by_path->length);
    navlint_unpacked again = {.struct_bytes = sizeof again};
    navlint_options options = s->options;
    options.dump_from = by_path->packed.offset;
    options.dump_to = options.dump_from + 1;
    assert_int_equal(navlint_unpack(&options, &s->input, s->memory, s->memory_bytes, &again),
                     NAVLINT_OK);
    assert_int_equal(again.length, by_path->length);
    assert_memory_equal(again.bytes, copy, again.length);
    free(copy);
}

static void compare_record(const subject *s, const field_list *fields, size_t first, totals *t) {
    char path[128];
    record_of(path, sizeof path, fields->items[first].path);
    navlint_options options = s->options;
    options.dump_path = path;
    navlint_unpacked unpacked = {.struct_bytes = sizeof unpacked};
    assert_int_equal(navlint_unpack(&options, &s->input, s->memory, s->memory_bytes, &unpacked),
                     NAVLINT_OK);
    assert_string_equal(unpacked.encoding, "zlib");
    for (size_t i = first; i < fields->count && path_is_below(fields->items[i].path, path); i++) {
        if (!fields->items[i].encoding) continue;
        expect_inside(&unpacked, &fields->items[i]);
        t->fields++;
    }
    expect_found_by_byte(s, &unpacked);
    t->records++;
}

static void compare(void *context, const subject *s) {
    totals *const t = context;
    field_list fields = fields_under(s, &s->options);
    for (size_t i = 0; i < fields.count; i++) {
        const bool is_first = fields.items[i].encoding && !fields.items[i - 1].encoding;
        if (is_first) compare_record(s, &fields, i, t);
    }
    field_list_free(&fields);
}

static void records_unpack_to_what_is_dumped(void **state) {
    (void)state;
    totals t = {0};
    const size_t files = each_subject(compare, &t);
    print_message("%zu files, %zu packed records, %zu fields\n", files, t.records, t.fields);
    assert_true(t.records > 10 && t.fields > 1000);
}

/* ---- Refusals ---- */

static void refuse(void *context, const subject *s) {
    totals *const t = context;
    navlint_options options = s->options;
    navlint_unpacked unpacked = {.struct_bytes = sizeof unpacked};
    options.dump_path = "/no/such/path";
    const navlint_status status =
        navlint_unpack(&options, &s->input, s->memory, s->memory_bytes, &unpacked);
    assert_true(status == NAVLINT_NOT_PACKED || status == NAVLINT_UNSUPPORTED);
    assert_null(unpacked.bytes);
    options.dump_path = NULL;
    for (size_t bytes = 64; bytes < s->memory_bytes; bytes *= 3) {
        const navlint_status small =
            navlint_unpack(&options, &s->input, s->memory, bytes, &unpacked);
        assert_true((small == NAVLINT_OK) == (unpacked.bytes != NULL));
        t->refused += small == NAVLINT_NO_MEMORY;
    }
}

static void what_is_not_there_or_does_not_fit_is_refused(void **state) {
    (void)state;
    totals t = {0};
    (void)each_subject(refuse, &t);
    assert_true(t.refused > 100);
    navlint_unpacked unpacked = {.struct_bytes = 3};
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    uint8_t block[64];
    assert_int_equal(navlint_unpack(&options, &(navlint_input){0}, block, sizeof block, &unpacked),
                     NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_unpack(&options, &(navlint_input){0}, block, sizeof block, NULL),
                     NAVLINT_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_unpack_to_what_is_dumped),
        cmocka_unit_test(what_is_not_there_or_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
