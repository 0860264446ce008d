/* navlint_check_json: what it reads, what it refuses, and its parts. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "navlint/navlint.h"
#include "report/call/call.h"
#include "tests/support/sample.h"

static void expect(const char *request, const char *response) {
    const navlint_text text = navlint_check_json(request, strlen(request), NULL, 0);
    assert_non_null(text.text);
    assert_int_equal(strlen(text.text), text.length);
    assert_string_equal(text.text, response);
    navlint_text_free(text);
}

/* ---- Refusals ---- */

static void what_is_no_request_is_explained(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"{\"a\":1,\"a\":2}", "\"code\":\"duplicate-key\""},
        {"{\"only\":[}", "\"line\":1,\"column\":"},
        {"", "\"code\":\"json\""},
        {"{\"setName\":\"\\u0000\"}", "\"code\":\"json\""},
        {"[]",
         "{\"error\":{\"code\":\"type\",\"message\":\"an object is expected\",\"path\":\"\"}}"},
        {"{}", "\"code\":\"no-inputs\""},
        {"{\"masters\":[\"x\"]}", "\"code\":\"unknown-input\""},
        {"{\"maxFindings\":-1}", "a whole number from 0 to 4294967295 is expected"},
        {"{\"maxFindings\":4294967296}", "\"path\":\"/maxFindings\""},
        {"{\"maxFindings\":0.5}", "\"code\":\"type\""},
        {"{\"pedantic\":1}", "true or false is expected"},
        {"{\"inputs\":[{}]}", "\"path\":\"/inputs/0\""},
        {"{\"inputs\":[{\"base64\":\"A\"}]}", "\"code\":\"base64\""},
        {"{\"inputs\":[{\"bytes\":\"\"}]}", "\"path\":\"/inputs/0/bytes\""},
        {"{\"a/b~c\":1}", "\"path\":\"/a~1b~0c\""},
        {"{\"severity\":{\"NAV_MAGIC\":\"fatal\"}}", "\"path\":\"/severity/NAV_MAGIC\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const navlint_text text = navlint_check_json(rows[i][0], strlen(rows[i][0]), NULL, 0);
        if (!strstr(text.text, rows[i][1])) fail_msg("%s: %s", rows[i][0], text.text);
        navlint_text_free(text);
    }
}

static void a_slip_is_told_what_is_near(void **state) {
    (void)state;
    expect("{\"ignores\":[]}",
           "{\"error\":{\"code\":\"unknown-key\",\"message\":\"'ignores' is no key of a request\","
           "\"path\":\"/ignores\",\"nearest\":\"ignore\"}}");
    expect("{\"only\":[\"NAV_MAGIC\",\"NAV_MAGIK\"]}",
           "{\"error\":{\"code\":\"unknown-rule\",\"message\":\"'NAV_MAGIK' is no known rule\","
           "\"path\":\"/only/1\",\"nearest\":\"NAV_MAGIC\"}}");
    expect("{\"game\":\"gmodd\"}",
           "{\"error\":{\"code\":\"unknown-game\",\"message\":\"'gmodd' is no known game\","
           "\"path\":\"/game\",\"nearest\":\"gmod\"}}");
    expect("{\"format\":\"xml\"}",
           "{\"error\":{\"code\":\"value\",\"message\":\"'xml' is no word for this\","
           "\"path\":\"/format\"}}");
}

/* A tree of values takes far more memory than its text. */
static void too_many_values_are_refused_unread(void **state) {
    (void)state;
    enum { MANY = 200001 };
    char *const request = malloc(MANY);
    assert_non_null(request);
    memset(request, '[', MANY);
    const navlint_text text = navlint_check_json(request, MANY, NULL, 0);
    assert_non_null(strstr(text.text, "\"code\":\"too-large\""));
    navlint_text_free(text);
    memset(request, ',', MANY); /* in a string they are no values */
    memcpy(request, "{\"setName\":\"", 12);
    memcpy(request + MANY - 2, "\"}", 2);
    const navlint_text other = navlint_check_json(request, MANY, NULL, 0);
    assert_non_null(strstr(other.text, "\"code\":\"no-inputs\""));
    navlint_text_free(other);
    free(request);
}

