/* navlint dump: every field of a file with its place, streamed: files have millions of them; or its
 * geometry. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/input.h"
#include "cli/numbers.h"
#include "cli/obj.h"
#include "cli/output.h"
#include "cli/verbs.h"

enum { DUMP_TEXT, DUMP_JSON, DUMP_OBJ };

typedef struct dump_settings {
    unsigned format; /* DUMP_TEXT, ... */
    const char *input_format;
    const char *game;
    uint64_t max_bytes;
    uint64_t from, to;
    const char *path;
    const char *unpacked; /* the path of what is written unpacked; NULL: nothing */
} dump_settings;

/* What the visits share. */
typedef struct dump_run {
    const dump_settings *settings;
    const char *name; /* of the input */
    cli_buffer file;
    uint64_t field_count;
} dump_run;

/* ---- text ---- */

static void print_real(double real) {
    char text[CLI_REAL_CAPACITY];
    cli_print_real(text, real);
    cli_print("%s", text);
}

static void print_value(const navlint_value *value) {
    switch (value->kind) {
    case NAVLINT_UINT:
        cli_print("%" PRIu64, value->as.uint);
        return;
    case NAVLINT_INT:
        cli_print("%" PRId64, value->as.sint);
        return;
    case NAVLINT_REAL:
        print_real(value->as.real);
        return;
    case NAVLINT_TEXT:
        cli_print("\"%s\"", value->as.text);
        return;
    case NAVLINT_NO_VALUE:
        cli_print("-");
        return;
    }
}

static bool visit_text(void *context, const navlint_field *field) {
    dump_run *const dump = context;
    dump->field_count++;
    const bool is_packed = field->encoding != NULL;
    cli_print("+0x%08" PRIx64, field->offset);
    if (is_packed) cli_print(">+0x%08" PRIx64, field->inner.offset);
    cli_print("  %" PRIu64 "  %s  %s  ", is_packed ? field->inner.length : field->length,
              field->type, field->path);
    print_value(&field->value);
    return cli_write("\n", 1);
}

/* ---- JSON ----
 * Written by hand but for strings that need escapes: building an object of each field would take
 * five times as long, and a file has millions of them. */

/* 2^53: up to here every integer survives readers that keep numbers as doubles (RFC 8259, 6). */
#define EXACT_MAX (UINT64_C(1) << 53)

static bool needs_escapes(const char *text) {
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\') return true;
    return false;
}

static int write_chunk(const char *bytes, size_t length, void *context) {
    (void)context;
    return cli_write(bytes, length) ? 0 : -1;
}

/* jansson takes UTF-8 alone; names of files are bytes, so those are shown as \xNN if need be. */
static void print_escaped(const char *text) {
    char ascii[4096];
    json_t *json = json_string(text);
    if (!json) {
        cli_make_ascii(ascii, sizeof ascii, text);
        json = json_string(ascii);
    }
    if (!json || json_dump_callback(json, write_chunk, NULL, JSON_ENCODE_ANY) != 0)
        cli_print("null");
    json_decref(json);
}

static void print_string(const char *text) {
    if (needs_escapes(text))
        print_escaped(text);
    else
        cli_print("\"%s\"", text);
}

/* As in the reports: what JSON or its readers cannot hold as a number is a string, and a real shows
 * that it is one. */
