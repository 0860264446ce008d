#include "draw/scene.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

draw_scene draw_scene_empty(void) {
    return (draw_scene){.files.item_bytes = sizeof(draw_file),
                        .objects.item_bytes = sizeof(draw_object),
                        .subjects.item_bytes = sizeof(draw_subject),
                        .shapes.item_bytes = sizeof(draw_shape),
                        .corners.item_bytes = sizeof(uint32_t),
                        .vertices.item_bytes = sizeof(draw_vertex),
                        .categories.item_bytes = sizeof(draw_category),
                        .findings.item_bytes = sizeof(draw_finding),
                        .texts.item_bytes = 1,
                        .paths.item_bytes = 1,
                        .spots.item_bytes = sizeof(draw_vertex),
                        .focus = DRAW_NONE};
}

void draw_scene_free(draw_scene *scene) {
    draw_list_free(&scene->files);
    draw_list_free(&scene->objects);
    draw_list_free(&scene->subjects);
    draw_list_free(&scene->shapes);
    draw_list_free(&scene->corners);
    draw_list_free(&scene->vertices);
    draw_list_free(&scene->categories);
    draw_list_free(&scene->findings);
    draw_list_free(&scene->texts);
    draw_list_free(&scene->paths);
    draw_list_free(&scene->spots);
}

static void *add(draw_scene *scene, draw_list *list, size_t more) {
    void *const added = draw_list_add(list, more);
    scene->has_failed |= !added;
    return added;
}

/* Returns where in the list of chars the text is; 0 if memory ran out. */
static uint32_t add_chars(draw_scene *scene, draw_list *chars, const char *text) {
    const size_t bytes = strlen(text) + 1;
    if (chars->count + bytes > UINT32_MAX / 2) {
        scene->is_too_large = true;
        return 0;
    }
    char *const added = add(scene, chars, bytes);
    if (!added) return 0;
    memcpy(added, text, bytes);
    return (uint32_t)(chars->count - bytes);
}

static uint32_t add_text(draw_scene *scene, const char *text) {
    return add_chars(scene, &scene->texts, text);
}

/* ---- Files and parts ---- */

static draw_file *last_file(draw_scene *scene) {
    return (draw_file *)scene->files.items + scene->files.count - 1;
}

static draw_object *last_object(draw_scene *scene) {
    return (draw_object *)scene->objects.items + scene->objects.count - 1;
}

static void add_object(draw_scene *scene, const char *name) {
    const uint32_t text = add_text(scene, name);
    draw_object *const object = add(scene, &scene->objects, 1);
    if (!object) return;
    *object = (draw_object){.name = text,
                            .file = (uint32_t)scene->files.count - 1,
                            .first_shape = (uint32_t)scene->shapes.count};
}

void draw_scene_file(draw_scene *scene, const char *name, const navlint_format *format) {
    draw_file *const file = add(scene, &scene->files, 1);
    if (!file) return;
    *file = (draw_file){.name = name,
                        .format = format,
                        .first_vertex = (uint32_t)scene->vertices.count,
                        .first_shape = (uint32_t)scene->shapes.count};
    if (format) scene->axes = format->axes;
    add_object(scene, "");
}

/* ---- Subjects ---- */

static bool is_same_text(const draw_scene *scene, uint32_t text, const char *other) {
    if (text == DRAW_NONE || !other) return (text == DRAW_NONE) == !other;
    return strcmp(draw_text(scene, text), other) == 0;
}

/* Shapes of one subject mostly come one after the other. */
static uint32_t subject_of(draw_scene *scene, const navlint_subject *s) {
    const char *const kind = s->kind ? s->kind : "";
    const uint32_t object = (uint32_t)scene->objects.count - 1;
    if (scene->subjects.count > 0) {
        const size_t last = scene->subjects.count - 1;
        const draw_subject *const before = (const draw_subject *)scene->subjects.items + last;
        if (before->id == s->id && before->object == object &&
            is_same_text(scene, before->kind, kind) &&
            is_same_text(scene, before->record, s->record))
            return (uint32_t)last;
    }
    const draw_subject subject = {.id = s->id,
                                  .kind = add_text(scene, kind),
                                  .record = s->record ? add_text(scene, s->record) : DRAW_NONE,
                                  .object = object};
    draw_subject *const added = add(scene, &scene->subjects, 1);
    if (added) *added = subject;
    return (uint32_t)scene->subjects.count - 1;
}

