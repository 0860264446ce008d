/* Scale and directions on the map; beside it what its colours and numbers mean. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/parts.h"

enum { INK = 0x263238, FAINT = 0x5F6B73 };

void draw_count_text(char text[DRAW_COUNT_CAPACITY], uint64_t count) {
    char digits[24];
    size_t used = 0;
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) text[used++] = ',';
        text[used++] = digits[i];
    }
    text[used] = '\0';
}

static void write_at(const draw_job *job, draw_point at, double size, const char *text) {
    job->canvas->write(job->canvas, &(draw_words){.at = at, .size = (float)size, .colour = INK},
                       text);
}

static void write_bold(const draw_job *job, draw_point at, double size, const char *text) {
    job->canvas->write(job->canvas,
                       &(draw_words){.at = at, .size = (float)size, .colour = INK, .is_bold = true},
                       text);
}

/* ---- Scale and directions ---- */

static void put_scale(const draw_job *job, draw_point at) {
    enum { USUAL_PIXELS = 110, TICK = 4 };
    char text[64], count[DRAW_COUNT_CAPACITY];
    const double units = draw_round_up(USUAL_PIXELS / 2.5 / job->view.scale);
    const double width = units * job->view.scale;
    if (!isfinite(width) || width > job->view.box.width / 2) return;
    const draw_point end = {at.x + width, at.y};
    draw_line_on(job, PAINT_INK, at, end);
    draw_line_on(job, PAINT_INK, (draw_point){at.x, at.y - TICK}, (draw_point){at.x, at.y + TICK});
    draw_line_on(job, PAINT_INK, (draw_point){end.x, at.y - TICK},
                 (draw_point){end.x, at.y + TICK});
    if (units >= 1 && units < 1e15) {
        draw_count_text(count, (uint64_t)(units + 0.5));
        snprintf(text, sizeof text, "%s unit%s", count, units < 1.5 ? "" : "s");
    } else {
        snprintf(text, sizeof text, "%g units", units);
    }
    job->canvas->write(
        job->canvas,
        &(draw_words){.at = {at.x, at.y - 8}, .size = 11, .colour = INK, .has_halo = true}, text);
}

static void put_arrow(const draw_job *job, draw_point from, draw_place direction,
                      const char *name) {
    enum { LENGTH = 30, HEAD = 7 };
    const double x = direction.right, y = -direction.ahead;
    const draw_point tip = {from.x + x * LENGTH, from.y + y * LENGTH};
    const draw_point back = {tip.x - x * HEAD, tip.y - y * HEAD};
    const draw_point head[3] = {tip,
                                {back.x - y * HEAD / 2, back.y + x * HEAD / 2},
                                {back.x + y * HEAD / 2, back.y - x * HEAD / 2}};
    draw_line_on(job, PAINT_INK, from, back);
    job->canvas->begin(job->canvas, PAINT_INK, true);
    job->canvas->path(job->canvas, head, 3, NULL);
    job->canvas->end(job->canvas);
    job->canvas->write(job->canvas,
                       &(draw_words){.at = {tip.x + x * 9, tip.y + y * 9 + 4},
                                     .size = 11,
                                     .anchor = DRAW_MIDDLE,
                                     .colour = INK,
                                     .is_bold = true,
                                     .has_halo = true},
                       name);
}

/* The corners in which scale and directions stand. */
static draw_box scale_box(const draw_view *view) {
    const draw_box *const box = &view->box;
    return (draw_box){box->left + 8, box->top + box->height - 40, 180, 34};
}

static draw_box arrows_box(const draw_view *view) {
    const draw_box *const box = &view->box;
    return (draw_box){box->left + box->width - 118, box->top + box->height - 84, 112, 78};
}

/* North, if the format has one, beside the axes. */
void draw_compass_on(draw_job *job) {
    const draw_box scale = scale_box(&job->view), arrows = arrows_box(&job->view);
    if (draw_view_foot(&job->view) <= 0) {
        draw_box_on(job, PAINT_PAPER, &scale);
        draw_box_on(job, PAINT_PAPER, &arrows);
    }
    const draw_box *const box = &job->view.box;
    const draw_point corner = {box->left + box->width - 62, box->top + box->height - 26};
    draw_place north;
    put_arrow(job, corner, (draw_place){1, 0, 0}, draw_axis_right(job->scene));
    put_arrow(job, corner, (draw_place){0, 1, 0}, draw_axis_ahead(job->scene));
    if (draw_north(job->scene, &north)) {
        const draw_point from = {corner.x - 34, corner.y - (north.ahead < 0 ? 34 : 4)};
        put_arrow(job, from, north, "N");
    }
    put_scale(job, (draw_point){box->left + 16, box->top + box->height - 18});
}

