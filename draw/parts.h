/* The parts of a map, painted one after the other (map.c). */
#ifndef NAVLINT_DRAW_PARTS_H
#define NAVLINT_DRAW_PARTS_H

#include "draw/draw.h"
#include "draw/view.h"

/* Paints that every map has; behind them one for each category and band. */
enum {
    PAINT_MAP,
    PAINT_FRAME,
    PAINT_CONTOUR,
    PAINT_FOCUS,
    PAINT_INK,
    PAINT_LEADER,
    PAINT_PAPER,
    PAINT_BADGE, /* of errors; then of warnings, and of infos */
    PAINT_DOT = PAINT_BADGE + 3,
    PAINT_RAMP = PAINT_DOT + 3, /* of each band */
    PAINT_OF_CATEGORIES = PAINT_RAMP + DRAW_BANDS,
    PAINT_COUNT = PAINT_OF_CATEGORIES + DRAW_MOST_CATEGORIES * DRAW_BANDS
};

typedef struct draw_job {
    const draw_scene *scene;
    const draw_settings *settings;
    draw_canvas *canvas;
    draw_view view;
    draw_paint paints[PAINT_COUNT];
    bool is_used[PAINT_COUNT];
    draw_box panel;     /* of the legend, pixels */
    size_t numbered;    /* findings that the legend lists */
    bool is_detailed;   /* few enough shapes for each to have a title */
    draw_point *points; /* heap: room for the corners of any shape */
    uint32_t *order;    /* heap: shapes, sorted by how they are painted */
    size_t order_count;
} draw_job;

static inline unsigned draw_paint_of(uint32_t category, unsigned band) {
    return PAINT_OF_CATEGORIES + category * DRAW_BANDS + band;
}

/* What shapes look like. */
void draw_choose_paints(draw_job *job);

/* Sorts the shapes into runs of one paint, low faces first, and says which paints are used. Returns
 * false if memory ran out. */
bool draw_sort_shapes(draw_job *job);

/* Faces, contours, lines, nodes and marks. */
void draw_shapes_on(draw_job *job);

/* Numbers and dots where findings are, then ids where there is room, of which false is returned if
 * memory ran out. */
void draw_findings_on(draw_job *job);
bool draw_labels_on(draw_job *job);

/* Keeps the room of scale and directions free of numbers and labels. */
void draw_keep_corners(draw_job *job);

/* Scale and directions. */
void draw_compass_on(draw_job *job);

/* How high the legend wants to be without findings, and how many of these fit into a height. */
double draw_legend_height(const draw_job *job);
size_t draw_legend_room(const draw_job *job, double height);
void draw_legend_on(draw_job *job);

/* ---- Small strokes ---- */

void draw_line_on(const draw_job *job, unsigned paint, draw_point from, draw_point to);
void draw_box_on(const draw_job *job, unsigned paint, const draw_box *box);
/* Of about so many pixels across, the shape saying the severity: round, a diamond, a square. */
void draw_badge_on(const draw_job *job, unsigned paint, draw_point at, double size,
                   navlint_severity severity);

/* 1234567 as "1,234,567". */
enum { DRAW_COUNT_CAPACITY = 32 };
void draw_count_text(char text[DRAW_COUNT_CAPACITY], uint64_t count);

#endif