void draw_subject_name(char name[DRAW_NAME_CAPACITY], const draw_scene *scene,
                       const draw_subject *subject) {
    if (subject->record != DRAW_NONE)
        snprintf(name, DRAW_NAME_CAPACITY, "%s", draw_text(scene, subject->record));
    else
        snprintf(name, DRAW_NAME_CAPACITY, "%" PRIu64, subject->id);
}

/* ---- Categories ---- */

enum { LABEL_CAPACITY = 48 };

/* "hidingSpots" as people write it. */
static void spell(char label[LABEL_CAPACITY], const char *key, size_t length) {
    size_t used = 0;
    for (size_t i = 0; i < length && used + 3 < LABEL_CAPACITY; i++) {
        const unsigned char c = (unsigned char)key[i];
        if (isupper(c) && used > 0) label[used++] = ' ';
        label[used++] = (char)tolower(c);
    }
    label[used] = '\0';
}

static bool is_number(const char *from, const char *to) {
    while (from < to && isdigit((unsigned char)*from))
        from++;
    return from == to;
}

/* Nodes of a list with parts are what their part is called, and so are lines of lists in lists. */
static bool is_named_by_part(draw_kind kind, const char *path, const char *end) {
    const bool is_in_list = strchr(path + 1, '/') == end;
    return kind == DRAW_NODE ? is_in_list : kind == DRAW_LINE && !is_in_list;
}

/* The list that the record stands in says what it is: the last word of its path that is no number.
 */
static void label_of(char label[LABEL_CAPACITY], const draw_scene *scene, draw_kind kind,
                     const char *path) {
    const char *end = path + strlen(path);
    const char *from = strrchr(path, '/');
    if (from && is_number(from + 1, end)) {
        end = from;
        while (from > path && from[-1] != '/')
            from--;
    } else if (from) {
        from++;
    }
    const draw_object *const object =
        (const draw_object *)scene->objects.items + scene->objects.count - 1;
    const char *const part = draw_text(scene, object->name);
    if (part[0] != '\0' && is_named_by_part(kind, path, end))
        spell(label, part, strlen(part));
    else
        spell(label, from ? from : path, from ? (size_t)(end - from) : strlen(path));
}

static const navlint_flag *next_flag(draw_flag_words *words) {
    const navlint_flag *flag = NULL;
    while (words->flags != 0 && (flag = navlint_flag_at(words->format, words->next))) {
        words->next++;
        if ((words->flags & flag->mask) == flag->value && strcmp(flag->kind, words->kind) == 0)
            return flag;
    }
    return NULL;
}

static const navlint_flag *flag_of(const navlint_format *format, const navlint_shape *shape) {
    const char *const kind = shape->subject.kind;
    return next_flag(&(draw_flag_words){format, kind ? kind : "", shape->flags, 0});
}

static bool is_category(const draw_scene *scene, uint32_t index, const draw_category *wanted,
                        const char *label) {
    const draw_category *const c = draw_category_at(scene, index);
    return c->kind == wanted->kind && c->flag == wanted->flag &&
           strcmp(draw_text(scene, c->label), label) == 0;
}

/* Where there are too many, the last one of the kind, or the last one, stands for the others. */
static uint32_t category_of(draw_scene *scene, draw_kind kind, const navlint_shape *shape) {
    char label[LABEL_CAPACITY];
    const navlint_format *const format = last_file(scene)->format;
    const draw_category wanted = {.flag = flag_of(format, shape), .kind = (uint8_t)kind};
    label_of(label, scene, kind, shape->path ? shape->path : "/shapes");
    if (scene->last_category < scene->categories.count &&
        is_category(scene, scene->last_category, &wanted, label))
        return scene->last_category;
    uint32_t found = 0;
    while (found < scene->categories.count && !is_category(scene, found, &wanted, label))
        found++;
    if (found == DRAW_MOST_CATEGORIES) return DRAW_MOST_CATEGORIES - 1;
    if (found == scene->categories.count) {
        const uint32_t text = add_text(scene, label);
        draw_category *const added = add(scene, &scene->categories, 1);
        if (!added) return 0;
        *added = wanted;
        added->label = text;
    }
    return scene->last_category = found;
}

