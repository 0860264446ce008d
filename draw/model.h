/* What the writers of models have in common. */
#ifndef NAVLINT_DRAW_MODEL_H
#define NAVLINT_DRAW_MODEL_H

#include "draw/ground.h"
#include "draw/scene.h"

/* The vertices that shapes use which are not hidden. Free it with draw_numbers_free. */
typedef struct draw_numbers {
    uint32_t *of;   /* heap: of each vertex its number; DRAW_NONE: not used */
    uint32_t *used; /* heap: by number, the vertex */
    uint32_t count;
} draw_numbers;

/* Numbers them from 0. Returns false if memory ran out. */
bool draw_number(draw_numbers *numbers, const draw_scene *scene);
void draw_numbers_free(draw_numbers *numbers);

/* Turns a position so that y (2) or z (3) is up; 0 leaves it as it is. */
void draw_turn(double turned[3], const draw_scene *scene, const double at[3], int up);

/* The name of a file without its folders; borrowed. */
const char *draw_base_name(const char *name);

#endif
