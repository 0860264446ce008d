#include "draw/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is seen ---- */

enum { MOST_SAMPLES = 1 << 16 };

static int compare_reals(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* From the value that a twentieth of all lies below to the one that a twentieth lies above. */
static draw_range middle_of(double *values, size_t count) {
    if (count == 0) return (draw_range){0, 0};
    qsort(values, count, sizeof *values, compare_reals);
    return (draw_range){values[count / 20], values[count - 1 - count / 20]};
}

static double part_of(draw_place p, int axis) {
    return axis == 0 ? p.right : axis == 1 ? p.ahead : p.up;
}

static draw_range middle_along(const draw_scene *scene, int axis, double *samples) {
    const size_t stride = scene->shapes.count / MOST_SAMPLES + 1;
    size_t count = 0;
    for (size_t i = 0; i < scene->shapes.count; i += stride) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        if (shape->is_hidden) continue;
        const double *const at = draw_corner(scene, shape, (uint32_t)i % shape->count);
        samples[count++] = part_of(draw_ground(scene, at), axis);
    }
    return middle_of(samples, count);
}

static double length_of(draw_range range) {
    return range.high - range.low;
}

static draw_range around(draw_range range, double more) {
    return (draw_range){range.low - more, range.high + more};
}

/* What is as usual lies no further from nine tenths of all than some times their extent. Heights
 * are shades: a tower may not cost the ground all of them. */
static void usual_ranges(draw_range usual[3], const draw_scene *scene, double *samples) {
    enum { TIMES = 4 };
    for (int axis = 0; axis < 3; axis++)
        usual[axis] = middle_along(scene, axis, samples);
    const double extent = fmax(length_of(usual[0]), length_of(usual[1]));
    const double height = length_of(usual[2]);
    const double more = extent > 0 ? TIMES * extent : HUGE_VAL;
    usual[0] = around(usual[0], more);
    usual[1] = around(usual[1], more);
    usual[2] = around(usual[2], height > 0 ? height / 2 : more);
}

static bool is_in(const draw_range *range, double value) {
    return value >= range->low && value <= range->high;
}

static void stretch(draw_range *range, double value) {
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
}

static void count_kind(draw_view *view, const draw_shape *shape) {
    size_t *const counts[] = {&view->faces, &view->lines, &view->nodes, &view->marks};
    (*counts[shape->kind])++;
    view->shown++;
}

/* Stretches the view over the shapes that lie as usual. */
static void look(draw_view *view, const draw_range usual[3]) {
    const draw_scene *const scene = view->scene;
    for (size_t i = 0; i < scene->shapes.count; i++) {
        const draw_shape *const shape = &draw_shapes(scene)[i];
        bool is_usual = true;
        if (shape->is_hidden) continue;
        count_kind(view, shape);
        for (uint32_t corner = 0; corner < shape->count; corner++) {
            const draw_place p = draw_ground(scene, draw_corner(scene, shape, corner));
            const bool is_near = is_in(&usual[0], p.right) && is_in(&usual[1], p.ahead);
            is_usual &= is_near;
            if (!is_near) continue;
            stretch(&view->right, p.right);
            stretch(&view->ahead, p.ahead);
            if (is_in(&usual[2], p.up)) stretch(&view->up, p.up);
        }
        view->outside += !is_usual;
    }
}

static void repair(draw_range *range) {
    if (range->low <= range->high) return;
    *range = (draw_range){0, 0};
}

/* A map has an extent, whatever is on it. */
static void widen(draw_view *view) {
    const double widest =
        fmax(view->right.high - view->right.low, view->ahead.high - view->ahead.low);
    const double far = fmax(fabs(view->right.high), fabs(view->ahead.high));
    const double least = fmax(fmax(widest / 3, far * 1e-6), 1);
    draw_range *const sides[] = {&view->right, &view->ahead};
    for (int i = 0; i < 2; i++) {
        const double lacking = least - (sides[i]->high - sides[i]->low);
        if (lacking <= 0) continue;
        sides[i]->low -= lacking / 2;
        sides[i]->high += lacking / 2;
    }
}

double draw_round_up(double least) {
    const double power = pow(10, floor(log10(least)));
    const double steps[] = {1, 2, 5, 10};
    int i = 0;
    while (i < 3 && steps[i] * power < least * (1 - 1e-9))
        i++;
    return steps[i] * power;
}

static void choose_bands(draw_view *view) {
    const double range = view->up.high - view->up.low;
    view->bands = 1;
    view->base = view->up.low;
    if (!(range > 0) || range < fabs(view->up.high) * 1e-9) return;
    double step = draw_round_up(range / DRAW_BANDS);
    while (ceil(view->up.high / step) - floor(view->up.low / step) > DRAW_BANDS)
        step = draw_round_up(step * 1.5);
    view->step = step;
    view->base = floor(view->up.low / step) * step;
    view->bands = (unsigned)fmax(ceil((view->up.high - view->base) / step), 1);
}

