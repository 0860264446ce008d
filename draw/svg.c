/* SVG 1.1, with its styles as classes. Coordinates are tenths of a pixel, so that they are whole
 * numbers, and paths move from point to point: a third of the bytes of absolute decimals. */
#include <math.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/map.h"

enum { TENTHS = 10 };

typedef struct svg {
    draw_canvas canvas; /* first: canvases are cast to what they are */
    draw_out *out;
    bool is_joined;
    bool is_closed; /* the paths of the run */
} svg;

static svg *of(draw_canvas *canvas) {
    return (svg *)(void *)canvas;
}

static long tenths(double pixels) {
    return lround(draw_within_reach(pixels) * TENTHS);
}

/* draw_make_safe leaves nothing that XML 1.0 does not allow. */
static void put_text(draw_out *out, const char *text) {
    char safe[4096];
    draw_make_safe(safe, sizeof safe, text);
    for (const char *at = safe; *at != '\0'; at++) {
        const char *const name = *at == '<'   ? "&lt;"
                                 : *at == '>' ? "&gt;"
                                 : *at == '&' ? "&amp;"
                                 : *at == '"' ? "&quot;"
                                              : NULL;
        draw_put_bytes(out, name ? name : at, name ? strlen(name) : 1);
    }
}

/* ---- Styles ---- */

static void put_paint(draw_out *out, unsigned number, const draw_paint *p) {
    static const char *const caps[] = {"butt", "round", "square"};
    draw_put(out, ".p%u{", number);
    if (p->fill != DRAW_UNPAINTED)
        draw_put(out, "fill:#%06x", p->fill);
    else
        draw_put(out, "fill:none");
    if (p->stroke != DRAW_UNPAINTED)
        draw_put(out, ";stroke:#%06x;stroke-width:%ld", p->stroke, tenths((double)p->width));
    if (p->cap != DRAW_BUTT) draw_put(out, ";stroke-linecap:%s", caps[p->cap]);
    if (p->dash > 0) draw_put(out, ";stroke-dasharray:%ld", tenths((double)p->dash));
    if (p->opacity > 0) draw_put(out, ";opacity:%.2f", (double)p->opacity);
    draw_put(out, "}\n");
}

static void open(draw_canvas *canvas, double width, double height, const char *title) {
    const svg *const s = of(canvas);
    draw_put(s->out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
             "viewBox=\"0 0 %ld %ld\" role=\"img\">\n<title>",
             width, height, tenths(width), tenths(height));
    put_text(s->out, title);
    draw_put(s->out, "</title>\n<style>\nsvg{background:#fff}\npath{stroke-linejoin:round}\n"
                     "text{font-family:\"DejaVu Sans\",Verdana,\"Liberation Sans\",sans-serif}\n"
                     ".b{font-weight:bold}\n.m{text-anchor:middle}\n.e{text-anchor:end}\n"
                     ".h{paint-order:stroke;stroke:#fff;stroke-width:25;stroke-linejoin:round}\n");
    for (unsigned i = 0; i < canvas->paint_count; i++)
        if (canvas->is_used[i]) put_paint(s->out, i, &canvas->paints[i]);
    draw_put(s->out, "</style>\n");
}

/* ---- Paths ---- */

static void begin(draw_canvas *canvas, unsigned paint, bool is_joined) {
    svg *const s = of(canvas);
    s->is_joined = is_joined;
    s->is_closed = draw_is_closed(&canvas->paints[paint]);
    draw_put(s->out, is_joined ? "<path class=\"p%u\" d=\"" : "<g class=\"p%u\">\n", paint);
}

static void put_points(const svg *s, const draw_point *points, size_t count) {
    long x = tenths(points[0].x), y = tenths(points[0].y);
    draw_put(s->out, "M%ld %ld", x, y);
    draw_put(s->out, count == 1 ? "h0" : "l");
    for (size_t i = 1; i < count; i++) {
        const long next_x = tenths(points[i].x), next_y = tenths(points[i].y);
        const long right = next_x - x, down = next_y - y;
        draw_put(s->out, i > 1 && right >= 0 ? " %ld" : "%ld", right);
        draw_put(s->out, down >= 0 ? " %ld" : "%ld", down);
        x = next_x;
        y = next_y;
    }
    if (s->is_closed) draw_put(s->out, "z");
}

static void path(draw_canvas *canvas, const draw_point *points, size_t count, const char *title) {
    const svg *const s = of(canvas);
    if (!s->is_joined) draw_put(s->out, "<path d=\"");
    put_points(s, points, count);
    if (s->is_joined) return;
    draw_put(s->out, title ? "\"><title>" : "\"/>\n");
    if (!title) return;
    put_text(s->out, title);
    draw_put(s->out, "</title></path>\n");
}

static void end(draw_canvas *canvas) {
    const svg *const s = of(canvas);
    draw_put(s->out, s->is_joined ? "\"/>\n" : "</g>\n");
}

static void clip(draw_canvas *canvas, const draw_box *box) {
    const svg *const s = of(canvas);
    if (!box) {
        draw_put(s->out, "</g>\n");
        return;
    }
    draw_put(s->out,
             "<clipPath id=\"map\"><rect x=\"%ld\" y=\"%ld\" width=\"%ld\" height=\"%ld\"/>"
             "</clipPath>\n<g clip-path=\"url(#map)\">\n",
             tenths(box->left), tenths(box->top), tenths(box->width), tenths(box->height));
}

/* ---- Texts ---- */

static void write_words(draw_canvas *canvas, const draw_words *words, const char *text) {
    static const char *const anchors[] = {"", " m", " e"};
    const svg *const s = of(canvas);
    draw_put(s->out, "<text x=\"%ld\" y=\"%ld\" font-size=\"%ld\" fill=\"#%06x\"",
             tenths(words->at.x), tenths(words->at.y), tenths((double)words->size), words->colour);
    if (words->is_bold || words->has_halo || words->anchor != DRAW_START)
        draw_put(s->out, " class=\"%s%s%s\"", words->is_bold ? "b" : "",
                 words->has_halo ? " h" : "", anchors[words->anchor]);
    draw_put(s->out, ">");
    put_text(s->out, text);
    draw_put(s->out, "</text>\n");
}

static void close(draw_canvas *canvas) {
    draw_put(of(canvas)->out, "</svg>\n");
}

draw_result draw_svg(const draw_scene *scene, const draw_settings *settings, draw_out *out) {
    svg s = {.canvas = {.open = open,
                        .begin = begin,
                        .path = path,
                        .end = end,
                        .clip = clip,
                        .write = write_words,
                        .close = close},
             .out = out};
    if (!draw_map(scene, settings, &s.canvas)) return DRAW_NO_MEMORY;
    return draw_out_end(out) ? DRAW_OK : DRAW_NOT_WRITTEN;
}
