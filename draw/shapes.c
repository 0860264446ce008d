#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/parts.h"

/* ---- Sorting ---- */

enum {
    KIND_KEYS = DRAW_MOST_CATEGORIES * DRAW_BANDS,
    KEY_COUNT = 4 * KIND_KEYS,
};

static unsigned band_of(const draw_job *job, const draw_shape *shape) {
    double middle[3];
    if (shape->kind == DRAW_LINE || shape->kind == DRAW_MARK) return DRAW_BANDS / 2;
    draw_middle(middle, job->scene, shape);
    return draw_band(&job->view, draw_ground(job->scene, middle).up);
}

/* Faces by height, so that upper floors hide lower ones; all else by category. */
static unsigned key_of(const draw_shape *shape, unsigned band) {
    const unsigned within = shape->kind == DRAW_FACE ? band * DRAW_MOST_CATEGORIES + shape->category
                                                     : shape->category * DRAW_BANDS + band;
    return shape->kind * (unsigned)KIND_KEYS + within;
}

static unsigned paint_of_key(unsigned key) {
    const unsigned within = key % KIND_KEYS;
    return key / KIND_KEYS == DRAW_FACE
               ? draw_paint_of(within % DRAW_MOST_CATEGORIES, within / DRAW_MOST_CATEGORIES)
               : PAINT_OF_CATEGORIES + within;
}

/* A counting sort. */
bool draw_sort_shapes(draw_job *job) {
    const size_t count = job->scene->shapes.count;
    const draw_shape *const shapes = draw_shapes(job->scene);
    size_t *const starts = calloc(KEY_COUNT + 1, sizeof *starts);
    uint16_t *const keys = malloc((count + 1) * sizeof *keys);
    job->order = malloc((count + 1) * sizeof *job->order);
    const bool has_memory = starts && keys && job->order;
    for (size_t i = 0; has_memory && i < count; i++) {
        keys[i] = (uint16_t)key_of(&shapes[i], band_of(job, &shapes[i]));
        if (shapes[i].is_hidden) continue;
        starts[keys[i] + 1]++;
        job->is_used[paint_of_key(keys[i])] = true;
    }
    for (size_t key = 0; has_memory && key < KEY_COUNT; key++)
        starts[key + 1] += starts[key];
    for (uint32_t i = 0; has_memory && i < count; i++)
        if (!shapes[i].is_hidden) job->order[starts[keys[i]]++] = i;
    job->order_count = job->view.shown;
    free(starts);
    free(keys);
    return has_memory;
}

/* ---- Titles ---- */

enum { TITLE_CAPACITY = 512 };

static void put_word(char title[TITLE_CAPACITY], const char *before, const char *word) {
    const size_t used = strlen(title);
    snprintf(title + used, TITLE_CAPACITY - used, "%s%s", before, word);
}

/* "area 40: crouch, jump (/areas/40)" */
static void title_of(char title[TITLE_CAPACITY], const draw_scene *scene, const draw_shape *shape) {
    const draw_subject *const s = draw_subject_of(scene, shape);
    char name[DRAW_NAME_CAPACITY];
    draw_flag_words words = draw_flag_words_of(scene, shape);
    const char *word, *before = ": ";
    draw_subject_name(name, scene, s);
    title[0] = '\0';
    if (s->record == DRAW_NONE) put_word(title, "", draw_text(scene, s->kind));
    put_word(title, s->record == DRAW_NONE ? " " : "", name);
    for (; (word = draw_next_flag_word(&words)); before = ", ")
        put_word(title, before, word);
    put_word(title, " (", draw_path(scene, shape->path));
    put_word(title, ")", "");
}

/* ---- Painting ---- */

static void paint_shape(draw_job *job, const draw_shape *shape) {
    char title[TITLE_CAPACITY];
    for (uint32_t i = 0; i < shape->count; i++)
        job->points[i] = draw_to_picture(&job->view, draw_corner(job->scene, shape, i));
    if (job->is_detailed) title_of(title, job->scene, shape);
    job->canvas->path(job->canvas, job->points, shape->count, job->is_detailed ? title : NULL);
}

static unsigned paint_at(const draw_job *job, size_t index) {
    const draw_shape *const shape = &draw_shapes(job->scene)[job->order[index]];
    return draw_paint_of(shape->category, band_of(job, shape));
}

