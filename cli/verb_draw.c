/* navlint draw: what files describe as a picture or a model, with what is found about them. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/check_options.h"
#include "cli/decoding_options.h"
#include "cli/input.h"
#include "cli/inside/outer_path.h"
#include "cli/inside_options.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/overwrite.h"
#include "cli/replace_file.h"
#include "cli/verbs.h"
#include "draw/draw.h"
#include "draw/findings.h"
#include "draw/focus.h"

/* In the order of the words in the option table. */
enum { AS_NAMED, AS_SVG, AS_PNG, AS_OBJ, AS_GLTF, AS_GLB, AS_GEOJSON };
enum { UP_OF_GAME, UP_Y, UP_Z };

enum { LEAST_WIDTH = 640, USUAL_WIDTH = 1600, MOST_WIDTH = 8000 };

typedef struct draw_verb_settings {
    const char *output;
    unsigned format; /* AS_NAMED, ... */
    const char *focus;
    const char *radius;
    unsigned up; /* UP_OF_GAME, ... */
    cli_count width;
    bool no_findings;
    const char *input_format;
    const char *game;
    uint64_t max_bytes;
} draw_verb_settings;

/* A file that is drawn. */
typedef struct drawn_file {
    const char *name; /* borrowed */
    cli_buffer bytes;
} drawn_file;

typedef struct drawing {
    const draw_verb_settings *settings;
    navlint_options options;
    double radius;
    unsigned form; /* settled: AS_SVG, ... */
    cli_inputs inputs;
    draw_list files;       /* of drawn_file */
    navlint_input *judged; /* heap: the same for the library */
    void *report_memory;   /* heap */
    size_t left_out;       /* of folders: files of another format */
    const char *first_left_out;
    draw_scene scene;
    int code;
} drawing;

static void note(drawing *d, int code) {
    if (code > d->code) d->code = code;
}

static int complain_memory(void) {
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

/* ---- Settings ---- */

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), end_length = strlen(end);
    return length > end_length && strcasecmp(text + length - end_length, end) == 0;
}

static unsigned form_of_name(const char *name) {
    static const char *const ends[] = {".svg", ".png", ".obj", ".gltf", ".glb", ".geojson"};
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(name, ends[i])) return AS_SVG + i;
    return AS_NAMED;
}

static int settle_form(drawing *d) {
    const draw_verb_settings *const s = d->settings;
    d->form = s->format != AS_NAMED ? s->format : s->output ? form_of_name(s->output) : AS_SVG;
    if (d->form != AS_NAMED) return CLI_OK;
    cli_complain(
        "draw: cannot tell the format from the name '%s': use .svg, .png, .obj, .gltf, .glb "
        "or .geojson, or --format",
        s->output);
    return CLI_USAGE;
}

static int settle_radius(drawing *d) {
    const char *const word = d->settings->radius;
    char *end = NULL;
    if (!word) return CLI_OK;
    d->radius = strtod(word, &end);
    if (end != word && *end == '\0' && isfinite(d->radius) && d->radius > 0 && d->settings->focus)
        return CLI_OK;
    cli_complain(d->settings->focus ? "draw: --radius takes a number above 0, not '%s'"
                                    : "draw: --radius %s requires --focus",
                 word);
    return CLI_USAGE;
}

static int settle_width(const drawing *d) {
    const cli_count *const width = &d->settings->width;
    if (!width->is_given || (width->value >= LEAST_WIDTH && width->value <= MOST_WIDTH))
        return CLI_OK;
    cli_complain("draw: --width takes %d to %d pixels", LEAST_WIDTH, MOST_WIDTH);
    return CLI_USAGE;
}

static int settle(drawing *d) {
    int code = settle_form(d);
    if (code == CLI_OK) code = settle_radius(d);
    if (code == CLI_OK) code = settle_width(d);
    d->options.format = d->settings->input_format;
    d->options.game = d->settings->game;
    d->options.max_input_bytes = d->settings->max_bytes;
    return code;
}

