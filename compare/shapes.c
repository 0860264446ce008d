/* Paths without their numbers, made as they turn up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/model.h"

bool cmp_grow(void *items, size_t *capacity, size_t count, size_t item_bytes) {
    void **const array = items;
    if (count < *capacity) return true;
    const size_t wanted = *capacity ? *capacity * 2 : 64;
    if (wanted > UINT32_MAX || wanted > SIZE_MAX / item_bytes) return false;
    void *const larger = realloc(*array, wanted * item_bytes);
    if (!larger) return false;
    *array = larger;
    *capacity = wanted;
    return true;
}

static const nl_kind *kind_of(const cmp_shapes *shapes, const cmp_shape *shape) {
    return &shapes->kinds->kinds[shape->kind];
}

/* ---- What the tables say of a shape ---- */

/* 0 to 2 if `text` is x, y or z of the point. */
static int8_t axis_of(const char *text, const char *point) {
    const size_t length = point ? strlen(point) : 0;
    if (!point || strncmp(text, point, length) != 0) return -1;
    const char *const axis = length == 0 ? text : text[length] == '/' ? text + length + 1 : "";
    const bool is_axis = axis[0] >= 'x' && axis[0] <= 'z' && axis[1] == '\0';
    return is_axis ? (int8_t)(axis[0] - 'x') : (int8_t)-1;
}

static void find_axis(const cmp_shapes *shapes, cmp_shape *shape) {
    const nl_kind *const kind = kind_of(shapes, shape);
    for (size_t i = 0; i < 2 && shape->axis < 0; i++)
        shape->axis = axis_of(shape->text, kind->points[i]);
    if (shape->axis >= 0) return;
    shape->axis = axis_of(shape->text, kind->wide_point);
    shape->is_wide = shape->axis >= 0;
}

static void find_key(const cmp_shapes *shapes, cmp_shape *shape) {
    const nl_kind *const kind = kind_of(shapes, shape);
    for (int8_t i = 0; i < 2; i++)
        if (kind->key[i] && strcmp(kind->key[i], shape->text) == 0) shape->key_part = i;
}

static void find_senses(const cmp_shapes *shapes, cmp_shape *shape) {
    size_t found = 0;
    for (size_t i = 0; i < shapes->kinds->sense_count && found < CMP_MOST_SENSES; i++) {
        const nl_sense *const sense = &shapes->kinds->senses[i];
        if (sense->kind == shape->kind && strcmp(sense->field, shape->text) == 0)
            shape->senses[found++] = sense;
    }
}

static void find_homes(const cmp_shapes *shapes, cmp_shape *shape) {
    for (size_t i = 0; i < shapes->kinds->home_count; i++) {
        const nl_home *const home = &shapes->kinds->homes[i];
        if (home->outer != shape->kind || strcmp(home->path, shape->text) != 0) continue;
        if (shape->home_count++ == 0) shape->first_home = (uint16_t)i;
    }
}

static void describe(const cmp_shapes *shapes, cmp_shape *shape) {
    shape->axis = shape->key_part = -1;
    find_axis(shapes, shape);
    find_key(shapes, shape);
    find_senses(shapes, shape);
    if (!shape->key) find_homes(shapes, shape);
}

/* ---- Making them ---- */

static char *copy_of(const char *text, size_t length) {
    char *const copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static uint32_t add(cmp_shapes *shapes, cmp_shape shape) {
    const bool has_room = shape.text && cmp_grow(&shapes->items, &shapes->capacity, shapes->count,
                                                 sizeof *shapes->items);
    if (!has_room) {
        free(shape.key);
        free(shape.text);
        return CMP_NONE;
    }
    shape.first = shape.next = shape.latest = CMP_NONE;
    describe(shapes, &shape);
    shapes->items[shapes->count] = shape;
    return (uint32_t)shapes->count++;
}

static const char *name_of_list(const cmp_shapes *shapes, size_t home) {
    return home < shapes->kinds->home_count ? shapes->kinds->homes[home].path : "";
}

/* The record itself: if it is a value, it is called as its list is. */
static uint32_t add_root(cmp_shapes *shapes, size_t home) {
    const char *const path = name_of_list(shapes, home);
    const size_t length = strlen(path);
    const size_t kept = length >= 2 ? length - 2 : 0; /* without "/N" */
    const uint8_t kind = home < shapes->kinds->home_count ? shapes->kinds->homes[home].kind : 0;
    return add(shapes, (cmp_shape){.up = CMP_NONE,
                                   .list = CMP_NONE,
                                   .text = copy_of(path, kept),
                                   .home = (uint16_t)home,
                                   .kind = kind});
}

bool cmp_shapes_make(cmp_shapes *shapes, const nl_kinds *kinds) {
    *shapes = (cmp_shapes){.kinds = kinds};
    shapes->roots = malloc((kinds->home_count + 1) * sizeof *shapes->roots);
    if (!shapes->roots) return false;
    for (size_t i = 0; i <= kinds->home_count; i++) {
        shapes->roots[i] = add_root(shapes, i);
        if (shapes->roots[i] == CMP_NONE) return false;
    }
    return true;
}

void cmp_shapes_free(cmp_shapes *shapes) {
    for (size_t i = 0; i < shapes->count; i++) {
        free(shapes->items[i].key);
        free(shapes->items[i].text);
    }
    free(shapes->items);
    free(shapes->roots);
}

/* The path of what is below; the path of a record does not count. */
static char *text_below(const cmp_shape *up, const char *key) {
    const char *const front = up->up == CMP_NONE ? "" : up->text;
    const char *const name = key ? key : "N";
    const size_t front_length = strlen(front);
    const size_t name_length = strlen(name);
    char *const text = malloc(front_length + name_length + 2);
    if (!text) return NULL;
    memcpy(text, front, front_length);
    const size_t at = front_length ? front_length + 1 : 0;
    if (at) text[front_length] = '/';
    memcpy(text + at, name, name_length + 1);
    return text;
}

static bool is_key(const cmp_shape *shape, const char *key) {
    if (!key || !shape->key) return key == shape->key;
    return strcmp(shape->key, key) == 0;
}

static uint32_t add_below(cmp_shapes *shapes, uint32_t up, const char *key) {
    const cmp_shape *const outer = &shapes->items[up];
    cmp_shape shape = {.up = up, .list = outer->list, .home = outer->home, .kind = outer->kind};
    shape.text = text_below(outer, key);
    shape.key = key ? copy_of(key, strlen(key)) : NULL;
    const uint32_t index = key && !shape.key ? CMP_NONE : add(shapes, shape);
    if (key && !shape.key) free(shape.text);
    if (index == CMP_NONE) return CMP_NONE;
    cmp_shape *const made = &shapes->items[index];
    if (!key && made->list == CMP_NONE) made->list = index;
    made->next = shapes->items[up].first;
    shapes->items[up].first = index;
    return index;
}

uint32_t cmp_shape_below(cmp_shapes *shapes, uint32_t up, const char *key) {
    const uint32_t latest = shapes->items[up].latest;
    if (latest != CMP_NONE && is_key(&shapes->items[latest], key)) return latest;
    uint32_t found = shapes->items[up].first;
    while (found != CMP_NONE && !is_key(&shapes->items[found], key))
        found = shapes->items[found].next;
    if (found == CMP_NONE) found = add_below(shapes, up, key);
    shapes->items[up].latest = found;
    return found;
}
