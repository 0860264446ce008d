/* What a request says about the form of a document. */
#include "server/docs/negotiate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A head with one field, whose value ends where its memory ends, for the sanitizer. */
static bool ask(const char *name, const char *value,
                bool (*question)(const srv_head *head, const char *etag), const char *etag) {
    char *exact = malloc(strlen(value) + 1);
    memcpy(exact, value, strlen(value));
    char *end = realloc(exact, strlen(value) > 0 ? strlen(value) : 1);
    const srv_header field = {.name = {name, strlen(name)}, .value = {end, strlen(value)}};
    const srv_head head = {.headers = &field, .header_count = 1};
    const bool answer = question(&head, etag);
    free(end);
    return answer;
}

static bool wants_gzip(const srv_head *head, const char *etag) {
    (void)etag;
    return srv_wants_gzip(head);
}

static void test_codings(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool gzip;
    } rows[] = {{"gzip", true},
                {"GZIP", true},
                {"x-gzip", true},
                {" gzip ", true},
                {"deflate, gzip;q=1.0, *;q=0.5", true},
                {"gzip, deflate, br", true},
                {"br;q=1,gzip;q=0.001", true},
                {"*", true},
                {"gzip;q=0.5, identity;q=0.5", true},
                {"gzip ; q=0.5", true},
                {"gzip;q=0.", false},
                {"gzip;Q=1.000", true},
                {"*;q=0, gzip", true},
                {"", false},
                {"identity", false},
                {"br", false},
                {"gzip;q=0", false},
                {"gzip;q=0.000", false},
                {"*;q=0", false},
                {"gzip;q=0, *", false},
                {"gzip;q=0.5, identity", false},
                {"gzip;q=0.5, *;q=0.8", false},
                {"gzip;q=1.001", false},
                {"gzip;q=2", false},
                {"gzip;q=0.1234", false},
                {"gzip;q=-1", false},
                {"gzip;q", false},
                {"gzip;q=", false},
                {"gzip;q=1;q=1", false},
                {"gzip;level=9", false},
                {"gzip q=1", false},
                {"gzipp", false},
                {",,,;q=1,", false}};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (ask("accept-encoding", rows[i].text, wants_gzip, NULL) != rows[i].gzip)
            fail_msg("Accept-Encoding: %s", rows[i].text);
}

static void test_fields_are_one_list(void **state) {
    (void)state;
    const srv_header fields[] = {{.name = {"Accept-Encoding", 15}, .value = {"br", 2}},
                                 {.name = {"Accept-Encoding", 15}, .value = {"gzip", 4}},
                                 {.name = {"If-None-Match", 13}, .value = {"\"a\"", 3}},
                                 {.name = {"If-None-Match", 13}, .value = {"\"b\"", 3}}};
    const srv_head head = {.headers = fields, .header_count = COUNT(fields)};
    assert_true(srv_wants_gzip(&head));
    assert_true(srv_has_etag(&head, "\"b\""));
    assert_false(srv_has_etag(&head, "\"c\""));
    const srv_head bare = {.header_count = 0};
    assert_false(srv_wants_gzip(&bare));
    assert_false(srv_has_etag(&bare, "\"b\""));
}

static void test_tags(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool match;
    } rows[] = {{"\"abc\"", true},
                {"W/\"abc\"", true},
                {"\"x\", \"abc\"", true},
                {"\"x\",W/\"abc\" ,\"y\"", true},
                {"\"a,b\" , , \"abc\"", true},
                {"*", true},
                {"", false},
                {"abc", false},
                {"\"abc", false},
                {"\"ab\"", false},
                {"\"abcd\"", false},
                {"\"ABC\"", false},
                {"w/\"abc\"", false},
                {"W/", false},
                {"*, \"x\"", false},
                {"x, \"abc\"", false},
                {"\"", false},
                {"\"x\"\"", false}};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (ask("if-none-match", rows[i].text, srv_has_etag, "\"abc\"") != rows[i].match)
            fail_msg("If-None-Match: %s", rows[i].text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_codings),
                                       cmocka_unit_test(test_fields_are_one_list),
                                       cmocka_unit_test(test_tags)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