/* ---- Files ---- */

/* What is drawn has the format of the first file; NULL: there is none yet. */
static const navlint_format *format_of_picture(const drawing *d) {
    return d->scene.files.count > 0 ? draw_file_at(&d->scene, 0)->format : NULL;
}

static void complain_unknown(const char *name) {
    cli_complain("%s: %s; --input-format ID forces a format", name,
                 navlint_status_text(NAVLINT_NOT_RECOGNISED));
}

/* Of those that folders hold the first one is named, the others are counted. */
static void leave_out(drawing *d, const cli_input *from, const navlint_input *input,
                      const navlint_format *format) {
    note(d, CLI_UNJUDGED);
    if (!from->discovered)
        cli_complain("%s: %s and %s are not drawn in one picture", input->name,
                     draw_file_at(&d->scene, 0)->format->id, format->id);
    else if (d->left_out++ == 0)
        d->first_left_out = input->name;
}

static void complain_left_out(const drawing *d) {
    char others[48] = "";
    const size_t count = d->left_out - (d->left_out > 0);
    if (count > 0)
        snprintf(others, sizeof others, " and %zu more file%s", count, count > 1 ? "s" : "");
    if (d->left_out > 0)
        cli_complain("draw: %s%s: not %s, as %s is: left out of the picture", d->first_left_out,
                     others, draw_file_at(&d->scene, 0)->format->id,
                     draw_file_at(&d->scene, 0)->name);
}

/* Returns the format of a file that is to be drawn; NULL: it is not. */
static const navlint_format *wanted_format(drawing *d, const cli_input *from,
                                           const navlint_input *input) {
    const navlint_origin origin = from->discovered ? NAVLINT_FOUND : NAVLINT_NAMED;
    const navlint_format *const format = navlint_detect_as(&d->options, input, origin);
    const navlint_format *const first = format_of_picture(d);
    if (format && (!first || format == first)) return format;
    if (format) {
        leave_out(d, from, input, format);
    } else if (!from->discovered) {
        complain_unknown(input->name);
        note(d, CLI_UNJUDGED);
    }
    return NULL;
}

static int complain_failure(const char *name, int failure) {
    cli_complain("cannot read %s: %s", name, strerror(failure));
    return failure == ENOMEM ? CLI_INTERNAL : CLI_UNJUDGED;
}

static bool is_of_a_file(const cli_input *input) {
    return input->discovered || !input->path || !cli_is_inside(input->path);
}

static bool load_member(drawing *d, const char *name, cli_buffer *bytes) {
    const uint64_t max_archive_bytes = cli_check_defaults().max_archive_bytes;
    const int code = cli_read_member(&d->options, max_archive_bytes, name, bytes);
    return note(d, code), code == CLI_OK;
}

/* Returns false if there is nothing to draw. */
static bool load_file(drawing *d, const cli_input *input, cli_buffer *bytes) {
    const char *const name = input->path ? input->path : "-";
    cli_found found;
    const int failure = cli_load(&d->options, input, bytes, &found);
    if (failure != 0) return note(d, complain_failure(name, failure)), false;
    if (found.kind == CLI_FOUND_ARCHIVE) {
        cli_close(found.archive.descriptor);
        if (!input->discovered) {
            cli_complain("%s: an archive: name a file in it, %s!MEMBER", name, name);
            note(d, CLI_UNJUDGED);
        }
        return false;
    }
    if (found.kind == CLI_FOUND_NOTHING) return false;
    if (bytes->length < cli_read_limit(d->settings->max_bytes)) return true;
    cli_complain("%s: larger than --max-bytes allows", name);
    return note(d, CLI_UNJUDGED), false;
}

static bool load(drawing *d, const cli_input *input, cli_buffer *bytes) {
    return is_of_a_file(input) ? load_file(d, input, bytes) : load_member(d, input->path, bytes);
}

