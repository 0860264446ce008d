/* A part of a scene: what lies around one of its records. */
#ifndef NAVLINT_DRAW_FOCUS_H
#define NAVLINT_DRAW_FOCUS_H

#include "draw/scene.h"

/* Hides what lies outside of a square around the record, on the ground, and leaves out the findings
 * there.
 * id: as findings name it: the number of an area, node or region; of a navmesh its FormID in
 *   hexadecimal; "ladder 3" with its kind; a path, "/areas/40". In front of any of them the end of
 * a file's name and a colon: "nodes12.dat:40". Of several the first one counts. radius: half a side
 * of the square, in units; 0: some times the record's size. Returns false if nothing that is drawn
 * is called so. */
bool draw_scene_focus(draw_scene *scene, const char *id, double radius);

#endif
