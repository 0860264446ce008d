/* Where on a picture what is: the part of the ground that is seen, its heights, and the free room.
 */
#ifndef NAVLINT_DRAW_VIEW_H
#define NAVLINT_DRAW_VIEW_H

#include "draw/canvas.h"
#include "draw/ground.h"

/* Values that are not far from most others. */
typedef struct draw_range {
    double low, high;
} draw_range;

/* Cells of the map on which there is something to read already. */
typedef struct draw_room {
    unsigned char *taken; /* heap */
    size_t columns, rows;
} draw_room;

typedef struct draw_view {
    const draw_scene *scene;
    draw_box box; /* of the map on the picture, pixels */
    draw_range right, ahead, up;
    double scale;     /* pixels for a unit */
    double left, top; /* of the ground, at the box's upper left corner */
    double step;      /* units of height from contour to contour; 0: all is flat */
    double base;      /* of the lowest band, units */
    unsigned bands;   /* how many there are, 1 to DRAW_BANDS */
    size_t shown;     /* shapes that are not hidden, by kind: */
    size_t faces, lines, nodes, marks;
    size_t outside; /* of these, far away from most others, and so not on the map */
    draw_room room;
} draw_view;

/* Looks at what is not hidden: one that lies far away from most others, as damaged files have it,
 * does not make the map of these small. Returns false if memory ran out. */
bool draw_view_of(draw_view *view, const draw_scene *scene);

/* How wide the map is for its height. */
double draw_view_aspect(const draw_view *view);

/* The height below the map that scale and directions have for themselves, pixels; in a focus, whose
 * square fills the box, they stand on it. */
double draw_view_foot(const draw_view *view);

/* Puts the map into a box. Returns false if memory ran out. */
bool draw_view_fit(draw_view *view, const draw_box *box);

void draw_view_free(draw_view *view);

/* Within reach (canvas.h). */
draw_point draw_to_picture(const draw_view *view, const double at[3]);

/* The band of a height. */
unsigned draw_band(const draw_view *view, double up);

/* 1, 2 or 5 times a power of ten, at least `most` and at most twice and a half of it. */
double draw_round_up(double least);

/* Takes the box of a text or mark if nothing is there yet and it lies on the map. */
bool draw_take_room(draw_view *view, const draw_box *box);

/* The width of a text in a usual font, pixels. */
double draw_text_width(const char *text, double size, bool is_bold);

#endif