static void draw_input(drawing *d, const navlint_input *input) {
    const size_t before = d->scene.shapes.count;
    const size_t memory_bytes = navlint_memory_bound(&d->options, input, 1);
    void *const memory = malloc(memory_bytes);
    const navlint_status status =
        memory ? navlint_draw(&d->options, input, memory, memory_bytes, draw_scene_take, &d->scene)
               : NAVLINT_NO_MEMORY;
    free(memory);
    draw_scene_file_end(&d->scene);
    if (status == NAVLINT_OK) return;
    cli_complain("%s: %s%s", input->name, navlint_status_text(status),
                 d->scene.shapes.count > before ? ": drawn in part" : "");
    note(d, status == NAVLINT_NO_MEMORY ? CLI_INTERNAL : CLI_UNJUDGED);
}

/* The bytes stay: findings are about them. */
static void take_file(drawing *d, const navlint_format *format, const navlint_input *input,
                      const cli_buffer *bytes) {
    drawn_file *const file = draw_list_add(&d->files, 1);
    if (!file) {
        note(d, complain_memory());
        return;
    }
    *file = (drawn_file){input->name, *bytes};
    draw_scene_file(&d->scene, input->name, format);
    if (!d->scene.has_failed) draw_input(d, input);
}

static void take_input(drawing *d, const cli_input *from) {
    cli_buffer bytes = {0};
    const size_t before = d->files.count;
    if (load(d, from, &bytes)) {
        const navlint_input input = {
            .name = from->path ? from->path : "-", .bytes = bytes.bytes, .length = bytes.length};
        const navlint_format *const format = wanted_format(d, from, &input);
        if (format) take_file(d, format, &input, &bytes);
    }
    if (d->files.count == before) cli_buffer_free(&bytes);
}

static int collect(drawing *d, const cli_operands *operands) {
    bool is_directory;
    for (size_t i = 0; i < operands->count; i++)
        if (!cli_inputs_add(&d->inputs, &(cli_walk){.operand = i}, operands->items[i],
                            &is_directory))
            return CLI_INTERNAL;
    if (d->inputs.unreadable > 0) note(d, CLI_UNJUDGED);
    for (size_t i = 0; i < d->inputs.count && d->code != CLI_INTERNAL; i++)
        if (!d->scene.is_too_large) take_input(d, &d->inputs.items[i]);
    if (d->scene.has_failed) return complain_memory();
    complain_left_out(d);
    if (d->scene.is_too_large) {
        cli_complain("draw: more than %d shapes or %d vertices: only the first ones are drawn",
                     DRAW_MOST_SHAPES, DRAW_MOST_VERTICES);
        note(d, CLI_UNJUDGED);
    }
    if (d->files.count == 0 && d->code == CLI_OK)
        cli_complain("draw: there is no navigation file to draw");
    return d->files.count > 0 ? CLI_OK : CLI_UNJUDGED;
}

/* ---- Findings ---- */

static int judge(drawing *d) {
    const drawn_file *const files = d->files.items;
    const size_t count = d->files.count;
    const navlint_report *report = NULL;
    d->judged = calloc(count, sizeof *d->judged);
    if (!d->judged) return complain_memory();
    for (size_t i = 0; i < count; i++)
        d->judged[i] = (navlint_input){
            .name = files[i].name, .bytes = files[i].bytes.bytes, .length = files[i].bytes.length};
    const size_t memory_bytes = navlint_memory_bound(&d->options, d->judged, count);
    d->report_memory = malloc(memory_bytes);
    if (!d->report_memory) return complain_memory();
    const navlint_status status =
        navlint_check(&d->options, d->judged, count, d->report_memory, memory_bytes, &report);
    if (status != NAVLINT_OK) {
        cli_complain("draw: %s", navlint_status_text(status));
        return CLI_INTERNAL;
    }
    draw_scene_report(&d->scene, report);
    return d->scene.has_failed ? complain_memory() : CLI_OK;
}

