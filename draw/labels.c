/* Names of subjects on the map, the largest first, as far as there is room: on a map of thousands
 * some, and all in a focus. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static const extent nowhere = {.left = INFINITY, .right = -INFINITY, .top = INFINITY, .bottom = -INFINITY};

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

/* ---- Subjects ---- */

/* The fields that a face of its own gives room to. */
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
    if (extents.count > 0) qsort(items, extents.count, sizeof *items, compare_extents);
    for (size_t i = 0; i < extents.count && written < MOST_LABELS; i++)
        label_subject(job, &items[i], &written);
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
        if (!shape->is_hidden)
            add_shape(job, &extents[draw_object_of(scene, shape)->file], shape);
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