void draw_keep_corners(draw_job *job) {
    const draw_box scale = scale_box(&job->view), arrows = arrows_box(&job->view);
    (void)draw_take_room(&job->view, &scale);
    (void)draw_take_room(&job->view, &arrows);
}

/* ---- The legend ---- */

enum { ROW = 20, HEADING = 28, FINDING_ROW = 48, SWATCH = 16, INDENT = 26, TEXT = 12 };

static size_t shown_categories(const draw_scene *scene) {
    size_t count = 0;
    for (uint32_t i = 0; i < scene->categories.count; i++)
        count += draw_category_at(scene, i)->count > 0;
    return count;
}

static bool has_heights(const draw_job *job) {
    return job->view.bands > 1 && job->view.faces + job->view.nodes > 0;
}

double draw_legend_height(const draw_job *job) {
    const double heights = has_heights(job) ? HEADING + 46 : 0;
    const double outside = job->view.outside > 0 ? ROW : 0;
    return HEADING + ROW * (double)shown_categories(job->scene) + heights + outside + HEADING;
}

size_t draw_legend_room(const draw_job *job, double height) {
    const double room = height - draw_legend_height(job) - ROW;
    const size_t rows = room > 0 ? (size_t)(room / FINDING_ROW) : 0;
    return rows < job->scene->findings.count ? rows : job->scene->findings.count;
}

/* Of small dots a row is seen better. */
static void put_dots(const draw_job *job, unsigned paint, draw_point middle) {
    const bool is_small = job->paints[paint].width < 5;
    job->canvas->begin(job->canvas, paint, true);
    for (int i = is_small ? -1 : 0; i <= (is_small ? 1 : 0); i++)
        job->canvas->path(job->canvas, &(draw_point){middle.x + 6 * i, middle.y}, 1, NULL);
    job->canvas->end(job->canvas);
}

static void put_swatch(const draw_job *job, uint32_t category, draw_point at) {
    const unsigned paint = draw_paint_of(category, DRAW_BANDS / 2);
    const draw_box box = {at.x, at.y - 11, SWATCH, 12};
    switch ((draw_kind)draw_category_at(job->scene, category)->kind) {
    case DRAW_FACE:
        draw_box_on(job, paint, &box);
        return;
    case DRAW_LINE:
        draw_line_on(job, paint, (draw_point){at.x, at.y - 5},
                     (draw_point){at.x + SWATCH + 2, at.y - 5});
        return;
    case DRAW_NODE:
    case DRAW_MARK:
        put_dots(job, paint, (draw_point){at.x + SWATCH / 2.0, at.y - 5});
        return;
    }
}

static double put_category(const draw_job *job, uint32_t category, draw_point at) {
    const draw_category *const c = draw_category_at(job->scene, category);
    char text[128], count[DRAW_COUNT_CAPACITY];
    if (c->count == 0) return 0;
    snprintf(text, sizeof text, "%s%s%s", draw_text(job->scene, c->label), c->flag ? ": " : "",
             c->flag ? c->flag->word : "");
    draw_count_text(count, c->count);
    put_swatch(job, category, at);
    write_at(job, (draw_point){at.x + INDENT, at.y}, TEXT, text);
    job->canvas->write(job->canvas,
                       &(draw_words){.at = {job->panel.left + job->panel.width, at.y},
                                     .size = TEXT,
                                     .anchor = DRAW_END,
                                     .colour = FAINT},
                       count);
    return ROW;
}

/* What comes in front in the legend: faces, lines, nodes, marks; of these what has no flag, then
 * flags in the order of the format's table. */
static bool comes_before(const draw_category *a, const draw_category *b) {
    if (a->kind != b->kind) return a->kind < b->kind;
    if (!a->flag || !b->flag) return !a->flag && b->flag;
    return a->flag < b->flag;
}

