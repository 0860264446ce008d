/* PNG through cairo, which is loaded when a PNG is asked for: loading it takes longer than judging
 * most files. Its functions and numbers are those of its public interface (cairo.h), which has been
 * stable since 1.2. */
#include <dlfcn.h>
#include <string.h>

#include "draw/draw.h"
#include "draw/map.h"

/* ---- cairo ---- */

enum { FORMAT_RGB24 = 1, STATUS_SUCCESS = 0, SLANT_NORMAL = 0, JOIN_ROUND = 1 };

typedef struct cairo cairo;
typedef struct surface surface;

typedef struct text_extents {
    double x_bearing, y_bearing, width, height, x_advance, y_advance;
} text_extents;

typedef int (*write_fn)(void *closure, const unsigned char *bytes, unsigned length);

/* The functions that are used, by their names without "cairo_". */
typedef struct functions {
    surface *(*image_surface_create)(int format, int width, int height);
    int (*surface_status)(surface *image);
    int (*surface_write_to_png_stream)(surface *image, write_fn write, void *closure);
    void (*surface_destroy)(surface *image);
    cairo *(*create)(surface *target);
    int (*status)(cairo *c);
    void (*destroy)(cairo *c);
    void (*save)(cairo *c);
    void (*restore)(cairo *c);
    void (*paint)(cairo *c);
    void (*clip)(cairo *c);
    void (*rectangle)(cairo *c, double x, double y, double width, double height);
    void (*new_path)(cairo *c);
    void (*move_to)(cairo *c, double x, double y);
    void (*line_to)(cairo *c, double x, double y);
    void (*close_path)(cairo *c);
    void (*fill)(cairo *c);
    void (*fill_preserve)(cairo *c);
    void (*stroke)(cairo *c);
    void (*set_source_rgba)(cairo *c, double red, double green, double blue, double alpha);
    void (*set_line_width)(cairo *c, double width);
    void (*set_line_cap)(cairo *c, int cap);
    void (*set_line_join)(cairo *c, int join);
    void (*set_dash)(cairo *c, const double *dashes, int count, double offset);
    void (*select_font_face)(cairo *c, const char *family, int slant, int weight);
    void (*set_font_size)(cairo *c, double size);
    void (*text_extents)(cairo *c, const char *text, text_extents *extents);
    void (*text_path)(cairo *c, const char *text);
} functions;

static const char *const names[] = {
    "cairo_image_surface_create",
    "cairo_surface_status",
    "cairo_surface_write_to_png_stream",
    "cairo_surface_destroy",
    "cairo_create",
    "cairo_status",
    "cairo_destroy",
    "cairo_save",
    "cairo_restore",
    "cairo_paint",
    "cairo_clip",
    "cairo_rectangle",
    "cairo_new_path",
    "cairo_move_to",
    "cairo_line_to",
    "cairo_close_path",
    "cairo_fill",
    "cairo_fill_preserve",
    "cairo_stroke",
    "cairo_set_source_rgba",
    "cairo_set_line_width",
    "cairo_set_line_cap",
    "cairo_set_line_join",
    "cairo_set_dash",
    "cairo_select_font_face",
    "cairo_set_font_size",
    "cairo_text_extents",
    "cairo_text_path",
};
enum { FUNCTION_COUNT = sizeof names / sizeof names[0] };

_Static_assert(sizeof(functions) == FUNCTION_COUNT * sizeof(void *), "a name for each function");

