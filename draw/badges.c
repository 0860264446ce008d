/* Findings on the map: numbers as in the legend, and dots for those that are not listed there. */
#include <math.h>
#include <stdio.h>

#include "draw/parts.h"

/* ---- Small strokes ---- */

void draw_line_on(const draw_job *job, unsigned paint, draw_point from, draw_point to) {
    const draw_point points[2] = {from, to};
    job->canvas->begin(job->canvas, paint, true);
    job->canvas->path(job->canvas, points, 2, NULL);
    job->canvas->end(job->canvas);
}

void draw_box_on(const draw_job *job, unsigned paint, const draw_box *box) {
    const double right = box->left + box->width, bottom = box->top + box->height;
    const draw_point points[5] = {{box->left, box->top},
                                  {right, box->top},
                                  {right, bottom},
                                  {box->left, bottom},
                                  {box->left, box->top}};
    job->canvas->begin(job->canvas, paint, true);
    job->canvas->path(job->canvas, points, 5, NULL);
    job->canvas->end(job->canvas);
}

/* Errors are round, warnings stand on a corner, infos lie on a side: without colours, too, they
 * differ. */
void draw_badge_on(const draw_job *job, unsigned paint, draw_point at, double size,
                   navlint_severity severity) {
    static const unsigned counts[] = {16, 4, 4, 4};
    static const double reach[] = {1, 1.3, 1.3, 1}, turns[] = {0, 0, 0.125, 0};
    draw_point points[16];
    for (unsigned i = 0; i < counts[severity]; i++) {
        const double turn = (double)i / counts[severity] + turns[severity];
        const double angle = 2 * 3.14159265358979 * turn, radius = size / 2 * reach[severity];
        points[i] = (draw_point){at.x + radius * sin(angle), at.y - radius * cos(angle)};
    }
    job->canvas->begin(job->canvas, paint, true);
    job->canvas->path(job->canvas, points, counts[severity], NULL);
    job->canvas->end(job->canvas);
}

/* ---- Findings ---- */

enum { BADGE_PIXELS = 18, ROOM_PIXELS = 21, DOT_PIXELS = 7, MOST_DOTS = 20000 };

static bool is_on_map(const draw_job *job, draw_point at) {
    const draw_box *const box = &job->view.box;
    return at.x >= box->left && at.x <= box->left + box->width && at.y >= box->top &&
           at.y <= box->top + box->height;
}

static bool is_free(draw_job *job, draw_point at) {
    const draw_box box = {at.x - ROOM_PIXELS / 2.0, at.y - ROOM_PIXELS / 2.0, ROOM_PIXELS,
                          ROOM_PIXELS};
    return draw_take_room(&job->view, &box);
}

/* The nearest free place: there, or on rings around it. */
static draw_point free_place(draw_job *job, draw_point at) {
    enum { RINGS = 8, DIRECTIONS = 16 };
    if (is_free(job, at)) return at;
    for (int ring = 1; ring <= RINGS; ring++)
        for (int i = 0; i < DIRECTIONS; i++) {
            const double angle = 2 * 3.14159265358979 * (i + 0.5 * ring) / DIRECTIONS;
            const draw_point place = {at.x + ring * BADGE_PIXELS * 1.1 * sin(angle),
                                      at.y - ring * BADGE_PIXELS * 1.1 * cos(angle)};
            if (is_free(job, place)) return place;
        }
    return at;
}

static void write_number(const draw_job *job, draw_point at, size_t number, draw_colour colour) {
    char text[24];
    snprintf(text, sizeof text, "%zu", number);
    job->canvas->write(job->canvas,
                       &(draw_words){.at = {at.x, at.y + 3.6},
                                     .size = 10,
                                     .anchor = DRAW_MIDDLE,
                                     .colour = colour,
                                     .is_bold = true},
                       text);
}

static void paint_number(draw_job *job, size_t index) {
    const draw_finding *const f = &draw_findings(job->scene)[index];
    const navlint_severity severity = f->finding->severity;
    const draw_point at = draw_to_picture(&job->view, f->at);
    if (!is_on_map(job, at)) return;
    const draw_point place = free_place(job, at);
    if (hypot(place.x - at.x, place.y - at.y) > 1) {
        draw_line_on(job, PAINT_LEADER, at, place);
        draw_badge_on(job, PAINT_DOT + (unsigned)severity, at, 4, severity);
    }
    draw_badge_on(job, PAINT_BADGE + (unsigned)severity, place, BADGE_PIXELS, severity);
    write_number(job, place, index + 1, severity == NAVLINT_WARNING ? 0x000000 : 0xFFFFFF);
}

static void paint_dot(const draw_job *job, const draw_finding *f) {
    const draw_point at = draw_to_picture(&job->view, f->at);
    if (is_on_map(job, at))
        draw_badge_on(job, PAINT_DOT + (unsigned)f->finding->severity, at, DOT_PIXELS,
                      f->finding->severity);
}

/* Dots first: numbers lie above them, the worst on top. */
void draw_findings_on(draw_job *job) {
    const size_t count = job->scene->findings.count;
    const size_t dots = count < MOST_DOTS ? count : MOST_DOTS;
    for (size_t i = dots; i-- > job->numbered;)
        if (draw_findings(job->scene)[i].is_placed) paint_dot(job, &draw_findings(job->scene)[i]);
    for (size_t i = 0; i < job->numbered; i++)
        if (draw_findings(job->scene)[i].is_placed) paint_number(job, i);
}