static void print_json_real(double real) {
    char text[CLI_REAL_CAPACITY];
    if (!isfinite(real)) {
        cli_print("\"%s\"", isnan(real) ? "NaN" : real > 0 ? "Infinity" : "-Infinity");
        return;
    }
    cli_print_real(text, real);
    cli_print("%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

static void print_json_value(const navlint_value *value) {
    const bool is_exact_uint = value->as.uint <= EXACT_MAX;
    const bool is_exact_int =
        value->as.sint <= (int64_t)EXACT_MAX && value->as.sint >= -(int64_t)EXACT_MAX;
    switch (value->kind) {
    case NAVLINT_UINT:
        cli_print(is_exact_uint ? "%" PRIu64 : "\"%" PRIu64 "\"", value->as.uint);
        return;
    case NAVLINT_INT:
        cli_print(is_exact_int ? "%" PRId64 : "\"%" PRId64 "\"", value->as.sint);
        return;
    case NAVLINT_REAL:
        print_json_real(value->as.real);
        return;
    case NAVLINT_TEXT:
        print_string(value->as.text);
        return;
    case NAVLINT_NO_VALUE:
        cli_print("null");
        return;
    }
}

static void open_json(const dump_run *dump) {
    cli_print("{\"input\":{\"name\":");
    print_string(dump->name);
    cli_print(",\"bytes\":%zu},\"fields\":[", dump->file.length);
}

static bool visit_json(void *context, const navlint_field *field) {
    dump_run *const dump = context;
    if (dump->field_count++ == 0) open_json(dump);
    cli_print(dump->field_count > 1 ? ",\n{\"path\":" : "\n{\"path\":");
    print_string(field->path);
    cli_print(",\"type\":\"%s\",\"role\":\"%s\",\"offset\":%" PRIu64 ",\"length\":%" PRIu64
              ",\"value\":",
              field->type, navlint_role_text(field->role), field->offset, field->length);
    print_json_value(&field->value);
    if (field->encoding)
        cli_print(",\"encoding\":\"%s\",\"inner\":{\"offset\":%" PRIu64 ",\"length\":%" PRIu64 "}",
                  field->encoding, field->inner.offset, field->inner.length);
    return cli_write("}", 1);
}

static void close_json(const dump_run *dump) {
    if (dump->field_count == 0) open_json(dump);
    cli_print("\n]}\n");
}

/* ---- the run ---- */

static int complain_status(const dump_run *dump, navlint_status status) {
    const bool is_internal = status == NAVLINT_NO_MEMORY || status == NAVLINT_BAD_ARGUMENT;
    cli_complain("%s: %s%s", dump->name, navlint_status_text(status),
                 status == NAVLINT_NOT_RECOGNISED ? "; --input-format ID forces a format" : "");
    return is_internal ? CLI_INTERNAL : CLI_UNJUDGED;
}

static navlint_options make_options(const dump_settings *settings) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = settings->input_format;
    options.game = settings->game;
    options.max_input_bytes = settings->max_bytes;
    options.dump_from = settings->from;
    options.dump_to = settings->to;
    options.dump_path = settings->unpacked ? settings->unpacked : settings->path;
    return options;
}

/* What a visit of the library takes. */
typedef struct visit {
    navlint_options options;
    navlint_input input;
    void *memory;
    size_t memory_bytes;
} visit;

static navlint_status visit_fields(dump_run *dump, const visit *v) {
    const bool as_json = dump->settings->format == DUMP_JSON;
    const navlint_status status = navlint_dump(&v->options, &v->input, v->memory, v->memory_bytes,
                                               as_json ? visit_json : visit_text, dump);
    /* The library may see only at the end that something kept it from decoding the rest. */
    if (as_json && (status == NAVLINT_OK || dump->field_count > 0)) close_json(dump);
    return status;
}

static navlint_status visit_shapes(const dump_run *dump, const visit *v) {
    cli_obj obj = {.name = dump->name};
    return navlint_draw(&v->options, &v->input, v->memory, v->memory_bytes, cli_print_shape, &obj);
}

static bool enlarge(visit *v, uint64_t bytes) {
    if (bytes > SIZE_MAX - v->memory_bytes) return false;
    void *const memory = realloc(v->memory, v->memory_bytes + (size_t)bytes);
    if (!memory) return false;
    v->memory = memory;
    v->memory_bytes += (size_t)bytes;
    return true;
}

/* Once more with a larger block if the record is large. */
static navlint_status write_unpacked(visit *v) {
    navlint_unpacked unpacked = {.struct_bytes = sizeof unpacked};
    navlint_status status =
        navlint_unpack(&v->options, &v->input, v->memory, v->memory_bytes, &unpacked);
    if (status == NAVLINT_NO_MEMORY && enlarge(v, unpacked.length))
        status = navlint_unpack(&v->options, &v->input, v->memory, v->memory_bytes, &unpacked);
    if (status == NAVLINT_OK) (void)cli_write(unpacked.bytes, (size_t)unpacked.length);
    return status;
}

static navlint_status show(dump_run *dump, visit *v) {
    if (dump->settings->unpacked) return write_unpacked(v);
    return dump->settings->format == DUMP_OBJ ? visit_shapes(dump, v) : visit_fields(dump, v);
}

static int dump_loaded(dump_run *dump) {
    visit v = {
        .options = make_options(dump->settings),
        .input = {.name = dump->name, .bytes = dump->file.bytes, .length = dump->file.length}};
    v.memory_bytes = navlint_memory_bound(&v.options, &v.input, 1);
    v.memory = malloc(v.memory_bytes);
    if (!v.memory) return complain_status(dump, NAVLINT_NO_MEMORY);
    const navlint_status status = show(dump, &v);
    free(v.memory);
    return status == NAVLINT_OK ? CLI_OK : complain_status(dump, status);
}

static int load(dump_run *dump, const char *path) {
    const size_t limit_bytes = cli_read_limit(dump->settings->max_bytes);
    const int descriptor = cli_open(path, false);
    const int failure = descriptor < 0 ? errno : cli_read(descriptor, limit_bytes, &dump->file);
    if (descriptor >= 0) cli_close(descriptor);
    if (failure != 0) {
        cli_complain("cannot read %s: %s", dump->name, strerror(failure));
        return failure == ENOMEM ? CLI_INTERNAL : CLI_UNJUDGED;
    }
    if (dump->file.length < limit_bytes) return CLI_OK;
    cli_complain("%s: larger than --max-bytes allows", dump->name);
    return CLI_UNJUDGED;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    navlint_options defaults;
    navlint_options_init(&defaults, sizeof defaults);
    dump_settings settings = {.format = DUMP_TEXT, .max_bytes = defaults.max_input_bytes};
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code != CLI_OK) return code;
    const char *const name = operands.items[0];
    dump_run dump = {.settings = &settings, .name = name};
    code = load(&dump, strcmp(name, "-") == 0 ? NULL : name);
    if (code == CLI_OK) code = dump_loaded(&dump);
    cli_buffer_free(&dump.file);
    return code;
}

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(dump_settings, format), "text|json|obj",
     "text (default): offset, length, type, path and value, one field a line; json: one object "
     "with the same fields and their roles; obj: the geometry as Wavefront OBJ, in the game's own "
     "units and axes."},
    {"--from", NULL, CLI_OFFSET, offsetof(dump_settings, from), "OFFSET",
     "Only fields that have bytes from this offset on: decimal, or 0x and hexadecimal."},
    {"--to", NULL, CLI_OFFSET, offsetof(dump_settings, to), "OFFSET",
     "Only fields that have bytes in front of this offset."},
    {"--path", NULL, CLI_PATH, offsetof(dump_settings, path), "PATH",
     "Only the field or record with this path, and what is below it: /areas/40."},
    {"--unpacked", NULL, CLI_PATH, offsetof(dump_settings, unpacked), "PATH",
     "Write what the packed record with this path unpacks to, instead of fields: /records/12."},
    {"--input-format", NULL, CLI_FORMAT, offsetof(dump_settings, input_format), "ID",
     "Decode as this format instead of telling it from the bytes."},
    {"--game", NULL, CLI_GAME, offsetof(dump_settings, game), "NAME", "Decode as this game would."},
    {"--max-bytes", NULL, CLI_SIZE, offsetof(dump_settings, max_bytes), "SIZE",
     "Refuse larger files. Bytes, or with a suffix k, M, G. Default 1G."},
};

const cli_verb cli_verb_dump = {
    .name = "dump",
    .operands = "FILE|-",
    .summary = "Shows every field of a file with its offset, or its geometry.",
    .details = "A damaged file is shown up to the damage.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
