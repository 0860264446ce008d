/* Ids are looked up in two ways, directly where they are dense and by their hash where they are
 * not: areas in one of them, hiding spots in the same or the other. What is found is the same. */
#include "core/reader.h"
#include "tests/room/mesh.h"

#include <stdio.h>
#include <string.h>

enum { AREAS = 12, PATHS = 2, DENSE_ID = 1, SPARSE_ID = 1 << 24 };

static mesh with_spots_from(uint32_t first_spot_id) {
    const nav_spec spec = {.version = 16,
                           .columns = AREAS / 2,
                           .rows = 2,
                           .spots = 1,
                           .first_spot_id = first_spot_id,
                           .paths = PATHS,
                           .path_spots = 2};
    return written(&spec);
}

static void put(mesh *m, const char *path, uint32_t value) {
    const seen field = look_for(m, path);
    assert_int_equal(field.times, 1);
    nl_writer out = nl_writer_over(m->bytes + field.offset, 4);
    nl_write_u32(&out, value);
}

static void expect_same(const mesh *a, const mesh *b) {
    judged one = judge_as(NULL, a), other = judge_as(NULL, b);
    const size_t count = navlint_report_finding_count(one.report);
    assert_int_equal(count, navlint_report_finding_count(other.report));
    for (size_t i = 0; i < count; i++) {
        const navlint_finding *const x = navlint_report_finding(one.report, i);
        const navlint_finding *const y = navlint_report_finding(other.report, i);
        assert_ptr_equal(x->rule, y->rule);
        assert_string_equal(x->path, y->path);
        assert_int_equal(x->offset, y->offset);
    }
    judged_free(&one);
    judged_free(&other);
}

static void put_both(mesh meshes[2], const char *path, const char *end, uint32_t value) {
    char field[96];
    snprintf(field, sizeof field, "%s/%s", path, end);
    put(&meshes[0], field, value);
    put(&meshes[1], field, value);
}

/* The path leads from each area to each other. */
static void expect_same_for_all_ends(mesh meshes[2], const char *path) {
    for (uint32_t from = 0; from < AREAS; from++) {
        put_both(meshes, path, "fromArea", nav_spec_area_id(from));
        for (uint32_t to = 0; to < AREAS; to++) {
            put_both(meshes, path, "toArea", nav_spec_area_id(to));
            expect_same(&meshes[0], &meshes[1]);
        }
    }
}

static void paths_are_judged_alike_however_spots_are_found(void **state) {
    (void)state;
    unsigned tried = 0;
    char path[64], from[80];
    for (unsigned area = 0; area < AREAS; area++)
        for (unsigned i = 0; i < PATHS; i++) {
            mesh meshes[] = {with_spots_from(DENSE_ID), with_spots_from(SPARSE_ID)};
            snprintf(path, sizeof path, "/areas/%u/encounterPaths/%u", area, i);
            snprintf(from, sizeof from, "%s/fromArea", path);
            if (look_for(&meshes[0], from).times == 0) continue;
            expect_same_for_all_ends(meshes, path);
            tried++;
        }
    assert_true(tried > AREAS);
}

/* Most areas have one id, which is that of the first of them: more areas than ids. */
static void areas_of_one_id_are_read_in_bounds(void **state) {
    (void)state;
    for (unsigned kept = 1; kept < AREAS; kept++) {
        mesh dense = with_spots_from(DENSE_ID), sparse = with_spots_from(SPARSE_ID);
        char id[64];
        for (unsigned area = 0; area < AREAS - kept; area++) {
            snprintf(id, sizeof id, "/areas/%u/id", area);
            put(&dense, id, 0);
            put(&sparse, id, 0);
        }
        expect_same(&dense, &sparse);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_judged_alike_however_spots_are_found),
        cmocka_unit_test(areas_of_one_id_are_read_in_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