static double put_categories(const draw_job *job, draw_point at) {
    const uint32_t count = (uint32_t)job->scene->categories.count;
    uint32_t order[DRAW_MOST_CATEGORIES];
    const double top = at.y;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t place = i;
        for (; place > 0 && comes_before(draw_category_at(job->scene, i),
                                         draw_category_at(job->scene, order[place - 1]));
             place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    for (uint32_t i = 0; i < count; i++)
        at.y += put_category(job, order[i], at);
    return at.y - top;
}

static double put_heights(const draw_job *job, draw_point at) {
    const draw_view *const v = &job->view;
    const double wide = (job->panel.width - 4) / v->bands;
    char text[64];
    if (!has_heights(job)) return 0;
    snprintf(text, sizeof text, "Height (%s), a %s every %g", draw_axis_up(job->scene),
             v->faces > 0 ? "contour" : "shade", v->step);
    write_bold(job, at, 13, text);
    for (unsigned i = 0; i < v->bands; i++) {
        const unsigned band = draw_band(v, v->base + (i + 0.5) * v->step);
        const draw_box box = {at.x + i * wide, at.y + 10, wide, 14};
        draw_box_on(job, PAINT_RAMP + band, &box);
    }
    for (unsigned i = 0; i <= v->bands; i += v->bands) {
        snprintf(text, sizeof text, "%g", v->base + i * v->step);
        job->canvas->write(job->canvas,
                           &(draw_words){.at = {at.x + i * wide, at.y + 38},
                                         .size = 11,
                                         .anchor = i == 0 ? DRAW_START : DRAW_END,
                                         .colour = FAINT},
                           text);
    }
    return HEADING + 46;
}

/* ---- Findings ---- */

enum { LINE_CAPACITY = 256 };

/* As many words as fit into the width. Returns what is left. */
static const char *take_line(char line[LINE_CAPACITY], const char *text, double width,
                             double size) {
    size_t end = 0, length = 0;
    while (text[length] != '\0' && length < LINE_CAPACITY - 8) {
        line[length] = text[length];
        line[++length] = '\0';
        if (draw_text_width(line, size, false) > width) break;
        if (text[length] == ' ' || text[length] == '\0') end = length;
    }
    if (end == 0) end = length > 0 ? length - (text[length] != '\0') : 0;
    line[end] = '\0';
    text += end;
    return *text == ' ' ? text + 1 : text;
}

static void put_message(const draw_job *job, draw_point at, const char *message) {
    enum { SIZE = 11, LINES = 2 };
    char line[LINE_CAPACITY];
    const double width = job->panel.width - INDENT;
    for (int i = 0; i < LINES && *message != '\0'; i++) {
        const bool is_last = i == LINES - 1;
        message = take_line(line, message, is_last ? width - SIZE : width, SIZE);
        if (is_last && *message != '\0') strcat(line, " \u2026");
        job->canvas->write(
            job->canvas, &(draw_words){.at = {at.x, at.y + i * 13}, .size = SIZE, .colour = FAINT},
            line);
    }
}

static void put_finding(const draw_job *job, size_t index, draw_point at) {
    const draw_finding *const f = &draw_findings(job->scene)[index];
    const navlint_severity severity = f->finding->severity;
    const draw_point middle = {at.x + 9, at.y - 4};
    char number[24];
    snprintf(number, sizeof number, "%zu", index + 1);
    draw_badge_on(job, PAINT_BADGE + (unsigned)severity, middle, 18, severity);
    job->canvas->write(job->canvas,
                       &(draw_words){.at = {middle.x, middle.y + 3.6},
                                     .size = 10,
                                     .anchor = DRAW_MIDDLE,
                                     .colour = severity == NAVLINT_WARNING ? 0x000000 : 0xFFFFFF,
                                     .is_bold = true},
                       number);
    write_bold(job, (draw_point){at.x + INDENT, at.y}, 11, f->finding->rule->code);
    put_message(job, (draw_point){at.x + INDENT, at.y + 14}, f->finding->message);
}

static void put_findings(const draw_job *job, draw_point at) {
    const size_t count = job->scene->findings.count;
    char text[96], number[DRAW_COUNT_CAPACITY];
    if (count == 0) {
        write_bold(job, at, 13, job->settings->is_checked ? "No findings" : "");
        return;
    }
    write_bold(job, at, 13, "Findings");
    at.y += 24;
    for (size_t i = 0; i < job->numbered; i++, at.y += FINDING_ROW)
        put_finding(job, i, at);
    if (job->numbered == count) return;
    draw_count_text(number, count - job->numbered);
    snprintf(text, sizeof text, "and %s more%s", number, job->numbered > 0 ? ": dots" : "");
    write_at(job, at, TEXT, text);
}

static double put_outside(const draw_job *job, draw_point at) {
    char text[96], number[DRAW_COUNT_CAPACITY];
    if (job->view.outside == 0) return 0;
    draw_count_text(number, job->view.outside);
    snprintf(text, sizeof text, "%s far outside of the map", number);
    write_at(job, (draw_point){at.x + INDENT, at.y}, TEXT, text);
    return ROW;
}

void draw_legend_on(draw_job *job) {
    draw_point at = {job->panel.left, job->panel.top + 12};
    write_bold(job, at, 13, "Shown");
    at.y += HEADING - 4;
    at.y += put_categories(job, at);
    at.y += put_outside(job, at);
    at.y += 8;
    at.y += put_heights(job, at);
    put_findings(job, at);
}
