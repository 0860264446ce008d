/* glTF 2.0: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/model.h"
#include "draw/palette.h"

/* Words of the specification. */
enum { FLOAT = 5126, UNSIGNED_INT = 5125, ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };
enum { POINTS = 0, LINES = 1, TRIANGLES = 4 };

/* Shapes of one category in one part. */
typedef struct primitive {
    uint32_t mesh;
    uint32_t category;
    uint32_t first, count; /* of its indices */
} primitive;

/* A part of a file. */
typedef struct mesh {
    uint32_t object;
    uint32_t first, count; /* of its vertices */
    float low[3], high[3];
} mesh;

/* As the buffer has it: little-endian words, which are floats. */
typedef struct position {
    uint32_t words[3];
} position;

typedef struct model {
    const draw_scene *scene;
    draw_list meshes, primitives, positions, indices;
    uint32_t *numbers; /* heap: of each vertex its number in the mesh that `owner` says */
    uint32_t *owner;   /* heap: the number of a mesh, counted from 1 */
    bool has_failed;
} model;

static void *add(model *m, draw_list *list, size_t more) {
    void *const added = draw_list_add(list, more);
    m->has_failed |= !added;
    return added;
}

/* A word whose bytes in memory are little-endian. */
static uint32_t little(uint32_t word) {
    const unsigned char bytes[4] = {(unsigned char)word, (unsigned char)(word >> 8),
                                    (unsigned char)(word >> 16), (unsigned char)(word >> 24)};
    memcpy(&word, bytes, sizeof word);
    return word;
}

static uint32_t word_of(float real) {
    uint32_t word;
    memcpy(&word, &real, sizeof word);
    return little(word);
}

/* ---- Collecting ---- */

static void add_position(model *m, mesh *own, uint32_t vertex) {
    double turned[3];
    position *const p = add(m, &m->positions, 1);
    if (!p) return;
    draw_turn(turned, m->scene, draw_vertices(m->scene)[vertex].at, 2);
    for (int axis = 0; axis < 3; axis++) {
        const float at = (float)fmax(fmin(turned[axis], 1e30), -1e30); /* floats hold no more */
        p->words[axis] = word_of(at);
        own->low[axis] = own->count == 0 ? at : fminf(own->low[axis], at);
        own->high[axis] = own->count == 0 ? at : fmaxf(own->high[axis], at);
    }
    own->count++;
}

static uint32_t number_of(model *m, mesh *own, uint32_t vertex) {
    const uint32_t mark = (uint32_t)m->meshes.count;
    if (m->owner[vertex] != mark) {
        m->owner[vertex] = mark;
        m->numbers[vertex] = own->count;
        add_position(m, own, vertex);
    }
    return m->numbers[vertex];
}

/* A face as a fan of triangles. */
static void add_indices(model *m, mesh *own, const draw_shape *shape) {
    const uint32_t *const corners = draw_corners(m->scene, shape);
    const bool is_face = shape->kind == DRAW_FACE;
    const uint32_t count = is_face ? 3 * (shape->count - 2) : shape->count;
    uint32_t *const indices = add(m, &m->indices, count);
    for (uint32_t i = 0; indices && i < count; i++) {
        const uint32_t corner = !is_face ? i : i % 3 == 0 ? 0 : i / 3 + i % 3;
        indices[i] = little(number_of(m, own, corners[corner]));
    }
}

static void add_primitive(model *m, mesh *own, uint32_t category, size_t from, size_t to) {
    const uint32_t first = (uint32_t)m->indices.count;
    for (size_t i = from; i < to && !m->has_failed; i++) {
        const draw_shape *const shape = &draw_shapes(m->scene)[i];
        if (!shape->is_hidden && shape->category == category) add_indices(m, own, shape);
    }
    const uint32_t count = (uint32_t)m->indices.count - first;
    primitive *const added = count > 0 ? add(m, &m->primitives, 1) : NULL;
    if (added) *added = (primitive){(uint32_t)m->meshes.count - 1, category, first, count};
}

/* Which categories the shapes [from, to) have. */
static uint64_t categories_of(const draw_scene *scene, size_t from, size_t to) {
    uint64_t seen = 0;
    for (size_t i = from; i < to; i++)
        if (!draw_shapes(scene)[i].is_hidden) seen |= UINT64_C(1) << draw_shapes(scene)[i].category;
    return seen;
}

