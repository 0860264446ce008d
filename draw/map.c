#include "draw/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/parts.h"

/* ---- The page ---- */

enum { MARGIN = 16, HEAD = 52, PANEL = 330, LEAST_HEIGHT = 420 };

/* With more shapes than these a picture has no titles, and paths of one paint are one. */
enum { MOST_TITLED = 8000 };

/* As high as the ground wants, but neither a ribbon nor a tower, and with room for the legend. */
static double height_of(const draw_job *job, double width) {
    const double wanted = width / draw_view_aspect(&job->view);
    const double kept = fmax(fmin(wanted, width * 1.1), width * 0.5);
    return fmax(fmax(kept, LEAST_HEIGHT), draw_legend_height(job));
}

static bool lay_out(draw_job *job, draw_box *page) {
    const double width = job->settings->width;
    const double map_width = fmax(width - PANEL - 3 * MARGIN, 160);
    const double height = ceil(height_of(job, map_width) + draw_view_foot(&job->view));
    const draw_box map = {MARGIN, HEAD, map_width, height};
    job->panel = (draw_box){2 * MARGIN + map_width, HEAD, PANEL, height};
    job->numbered = draw_legend_room(job, height);
    *page = (draw_box){0, 0, width, HEAD + height + MARGIN};
    return draw_view_fit(&job->view, &map);
}

static void paint_title(const draw_job *job) {
    const draw_scene *const scene = job->scene;
    char text[256], count[DRAW_COUNT_CAPACITY];
    const navlint_format *const format =
        scene->files.count > 0 ? draw_file_at(scene, 0)->format : NULL;
    draw_count_text(count, scene->files.count);
    snprintf(text, sizeof text, "%s%s%s%s", format ? format->title : "",
             scene->files.count > 1 ? ", " : "", scene->files.count > 1 ? count : "",
             scene->files.count > 1 ? " files" : "");
    job->canvas->write(
        job->canvas,
        &(draw_words){.at = {MARGIN, 24}, .size = 17, .colour = 0x263238, .is_bold = true},
        job->settings->title);
    job->canvas->write(job->canvas,
                       &(draw_words){.at = {MARGIN, 42}, .size = 12, .colour = 0x5F6B73}, text);
}

/* ---- The map ---- */

static bool paint(draw_job *job, const draw_box *page) {
    draw_canvas *const canvas = job->canvas;
    canvas->open(canvas, page->width, page->height, job->settings->title);
    paint_title(job);
    draw_box_on(job, PAINT_MAP, &job->view.box);
    canvas->clip(canvas, &job->view.box);
    draw_shapes_on(job);
    draw_keep_corners(job);
    draw_findings_on(job);
    const bool is_labelled = draw_labels_on(job);
    draw_compass_on(job);
    canvas->clip(canvas, NULL);
    draw_box_on(job, PAINT_FRAME, &job->view.box);
    draw_legend_on(job);
    canvas->close(canvas);
    return is_labelled;
}

static size_t most_corners(const draw_scene *scene) {
    size_t most = 0;
    for (size_t i = 0; i < scene->shapes.count; i++)
        if (draw_shapes(scene)[i].count > most) most = draw_shapes(scene)[i].count;
    return most;
}

static bool paint_scene(draw_job *job) {
    draw_box page;
    job->points = malloc((most_corners(job->scene) + 2) * sizeof *job->points);
    if (!job->points || !draw_view_of(&job->view, job->scene)) return false;
    if (!lay_out(job, &page) || !draw_sort_shapes(job)) return false;
    draw_choose_paints(job);
    job->is_detailed = job->view.shown <= MOST_TITLED;
    return paint(job, &page);
}

bool draw_map(const draw_scene *scene, const draw_settings *settings, draw_canvas *canvas) {
    draw_job *const job = calloc(1, sizeof *job);
    if (!job) return false;
    *job = (draw_job){.scene = scene, .settings = settings, .canvas = canvas};
    canvas->paints = job->paints;
    canvas->is_used = job->is_used;
    canvas->paint_count = PAINT_COUNT;
    const bool is_whole = paint_scene(job);
    draw_view_free(&job->view);
    free(job->points);
    free(job->order);
    free(job);
    return is_whole;
}
