/* Findings on their way into a scene, each at its place on the map. */
#ifndef NAVLINT_DRAW_FINDINGS_H
#define NAVLINT_DRAW_FINDINGS_H

#include "draw/scene.h"

/* Adds the findings of a report and of its members, which are those of the scene's files in their
 * order, and places each: at its position, else at the shape of its record. The worst come first,
 * and of a rule the fourth and later ones behind the first three of all others.
 * report: stays where it is as long as the scene. Sets has_failed if memory runs out. */
void draw_scene_report(draw_scene *scene, const navlint_report *report);

#endif
