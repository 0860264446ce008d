/* Where a shape comes from: its path leads to the same bytes in the dump, and findings about that
 * record lie on what is drawn of it. */
#include "tests/support/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/shown/fields.h"

/* A record that something is drawn from. */
typedef struct drawn {
    char path[256];
    navlint_range place; /* inner, if it is packed */
    bool is_packed;
    navlint_subject subject;
    double low[3], high[3];
} drawn;

typedef struct drawing {
    const subject *s;
    drawn *items;
    size_t count, room;
    double (*vertices)[3];
    size_t vertex_count, vertex_room;
    size_t shape_count;
} drawing;

static void *grown(void *items, size_t *room, size_t item_bytes) {
    *room = 2 * *room + 64;
    void *const more = realloc(items, *room * item_bytes);
    if (!more) abort();
    return more;
}

static void include(drawn *d, const double point[3]) {
    for (int axis = 0; axis < 3; axis++) {
        d->low[axis] = fmin(d->low[axis], point[axis]);
        d->high[axis] = fmax(d->high[axis], point[axis]);
    }
}

/* Shapes of one record follow each other. */
static drawn *record_of(drawing *all, const navlint_shape *shape) {
    drawn *const last = all->count ? &all->items[all->count - 1] : NULL;
    if (last && strcmp(last->path, shape->path) == 0) return last;
    if (all->count == all->room) all->items = grown(all->items, &all->room, sizeof *all->items);
    drawn *const next = &all->items[all->count++];
    *next = (drawn){.is_packed = shape->encoding,
                    .subject = shape->subject,
                    .low = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
                    .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    next->place = shape->encoding ? shape->inner : (navlint_range){shape->offset, shape->length};
    assert_true(strlen(shape->path) < sizeof next->path);
    memcpy(next->path, shape->path, strlen(shape->path) + 1);
    return next;
}

static void keep_vertex(drawing *all, const double position[3]) {
    if (all->vertex_count == all->vertex_room)
        all->vertices = grown(all->vertices, &all->vertex_room, sizeof *all->vertices);
    memcpy(all->vertices[all->vertex_count++], position, sizeof *all->vertices);
}

static bool keep_shape(void *context, const navlint_shape *shape) {
    drawing *const all = context;
    all->shape_count++;
    if (shape->kind == NAVLINT_OBJECT) {
        assert_null(shape->path);
        return true;
    }
    assert_non_null(shape->path);
    assert_non_null(shape->subject.kind);
    assert_true(shape->offset + shape->length <= all->s->input.length);
    drawn *const record = record_of(all, shape);
    if (shape->kind == NAVLINT_VERTEX) keep_vertex(all, shape->position);
    if (shape->kind == NAVLINT_VERTEX || shape->kind == NAVLINT_MARK)
        include(record, shape->position);
    for (size_t i = 0; i < shape->corner_count; i++)
        include(record, all->vertices[shape->corners[i]]);
    return true;
}

static drawing draw(const subject *s) {
    drawing all = {.s = s};
    (void)navlint_draw(&s->options, &s->input, s->memory, s->memory_bytes, keep_shape, &all);
    return all;
}

static void drawing_free(drawing *all) {
    free(all->items);
    free(all->vertices);
}

/* ---- The dump ---- */

static int by_path(const void *a, const void *b) {
    return strcmp(((const navlint_field *)a)->path, ((const navlint_field *)b)->path);
}

static size_t first_from(const field_list *fields, const char *path) {
    size_t low = 0;
    for (size_t high = fields->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(fields->items[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The bytes of all fields whose path begins so, or is that: empty if there are none. */
static navlint_range span_of(const field_list *sorted, const char *start, bool is_whole) {
    navlint_range span = {0, 0};
    const size_t compared = strlen(start) + is_whole;
    for (size_t i = first_from(sorted, start); i < sorted->count; i++) {
        const navlint_field *const field = &sorted->items[i];
        if (strncmp(field->path, start, compared) != 0) break;
        const navlint_range at =
            field->encoding ? field->inner : (navlint_range){field->offset, field->length};
        const uint64_t end = at.offset + at.length;
        const uint64_t span_end = span.offset + span.length;
        const bool is_first = span.length == 0;
        span.offset = is_first || at.offset < span.offset ? at.offset : span.offset;
        span.length = (is_first || end > span_end ? end : span_end) - span.offset;
    }
    return span;
}

static void expect_in_dump(const field_list *sorted, const drawn *record) {
    char below[sizeof record->path + 1];
    const size_t length = strlen(record->path);
    memcpy(below, record->path, length);
    memcpy(below + length, "/", 2);
    navlint_range span = span_of(sorted, below, false);
    if (span.length == 0) span = span_of(sorted, record->path, true);
    if (span.offset == record->place.offset && span.length == record->place.length) return;
    fail_msg("%s is drawn from %llu+%llu and dumped at %llu+%llu", record->path,
             (unsigned long long)record->place.offset, (unsigned long long)record->place.length,
             (unsigned long long)span.offset, (unsigned long long)span.length);
}

/* In files whose lists lie in each other, the dump shows no byte twice. */
static bool is_plain(const navlint_report *report) {
    return navlint_report_verdict(report) == NAVLINT_VALID;
}

/* ---- Findings ---- */

static const drawn *drawn_for(const drawing *all, const char *path) {
    const drawn *best = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const drawn *const record = &all->items[i];
        if (!path_is_below(path, record->path)) continue;
        if (!best || strlen(record->path) > strlen(best->path)) best = record;
    }
    return best;
}

static bool is_near(const drawn *record, const navlint_position *at) {
    const double point[3] = {at->x, at->y, at->z};
    for (int axis = 0; axis < 3; axis++) {
        const double slack = 1 + 1e-3 * fmax(fabs(record->low[axis]), fabs(record->high[axis]));
        if (!(point[axis] >= record->low[axis] - slack)) return false;
        if (!(point[axis] <= record->high[axis] + slack)) return false;
    }
    return true;
}

/* What is drawn is what these rules say is damaged: a finding lies where the record must be. */
static bool is_about_geometry(const navlint_finding *finding) {
    static const char *const codes[] = {"PATH_NODE_SHARED", "PATH_FLT_NODE", "PATH_FLT_REGION",
                                        "SKYRIM_NVNM_FINITE", "SKYRIM_NVNM_EXTENT"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (strcmp(finding->rule->code, codes[i]) == 0) return true;
    return false;
}

typedef struct totals {
    size_t shapes, records, compared, findings;
} totals;

static void compare_findings(const subject *s, const drawing *all, const navlint_report *report,
                             totals *t) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        const drawn *const record = drawn_for(all, finding->path);
        if (!record || !finding->position.is_known || is_about_geometry(finding)) continue;
        t->findings++;
        if (!is_near(record, &finding->position))
            fail_msg("%s: %s is at %g %g %g, drawn from %g %g %g to %g %g %g", s->name,
                     finding->path, finding->position.x, finding->position.y, finding->position.z,
                     record->low[0], record->low[1], record->low[2], record->high[0],
                     record->high[1], record->high[2]);
        if (finding->subject.kind && strcmp(finding->subject.kind, record->subject.kind) == 0)
            assert_int_equal(finding->subject.id, record->subject.id);
    }
}

static void compare(void *context, const subject *s) {
    totals *const t = context;
    const navlint_report *report = NULL;
    drawing all = draw(s);
    field_list fields = fields_under(s, &s->options);
    if (fields.count) qsort(fields.items, fields.count, sizeof *fields.items, by_path);
    assert_int_equal(navlint_check(&s->options, &s->input, 1, s->memory, s->memory_bytes, &report),
                     NAVLINT_OK);
    for (size_t i = 0; is_plain(report) && i < all.count; i++, t->compared++)
        expect_in_dump(&fields, &all.items[i]);
    compare_findings(s, &all, report, t);
    t->shapes += all.shape_count;
    t->records += all.count;
    field_list_free(&fields);
    drawing_free(&all);
}

static void shapes_lead_to_their_records(void **state) {
    (void)state;
    totals t = {0};
    const size_t files = each_subject(compare, &t);
    print_message("%zu files, %zu shapes of %zu records, %zu compared with the dump; %zu findings "
                  "about them\n",
                  files, t.shapes, t.records, t.compared, t.findings);
    assert_true(t.compared > 1000 && t.findings > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_lead_to_their_records)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
