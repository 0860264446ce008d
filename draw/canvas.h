/* What maps are painted on. There are two canvases, SVG's (svg.c) and cairo's (png.c); both get
 * the same strokes. Points are in pixels, from the upper left corner, within draw_within_reach. */
#ifndef NAVLINT_DRAW_CANVAS_H
#define NAVLINT_DRAW_CANVAS_H

#include <math.h>

#include "draw/palette.h"

typedef struct draw_point {
    double x, y; /* pixels */
} draw_point;

typedef struct draw_box {
    double left, top, width, height; /* pixels */
} draw_box;

#define DRAW_UNPAINTED UINT32_MAX

typedef enum draw_cap { DRAW_BUTT, DRAW_ROUND, DRAW_SQUARE } draw_cap;

/* How paths look. */
typedef struct draw_paint {
    draw_colour fill;   /* or DRAW_UNPAINTED */
    draw_colour stroke; /* or DRAW_UNPAINTED */
    float width;        /* of the stroke, pixels */
    float opacity;      /* of the whole, 0 to 1; 0 stands for 1 */
    float dash;         /* pixels; 0: solid */
    draw_cap cap;       /* of the stroke; a path of one point is a dot if it is not DRAW_BUTT */
} draw_paint;

typedef enum draw_anchor { DRAW_START, DRAW_MIDDLE, DRAW_END } draw_anchor;

typedef struct draw_words {
    draw_point at; /* of the baseline */
    float size;    /* pixels */
    draw_anchor anchor;
    draw_colour colour;
    bool is_bold;
    bool has_halo; /* on top of others */
} draw_words;

/* Paths come in runs of one paint. */
typedef struct draw_canvas {
    /* Begins the picture. */
    void (*open)(struct draw_canvas *canvas, double width, double height, const char *title);
    /* Begins a run. paint: a number below paint_count. is_joined: its paths are one, and have no
     * titles. */
    void (*begin)(struct draw_canvas *canvas, unsigned paint, bool is_joined);
    /* A path of the run. title: what is said of it where it is pointed at; may be NULL. */
    void (*path)(struct draw_canvas *canvas, const draw_point *points, size_t count,
                 const char *title);
    void (*end)(struct draw_canvas *canvas);
    /* Between runs: nothing outside of the box is painted until it is taken away (NULL). */
    void (*clip)(struct draw_canvas *canvas, const draw_box *box);
    /* Between runs. text: any bytes. */
    void (*write)(struct draw_canvas *canvas, const draw_words *words, const char *text);
    void (*close)(struct draw_canvas *canvas);
    const draw_paint *paints;
    const bool *is_used; /* of each paint */
    unsigned paint_count;
} draw_canvas;

/* Whether paths of the paint are closed: what is filled is. */
static inline bool draw_is_closed(const draw_paint *paint) {
    return paint->fill != DRAW_UNPAINTED;
}

/* A coordinate that every canvas can hold: at most a million pixels away, as is what is no number.
 * cairo's have 24 bits and a fraction (its cairo-fixed-type-private.h). */
static inline double draw_within_reach(double pixels) {
    return fmax(fmin(pixels, 1e6), -1e6);
}

#endif
