/* From the game's axes to a map: right and ahead on the ground, and up. */
#ifndef NAVLINT_DRAW_GROUND_H
#define NAVLINT_DRAW_GROUND_H

#include "draw/scene.h"

typedef struct draw_place {
    double right, ahead, up; /* units */
} draw_place;

/* Seen from above by axes that are right-handed, so that nothing is mirrored: with z up x goes
 * right and y ahead, with y up x right and z towards the reader. */
draw_place draw_ground(const draw_scene *scene, const double at[3]);

/* The same without a scene: of axes with this one up (navlint_axes). */
draw_place draw_ground_of(int up, const double at[3]);

/* What grows to the right and ahead on the map, as people write it: "x", "-z". */
const char *draw_axis_right(const draw_scene *scene);
const char *draw_axis_ahead(const draw_scene *scene);
const char *draw_axis_up(const draw_scene *scene);

/* Where north is on the map: right and ahead, of length 1. Returns false if the format does not
 * say. */
bool draw_north(const draw_scene *scene, draw_place *north);

#endif
