#include <inttypes.h>

#include "draw/draw.h"
#include "draw/ground.h"

/* A position: right, ahead, up, so that maps have it as they expect it. */
static void put_position(const draw_scene *scene, const double at[3], draw_out *out) {
    const draw_place p = draw_ground(scene, at);
    draw_put(out, "[");
    draw_put_real(out, p.right);
    draw_put(out, ",");
    draw_put_real(out, p.ahead);
    draw_put(out, ",");
    draw_put_real(out, p.up);
    draw_put(out, "]");
}

/* ---- Shapes ---- */

/* Twice the area, positive if the ring is counter-clockwise. */
static double turn_of(const draw_scene *scene, const draw_shape *shape) {
    double sum = 0;
    const draw_place origin = draw_ground(scene, draw_corner(scene, shape, 0));
    for (uint32_t i = 1; i + 1 < shape->count; i++) {
        const draw_place a = draw_ground(scene, draw_corner(scene, shape, i));
        const draw_place b = draw_ground(scene, draw_corner(scene, shape, i + 1));
        sum += (a.right - origin.right) * (b.ahead - origin.ahead) -
               (b.right - origin.right) * (a.ahead - origin.ahead);
    }
    return sum;
}

/* RFC 7946, 3.1.6: an exterior ring is counter-clockwise and ends where it begins. */
static void put_ring(const draw_scene *scene, const draw_shape *shape, draw_out *out) {
    const bool is_reversed = turn_of(scene, shape) < 0;
    for (uint32_t i = 0; i <= shape->count; i++) {
        const uint32_t step = i % shape->count;
        const uint32_t corner = is_reversed && step > 0 ? shape->count - step : step;
        if (i > 0) draw_put(out, ",");
        put_position(scene, draw_corner(scene, shape, corner), out);
    }
}

static void put_geometry(const draw_scene *scene, const draw_shape *shape, draw_out *out) {
    switch ((draw_kind)shape->kind) {
    case DRAW_FACE:
        draw_put(out, "{\"type\":\"Polygon\",\"coordinates\":[[");
        put_ring(scene, shape, out);
        draw_put(out, "]]}");
        return;
    case DRAW_LINE:
        draw_put(out, "{\"type\":\"LineString\",\"coordinates\":[");
        put_position(scene, draw_corner(scene, shape, 0), out);
        draw_put(out, ",");
        put_position(scene, draw_corner(scene, shape, 1), out);
        draw_put(out, "]}");
        return;
    case DRAW_NODE:
    case DRAW_MARK:
        draw_put(out, "{\"type\":\"Point\",\"coordinates\":");
        put_position(scene, draw_corner(scene, shape, 0), out);
        draw_put(out, "}");
        return;
    }
}

/* The words of all of its flags. */
static void put_words(const draw_scene *scene, const draw_shape *shape, draw_out *out) {
    draw_flag_words words = draw_flag_words_of(scene, shape);
    const char *word;
    unsigned count = 0;
    draw_put(out, ",\"flags\":%" PRIu64 ",\"words\":[", shape->flags);
    while ((word = draw_next_flag_word(&words)))
        draw_put(out, "%s\"%s\"", count++ > 0 ? "," : "", word);
    draw_put(out, "]");
}

/* 2^53: up to here every integer survives readers that keep numbers as doubles (RFC 8259, 6). */
#define EXACT_MAX (UINT64_C(1) << 53)

static void put_shape(const draw_scene *scene, const draw_shape *shape, draw_out *out) {
    static const char *const kinds[] = {"face", "line", "node", "mark"};
    const draw_subject *const s = draw_subject_of(scene, shape);
    draw_put(out, "{\"type\":\"Feature\",\"geometry\":");
    put_geometry(scene, shape, out);
    draw_put(out, ",\"properties\":{\"shape\":\"%s\",\"file\":", kinds[shape->kind]);
    draw_put_json(out, draw_file_at(scene, draw_object_of(scene, shape)->file)->name);
    draw_put(out, ",\"path\":");
    draw_put_json(out, draw_path(scene, shape->path));
    draw_put(out, ",\"kind\":");
    draw_put_json(out, draw_text(scene, s->kind));
    draw_put(out, s->id > EXACT_MAX ? ",\"id\":\"%" PRIu64 "\"" : ",\"id\":%" PRIu64, s->id);
    if (s->record != DRAW_NONE) {
        draw_put(out, ",\"record\":");
        draw_put_json(out, draw_text(scene, s->record));
    }
    draw_put(out, ",\"part\":");
    draw_put_json(out, draw_text(scene, draw_object_of(scene, shape)->name));
    draw_put(out, ",\"offset\":%" PRIu64, shape->offset);
    if (shape->flags != 0) put_words(scene, shape, out);
    draw_put(out, "}}");
}

/* ---- Findings ---- */

/* One without a place has no geometry (RFC 7946, 3.2). */
static void put_finding(const draw_scene *scene, size_t index, draw_out *out) {
    const draw_finding *const f = &draw_findings(scene)[index];
    draw_put(out, "{\"type\":\"Feature\",\"geometry\":");
    if (f->is_placed) {
        draw_put(out, "{\"type\":\"Point\",\"coordinates\":");
        put_position(scene, f->at, out);
        draw_put(out, "}");
    } else {
        draw_put(out, "null");
    }
    draw_put(out, ",\"properties\":{\"shape\":\"finding\",\"number\":%zu", index + 1);
    if (f->file != DRAW_NONE) {
        draw_put(out, ",\"file\":");
        draw_put_json(out, draw_file_at(scene, f->file)->name);
    }
    draw_put(out, ",\"code\":\"%s\",\"severity\":\"%s\",\"message\":", f->finding->rule->code,
             navlint_severity_text(f->finding->severity));
    draw_put_json(out, f->finding->message);
    draw_put(out, ",\"path\":");
    draw_put_json(out, f->finding->path ? f->finding->path : "");
    draw_put(out, ",\"offset\":%" PRIu64 "}}", f->finding->offset);
}

/* Other members are allowed (RFC 7946, 6.1). The coordinates are of no place on Earth: who loads
 * them turns the projection off. */
static void put_head(const draw_scene *scene, draw_out *out) {
    draw_put(out,
             "{\"type\":\"FeatureCollection\",\"navlint\":{\"version\":\"%s\",\"coordinates\":"
             "\"game units, not longitude and latitude\",\"axes\":[\"%s\",\"%s\",\"%s\"]},\n"
             "\"features\":[",
             navlint_version(), draw_axis_right(scene), draw_axis_ahead(scene),
             draw_axis_up(scene));
}

draw_result draw_geojson(const draw_scene *scene, const draw_settings *settings, draw_out *out) {
    size_t count = 0;
    (void)settings;
    put_head(scene, out);
    for (size_t i = 0; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (shape->is_hidden) continue;
        draw_put(out, count++ > 0 ? ",\n" : "\n");
        put_shape(scene, shape, out);
    }
    for (size_t i = 0; i < scene->findings.count; i++) {
        draw_put(out, count++ > 0 ? ",\n" : "\n");
        put_finding(scene, i, out);
    }
    draw_put(out, "\n]}\n");
    return draw_out_end(out) ? DRAW_OK : DRAW_NOT_WRITTEN;
}
