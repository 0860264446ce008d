/* A map of a scene on a canvas. */
#ifndef NAVLINT_DRAW_MAP_H
#define NAVLINT_DRAW_MAP_H

#include "draw/canvas.h"
#include "draw/draw.h"

/* Paints the scene with its legend. Returns false if memory ran out. */
bool draw_map(const draw_scene *scene, const draw_settings *settings, draw_canvas *canvas);

#endif