/* ---- Answers ---- */

static void the_report_is_that_of_a_check(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_ZERO");
    const navlint_input input = {.name = "a.nav", .bytes = s.bytes, .length = s.length};
    static const char request[] = "{\"severity\":{\"NAV_CONN_ZERO\":\"warning\"}}";
    static const char export[] = "{\"format\":\"csv\",\"ignore\":[\"NAV_*\"]}";
    navlint_text text = navlint_check_json(request, strlen(request), &input, 1);
    assert_non_null(strstr(text.text, "{\"report\":{"));
    assert_non_null(strstr(text.text, "\"severity\":\"warning\""));
    assert_non_null(strstr(text.text, "\"verdict\":\"valid\""));
    navlint_text_free(text);
    text = navlint_check_json(export, strlen(export), &input, 1);
    assert_non_null(strstr(text.text, "{\"verdict\":\"valid\",\"format\":\"csv\",\"output\":\""));
    assert_null(strstr(text.text, "NAV_CONN_ZERO"));
    navlint_text_free(text);
}

static void no_request_at_all_is_refused(void **state) {
    (void)state;
    const navlint_text text = navlint_check_json(NULL, 17, NULL, 17);
    assert_non_null(strstr(text.text, "\"code\":\"json\""));
    navlint_text_free(text);
}

/* ---- Base64 ---- */

/* RFC 4648 section 10, and what its section 4 does not write. */
static void base64_is_that_of_the_rfc(void **state) {
    (void)state;
    static const char *const vectors[][2] = {{"", ""},
                                             {"Zg==", "f"},
                                             {"Zm8=", "fo"},
                                             {"Zm9v", "foo"},
                                             {"Zm9vYg==", "foob"},
                                             {"Zm9vYmE=", "fooba"},
                                             {"Zm9vYmFy", "foobar"}};
    static const char *const wrong[] = {"Z",        "Zg",   "Zg=",  "Zh==", "Zm9=", "====",
                                        "Zg==Zg==", "Zm-_", "Z===", "Zm 8", "Z=g=", "Zm9vYmF"};
    uint8_t out[16];
    size_t length = 0;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        assert_true(rep_base64_read(vectors[i][0], strlen(vectors[i][0]), out, &length));
        assert_int_equal(length, strlen(vectors[i][1]));
        assert_memory_equal(out, vectors[i][1], length);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (rep_base64_read(wrong[i], strlen(wrong[i]), out, &length)) fail_msg("%s", wrong[i]);
    assert_true(rep_base64_read("+/+/", 4, out, &length) && out[0] == 0xFB && out[2] == 0xBF);
}

/* ---- Slips ---- */

static void the_nearest_word_is_found(void **state) {
    (void)state;
    static const char *const words[] = {"ignore", "only", "inputs", "inputFormat"};
    static const char *const rows[][2] = {
        {"ignroe", "ignore"}, {"ony", "only"}, {"input", "inputs"}, {"inputformat", "inputFormat"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rep_nearest nearest = {.word = rows[i][0]};
        for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
            rep_nearest_try(&nearest, words[k]);
        assert_string_equal(nearest.best, rows[i][1]);
    }
    rep_nearest far = {.word = "x"};
    rep_nearest_try(&far, "only");
    assert_null(far.best);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_request_is_explained),
        cmocka_unit_test(a_slip_is_told_what_is_near),
        cmocka_unit_test(too_many_values_are_refused_unread),
        cmocka_unit_test(the_report_is_that_of_a_check),
        cmocka_unit_test(no_request_at_all_is_refused),
        cmocka_unit_test(base64_is_that_of_the_rfc),
        cmocka_unit_test(the_nearest_word_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
