/* The outputs: one function for each, all of the same scene. */
#ifndef NAVLINT_DRAW_DRAW_H
#define NAVLINT_DRAW_DRAW_H

#include "draw/out.h"
#include "draw/scene.h"

typedef struct draw_settings {
    const char *title; /* of a picture: what it shows; any bytes */
    uint32_t width;    /* of a picture, pixels */
    bool is_checked;   /* the scene has its findings, if there are any */
    int up;            /* of a model: 2 for y, 3 for z; 0: the game's axes as they are */
} draw_settings;

typedef enum draw_result {
    DRAW_OK = 0,
    DRAW_NO_MEMORY,
    DRAW_NOT_WRITTEN, /* out's function refused */
    DRAW_NO_CAIRO,    /* PNG: the library is not installed */
    DRAW_NO_PNG       /* this build has none */
} draw_result;

/* A map seen from above, with a legend. */
draw_result draw_svg(const draw_scene *scene, const draw_settings *settings, draw_out *out);
draw_result draw_png(const draw_scene *scene, const draw_settings *settings, draw_out *out);

/* Wavefront OBJ: a group for each subject, lines, and points for nodes and marks. */
draw_result draw_obj(const draw_scene *scene, const draw_settings *settings, draw_out *out);

/* glTF 2.0, y up, with its buffer inside: as JSON, or as GLB. A node for each part of a file, its
 * categories as materials; units are the game's. */
draw_result draw_gltf(const draw_scene *scene, const draw_settings *settings, draw_out *out);
draw_result draw_glb(const draw_scene *scene, const draw_settings *settings, draw_out *out);

/* GeoJSON (RFC 7946): a feature for each shape and each finding, in the game's units. */
draw_result draw_geojson(const draw_scene *scene, const draw_settings *settings, draw_out *out);

#endif
