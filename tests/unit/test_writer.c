/* The bounded writer and the visitor of decoded fields. */
#include "tests/support/unit.h"

#include <string.h>

#include "core/dump.h"
#include "core/writer.h"

static void writes_little_endian(void **state) {
    (void)state;
    uint8_t bytes[11];
    const uint8_t expected[] = {0x01, 0x03, 0x02, 0x07, 0x06, 0x05, 0x04, 0x00, 0x00, 0xC0, 0x3F};
    nl_writer w = nl_writer_over(bytes, sizeof bytes);
    nl_write_u8(&w, 0x01);
    nl_write_u16(&w, 0x0203);
    nl_write_u32(&w, 0x04050607);
    nl_write_f32(&w, 1.5f);
    assert_true(nl_writer_ok(&w));
    assert_int_equal(w.at, sizeof bytes);
    assert_memory_equal(bytes, expected, sizeof bytes);
}

static void writes_low_bits_only(void **state) {
    (void)state;
    uint8_t bytes[3];
    nl_writer w = nl_writer_over(bytes, sizeof bytes);
    nl_write_u8(&w, 0x1FF);
    nl_write_u16(&w, 0x12345);
    assert_memory_equal(bytes, "\xFF\x45\x23", 3);
}

static void counts_what_does_not_fit(void **state) {
    (void)state;
    uint8_t bytes[6] = "######";
    nl_writer w = nl_writer_over(bytes, 4);
    nl_write_bytes(&w, "abc", 3);
    nl_write_bytes(&w, "de", 2); /* all or nothing */
    assert_false(nl_writer_ok(&w));
    assert_int_equal(w.at, 5);
    nl_write_u8(&w, 'f'); /* nothing is written behind a hole */
    assert_int_equal(w.at, 6);
    assert_memory_equal(bytes, "abc###", 6);
}

static void counts_over_no_memory(void **state) {
    (void)state;
    nl_writer w = nl_writer_over(NULL, 0);
    assert_true(nl_writer_ok(&w));
    nl_write_bytes(&w, NULL, 0);
    assert_true(nl_writer_ok(&w));
    nl_write_u32(&w, 1);
    assert_false(nl_writer_ok(&w));
    assert_int_equal(w.at, 4);
}

/* ---- Dump ---- */

typedef struct visits {
    unsigned count;
    unsigned allowed;
    navlint_field last;
    char path[64];
    char text[64];
} visits;

static bool note(void *context, const navlint_field *field) {
    visits *const v = context;
    v->count++;
    v->last = *field;
    (void)strncpy(v->path, field->path, sizeof v->path - 1);
    if (field->value.kind == NAVLINT_TEXT)
        (void)strncpy(v->text, field->value.as.text, sizeof v->text - 1);
    return v->count < v->allowed;
}

static const uint8_t bytes[] = {0x01, 0x02, 0x03, 0x04, 0x3F, 0xC0, 0x00, 0x00, 'A', '\n'};

static nl_dump dump_to(visits *v) {
    return (nl_dump){.bytes = bytes, .length = sizeof bytes, .visit = note, .context = v};
}

static void values_are_read_as_their_type(void **state) {
    (void)state;
    visits v = {.allowed = 100};
    nl_dump dump = dump_to(&v);
    const nl_path path = nl_key(NULL, "field");
    const struct {
        nl_type type;
        uint64_t value;
        uint64_t length;
    } rows[] = {{NL_U8, 0x01, 1},
                {NL_U16LE, 0x0201, 2},
                {NL_U32LE, 0x04030201, 4},
                {NL_U16BE, 0x0102, 2},
                {NL_U32BE, 0x01020304, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nl_dump_value(&dump, &path, rows[i].type, NAVLINT_COUNT, 0);
        assert_int_equal(v.last.value.kind, NAVLINT_UINT);
        assert_int_equal(v.last.value.as.uint, rows[i].value);
        assert_int_equal(v.last.length, rows[i].length);
        assert_int_equal(v.last.role, NAVLINT_COUNT);
        assert_string_equal(v.last.type, nl_type_name(rows[i].type));
    }
    nl_dump_value(&dump, &path, NL_F32BE, NAVLINT_PLAIN, 4);
    assert_true(v.last.value.as.real == 1.5);
    nl_dump_value(&dump, &path, NL_F32LE, NAVLINT_PLAIN, 0);
    assert_int_equal(v.last.value.kind, NAVLINT_REAL);
    assert_string_equal(v.path, "/field");
}

static void opaque_bytes_are_shown_escaped(void **state) {
    (void)state;
    visits v = {.allowed = 100};
    nl_dump dump = dump_to(&v);
    nl_dump_bytes(&dump, NULL, 8, 2);
    assert_string_equal(v.text, "A\\x0a");
    assert_string_equal(v.path, "");
    assert_string_equal(v.last.type, "bytes");
    nl_dump_bytes(&dump, NULL, sizeof bytes, 0);
    assert_int_equal(v.count, 2);
    assert_int_equal(v.last.offset, sizeof bytes);
}

static void what_lies_outside_is_not_visited(void **state) {
    (void)state;
    visits v = {.allowed = 100};
    nl_dump dump = dump_to(&v);
    nl_dump_value(&dump, NULL, NL_U32LE, NAVLINT_PLAIN, sizeof bytes - 3);
    nl_dump_value(&dump, NULL, NL_U8, NAVLINT_PLAIN, sizeof bytes);
    nl_dump_value(&dump, NULL, NL_U8, NAVLINT_PLAIN, UINT64_MAX);
    nl_dump_bytes(&dump, NULL, 8, 3);
    nl_dump_bytes(&dump, NULL, 1, UINT64_MAX);
    nl_dump_bytes(&dump, NULL, sizeof bytes + 1, 0);
    assert_int_equal(v.count, 0);
    nl_dump_value(&dump, NULL, NL_U32LE, NAVLINT_PLAIN, sizeof bytes - 4);
    assert_int_equal(v.count, 1);
}

static void a_visitor_can_stop(void **state) {
    (void)state;
    visits v = {.allowed = 2};
    nl_dump dump = dump_to(&v);
    for (int i = 0; i < 5; i++)
        nl_dump_value(&dump, NULL, NL_U8, NAVLINT_PLAIN, 0);
    nl_dump_bytes(&dump, NULL, 0, 1);
    assert_int_equal(v.count, 2);
    assert_true(dump.stopped);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_little_endian),
        cmocka_unit_test(writes_low_bits_only),
        cmocka_unit_test(counts_what_does_not_fit),
        cmocka_unit_test(counts_over_no_memory),
        cmocka_unit_test(values_are_read_as_their_type),
        cmocka_unit_test(opaque_bytes_are_shown_escaped),
        cmocka_unit_test(what_lies_outside_is_not_visited),
        cmocka_unit_test(a_visitor_can_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