static int look_at(drawing *d) {
    draw_scene_count(&d->scene);
    if (!d->settings->focus) return CLI_OK;
    if (draw_scene_focus(&d->scene, d->settings->focus, d->radius)) return CLI_OK;
    cli_complain(
        "draw: no record that is drawn has the id '%s': give an id as in findings, a FormID "
        "or a path",
        d->settings->focus);
    return CLI_UNJUDGED;
}

/* ---- The output ---- */

static bool is_file(const char *output) {
    return output && strcmp(output, "-") != 0;
}

/* Under -o the picture is collected: a file gets all of it or nothing. */
static bool collect_part(void *context, const char *bytes, size_t length) {
    cli_buffer *const picture = context;
    while (length > picture->capacity - picture->length)
        if (cli_buffer_reserve(picture, 2 * picture->capacity + length) != 0) return false;
    memcpy(picture->bytes + picture->length, bytes, length);
    picture->length += length;
    return true;
}

static bool print_part(void *context, const char *bytes, size_t length) {
    (void)context;
    return cli_write(bytes, length);
}

typedef draw_result (*writer)(const draw_scene *scene, const draw_settings *settings,
                              draw_out *out);

/* picture: NULL stands for standard output. */
static draw_result write_scene(const drawing *d, const char *title, cli_buffer *picture) {
    static const writer writers[] = {draw_svg,  draw_png, draw_obj,
                                     draw_gltf, draw_glb, draw_geojson};
    static const int ups[] = {0, 2, 3};
    const cli_count *const width = &d->settings->width;
    const draw_settings settings = {.title = title,
                                    .width = width->is_given ? width->value : USUAL_WIDTH,
                                    .is_checked = !d->settings->no_findings,
                                    .up = ups[d->settings->up]};
    draw_out out = {.write = picture ? collect_part : print_part, .context = picture};
    return writers[d->form - AS_SVG](&d->scene, &settings, &out);
}

static int code_of(draw_result result) {
    switch (result) {
    case DRAW_OK:
        return CLI_OK;
    case DRAW_NO_MEMORY:
        return complain_memory();
    case DRAW_NOT_WRITTEN:
        return CLI_INTERNAL;
    case DRAW_NO_CAIRO:
        cli_complain("draw: PNG output requires cairo, and libcairo.so.2 is not installed (Debian: "
                     "libcairo2); --format svg works without it");
        return CLI_INTERNAL;
    case DRAW_NO_PNG:
        cli_complain("draw: this build of navlint writes no PNG; take --format svg");
        return CLI_INTERNAL;
    }
    return CLI_INTERNAL;
}

static int write_file(const drawing *d, const char *title) {
    const char *const name = d->settings->output;
    cli_buffer picture = {0};
    const draw_result result = write_scene(d, title, &picture);
    const bool is_drawn = result == DRAW_OK;
    const int failure = is_drawn ? cli_replace_file(name, picture.bytes, picture.length) : 0;
    cli_buffer_free(&picture);
    if (!is_drawn) return code_of(result == DRAW_NOT_WRITTEN ? DRAW_NO_MEMORY : result);
    if (failure == 0) return CLI_OK;
    cli_complain("cannot write %s: %s", name, strerror(failure));
    return CLI_INTERNAL;
}

static int write_output(const drawing *d, const char *title) {
    if (is_file(d->settings->output)) return write_file(d, title);
    const draw_result result = write_scene(d, title, NULL);
    return result == DRAW_NOT_WRITTEN ? CLI_OK : code_of(result); /* cli_finish says why */
}

/* "de_dust2.nav", "maps", "a.nav and 2 more" */
static void name_title(char *title, size_t capacity, const cli_operands *operands) {
    const char *const first = operands->items[0];
    size_t length = strlen(first);
    while (length > 1 && first[length - 1] == '/')
        length--;
    size_t start = length;
    while (start > 0 && first[start - 1] != '/')
        start--;
    if (start == length) start = 0;
    snprintf(title, capacity, "%.*s", (int)(length - start < 2000 ? length - start : 2000),
             first + start);
    const size_t used = strlen(title);
    if (operands->count > 1)
        snprintf(title + used, capacity - used, " and %zu more", operands->count - 1);
}

