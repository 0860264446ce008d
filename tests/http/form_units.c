/* The form's parser as a pure function: whatever it is given, it stays inside. */
#include "server/multipart.h"
#include "server/parameters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char boundary[] = "b--7";

static const char whole[] = "--b--7\r\n"
                            "Content-Disposition: form-data; name=\"a\"; filename=\"one\"\r\n"
                            "Content-Type: text/plain\r\n"
                            "\r\n"
                            "first\r\n--b--\r\n\r\n"
                            "\r\n--b--7 \r\n"
                            "content-disposition:form-data;name=b;filename=\"two\\\\\"\r\n"
                            "\r\n"
                            "\r\n--b--7--";

typedef struct outcome {
    srv_answer answer;
    size_t part_count;
    size_t bytes; /* of all parts */
} outcome;

/* The body lies in a block of its very size, so that the sanitizer sees a step past its end. */
static outcome read_all(const char *bytes, size_t length) {
    char *exact = malloc(length > 0 ? length : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, length);
    srv_form form = {.boundary = boundary, .body = {exact, length}};
    srv_part part;
    srv_problem problem;
    outcome out = {.answer = SRV_OK};
    while (srv_form_next(&form, &part, &problem)) {
        assert_true(part.bytes.bytes >= exact);
        assert_true(part.bytes.bytes + part.bytes.length <= exact + length);
        assert_in_range(strlen(part.name), part.is_file ? 1 : 0, part.is_file ? SRV_NAME_MAX : 0);
        assert_true(part.field.bytes >= exact);
        assert_true(part.field.bytes + part.field.length <= exact + length);
        out.bytes += part.bytes.length;
        out.part_count++;
    }
    out.answer = problem.answer;
    free(exact);
    return out;
}

static void test_whole(void **state) {
    (void)state;
    srv_form form = {.boundary = boundary, .body = {whole, sizeof whole - 1}};
    srv_part part;
    srv_problem problem;
    assert_true(srv_form_next(&form, &part, &problem));
    assert_string_equal(part.name, "one");
    assert_int_equal(part.bytes.length, strlen("first\r\n--b--\r\n\r\n"));
    assert_ptr_equal(part.bytes.bytes, strstr(whole, "first"));
    assert_true(srv_form_next(&form, &part, &problem));
    assert_string_equal(part.name, "two\\");
    assert_int_equal(part.bytes.length, 0);
    assert_false(srv_form_next(&form, &part, &problem));
    assert_int_equal(problem.answer, SRV_OK);
    assert_false(srv_form_next(&form, &part, &problem));
    assert_int_equal(form.part_count, 2);
}

static void test_every_prefix(void **state) {
    (void)state;
    for (size_t length = 0; length < sizeof whole - 1; length++)
        assert_int_equal(read_all(whole, length).answer, SRV_MULTIPART_CUT);
    assert_int_equal(read_all(whole, sizeof whole - 1).answer, SRV_OK);
}

/* One byte more or less of the boundary's surroundings may move bytes into a part or out of it, but
 * never both parts' bytes into one answer without the other's. */
static void test_every_byte_changed(void **state) {
    (void)state;
    static const char others[] = {'\0', '\r', '\n', '-', '"', ';', ' ', ':', 'x', '\\', (char)0xFF};
    char changed[sizeof whole];
    for (size_t at = 0; at + 1 < sizeof whole; at++)
        for (size_t i = 0; i < sizeof others; i++) {
            memcpy(changed, whole, sizeof whole);
            changed[at] = others[i];
            const outcome out = read_all(changed, sizeof whole - 1);
            assert_true(out.answer != SRV_INTERNAL && out.part_count <= 2);
            assert_true(out.bytes < sizeof whole);
        }
}

static void test_every_byte_left_out(void **state) {
    (void)state;
    char shorter[sizeof whole];
    for (size_t at = 0; at + 1 < sizeof whole; at++) {
        memcpy(shorter, whole, at);
        memcpy(shorter + at, whole + at + 1, sizeof whole - at - 1);
        assert_true(read_all(shorter, sizeof whole - 2).part_count <= 2);
    }
}

