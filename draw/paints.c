#include <math.h>

#include "draw/parts.h"

/* Below so many pixels a face its edges would hide its colour. */
enum { DENSE_PIXELS = 7 };

static bool is_dense(const draw_view *view) {
    return view->faces > 0 &&
           sqrt(view->box.width * view->box.height / (double)view->faces) < DENSE_PIXELS;
}

/* A hair of the own colour closes the seams that smoothing leaves between faces. */
static draw_paint face_paint(const draw_job *job, draw_colour colour, unsigned band) {
    const bool dense = is_dense(&job->view);
    return (draw_paint){.fill = draw_shade(colour, band),
                        .stroke = dense ? draw_shade(colour, band) : draw_shade(colour, 0),
                        .width = dense ? 0.4F : 0.7F};
}

/* A web over faces: what leads there and back is twice as dark as what leads there alone. */
static draw_paint web_paint(const draw_view *view) {
    const bool is_much = view->lines > 8000;
    return (draw_paint){.fill = DRAW_UNPAINTED,
                        .stroke = 0x14222C,
                        .width = is_much ? 0.6F : 0.8F,
                        .opacity = is_much ? 0.2F : 0.3F};
}

/* Lines of different kinds differ in their dashes, too. */
static draw_paint line_paint(const draw_job *job, uint32_t category) {
    static const float dashes[] = {0, 5, 2, 9};
    const draw_category *const c = draw_category_at(job->scene, category);
    if (job->view.faces > 0 && c->count > 2 + job->view.faces / 2) return web_paint(&job->view);
    const bool is_much = job->view.lines > 20000;
    return (draw_paint){.fill = DRAW_UNPAINTED,
                        .stroke = draw_category_colour(job->scene, category),
                        .width = is_much                          ? 0.8F
                                 : c->flag || job->view.faces > 0 ? 1.8F
                                                                  : 1.2F,
                        .dash = dashes[draw_category_rank(job->scene, category) % 4],
                        .opacity = c->flag ? 0 : 0.8F};
}

static float dot_width(size_t count) {
    return count > 20000 ? 2.2F : count > 3000 ? 3.2F : count > 300 ? 4.6F : 7;
}

/* Dots that are as light as the paper would not be seen. */
static draw_colour dot_shade(draw_colour colour, unsigned band) {
    return draw_shade(colour, band * 5 / 7);
}

/* Round or square by turns. */
static draw_paint dot_paint(const draw_job *job, uint32_t category, unsigned band) {
    const draw_category *const c = draw_category_at(job->scene, category);
    const bool is_mark = c->kind == DRAW_MARK;
    const draw_colour colour = draw_category_colour(job->scene, category);
    const float width = dot_width(is_mark ? job->view.marks : job->view.nodes);
    return (draw_paint){.fill = DRAW_UNPAINTED,
                        .stroke = is_mark || c->flag ? colour : dot_shade(colour, band),
                        .width = c->flag && !is_mark ? width * 1.5F : width,
                        .cap = draw_category_rank(job->scene, category) % 2 ? DRAW_SQUARE
                                                                            : DRAW_ROUND};
}

static draw_paint category_paint(const draw_job *job, uint32_t category, unsigned band) {
    switch ((draw_kind)draw_category_at(job->scene, category)->kind) {
    case DRAW_FACE:
        return face_paint(job, draw_category_colour(job->scene, category), band);
    case DRAW_LINE:
        return line_paint(job, category);
    case DRAW_NODE:
    case DRAW_MARK:
        break;
    }
    return dot_paint(job, category, band);
}

/* Of what most shapes with a height are: its shades stand for those of all. */
static draw_colour ramp_colour(const draw_scene *scene, unsigned band) {
    uint32_t usual = DRAW_NONE;
    for (uint32_t i = 0; i < scene->categories.count; i++) {
        const draw_category *const c = draw_category_at(scene, i);
        const bool has_height = c->kind == DRAW_FACE || (c->kind == DRAW_NODE && !c->flag);
        if (has_height && (usual == DRAW_NONE || c->count > draw_category_at(scene, usual)->count))
            usual = i;
    }
    if (usual == DRAW_NONE) return 0x888888;
    const draw_colour colour = draw_category_colour(scene, usual);
    return draw_category_at(scene, usual)->kind == DRAW_NODE ? dot_shade(colour, band)
                                                             : draw_shade(colour, band);
}

static void choose_fixed(draw_job *job) {
    draw_paint *const p = job->paints;
    p[PAINT_MAP] = (draw_paint){.fill = 0xF4F6F7, .stroke = DRAW_UNPAINTED};
    p[PAINT_FRAME] = (draw_paint){.fill = DRAW_UNPAINTED, .stroke = 0x9AA5AD, .width = 1};
    p[PAINT_CONTOUR] =
        (draw_paint){.fill = DRAW_UNPAINTED, .stroke = 0x14222C, .width = 0.7F, .opacity = 0.45F};
    p[PAINT_FOCUS] = (draw_paint){.fill = DRAW_UNPAINTED, .stroke = 0x000000, .width = 3};
    p[PAINT_INK] = (draw_paint){.fill = 0x263238, .stroke = 0x263238, .width = 1};
    p[PAINT_PAPER] = (draw_paint){.fill = 0xF4F6F7, .stroke = DRAW_UNPAINTED, .opacity = 0.82F};
    p[PAINT_LEADER] = (draw_paint){.fill = DRAW_UNPAINTED, .stroke = 0x263238, .width = 0.9F};
    for (unsigned i = 0; i < 3; i++) {
        const draw_colour colour = draw_severity_colour((navlint_severity)i);
        p[PAINT_BADGE + i] = (draw_paint){.fill = colour, .stroke = 0xFFFFFF, .width = 1.5F};
        p[PAINT_DOT + i] = (draw_paint){.fill = colour, .stroke = 0x263238, .width = 0.6F};
    }
    for (unsigned band = 0; band < DRAW_BANDS; band++)
        p[PAINT_RAMP + band] =
            (draw_paint){.fill = ramp_colour(job->scene, band), .stroke = DRAW_UNPAINTED};
    for (unsigned i = 0; i < PAINT_OF_CATEGORIES; i++)
        job->is_used[i] = true;
}

void draw_choose_paints(draw_job *job) {
    choose_fixed(job);
    for (uint32_t category = 0; category < job->scene->categories.count; category++)
        for (unsigned band = 0; band < DRAW_BANDS; band++) {
            job->paints[draw_paint_of(category, band)] = category_paint(job, category, band);
            job->is_used[draw_paint_of(category, band)] |= band == DRAW_BANDS / 2; /* legend */
        }
}