/* ---- Shapes ---- */

static bool has_room(draw_scene *scene, size_t corners) {
    scene->is_too_large |= scene->shapes.count >= DRAW_MOST_SHAPES ||
                           scene->vertices.count >= DRAW_MOST_VERTICES ||
                           scene->corners.count + corners > DRAW_MOST_CORNERS;
    return !scene->is_too_large && !scene->has_failed;
}

/* Returns the room for its corners; NULL if memory ran out. */
static uint32_t *add_shape(draw_scene *scene, draw_kind kind, const navlint_shape *from,
                           size_t count) {
    const draw_shape shape = {.flags = from->flags,
                              .offset = from->offset,
                              .first = (uint32_t)scene->corners.count,
                              .count = (uint32_t)count,
                              .subject = subject_of(scene, &from->subject),
                              .path = add_chars(scene, &scene->paths, from->path ? from->path : ""),
                              .kind = (uint8_t)kind,
                              .category = (uint8_t)category_of(scene, kind, from)};
    draw_shape *const added = add(scene, &scene->shapes, 1);
    uint32_t *const corners = add(scene, &scene->corners, count);
    if (added) *added = shape;
    return scene->has_failed ? NULL : corners;
}

/* Takes back the nodes that a part began with: they turn out to be corners of its faces. */
static void drop_nodes(draw_scene *scene, draw_object *object) {
    object->has_faces = true;
    while (scene->shapes.count > object->first_shape) {
        const draw_shape *const node = &draw_shapes(scene)[scene->shapes.count - 1];
        if (node->kind != DRAW_NODE) return;
        scene->corners.count = node->first;
        scene->paths.count = node->path;
        scene->shapes.count--;
    }
}

static void take_vertex(draw_scene *scene, const navlint_shape *shape) {
    const uint32_t number = (uint32_t)scene->vertices.count;
    draw_vertex *const vertex = add(scene, &scene->vertices, 1);
    if (!vertex) return;
    memcpy(vertex->at, shape->position, sizeof vertex->at);
    if (last_object(scene)->has_faces) return;
    uint32_t *const corner = add_shape(scene, DRAW_NODE, shape, 1);
    if (corner) *corner = number;
}

/* The library does not count marks among its vertices: ours come behind them when all are there. */
static void take_mark(draw_scene *scene, const navlint_shape *shape) {
    draw_vertex *const spot = add(scene, &scene->spots, 1);
    if (!spot) return;
    memcpy(spot->at, shape->position, sizeof spot->at);
    uint32_t *const corner = add_shape(scene, DRAW_MARK, shape, 1);
    if (corner) *corner = (uint32_t)scene->spots.count - 1;
}

static void take_corners(draw_scene *scene, draw_kind kind, const navlint_shape *shape) {
    const uint32_t first = last_file(scene)->first_vertex;
    if (kind == DRAW_FACE && !last_object(scene)->has_faces) drop_nodes(scene, last_object(scene));
    uint32_t *const corners = add_shape(scene, kind, shape, shape->corner_count);
    for (size_t i = 0; corners && i < shape->corner_count; i++)
        corners[i] = first + (uint32_t)shape->corners[i];
}

bool draw_scene_take(void *context, const navlint_shape *shape) {
    draw_scene *const scene = context;
    if (!has_room(scene, shape->corner_count)) return false;
    switch (shape->kind) {
    case NAVLINT_OBJECT:
        add_object(scene, shape->name);
        break;
    case NAVLINT_VERTEX:
        take_vertex(scene, shape);
        break;
    case NAVLINT_FACE:
        take_corners(scene, DRAW_FACE, shape);
        break;
    case NAVLINT_LINE:
        take_corners(scene, DRAW_LINE, shape);
        break;
    case NAVLINT_MARK:
        take_mark(scene, shape);
        break;
    }
    return !scene->has_failed && !scene->is_too_large;
}