static void run_drawing(drawing *d, const cli_operands *operands) {
    char title[2100];
    int code = settle(d);
    if (code == CLI_OK && is_file(d->settings->output))
        code = cli_check_overwrite(d->settings->output, operands);
    if (code == CLI_OK) code = collect(d, operands);
    if (code == CLI_OK && !d->settings->no_findings) code = judge(d);
    if (code == CLI_OK) code = look_at(d);
    name_title(title, sizeof title, operands);
    if (code == CLI_OK) code = write_output(d, title);
    note(d, code);
}

static void end(drawing *d) {
    drawn_file *const files = d->files.items;
    for (size_t i = 0; i < d->files.count; i++)
        cli_buffer_free(&files[i].bytes);
    draw_list_free(&d->files);
    draw_scene_free(&d->scene);
    cli_inputs_free(&d->inputs);
    free(d->judged);
    free(d->report_memory);
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    drawing d = {.scene = draw_scene_empty(), .files.item_bytes = sizeof(drawn_file)};
    navlint_options_init(&d.options, sizeof d.options);
    draw_verb_settings settings = {.max_bytes = d.options.max_input_bytes};
    cli_operands operands;
    d.settings = &settings;
    const int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    run_drawing(&d, &operands);
    end(&d);
    return d.code;
}

static const cli_option options[] = {
    {"--output", "-o", CLI_WORD, offsetof(draw_verb_settings, output), "FILE",
     "Write to this file; its name says what: .svg, .png, .obj, .gltf, .glb, .geojson. Default: "
     "SVG to standard output."},
    {"--format", NULL, CLI_CHOICE, offsetof(draw_verb_settings, format),
     "auto|svg|png|obj|gltf|glb|geojson",
     "What to write, whatever the name. svg, png: a map seen from above; obj, gltf, glb: a model; "
     "geojson: a feature for each shape and finding, in the game's units. PNG requires the "
     "library cairo."},
    {"--focus", NULL, CLI_WORD, offsetof(draw_verb_settings, focus), "ID",
     "Only what lies around this record: the id of an area, node or region, the FormID of a "
     "navmesh, with its kind if need be ('ladder 3'), or a path (/areas/40). nodes12.dat:40 names "
     "the file, too."},
    {"--radius", NULL, CLI_WORD, offsetof(draw_verb_settings, radius), "UNITS",
     "How far around, in units of the game. Default: some times the record's size."},
    {"--up", NULL, CLI_CHOICE, offsetof(draw_verb_settings, up), "game|y|z",
     "obj: which axis points up. Default: the game's axes as they are. glTF has y up."},
    {"--width", NULL, CLI_COUNT, offsetof(draw_verb_settings, width), "PIXELS",
     "svg, png: how wide the picture is, 640 to 8000. Default 1600."},
    {"--no-findings", NULL, CLI_FLAG, offsetof(draw_verb_settings, no_findings), NULL,
     "Do not judge the files: no marks, and sooner."},
    CLI_INPUT_FORMAT_OPTION(draw_verb_settings),
    {"--game", NULL, CLI_GAME, offsetof(draw_verb_settings, game), "NAME",
     "Judge as this game would load it."},
    CLI_MAX_BYTES_OPTION(draw_verb_settings),
};

const cli_verb cli_verb_draw = {
    .name = "draw",
    .operands = "FILE[!MEMBER]|DIR|-...",
    .summary = "Draws files as a map (SVG, PNG) or a model (OBJ, glTF, GeoJSON).",
    .details = "Several files, and those of a folder, are drawn in one picture: the files of one "
               "map. What is found about them is marked and numbered. A member of an archive or a "
               "container has the name of reports, 'x.gma!maps/a.nav'.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = SIZE_MAX,
    .run = run,
};
