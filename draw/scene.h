/* What is drawn: the shapes of all files of a picture and the findings about them, in memory. It
 * knows what a shape is and no format: words, colours and directions come from the public header's
 * tables. */
#ifndef NAVLINT_DRAW_SCENE_H
#define NAVLINT_DRAW_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "draw/list.h"
#include "navlint/navlint.h"

/* What a scene holds at most. A file of a gigabyte may describe more; a picture cannot show it. */
enum {
    DRAW_MOST_VERTICES = 1 << 23,
    DRAW_MOST_SHAPES = 1 << 23,
    DRAW_MOST_CORNERS = 1 << 25,
    DRAW_MOST_CATEGORIES = 64
};

#define DRAW_NONE UINT32_MAX

typedef enum draw_kind { DRAW_FACE, DRAW_LINE, DRAW_NODE, DRAW_MARK } draw_kind;

typedef struct draw_vertex {
    double at[3]; /* x, y, z as the game has them */
} draw_vertex;

typedef struct draw_shape {
    uint64_t flags;
    uint64_t offset;  /* of its record, bytes from the start of the input */
    uint32_t first;   /* of its corners */
    uint32_t count;   /* of corners: 2 of a line, 1 of a node and of a mark */
    uint32_t subject; /* in subjects */
    uint32_t path;    /* in paths */
    uint8_t kind;     /* draw_kind */
    uint8_t category; /* in categories */
    bool is_hidden;   /* outside of the focus */
} draw_shape;

/* What a run of shapes is about: an area, a navmesh. */
typedef struct draw_subject {
    uint64_t id;
    uint32_t kind;   /* in texts */
    uint32_t record; /* in texts; DRAW_NONE */
    uint32_t object; /* in objects */
} draw_subject;

/* A named part of a file. */
typedef struct draw_object {
    uint32_t name; /* in texts */
    uint32_t file;
    uint32_t first_shape;
    bool has_faces;
} draw_object;

typedef struct draw_file {
    const char *name; /* borrowed */
    const navlint_format *format;
    uint32_t first_vertex;
    uint32_t first_shape;
} draw_file;

/* Shapes that look alike. */
typedef struct draw_category {
    const navlint_flag *flag; /* NULL: none of the known ones */
    uint32_t label;           /* in texts: "areas", "vehicle nodes" */
    uint8_t kind;             /* draw_kind */
    uint32_t count;           /* of shapes that are not hidden */
} draw_category;

typedef struct draw_finding {
    const navlint_finding *finding; /* borrowed */
    uint32_t file;                  /* DRAW_NONE: of the set as a whole */
    uint32_t shape;                 /* that it is about; DRAW_NONE */
    uint32_t order;                 /* as it came */
    uint32_t of_rule;               /* the how manieth of its rule */
    bool is_placed;                 /* `at` is known */
    double at[3];
} draw_finding;

typedef struct draw_scene {
    draw_list files, objects, subjects, shapes, corners, vertices, categories, findings;
    draw_list texts, paths; /* chars: each text with its NUL */
    draw_list spots;        /* vertices: of marks, until their file ends */
    navlint_axes axes;      /* of the format */
    uint32_t focus;         /* the shape in focus; DRAW_NONE */
    double focus_right;     /* its middle on the ground, units */
    double focus_ahead;
    double focus_radius;    /* units */
    uint32_t last_category; /* of the last shape */
    bool is_too_large;      /* a limit of the above was reached: drawing has stopped */
    bool has_failed;        /* memory ran out */
} draw_scene;

/* An empty scene. Free it with draw_scene_free. */
draw_scene draw_scene_empty(void);
void draw_scene_free(draw_scene *scene);

/* Begins a file. name: borrowed. format: as what it is drawn. */
void draw_scene_file(draw_scene *scene, const char *name, const navlint_format *format);

/* A navlint_shape_fn: adds the shape to the file that was begun last. context: the draw_scene.
 * Returns false when the scene is too large or memory ran out. */
bool draw_scene_take(void *context, const navlint_shape *shape);

/* Ends the file: nodes that only carry faces or ends of lines are taken out again. */
void draw_scene_file_end(draw_scene *scene);

/* Typed views of the lists. */
static inline const draw_shape *draw_shapes(const draw_scene *scene) {
    return scene->shapes.items;
}
static inline const draw_vertex *draw_vertices(const draw_scene *scene) {
    return scene->vertices.items;
}
static inline const uint32_t *draw_corners(const draw_scene *scene, const draw_shape *shape) {
    return (const uint32_t *)scene->corners.items + shape->first;
}
static inline const double *draw_corner(const draw_scene *scene, const draw_shape *shape,
                                        uint32_t i) {
    return draw_vertices(scene)[draw_corners(scene, shape)[i]].at;
}
static inline const draw_subject *draw_subject_of(const draw_scene *scene,
                                                  const draw_shape *shape) {
    return (const draw_subject *)scene->subjects.items + shape->subject;
}
static inline const draw_object *draw_object_of(const draw_scene *scene, const draw_shape *shape) {
    return (const draw_object *)scene->objects.items + draw_subject_of(scene, shape)->object;
}
static inline const draw_file *draw_file_at(const draw_scene *scene, uint32_t index) {
    return (const draw_file *)scene->files.items + index;
}
static inline const draw_category *draw_category_at(const draw_scene *scene, uint32_t index) {
    return (const draw_category *)scene->categories.items + index;
}
static inline const draw_finding *draw_findings(const draw_scene *scene) {
    return scene->findings.items;
}
static inline const char *draw_text(const draw_scene *scene, uint32_t text) {
    return (const char *)scene->texts.items + text;
}

static inline const char *draw_path(const draw_scene *scene, uint32_t path) {
    return (const char *)scene->paths.items + path;
}

/* What the subject is called: "40", or of a record of a plugin "NAVM 0001A26F". */
enum { DRAW_NAME_CAPACITY = 64 };
void draw_subject_name(char name[DRAW_NAME_CAPACITY], const draw_scene *scene,
                       const draw_subject *subject);

/* The words that hold for a shape's flags, one after the other. */
typedef struct draw_flag_words {
    const navlint_format *format;
    const char *kind; /* of the subject */
    uint64_t flags;
    size_t next;
} draw_flag_words;

draw_flag_words draw_flag_words_of(const draw_scene *scene, const draw_shape *shape);
/* Returns a static word; NULL behind the last one. */
const char *draw_next_flag_word(draw_flag_words *words);

/* The middle of a shape's corners. */
void draw_middle(double middle[3], const draw_scene *scene, const draw_shape *shape);

/* Counts the shapes of each category that are not hidden. */
void draw_scene_count(draw_scene *scene);

#endif
