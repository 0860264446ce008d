/* Colours that people with any kind of colour vision tell apart. */
#ifndef NAVLINT_DRAW_PALETTE_H
#define NAVLINT_DRAW_PALETTE_H

#include "draw/scene.h"

/* How many shades of height there are. */
enum { DRAW_BANDS = 8 };

/* 0xRRGGBB */
typedef uint32_t draw_colour;

/* The colour of a category: its own if it has a flag that few have, else what its kind
 * has. Counts are as draw_scene_count left them. */
draw_colour draw_category_colour(const draw_scene *scene, uint32_t category);

/* The how manieth it is of its kind. */
unsigned draw_category_rank(const draw_scene *scene, uint32_t category);

/* A colour by height, the lowest band dark and the highest light. */
draw_colour draw_shade(draw_colour colour, unsigned band);

/* The three severities of findings. */
draw_colour draw_severity_colour(navlint_severity severity);

#endif