static void focus(draw_view *view) {
    const draw_scene *const scene = view->scene;
    const double r = scene->focus_radius;
    if (scene->focus == DRAW_NONE) return;
    view->right = (draw_range){scene->focus_right - r, scene->focus_right + r};
    view->ahead = (draw_range){scene->focus_ahead - r, scene->focus_ahead + r};
}

bool draw_view_of(draw_view *view, const draw_scene *scene) {
    static const draw_range nothing = {HUGE_VAL, -HUGE_VAL};
    draw_range ranges[3];
    double *const samples = malloc((MOST_SAMPLES + 1) * sizeof *samples);
    *view = (draw_view){.scene = scene, .right = nothing, .ahead = nothing, .up = nothing};
    if (!samples) return false;
    usual_ranges(ranges, scene, samples);
    free(samples);
    look(view, ranges);
    repair(&view->right);
    repair(&view->ahead);
    repair(&view->up);
    focus(view);
    widen(view);
    choose_bands(view);
    return true;
}

unsigned draw_band(const draw_view *view, double up) {
    if (view->bands <= 1) return DRAW_BANDS / 2;
    const double band = floor((up - view->base) / view->step);
    const double kept = fmax(fmin(band, view->bands - 1), 0);
    return (unsigned)(kept * (DRAW_BANDS - 1) / (view->bands - 1) + 0.5);
}

/* ---- Where on the picture ---- */

double draw_view_aspect(const draw_view *view) {
    return (view->right.high - view->right.low) / (view->ahead.high - view->ahead.low);
}

enum { ROOM_CELL = 4 }; /* pixels */

double draw_view_foot(const draw_view *view) {
    enum { FOOT = 76 };
    return view->scene->focus == DRAW_NONE ? FOOT : 0;
}

bool draw_view_fit(draw_view *view, const draw_box *box) {
    const double part = view->scene->focus == DRAW_NONE ? 0.94 : 1; /* the rest is a margin */
    const double room = box->height - draw_view_foot(view);
    const double wide = view->right.high - view->right.low;
    const double high = view->ahead.high - view->ahead.low;
    view->box = *box;
    view->scale = part * fmin(box->width / wide, room / high);
    view->left = (view->right.low + view->right.high) / 2 - box->width / 2 / view->scale;
    view->top = (view->ahead.low + view->ahead.high) / 2 + room / 2 / view->scale;
    view->room.columns = (size_t)(box->width / ROOM_CELL) + 1;
    view->room.rows = (size_t)(box->height / ROOM_CELL) + 1;
    view->room.taken = calloc(view->room.columns, view->room.rows);
    return view->room.taken != NULL;
}

void draw_view_free(draw_view *view) {
    free(view->room.taken);
    view->room.taken = NULL;
}

draw_point draw_to_picture(const draw_view *view, const double at[3]) {
    const draw_place p = draw_ground(view->scene, at);
    return (draw_point){draw_within_reach(view->box.left + (p.right - view->left) * view->scale),
                        draw_within_reach(view->box.top + (view->top - p.ahead) * view->scale)};
}

/* ---- Room for what is read ---- */

bool draw_take_room(draw_view *view, const draw_box *box) {
    const double left = box->left - view->box.left, top = box->top - view->box.top;
    if (!(left >= 0 && top >= 0 && left + box->width <= view->box.width &&
          top + box->height <= view->box.height))
        return false;
    const size_t first = (size_t)(left / ROOM_CELL),
                 last = (size_t)((left + box->width) / ROOM_CELL);
    const size_t upper = (size_t)(top / ROOM_CELL),
                 lower = (size_t)((top + box->height) / ROOM_CELL);
    for (size_t row = upper; row <= lower; row++)
        for (size_t column = first; column <= last; column++)
            if (view->room.taken[row * view->room.columns + column]) return false;
    for (size_t row = upper; row <= lower; row++)
        memset(view->room.taken + row * view->room.columns + first, 1, last - first + 1);
    return true;
}

/* Mean widths of DejaVu Sans, which is wide: other fonts leave some room. */
double draw_text_width(const char *text, double size, bool is_bold) {
    double width = 0;
    for (const char *at = text; *at != '\0'; at++)
        if ((*at & 0xc0) != 0x80) width += strchr("il.,:;'|![]() ", *at) ? 0.36 : 0.62;
    return width * size * (is_bold ? 1.1 : 1);
}
