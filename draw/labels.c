/* Names of subjects on the map, the largest first, as far as there is room: on a map of thousands
 * some, and all in a focus. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/model.h"
#include "draw/parts.h"

enum { LABEL_SIZE = 10, MOST_LABELS = 400, MOST_LABELLED_NODES = 400 };

/* The room that a subject or a file takes on the picture. */
typedef struct extent {
    double left, right, top, bottom; /* pixels */
    double largest;                  /* of its faces: square pixels */
    draw_point middle;               /* of that face */
    uint32_t index;                  /* of the subject or file */
    bool has_faces;
} extent;

static const extent nowhere = {
    .left = HUGE_VAL, .right = -HUGE_VAL, .top = HUGE_VAL, .bottom = -HUGE_VAL};

static void stretch(extent *e, draw_point p) {
    e->left = fmin(e->left, p.x);
    e->right = fmax(e->right, p.x);
    e->top = fmin(e->top, p.y);
    e->bottom = fmax(e->bottom, p.y);
}

static extent extent_of(const draw_job *job, const draw_shape *shape) {
    extent own = nowhere;
    for (uint32_t i = 0; i < shape->count; i++)
        stretch(&own, draw_to_picture(&job->view, draw_corner(job->scene, shape, i)));
    return own;
}

/* The label stands on the largest face, which is the one that is seen. */
static void add_shape(const draw_job *job, extent *e, const draw_shape *shape) {
    const extent own = extent_of(job, shape);
    const double area = (own.right - own.left) * (own.bottom - own.top);
    stretch(e, (draw_point){own.left, own.top});
    stretch(e, (draw_point){own.right, own.bottom});
    if (e->has_faces && area <= e->largest) return;
    e->largest = area;
    e->has_faces |= shape->kind == DRAW_FACE;
    e->middle = (draw_point){(own.left + own.right) / 2, (own.top + own.bottom) / 2};
}

static double area_of(const extent *e) {
    return (e->right - e->left) * (e->bottom - e->top);
}

static int compare_extents(const void *a, const void *b) {
    const extent *const x = a, *const y = b;
    const double by_area = area_of(y) - area_of(x);
    if (by_area > 0 || by_area < 0) return by_area > 0 ? 1 : -1;
    return (x->index > y->index) - (x->index < y->index);
}

static bool write_label(draw_job *job, draw_point middle, const char *text) {
    const double width = draw_text_width(text, LABEL_SIZE, false);
    const draw_box box = {middle.x - width / 2, middle.y - LABEL_SIZE / 2.0, width, LABEL_SIZE};
    if (!draw_take_room(&job->view, &box)) return false;
    job->canvas->write(job->canvas,
                       &(draw_words){.at = {middle.x, middle.y + LABEL_SIZE * 0.36},
                                     .size = LABEL_SIZE,
                                     .anchor = DRAW_MIDDLE,
                                     .colour = 0x14222C,
                                     .has_halo = true},
                       text);
    return true;
}

/* ---- What is on top ---- */

/* Where upper floors hide lower ones, names of the hidden ones would only confuse. */
enum { CELL = 6, MOST_CELLS_LOOKED_AT = 1 << 24 };

/* The subject whose face is seen in each cell of the map. */
typedef struct surface {
    uint32_t *subjects; /* heap; NULL: not known */
    size_t columns, rows;
} surface;