static void add_mesh(model *m, size_t from, size_t to) {
    const uint64_t seen = categories_of(m->scene, from, to);
    mesh own = {.object = draw_subject_of(m->scene, &draw_shapes(m->scene)[from])->object,
                .first = (uint32_t)m->positions.count};
    if (seen == 0 || !add(m, &m->meshes, 1)) return;
    for (uint32_t category = 0; category < DRAW_MOST_CATEGORIES; category++)
        if (seen >> category & 1) add_primitive(m, &own, category, from, to);
    ((mesh *)m->meshes.items)[m->meshes.count - 1] = own;
}

static void collect(model *m) {
    const size_t count = m->scene->shapes.count;
    const draw_shape *const shapes = draw_shapes(m->scene);
    for (size_t from = 0, to; from < count && !m->has_failed; from = to) {
        const uint32_t object = draw_subject_of(m->scene, &shapes[from])->object;
        for (to = from; to < count && draw_subject_of(m->scene, &shapes[to])->object == object;)
            to++;
        add_mesh(m, from, to);
    }
}

/* ---- JSON ---- */

static double linear(uint32_t part) {
    const double s = part / 255.0; /* of sRGB (IEC 61966-2-1) */
    return s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
}

/* Lines and points have no normals that light could fall on. */
static void put_material(const model *m, uint32_t category, draw_out *out) {
    const draw_category *const c = draw_category_at(m->scene, category);
    const draw_colour colour = draw_category_colour(m->scene, category);
    draw_put(
        out,
        "{\"name\":\"%s%s%s\",\"doubleSided\":true,\"pbrMetallicRoughness\":{"
        "\"baseColorFactor\":[%.4f,%.4f,%.4f,1],\"metallicFactor\":0,\"roughnessFactor\":1}%s}",
        draw_text(m->scene, c->label), c->flag ? ", " : "", c->flag ? c->flag->word : "",
        linear(colour >> 16 & 0xff), linear(colour >> 8 & 0xff), linear(colour & 0xff),
        c->kind == DRAW_FACE ? "" : ",\"extensions\":{\"KHR_materials_unlit\":{}}");
}

/* Categories that nothing is of have none. */
static uint32_t material_of(const model *m, uint32_t category) {
    uint32_t number = 0;
    for (uint32_t i = 0; i < category; i++)
        number += draw_category_at(m->scene, i)->count > 0;
    return number;
}

static void put_materials(const model *m, draw_out *out) {
    draw_put(out, ",\n\"materials\":[");
    for (uint32_t i = 0; i < m->scene->categories.count; i++) {
        if (draw_category_at(m->scene, i)->count == 0) continue;
        draw_put(out, material_of(m, i) > 0 ? ",\n" : "\n");
        put_material(m, i, out);
    }
    draw_put(out, "]");
}

static void put_primitive(const model *m, const primitive *p, uint32_t index, draw_out *out) {
    static const int modes[] = {TRIANGLES, LINES, POINTS, POINTS};
    draw_put(out,
             "{\"attributes\":{\"POSITION\":%" PRIu32 "},\"indices\":%zu,\"material\":%" PRIu32
             ",\"mode\":%d}",
             p->mesh, m->meshes.count + index, material_of(m, p->category),
             modes[draw_category_at(m->scene, p->category)->kind]);
}

static void put_name(const model *m, uint32_t mesh_index, draw_out *out) {
    char name[1024], file[256];
    const mesh *const own = (const mesh *)m->meshes.items + mesh_index;
    const draw_object *const object = (const draw_object *)m->scene->objects.items + own->object;
    draw_make_safe(file, sizeof file, draw_base_name(draw_file_at(m->scene, object->file)->name));
    const bool is_one = m->scene->files.count == 1;
    snprintf(name, sizeof name, "%s%s%s", is_one ? "" : file, is_one ? "" : " ",
             draw_text(m->scene, object->name));
    draw_put_json(out, name);
}

