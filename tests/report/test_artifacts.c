/* The list of artifacts of a SARIF document. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/export/artifacts.h"
#include "tests/report/suite.h"

#define PLACE_OF_PACK "{\"location\":{\"uri\":\"pack.gma\"}"

/* Returns the index. */
static uint64_t add(exp_artifacts *artifacts, const char *text) {
    rep_buffer artifact = {0};
    rep_buffer_text(&artifact, text);
    const uint64_t index = exp_artifacts_add(artifacts, &artifact);
    free(artifact.bytes);
    return index;
}

static uint64_t at(exp_artifacts *artifacts, const char *text) {
    rep_buffer place = {0};
    rep_buffer_text(&place, text);
    const uint64_t index = exp_artifacts_at(artifacts, &place);
    free(place.bytes);
    return index;
}

/* Frees the list. */
static void expect_list(exp_artifacts *artifacts, const char *expected) {
    rep_buffer list = {0};
    exp_artifacts_put(artifacts, &list);
    exp_artifacts_free(artifacts);
    expect_text(rep_buffer_take(&list), expected);
}

static void no_artifact_leaves_an_empty_list(void **state) {
    (void)state;
    exp_artifacts none = {0};
    expect_list(&none, "");
}

static void equal_artifacts_are_one(void **state) {
    (void)state;
    exp_artifacts all = {0};
    assert_int_equal(add(&all, "{\"location\":{\"uri\":\"a\"},\"length\":1}"), 0);
    assert_int_equal(add(&all, "{\"location\":{\"uri\":\"a\"},\"length\":2}"), 1);
    assert_int_equal(add(&all, "{\"location\":{\"uri\":\"a\"},\"parentIndex\":1,\"length\":1}"), 2);
    assert_int_equal(add(&all, "{\"location\":{\"uri\":\"a\"},\"length\":2}"), 1);
    assert_int_equal(add(&all, "{\"location\":{\"uri\":\"a\"},\"parentIndex\":1,\"length\":1}"), 2);
    assert_int_equal(add(&all, "{\"location\":{\"uri\":\"a\"},\"length\":1}"), 0);
    expect_list(&all, "{\"location\":{\"uri\":\"a\"},\"length\":1},\n"
                      "{\"location\":{\"uri\":\"a\"},\"length\":2},\n"
                      "{\"location\":{\"uri\":\"a\"},\"parentIndex\":1,\"length\":1}");
}

static void an_archive_is_there_once(void **state) {
    (void)state;
    exp_artifacts all = {0};
    assert_int_equal(at(&all, "{\"location\":{\"uri\":\"z.zip\"}"), 0);
    assert_int_equal(at(&all, PLACE_OF_PACK), 1);
    assert_int_equal(at(&all, "{\"location\":{\"uri\":\"z.zip\"}"), 0);
    expect_list(&all, "{\"location\":{\"uri\":\"z.zip\"}},\n" PLACE_OF_PACK "}");
}

static void an_archive_that_was_judged_is_its_artifact(void **state) {
    (void)state;
    exp_artifacts all = {0};
    assert_int_equal(add(&all, PLACE_OF_PACK ",\"length\":9}"), 0);
    assert_int_equal(at(&all, PLACE_OF_PACK), 0);
    expect_list(&all, PLACE_OF_PACK ",\"length\":9}");
}

static void an_archive_that_is_judged_later_takes_its_place(void **state) {
    (void)state;
    exp_artifacts all = {0};
    assert_int_equal(at(&all, PLACE_OF_PACK), 0);
    assert_int_equal(add(&all, "{\"location\":{\"uri\":\"a\"},\"parentIndex\":0,\"length\":1}"), 1);
    assert_int_equal(add(&all, PLACE_OF_PACK ",\"length\":9}"), 0);
    assert_int_equal(add(&all, PLACE_OF_PACK ",\"length\":8}"), 2); /* the file has changed */
    assert_int_equal(add(&all, PLACE_OF_PACK ",\"length\":9}"), 0);
    assert_int_equal(at(&all, PLACE_OF_PACK), 0);
    expect_list(&all, PLACE_OF_PACK
                ",\"length\":9},\n"
                "{\"location\":{\"uri\":\"a\"},\"parentIndex\":0,\"length\":1},\n" PLACE_OF_PACK
                ",\"length\":8}");
}

static void a_member_never_stands_for_an_archive(void **state) {
    (void)state;
    exp_artifacts all = {0};
    assert_int_equal(at(&all, "{\"location\":{\"uri\":\"z.zip\"}"), 0);
    assert_int_equal(add(&all, PLACE_OF_PACK ",\"parentIndex\":0,\"length\":1}"), 1);
    assert_int_equal(at(&all, PLACE_OF_PACK), 2);
    expect_list(&all, "{\"location\":{\"uri\":\"z.zip\"}},\n" PLACE_OF_PACK
                      ",\"parentIndex\":0,\"length\":1},\n" PLACE_OF_PACK "}");
}

/* Numbers in all orders, names that begin alike among them. */
static void many_are_told_apart(void **state) {
    (void)state;
    enum { COUNT = 3001, STRIDE = 1117 };
    exp_artifacts all = {0};
    char text[64];
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < COUNT; i++) {
            (void)snprintf(text, sizeof text, "{\"location\":{\"uri\":\"%u\"},\"length\":1}",
                           i * STRIDE % COUNT);
            assert_int_equal(add(&all, text), i);
            *strrchr(text, ',') = '\0';
            assert_int_equal(at(&all, text), i);
        }
    assert_int_equal(all.count, COUNT);
    exp_artifacts_free(&all);
}

int run_artifact_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_artifact_leaves_an_empty_list),
        cmocka_unit_test(equal_artifacts_are_one),
        cmocka_unit_test(an_archive_is_there_once),
        cmocka_unit_test(an_archive_that_was_judged_is_its_artifact),
        cmocka_unit_test(an_archive_that_is_judged_later_takes_its_place),
        cmocka_unit_test(a_member_never_stands_for_an_archive),
        cmocka_unit_test(many_are_told_apart),
    };
    return cmocka_run_group_tests_name("artifacts", tests, NULL, NULL);
}