/* The shapes of one paint, which come one after the other. Returns the place behind them. */
static size_t paint_run(draw_job *job, size_t from) {
    const unsigned paint = paint_at(job, from);
    size_t i = from;
    job->canvas->begin(job->canvas, paint, !job->is_detailed);
    for (; i < job->order_count && paint_at(job, i) == paint; i++)
        paint_shape(job, &draw_shapes(job->scene)[job->order[i]]);
    job->canvas->end(job->canvas);
    return i;
}

/* ---- Contours ---- */

typedef struct corner {
    draw_point at;
    double up;
} corner;

static draw_point between(const corner *a, const corner *b, double level) {
    const double share = (level - a->up) / (b->up - a->up);
    return (draw_point){draw_within_reach(a->at.x + (b->at.x - a->at.x) * share),
                        draw_within_reach(a->at.y + (b->at.y - a->at.y) * share)};
}

/* Where a triangle is as high as the level: a line from one side to another, if it is. */
static void contour(const draw_job *job, const corner triangle[3], double level) {
    draw_point ends[2];
    size_t found = 0;
    for (int i = 0; i < 3 && found < 2; i++) {
        const corner *const a = &triangle[i], *const b = &triangle[(i + 1) % 3];
        if ((a->up < level) != (b->up < level)) ends[found++] = between(a, b, level);
    }
    if (found == 2) job->canvas->path(job->canvas, ends, 2, NULL);
}

static corner corner_of(const draw_job *job, const draw_shape *face, uint32_t index) {
    const double *const at = draw_corner(job->scene, face, index);
    return (corner){draw_to_picture(&job->view, at), draw_ground(job->scene, at).up};
}

static void contour_face(const draw_job *job, const draw_shape *face) {
    corner triangle[3] = {corner_of(job, face, 0), corner_of(job, face, 1)};
    for (uint32_t i = 2; i < face->count; i++) {
        triangle[2] = corner_of(job, face, i);
        for (unsigned band = 1; band < job->view.bands; band++)
            contour(job, triangle, job->view.base + band * job->view.step);
        triangle[1] = triangle[2];
    }
}

/* With more faces contours are noise. */
enum { MOST_CONTOURED = 200000 };

static void paint_contours(const draw_job *job) {
    if (job->view.bands < 2 || job->view.faces > MOST_CONTOURED) return;
    job->canvas->begin(job->canvas, PAINT_CONTOUR, true);
    for (size_t i = 0; i < job->order_count; i++) {
        const draw_shape *const shape = &draw_shapes(job->scene)[job->order[i]];
        if (shape->kind == DRAW_FACE) contour_face(job, shape);
    }
    job->canvas->end(job->canvas);
}

/* ---- All ---- */

/* The outlines of what is in focus: of the shape, or of all of its record. */
static void paint_focus(draw_job *job) {
    if (job->scene->focus == DRAW_NONE) return;
    const draw_shape *const focus = &draw_shapes(job->scene)[job->scene->focus];
    job->canvas->begin(job->canvas, PAINT_FOCUS, true);
    for (uint32_t i = 0; i < focus->count; i++)
        job->points[i] = draw_to_picture(&job->view, draw_corner(job->scene, focus, i));
    if (focus->count == 1) {
        const draw_point at = job->points[0];
        const draw_point ring[5] = {{at.x, at.y - 9},
                                    {at.x + 9, at.y},
                                    {at.x, at.y + 9},
                                    {at.x - 9, at.y},
                                    {at.x, at.y - 9}};
        job->canvas->path(job->canvas, ring, 5, NULL);
    } else {
        job->points[focus->count] = job->points[0];
        job->canvas->path(job->canvas, job->points, focus->count + 1, NULL);
    }
    job->canvas->end(job->canvas);
}

void draw_shapes_on(draw_job *job) {
    bool has_contours = false;
    for (size_t i = 0; i < job->order_count;) {
        const bool is_face = draw_shapes(job->scene)[job->order[i]].kind == DRAW_FACE;
        if (!is_face && !has_contours) paint_contours(job);
        has_contours |= !is_face;
        i = paint_run(job, i);
    }
    if (!has_contours) paint_contours(job);
    paint_focus(job);
}