static void put_meshes(const model *m, draw_out *out) {
    const primitive *const primitives = m->primitives.items;
    uint32_t at = 0;
    draw_put(out, ",\n\"meshes\":[");
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        draw_put(out, i > 0 ? ",\n{\"name\":" : "\n{\"name\":");
        put_name(m, i, out);
        draw_put(out, ",\"primitives\":[");
        for (uint32_t first = at; at < m->primitives.count && primitives[at].mesh == i; at++) {
            if (at > first) draw_put(out, ",");
            put_primitive(m, &primitives[at], at, out);
        }
        draw_put(out, "]}");
    }
    draw_put(out, "]");
}

static void put_nodes(const model *m, draw_out *out) {
    draw_put(out, ",\n\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (uint32_t i = 0; i < m->meshes.count; i++)
        draw_put(out, "%s%" PRIu32, i > 0 ? "," : "", i);
    draw_put(out, "]}],\n\"nodes\":[");
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        draw_put(out, "%s\n{\"mesh\":%" PRIu32 ",\"name\":", i > 0 ? "," : "", i);
        put_name(m, i, out);
        draw_put(out, "}");
    }
    draw_put(out, "]");
}

static void put_corner(const float at[3], draw_out *out) {
    for (int axis = 0; axis < 3; axis++) {
        draw_put(out, axis > 0 ? "," : "[");
        draw_put_real(out, (double)at[axis]);
    }
    draw_put(out, "]");
}

static void put_accessors(const model *m, draw_out *out) {
    draw_put(out, ",\n\"accessors\":[");
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        const mesh *const own = (const mesh *)m->meshes.items + i;
        draw_put(out,
                 "%s\n{\"bufferView\":0,\"byteOffset\":%zu,\"componentType\":%d,\"count\":%" PRIu32
                 ",\"type\":\"VEC3\",\"min\":",
                 i > 0 ? "," : "", own->first * sizeof(position), FLOAT, own->count);
        put_corner(own->low, out);
        draw_put(out, ",\"max\":");
        put_corner(own->high, out);
        draw_put(out, "}");
    }
    for (uint32_t i = 0; i < m->primitives.count; i++) {
        const primitive *const p = (const primitive *)m->primitives.items + i;
        draw_put(out,
                 ",\n{\"bufferView\":1,\"byteOffset\":%zu,\"componentType\":%d,\"count\":%" PRIu32
                 ",\"type\":\"SCALAR\"}",
                 p->first * sizeof(uint32_t), UNSIGNED_INT, p->count);
    }
    draw_put(out, "]");
}

static size_t bytes_of(const draw_list *list) {
    return list->count * list->item_bytes;
}

static void put_views(const model *m, draw_out *out) {
    const size_t positions = bytes_of(&m->positions);
    draw_put(out,
             ",\n\"bufferViews\":[{\"buffer\":0,\"byteLength\":%zu,\"byteStride\":%zu,"
             "\"target\":%d},\n"
             "{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":%d}]",
             positions, sizeof(position), ARRAY_BUFFER, positions, bytes_of(&m->indices),
             ELEMENT_ARRAY_BUFFER);
}

/* ---- The buffer ---- */

/* Base64 (RFC 4648, 4) of both lists as one. */
typedef struct base64 {
    draw_out *out;
    unsigned char group[3];
    unsigned filled;
} base64;

static void put_group_of_four(base64 *b) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint32_t bits = (uint32_t)b->group[0] << 16 | (uint32_t)b->group[1] << 8 | b->group[2];
    char four[4];
    for (unsigned i = 0; i < 4; i++)
        four[i] = i > b->filled ? '=' : digits[bits >> (18 - 6 * i) & 63];
    draw_put_bytes(b->out, four, sizeof four);
    *b = (base64){.out = b->out};
}

static void encode(base64 *b, const draw_list *list) {
    const unsigned char *const bytes = list->items;
    for (size_t i = 0; i < bytes_of(list); i++) {
        b->group[b->filled++] = bytes[i];
        if (b->filled == 3) put_group_of_four(b);
    }
}

static void put_buffer(const model *m, bool is_inside, draw_out *out) {
    const size_t bytes = bytes_of(&m->positions) + bytes_of(&m->indices);
    draw_put(out, ",\n\"buffers\":[{\"byteLength\":%zu", bytes);
    if (!is_inside) {
        base64 b = {.out = out};
        draw_put(out, ",\"uri\":\"data:application/octet-stream;base64,");
        encode(&b, &m->positions);
        encode(&b, &m->indices);
        if (b.filled > 0) put_group_of_four(&b);
        draw_put(out, "\"");
    }
    draw_put(out, "}]");
}

