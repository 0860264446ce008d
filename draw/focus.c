#include "draw/focus.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "draw/ground.h"

/* ---- What an id means ---- */

typedef struct wanted {
    const char *file;   /* the end of its name, file_length chars; may be empty */
    size_t file_length; /* chars */
    const char *kind;   /* kind_length chars; may be empty */
    size_t kind_length; /* chars */
    const char *path;   /* NULL: a number */
    uint64_t number, hex;
    bool is_number, is_hex;
} wanted;

static bool read_number(const char *text, int base, uint64_t *number) {
    char *end = NULL;
    if (text[0] == '\0' || text[0] == '-' || text[0] == '+' || text[0] == ' ') return false;
    *number = strtoull(text, &end, base);
    return *end == '\0';
}

static wanted read_id(const char *id) {
    wanted w = {.file = id, .kind = ""};
    const char *const colon = strrchr(id, ':');
    const char *rest = colon ? colon + 1 : id;
    w.file_length = colon ? (size_t)(colon - id) : 0;
    if (rest[0] == '/') {
        w.path = rest;
        return w;
    }
    const char *const space = strrchr(rest, ' ');
    if (space) {
        w.kind = rest;
        w.kind_length = (size_t)(space - rest);
        rest = space + 1;
    }
    w.is_number = read_number(rest, 10, &w.number);
    w.is_hex = read_number(rest, 16, &w.hex);
    return w;
}

static bool is_of_file(const draw_scene *scene, const draw_shape *shape, const wanted *w) {
    const char *const name = draw_file_at(scene, draw_object_of(scene, shape)->file)->name;
    const size_t length = strlen(name);
    return length >= w->file_length &&
           strncasecmp(name + length - w->file_length, w->file, w->file_length) == 0;
}

/* FormIDs are written in hexadecimal, all other numbers in decimal. */
static bool is_called(const draw_scene *scene, const draw_subject *subject, const wanted *w) {
    const char *const kind = draw_text(scene, subject->kind);
    if (w->kind_length > 0 &&
        (strlen(kind) != w->kind_length || strncasecmp(kind, w->kind, w->kind_length) != 0))
        return false;
    if (subject->record != DRAW_NONE) return w->is_hex && w->hex == subject->id;
    return w->is_number && w->number == subject->id;
}

static bool is_meant(const draw_scene *scene, const draw_shape *shape, const wanted *w) {
    if (!is_of_file(scene, shape, w)) return false;
    if (w->path) return strcmp(draw_path(scene, shape->path), w->path) == 0;
    return is_called(scene, draw_subject_of(scene, shape), w);
}

static uint32_t find(const draw_scene *scene, const wanted *w) {
    for (uint32_t i = 0; i < scene->shapes.count; i++)
        if (is_meant(scene, &draw_shapes(scene)[i], w)) return i;
    return DRAW_NONE;
}

/* ---- What lies around it ---- */

typedef struct square {
    double left, right, bottom, top; /* units */
} square;

static const square nowhere = {HUGE_VAL, -HUGE_VAL, HUGE_VAL, -HUGE_VAL};

static void stretch(square *s, draw_place p) {
    s->left = fmin(s->left, p.right);
    s->right = fmax(s->right, p.right);
    s->bottom = fmin(s->bottom, p.ahead);
    s->top = fmax(s->top, p.ahead);
}

static void stretch_over(square *s, const draw_scene *scene, const draw_shape *shape) {
    for (uint32_t i = 0; i < shape->count; i++)
        stretch(s, draw_ground(scene, draw_corner(scene, shape, i)));
}

/* Of a record with many shapes all are looked at. */
static square square_of(const draw_scene *scene, uint32_t found, bool is_path) {
    square s = nowhere;
    const uint32_t subject = draw_shapes(scene)[found].subject;
    stretch_over(&s, scene, &draw_shapes(scene)[found]);
    for (uint32_t i = found; !is_path && i < scene->shapes.count; i++)
        if (draw_shapes(scene)[i].subject == subject)
            stretch_over(&s, scene, &draw_shapes(scene)[i]);
    return s;
}

static double size_of(const draw_scene *scene) {
    square s = nowhere;
    for (size_t i = 0; i < scene->shapes.count; i++)
        stretch_over(&s, scene, &draw_shapes(scene)[i]);
    return fmax(s.right - s.left, s.top - s.bottom);
}

/* Some times the record's own size; of a point a part of the map's. */
static double usual_radius(const draw_scene *scene, const square *s) {
    enum { TIMES_ITSELF = 3, PARTS_OF_MAP = 16 };
    const double own = fmax(s->right - s->left, s->top - s->bottom) / 2;
    const double radius = own > 0 ? own * TIMES_ITSELF : size_of(scene) / PARTS_OF_MAP;
    return radius > 0 ? radius : 1;
}

static void hide_outside(draw_scene *scene, const square *view) {
    draw_shape *const shapes = scene->shapes.items;
    for (size_t i = 0; i < scene->shapes.count; i++) {
        square own = nowhere;
        stretch_over(&own, scene, &shapes[i]);
        shapes[i].is_hidden = own.left > view->right || own.right < view->left ||
                              own.bottom > view->top || own.top < view->bottom;
    }
}

/* Those without a place are about the whole file: they stay. */
static void drop_findings_outside(draw_scene *scene, const square *view) {
    draw_finding *const findings = scene->findings.items;
    size_t kept = 0;
    for (size_t i = 0; i < scene->findings.count; i++) {
        const draw_place p = draw_ground(scene, findings[i].at);
        const bool is_inside = p.right >= view->left && p.right <= view->right &&
                               p.ahead >= view->bottom && p.ahead <= view->top;
        if (is_inside || !findings[i].is_placed) findings[kept++] = findings[i];
    }
    scene->findings.count = kept;
}

bool draw_scene_focus(draw_scene *scene, const char *id, double radius) {
    const wanted w = read_id(id);
    const uint32_t found = find(scene, &w);
    if (found == DRAW_NONE) return false;
    const square own = square_of(scene, found, w.path != NULL);
    const double r = radius > 0 ? radius : usual_radius(scene, &own);
    scene->focus = found;
    scene->focus_right = (own.left + own.right) / 2;
    scene->focus_ahead = (own.bottom + own.top) / 2;
    scene->focus_radius = r;
    const square view = {scene->focus_right - r, scene->focus_right + r, scene->focus_ahead - r,
                         scene->focus_ahead + r};
    hide_outside(scene, &view);
    drop_findings_outside(scene, &view);
    draw_scene_count(scene);
    return true;
}