/* A header of exactly the largest size, its empty line among it, and one byte more. */
static void test_header_limit(void **state) {
    (void)state;
    static const char before[] = "--b--7\r\n";
    static const char field[] = "Content-Disposition: form-data; name=a; filename=a\r\nX: ";
    static const char after[] = "\r\n\r\nbytes\r\n--b--7--";
    const size_t fill = SRV_PART_HEADER_MAX - (sizeof field - 1) - 4;
    for (size_t more = 0; more < 2; more++) {
        char body[SRV_PART_HEADER_MAX + 64];
        size_t length = 0;
        memcpy(body, before, sizeof before - 1);
        length += sizeof before - 1;
        memcpy(body + length, field, sizeof field - 1);
        length += sizeof field - 1;
        memset(body + length, 'x', fill + more);
        length += fill + more;
        memcpy(body + length, after, sizeof after - 1);
        length += sizeof after - 1;
        assert_int_equal(read_all(body, length).answer, more ? SRV_PART_HEADER_TOO_LONG : SRV_OK);
    }
}

/* A part without a filename is told by its name, which stays as it came. */
static void test_fields(void **state) {
    (void)state;
    static const char body[] = "--b--7\r\nContent-Disposition: form-data; name=\"ga\\\"me\"\r\n\r\n"
                               "css\r\n--b--7\r\nContent-Disposition: form-data; name=f; "
                               "filename=a\r\n\r\nx\r\n--b--7--";
    srv_form form = {.boundary = boundary, .body = {body, sizeof body - 1}};
    srv_part part;
    srv_problem problem;
    assert_true(srv_form_next(&form, &part, &problem));
    assert_false(part.is_file);
    assert_string_equal(part.name, "");
    assert_int_equal(part.field.length, strlen("ga\\\"me"));
    assert_memory_equal(part.field.bytes, "ga\\\"me", part.field.length);
    assert_memory_equal(part.bytes.bytes, "css", part.bytes.length);
    assert_true(srv_form_next(&form, &part, &problem));
    assert_true(part.is_file);
    assert_string_equal(part.name, "a");
    assert_memory_equal(part.field.bytes, "f", part.field.length);
    assert_false(srv_form_next(&form, &part, &problem));
}

static void test_parameters(void **state) {
    (void)state;
    static const struct {
        const char *text;
        srv_parameter_step step;
        const char *value; /* of the first, without its escapes */
    } rows[] = {{"", SRV_PARAMETERS_END, ""},
                {" ; ;", SRV_PARAMETERS_END, ""},
                {";a=b", SRV_PARAMETER_READ, "b"},
                {" ;\ta=b ;", SRV_PARAMETER_READ, "b"},
                {";a=\"\"", SRV_PARAMETER_READ, ""},
                {";a=\"b;c\\\"\\\\\\d\"", SRV_PARAMETER_READ, "b;c\"\\\\d"},
                {"a=b", SRV_PARAMETERS_BAD, ""},
                {";a", SRV_PARAMETERS_BAD, ""},
                {";a=", SRV_PARAMETERS_BAD, ""},
                {";=b", SRV_PARAMETERS_BAD, ""},
                {";a =b", SRV_PARAMETERS_BAD, ""},
                {";a= b", SRV_PARAMETERS_BAD, ""},
                {";a=b c", SRV_PARAMETERS_BAD, ""},
                {";a=b\"", SRV_PARAMETERS_BAD, ""},
                {";a=\"b", SRV_PARAMETERS_BAD, ""},
                {";a=\"b\\\"", SRV_PARAMETERS_BAD, ""},
                {";a=\"b\\", SRV_PARAMETERS_BAD, ""},
                {";a=\"", SRV_PARAMETERS_BAD, ""}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const size_t length = strlen(rows[i].text);
        char *exact = malloc(length + 1);
        assert_non_null(exact);
        memcpy(exact + 1, rows[i].text, length); /* ends with the block */
        srv_text rest = {exact + 1, length};
        srv_parameter parameter = {.value = {"", 0}};
        assert_int_equal(srv_parameter_next(&rest, &parameter), rows[i].step);
        char plain[32] = "";
        if (rows[i].step == SRV_PARAMETER_READ)
            plain[srv_parameter_unescape(parameter.value, plain)] = '\0';
        assert_string_equal(plain, rows[i].value);
        free(exact);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),
        cmocka_unit_test(test_every_prefix),
        cmocka_unit_test(test_every_byte_changed),
        cmocka_unit_test(test_every_byte_left_out),
        cmocka_unit_test(test_header_limit),
        cmocka_unit_test(test_parameters),
        cmocka_unit_test(test_fields),
    };
    return cmocka_run_group_tests_name("form_units", tests, NULL, NULL);
}