/* ---- The document ---- */

static bool has_unlit(const model *m) {
    for (uint32_t i = 0; i < m->scene->categories.count; i++)
        if (draw_category_at(m->scene, i)->kind != DRAW_FACE &&
            draw_category_at(m->scene, i)->count > 0)
            return true;
    return false;
}

/* Empty lists are not allowed: a scene without shapes has none of them. */
static void put_document(const model *m, bool is_inside, draw_out *out) {
    draw_put(out,
             "{\"asset\":{\"version\":\"2.0\",\"generator\":\"navlint %s\",\"extras\":"
             "{\"units\":\"the game's\"}}",
             navlint_version());
    if (m->meshes.count > 0) {
        if (has_unlit(m)) draw_put(out, ",\n\"extensionsUsed\":[\"KHR_materials_unlit\"]");
        put_nodes(m, out);
        put_meshes(m, out);
        put_materials(m, out);
        put_accessors(m, out);
        put_views(m, out);
        put_buffer(m, is_inside, out);
    }
    draw_put(out, "}");
}

static bool count_bytes(void *context, const char *bytes, size_t length) {
    (void)bytes;
    *(uint64_t *)context += length;
    return true;
}

static void put_word(draw_out *out, uint64_t word) {
    unsigned char bytes[4];
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> (8 * i));
    draw_put_bytes(out, bytes, sizeof bytes);
}

/* GLB (section 4.4): a header, the JSON padded with spaces, the buffer. */
static void put_glb(const model *m, draw_out *out) {
    enum { HEADER_BYTES = 12, CHUNK_BYTES = 8 };
    uint64_t json = 0;
    draw_out counter = {.write = count_bytes, .context = &json};
    put_document(m, true, &counter);
    (void)draw_out_end(&counter);
    const uint64_t padded = (json + 3) / 4 * 4;
    const uint64_t bytes = bytes_of(&m->positions) + bytes_of(&m->indices);
    draw_put_bytes(out, "glTF", 4);
    put_word(out, 2);
    put_word(out, HEADER_BYTES + CHUNK_BYTES + padded + (bytes > 0 ? CHUNK_BYTES + bytes : 0));
    put_word(out, padded);
    draw_put_bytes(out, "JSON", 4);
    put_document(m, true, out);
    draw_put_bytes(out, "   ", (size_t)(padded - json));
    if (bytes == 0) return;
    put_word(out, bytes);
    draw_put_bytes(out, "BIN", 4);
    draw_put_bytes(out, m->positions.items, bytes_of(&m->positions));
    draw_put_bytes(out, m->indices.items, bytes_of(&m->indices));
}

static draw_result write_model(model *m, bool is_glb, draw_out *out) {
    if (m->numbers && m->owner) collect(m);
    if (!m->numbers || !m->owner || m->has_failed) return DRAW_NO_MEMORY;
    if (is_glb) {
        put_glb(m, out);
    } else {
        put_document(m, false, out);
        draw_put(out, "\n");
    }
    return draw_out_end(out) ? DRAW_OK : DRAW_NOT_WRITTEN;
}

static draw_result write_scene(const draw_scene *scene, bool is_glb, draw_out *out) {
    const size_t vertices = scene->vertices.count + 1;
    model m = {.scene = scene,
               .meshes.item_bytes = sizeof(mesh),
               .primitives.item_bytes = sizeof(primitive),
               .positions.item_bytes = sizeof(position),
               .indices.item_bytes = sizeof(uint32_t),
               .numbers = calloc(vertices, sizeof *m.numbers),
               .owner = calloc(vertices, sizeof *m.owner)};
    const draw_result result = write_model(&m, is_glb, out);
    free(m.numbers);
    free(m.owner);
    draw_list_free(&m.meshes);
    draw_list_free(&m.primitives);
    draw_list_free(&m.positions);
    draw_list_free(&m.indices);
    return result;
}

draw_result draw_gltf(const draw_scene *scene, const draw_settings *settings, draw_out *out) {
    (void)settings;
    return write_scene(scene, false, out);
}

draw_result draw_glb(const draw_scene *scene, const draw_settings *settings, draw_out *out) {
    (void)settings;
    return write_scene(scene, true, out);
}