static bool is_inside(const draw_point *points, uint32_t count, draw_point p) {
    bool inside = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        const draw_point a = points[i], b = points[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

static size_t cell_of(double pixels, size_t count) {
    return (size_t)fmax(fmin(pixels / CELL, (double)count - 1), 0);
}

/* Returns how many cells were looked at, each once for each corner. */
static size_t cover(draw_job *job, surface *s, const draw_shape *face) {
    const extent own = extent_of(job, face);
    const draw_box *const box = &job->view.box;
    const size_t left = cell_of(own.left - box->left, s->columns);
    const size_t right = cell_of(own.right - box->left, s->columns);
    const size_t top = cell_of(own.top - box->top, s->rows);
    const size_t bottom = cell_of(own.bottom - box->top, s->rows);
    for (uint32_t i = 0; i < face->count; i++)
        job->points[i] = draw_to_picture(&job->view, draw_corner(job->scene, face, i));
    for (size_t row = top; row <= bottom; row++)
        for (size_t column = left; column <= right; column++) {
            const draw_point middle = {box->left + ((double)column + 0.5) * CELL,
                                       box->top + ((double)row + 0.5) * CELL};
            if (is_inside(job->points, face->count, middle))
                s->subjects[row * s->columns + column] = face->subject;
        }
    return (bottom - top + 1) * (right - left + 1) * face->count;
}

/* Faces in the order in which they are painted. Where that is too much work nothing is known. */
static surface surface_of(draw_job *job) {
    surface s = {.columns = (size_t)(job->view.box.width / CELL) + 1,
                 .rows = (size_t)(job->view.box.height / CELL) + 1};
    size_t looked_at = 0;
    s.subjects = malloc(s.columns * s.rows * sizeof *s.subjects);
    if (!s.subjects) return s;
    memset(s.subjects, 0xff, s.columns * s.rows * sizeof *s.subjects);
    for (size_t i = 0; i < job->order_count && looked_at < MOST_CELLS_LOOKED_AT; i++) {
        const draw_shape *const shape = &draw_shapes(job->scene)[job->order[i]];
        if (shape->kind == DRAW_FACE) looked_at += cover(job, &s, shape);
    }
    if (looked_at < MOST_CELLS_LOOKED_AT) return s;
    free(s.subjects);
    s.subjects = NULL;
    return s;
}

static bool is_on_top(const draw_job *job, const surface *s, const extent *e) {
    const size_t column = cell_of(e->middle.x - job->view.box.left, s->columns);
    const size_t row = cell_of(e->middle.y - job->view.box.top, s->rows);
    const uint32_t seen = s->subjects ? s->subjects[row * s->columns + column] : DRAW_NONE;
    return seen == DRAW_NONE || seen == e->index;
}

/* ---- Subjects ---- */

/* Whether the subject has room for the text. */
static bool fits(const extent *e, const char *text) {
    return e->right - e->left >= draw_text_width(text, LABEL_SIZE, false) &&
           e->bottom - e->top >= LABEL_SIZE;
}

static void label_subject(draw_job *job, const extent *e, size_t *written) {
    char name[DRAW_NAME_CAPACITY];
    const draw_subject *const s = (const draw_subject *)job->scene->subjects.items + e->index;
    draw_subject_name(name, job->scene, s);
    draw_point at = e->middle;
    if (!e->has_faces) at.y -= LABEL_SIZE; /* beside the node */
    if (e->has_faces && !fits(e, name)) return;
    *written += write_label(job, at, name);
}

static bool is_labelled(const draw_job *job, const draw_shape *shape) {
    const bool is_node = shape->kind == DRAW_NODE && job->view.nodes <= MOST_LABELLED_NODES;
    return !shape->is_hidden && (shape->kind == DRAW_FACE || is_node);
}

/* Shapes of one subject come one after the other, but not its marks. */
static bool label_subjects(draw_job *job) {
    const draw_scene *const scene = job->scene;
    draw_list extents = {.item_bytes = sizeof(extent)};
    extent *last = NULL;
    size_t written = 0;
    for (size_t i = 0; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (!is_labelled(job, shape)) continue;
        if (!last || last->index != shape->subject) {
            last = draw_list_add(&extents, 1);
            if (!last) break;
            *last = nowhere;
            last->index = shape->subject;
        }
        add_shape(job, last, shape);
    }
    const bool is_whole = last || extents.count == 0;
    extent *const items = extents.items;
    const surface seen = surface_of(job);
    if (extents.count > 0) qsort(items, extents.count, sizeof *items, compare_extents);
    for (size_t i = 0; i < extents.count && written < MOST_LABELS; i++)
        if (is_on_top(job, &seen, &items[i])) label_subject(job, &items[i], &written);
    free(seen.subjects);
    draw_list_free(&extents);
    return is_whole;
}

/* ---- Files of a set ---- */

static bool label_files(draw_job *job) {
    const draw_scene *const scene = job->scene;
    extent *const extents = malloc((scene->files.count + 1) * sizeof *extents);
    if (!extents) return false;
    for (size_t i = 0; i < scene->files.count; i++)
        extents[i] = nowhere;
    for (size_t i = 0; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (!shape->is_hidden) add_shape(job, &extents[draw_object_of(scene, shape)->file], shape);
    }
    for (uint32_t i = 0; i < scene->files.count; i++) {
        const draw_point middle = {(extents[i].left + extents[i].right) / 2,
                                   (extents[i].top + extents[i].bottom) / 2};
        if (extents[i].left <= extents[i].right)
            write_label(job, middle, draw_base_name(draw_file_at(scene, i)->name));
    }
    free(extents);
    return true;
}

bool draw_labels_on(draw_job *job) {
    if (job->scene->files.count > 1 && job->scene->focus == DRAW_NONE && !label_files(job))
        return false;
    return label_subjects(job);
}
