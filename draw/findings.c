#include "draw/findings.h"

#include <stdlib.h>
#include <string.h>

/* ---- Shapes by their paths ---- */

/* An open table of shapes, as large as a power of two. */
typedef struct path_table {
    const draw_scene *scene;
    uint32_t *shapes; /* DRAW_NONE: empty */
    size_t mask;
} path_table;

/* FNV-1a of the file's number and the path. */
static size_t hash_of(uint32_t file, const char *path, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325) ^ file;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)path[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 29);
}

static bool is_at(const path_table *table, uint32_t shape, uint32_t file, const char *path,
                  size_t length) {
    const draw_shape *const s = &draw_shapes(table->scene)[shape];
    const char *const own = draw_path(table->scene, s->path);
    return draw_object_of(table->scene, s)->file == file && strncmp(own, path, length) == 0 &&
           own[length] == '\0';
}

/* The slot of the shape with this path, or an empty one. */
static size_t slot_of(const path_table *table, uint32_t file, const char *path, size_t length) {
    size_t slot = hash_of(file, path, length) & table->mask;
    while (table->shapes[slot] != DRAW_NONE &&
           !is_at(table, table->shapes[slot], file, path, length))
        slot = (slot + 1) & table->mask;
    return slot;
}

/* Of shapes with the same path the first one counts. */
static bool fill(path_table *table, const draw_scene *scene) {
    size_t size = 64;
    while (size < 2 * scene->shapes.count)
        size *= 2;
    *table = (path_table){scene, malloc(size * sizeof *table->shapes), size - 1};
    if (!table->shapes) return false;
    memset(table->shapes, 0xff, size * sizeof *table->shapes);
    for (uint32_t i = 0; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        const char *const path = draw_path(scene, shape->path);
        const uint32_t file = draw_object_of(scene, shape)->file;
        const size_t slot = slot_of(table, file, path, strlen(path));
        if (table->shapes[slot] == DRAW_NONE) table->shapes[slot] = i;
    }
    return true;
}

/* The shape of the record that the path leads into, if it is drawn. */
static uint32_t shape_of(const path_table *table, uint32_t file, const char *path) {
    size_t length = strlen(path);
    while (length > 0) {
        const uint32_t shape = table->shapes[slot_of(table, file, path, length)];
        if (shape != DRAW_NONE) return shape;
        while (length > 0 && path[length - 1] != '/')
            length--;
        if (length > 0) length--;
    }
    return DRAW_NONE;
}

/* ---- Findings ---- */

static void place(const path_table *table, draw_finding *finding) {
    const navlint_finding *const f = finding->finding;
    if (finding->file != DRAW_NONE && f->path)
        finding->shape = shape_of(table, finding->file, f->path);
    finding->is_placed = f->position.is_known || finding->shape != DRAW_NONE;
    if (f->position.is_known) {
        finding->at[0] = f->position.x;
        finding->at[1] = f->position.y;
        finding->at[2] = f->position.z;
    } else if (finding->shape != DRAW_NONE) {
        draw_middle(finding->at, table->scene, &draw_shapes(table->scene)[finding->shape]);
    }
}

static void add_report(draw_scene *scene, const path_table *table, const navlint_report *report,
                       uint32_t file) {
    const size_t count = navlint_report_finding_count(report);
    for (size_t i = 0; i < count && !scene->has_failed; i++) {
        draw_finding *const added = draw_list_add(&scene->findings, 1);
        scene->has_failed |= !added;
        if (!added) return;
        *added = (draw_finding){.finding = navlint_report_finding(report, i),
                                .file = file,
                                .shape = DRAW_NONE,
                                .order = (uint32_t)scene->findings.count};
        place(table, added);
    }
}

static int compare_rules(const void *a, const void *b) {
    const draw_finding *const x = a, *const y = b;
    const int by_rule = strcmp(x->finding->rule->code, y->finding->rule->code);
    return by_rule != 0 ? by_rule : (x->order > y->order) - (x->order < y->order);
}

enum { FIRST_OF_RULE = 3 };

static int compare_weights(const void *a, const void *b) {
    const draw_finding *const x = a, *const y = b;
    const uint32_t late_x = x->of_rule < FIRST_OF_RULE ? 0 : x->of_rule;
    const uint32_t late_y = y->of_rule < FIRST_OF_RULE ? 0 : y->of_rule;
    if (x->finding->severity != y->finding->severity)
        return x->finding->severity < y->finding->severity ? -1 : 1;
    if (late_x != late_y) return late_x < late_y ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void sort(draw_scene *scene) {
    draw_finding *const items = scene->findings.items;
    const size_t count = scene->findings.count;
    if (count == 0) return;
    qsort(items, count, sizeof *items, compare_rules);
    for (size_t i = 1; i < count; i++)
        if (items[i].finding->rule == items[i - 1].finding->rule)
            items[i].of_rule = items[i - 1].of_rule + 1;
    qsort(items, count, sizeof *items, compare_weights);
}

void draw_scene_report(draw_scene *scene, const navlint_report *report) {
    path_table table;
    if (!fill(&table, scene)) {
        scene->has_failed = true;
        return;
    }
    const size_t members = navlint_report_member_count(report);
    add_report(scene, &table, report, members == 0 ? 0 : DRAW_NONE);
    for (uint32_t i = 0; i < members; i++)
        add_report(scene, &table, navlint_report_member(report, i), i);
    free(table.shapes);
    sort(scene);
}