/* ---- The end of a file ---- */

static void move_spots(draw_scene *scene, uint32_t first_shape) {
    const size_t first = scene->vertices.count, count = scene->spots.count;
    draw_vertex *const added = count > 0 ? add(scene, &scene->vertices, count) : NULL;
    if (!added) return;
    memcpy(added, scene->spots.items, count * sizeof *added);
    for (size_t i = first_shape; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (shape->kind == DRAW_MARK)
            ((uint32_t *)scene->corners.items)[shape->first] += (uint32_t)first;
    }
    scene->spots.count = 0;
}

/* Of each vertex of the file from `first` on the path of the lines that end in it. */
static uint32_t *paths_of_lines(const draw_scene *scene, uint32_t first_shape, uint32_t first) {
    const size_t count = scene->vertices.count - first;
    uint32_t *const paths = malloc((count + 1) * sizeof *paths);
    for (size_t i = 0; paths && i < count; i++)
        paths[i] = DRAW_NONE;
    for (size_t i = first_shape; paths && i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (shape->kind != DRAW_LINE) continue;
        for (uint32_t end = 0; end < 2; end++)
            paths[draw_corners(scene, shape)[end] - first] = shape->path;
    }
    return paths;
}

/* A ladder is a line whose ends are of its own record: no nodes. */
static bool is_end(const draw_scene *scene, const draw_shape *shape, const uint32_t *paths,
                   uint32_t first) {
    if (shape->kind != DRAW_NODE) return false;
    const uint32_t path = paths[draw_corners(scene, shape)[0] - first];
    return path != DRAW_NONE && strcmp(draw_path(scene, path), draw_path(scene, shape->path)) == 0;
}

static void drop_ends(draw_scene *scene, uint32_t first_shape) {
    const uint32_t first = last_file(scene)->first_vertex;
    uint32_t *const paths = paths_of_lines(scene, first_shape, first);
    draw_shape *const shapes = scene->shapes.items;
    size_t kept = first_shape;
    scene->has_failed |= !paths;
    for (size_t i = first_shape; paths && i < scene->shapes.count; i++)
        if (!is_end(scene, &shapes[i], paths, first)) shapes[kept++] = shapes[i];
    if (paths) scene->shapes.count = kept;
    free(paths);
}

void draw_scene_file_end(draw_scene *scene) {
    if (scene->has_failed) return;
    const draw_file *const file = last_file(scene);
    drop_ends(scene, file->first_shape);
    move_spots(scene, file->first_shape);
}

/* ---- What others ask ---- */

draw_flag_words draw_flag_words_of(const draw_scene *scene, const draw_shape *shape) {
    const uint32_t file = draw_object_of(scene, shape)->file;
    return (draw_flag_words){draw_file_at(scene, file)->format,
                             draw_text(scene, draw_subject_of(scene, shape)->kind), shape->flags,
                             0};
}

const char *draw_next_flag_word(draw_flag_words *words) {
    const navlint_flag *const flag = next_flag(words);
    return flag ? flag->word : NULL;
}

void draw_middle(double middle[3], const draw_scene *scene, const draw_shape *shape) {
    for (int axis = 0; axis < 3; axis++)
        middle[axis] = 0;
    for (uint32_t i = 0; i < shape->count; i++)
        for (int axis = 0; axis < 3; axis++)
            middle[axis] += draw_corner(scene, shape, i)[axis] / shape->count;
}

void draw_scene_count(draw_scene *scene) {
    draw_category *const categories = scene->categories.items;
    for (size_t i = 0; i < scene->categories.count; i++)
        categories[i].count = 0;
    for (size_t i = 0; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (!shape->is_hidden) categories[shape->category].count++;
    }
}