/* POSIX lets a function's address pass through a void *; ISO C does not, so it is copied. */
static bool load(functions *f, void *library) {
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        void *const symbol = dlsym(library, names[i]);
        if (!symbol) return false;
        memcpy((char *)f + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return true;
}

/* ---- The canvas ---- */

typedef struct png {
    draw_canvas canvas; /* first: canvases are cast to what they are */
    functions f;
    surface *image;
    cairo *c;
    draw_out *out;
    const draw_paint *run;
    bool has_failed; /* out of memory */
} png;

static png *of(draw_canvas *canvas) {
    return (png *)(void *)canvas;
}

static void set_colour(const png *p, draw_colour colour, double opacity) {
    p->f.set_source_rgba(p->c, (colour >> 16 & 0xff) / 255.0, (colour >> 8 & 0xff) / 255.0,
                         (colour & 0xff) / 255.0, opacity > 0 ? opacity : 1);
}

static void open(draw_canvas *canvas, double width, double height, const char *title) {
    png *const p = of(canvas);
    (void)title;
    p->image = p->f.image_surface_create(FORMAT_RGB24, (int)width, (int)height);
    p->c = p->f.create(p->image);
    p->f.set_line_join(p->c, JOIN_ROUND);
    set_colour(p, 0xFFFFFF, 1);
    p->f.paint(p->c);
}

/* ---- Paths ---- */

static void paint_path(const png *p) {
    static const int caps[] = {0, 1, 2};
    const draw_paint *const paint = p->run;
    const double dash = (double)paint->dash;
    if (paint->fill != DRAW_UNPAINTED) {
        set_colour(p, paint->fill, (double)paint->opacity);
        p->f.fill_preserve(p->c);
    }
    if (paint->stroke != DRAW_UNPAINTED) {
        set_colour(p, paint->stroke, (double)paint->opacity);
        p->f.set_line_width(p->c, (double)paint->width);
        p->f.set_line_cap(p->c, caps[paint->cap]);
        p->f.set_dash(p->c, &dash, dash > 0 ? 1 : 0, 0);
        p->f.stroke(p->c);
    }
    p->f.new_path(p->c);
}

static void begin(draw_canvas *canvas, unsigned paint, bool is_joined) {
    png *const p = of(canvas);
    p->run = &canvas->paints[paint];
    (void)is_joined;
    p->f.new_path(p->c);
}

/* Each path is painted by itself, also of a joined run: cairo takes more than their share of long
 * ones. */
static void path(draw_canvas *canvas, const draw_point *points, size_t count, const char *title) {
    const png *const p = of(canvas);
    (void)title;
    p->f.move_to(p->c, points[0].x, points[0].y);
    for (size_t i = 1; i < count; i++)
        p->f.line_to(p->c, points[i].x, points[i].y);
    if (count == 1)
        p->f.line_to(p->c, points[0].x + 0.01, points[0].y); /* or it paints no square */
    if (draw_is_closed(p->run)) p->f.close_path(p->c);
    paint_path(p);
}

static void end(draw_canvas *canvas) {
    (void)canvas;
}

static void clip(draw_canvas *canvas, const draw_box *box) {
    const png *const p = of(canvas);
    if (!box) {
        p->f.restore(p->c);
        return;
    }
    p->f.save(p->c);
    p->f.rectangle(p->c, box->left, box->top, box->width, box->height);
    p->f.clip(p->c);
}

/* ---- Texts ----
 * Where no font is installed cairo has letters of its own. */

static void put_letters(const png *p, draw_point at, const char *text) {
    p->f.new_path(p->c);
    p->f.move_to(p->c, at.x, at.y);
    p->f.text_path(p->c, text);
}

static void write_words(draw_canvas *canvas, const draw_words *words, const char *text) {
    static const double shares[] = {0, 0.5, 1};
    const png *const p = of(canvas);
    text_extents extents = {0};
    char safe[4096];
    draw_make_safe(safe, sizeof safe, text);
    if (safe[0] == '\0') return;
    p->f.select_font_face(p->c, "DejaVu Sans", SLANT_NORMAL, words->is_bold);
    p->f.set_font_size(p->c, (double)words->size);
    p->f.text_extents(p->c, safe, &extents);
    const draw_point at = {words->at.x - extents.x_advance * shares[words->anchor], words->at.y};
    if (words->has_halo) {
        put_letters(p, at, safe);
        set_colour(p, 0xFFFFFF, 1);
        p->f.set_line_width(p->c, 2.5);
        p->f.set_dash(p->c, NULL, 0, 0);
        p->f.stroke(p->c);
    }
    put_letters(p, at, safe);
    set_colour(p, words->colour, 1);
    p->f.fill(p->c);
}

/* ---- The file ---- */

static int write_part(void *closure, const unsigned char *bytes, unsigned length) {
    enum { STATUS_WRITE_ERROR = 11 };
    draw_out *const out = closure;
    draw_put_bytes(out, bytes, length);
    return out->has_failed ? STATUS_WRITE_ERROR : STATUS_SUCCESS;
}

static void close(draw_canvas *canvas) {
    png *const p = of(canvas);
    p->has_failed =
        p->f.status(p->c) != STATUS_SUCCESS ||
        p->f.surface_write_to_png_stream(p->image, write_part, p->out) != STATUS_SUCCESS;
}

static draw_result paint(png *p, const draw_scene *scene, const draw_settings *settings) {
    const bool is_whole = draw_map(scene, settings, &p->canvas);
    if (p->c) p->f.destroy(p->c);
    if (p->image) p->f.surface_destroy(p->image);
    if (!draw_out_end(p->out)) return DRAW_NOT_WRITTEN;
    if (!is_whole || p->has_failed) return DRAW_NO_MEMORY;
    return DRAW_OK;
}

/* The library stays loaded: what it keeps for itself would be lost. */
draw_result draw_png(const draw_scene *scene, const draw_settings *settings, draw_out *out) {
    png p = {.canvas = {.open = open,
                        .begin = begin,
                        .path = path,
                        .end = end,
                        .clip = clip,
                        .write = write_words,
                        .close = close},
             .out = out};
    void *const library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library || !load(&p.f, library)) return DRAW_NO_CAIRO;
    return paint(&p, scene, settings);
}
