/* navlint dump: every field of a file with its place, streamed: files have millions of them; or its
 * geometry. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check_options.h"
#include "cli/decoding_options.h"
#include "cli/dump.h"
#include "cli/inside/place.h"
#include "cli/inside_options.h"
#include "cli/obj.h"
#include "cli/output.h"
#include "cli/verbs.h"

enum { DUMP_TEXT, DUMP_JSON, DUMP_TREE, DUMP_OBJ };

#define NO_OFFSET UINT64_MAX /* which CLI_OFFSET does not take */

typedef struct dump_settings {
    unsigned format; /* DUMP_TEXT, ... */
    bool as_hex;
    bool with_offsets;
    const char *input_format;
    const char *game;
    uint64_t max_bytes;
    uint64_t from;
    uint64_t to; /* NO_OFFSET: up to the end */
    uint64_t at; /* NO_OFFSET: no byte */
    cli_count depth;
    const char *path;
    const char *unpacked; /* the path of what is written unpacked; NULL: nothing */
} dump_settings;

/* The file, and how it is shown. */
typedef struct dump_run {
    const dump_settings *settings;
    const char *name; /* of the input */
    cli_place place;
} dump_run;

static int complain_status(const dump_run *run, navlint_status status) {
    const bool is_internal = status == NAVLINT_NO_MEMORY || status == NAVLINT_BAD_ARGUMENT;
    cli_complain("%s: %s%s", run->name, navlint_status_text(status),
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
    options.dump_to = settings->to == NO_OFFSET ? 0 : settings->to;
    options.dump_path = settings->unpacked ? settings->unpacked : settings->path;
    return options;
}

/* ---- Each form ---- */

static navlint_status show_shapes(cli_dump *dump) {
    cli_obj obj = {.name = dump->name};
    return navlint_draw(&dump->options, &dump->input, dump->memory, dump->memory_bytes,
                        cli_print_shape, &obj);
}

static bool enlarge(cli_dump *dump, uint64_t bytes) {
    if (bytes > SIZE_MAX - dump->memory_bytes) return false;
    void *const memory = realloc(dump->memory, dump->memory_bytes + (size_t)bytes);
    if (!memory) return false;
    dump->memory = memory;
    dump->memory_bytes += (size_t)bytes;
    return true;
}

static navlint_status unpack(const cli_dump *dump, navlint_unpacked *unpacked) {
    return navlint_unpack(&dump->options, &dump->input, dump->memory, dump->memory_bytes, unpacked);
}

/* Once more with a larger block if the record is large. */
static navlint_status show_unpacked(cli_dump *dump) {
    navlint_unpacked unpacked = {.struct_bytes = sizeof unpacked};
    navlint_status status = unpack(dump, &unpacked);
    if (status == NAVLINT_NO_MEMORY && enlarge(dump, unpacked.length))
        status = unpack(dump, &unpacked);
    if (status == NAVLINT_OK) (void)cli_write(unpacked.bytes, (size_t)unpacked.length);
    return status;
}

static navlint_status show(const dump_settings *settings, cli_dump *dump) {
    static navlint_status (*const forms[])(cli_dump *) = {
        [DUMP_TEXT] = cli_dump_text,
        [DUMP_JSON] = cli_dump_json,
        [DUMP_TREE] = cli_dump_tree,
        [DUMP_OBJ] = show_shapes,
    };
    if (settings->unpacked) return show_unpacked(dump);
    return settings->as_hex ? cli_dump_hex(dump) : forms[settings->format](dump);
}

/* ---- The run ---- */

static cli_dump dump_of(const dump_run *run) {
    const dump_settings *const settings = run->settings;
    return (cli_dump){
        .name = run->name,
        .options = make_options(settings),
        .input = run->place.found,
        .base = settings->path ? settings->path : "",
        .depth = settings->depth.value,
        .has_byte = settings->at != NO_OFFSET,
        .with_offsets = settings->with_offsets,
        .byte = settings->at,
    };
}

static int complain_byte(const dump_run *run) {
    cli_complain("%s: no field has the byte at +0x%08" PRIx64, run->name, run->settings->at);
    return CLI_UNJUDGED;
}

static int show_part(const dump_run *run, cli_dump *dump) {
    navlint_status status = NAVLINT_OK;
    const bool is_there = !dump->has_byte || cli_dump_narrow(dump, &status);
    if (!is_there && status == NAVLINT_OK) return complain_byte(run);
    if (is_there) status = show(run->settings, dump);
    return status == NAVLINT_OK ? CLI_OK : complain_status(run, status);
}

static int dump_loaded(const dump_run *run) {
    cli_dump dump = dump_of(run);
    dump.memory_bytes = navlint_memory_bound(&dump.options, &dump.input, 1);
    dump.memory = malloc(dump.memory_bytes);
    if (!dump.memory) return complain_status(run, NAVLINT_NO_MEMORY);
    const int code = show_part(run, &dump);
    free(dump.memory);
    return code;
}

/* A file, or a member of one. */
static int load(dump_run *dump) {
    const cli_check_settings defaults = cli_check_defaults();
    const navlint_options options = make_options(dump->settings);
    dump->place = cli_place_of(&options, defaults.max_archive_bytes);
    const int failure = cli_place_read(&dump->place, dump->name);
    dump->place.found.name = dump->name;
    return failure == 0 ? CLI_OK : cli_complain_place(&dump->place, dump->name, failure);
}

static bool is_of_a_part(const dump_settings *settings) {
    return settings->path || settings->at != NO_OFFSET || settings->depth.is_given ||
           settings->from != 0 || settings->to != NO_OFFSET;
}

/* What would be without effect beside another option is refused. */
static const char *problem_of(const dump_settings *settings) {
    const bool has_form = settings->format != DUMP_TEXT;
    const int records =
        (settings->at != NO_OFFSET) + (settings->path != NULL) + (settings->unpacked != NULL);
    if (settings->as_hex && has_form) return "--hex cannot be used with --format";
    if (settings->with_offsets && settings->format != DUMP_TREE)
        return "--with-offsets needs --format tree";
    if (records > 1) return "use only one of --at, --path and --unpacked";
    if (settings->unpacked && (settings->as_hex || has_form || settings->depth.is_given))
        return "--unpacked cannot be used with --hex, --format or --depth";
    if (settings->format == DUMP_OBJ && is_of_a_part(settings))
        return "--format obj shows the whole file: no --at, --path, --depth, --from or --to";
    if (settings->to == 0) return "--to 0 leaves nothing to show";
    if (settings->unpacked && isatty(STDOUT_FILENO))
        return "will not write raw bytes to a terminal: redirect standard output";
    return NULL;
}

static int check_settings(const cli_verb *verb, const dump_settings *settings) {
    const char *const problem = problem_of(settings);
    if (problem) cli_complain("%s: %s", verb->name, problem);
    return problem ? CLI_USAGE : CLI_OK;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    navlint_options defaults;
    navlint_options_init(&defaults, sizeof defaults);
    dump_settings settings = {.format = DUMP_TEXT,
                              .max_bytes = defaults.max_input_bytes,
                              .to = NO_OFFSET,
                              .at = NO_OFFSET};
    cli_operands operands;
    int code = cli_parse(verb, words, word_count, &settings, &operands);
    if (code == CLI_OK) code = check_settings(verb, &settings);
    if (code != CLI_OK) return code;
    const char *const name = operands.items[0];
    dump_run dump = {.settings = &settings, .name = name};
    code = load(&dump);
    if (code == CLI_OK) code = dump_loaded(&dump);
    cli_place_close(&dump.place);
    return code;
}

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(dump_settings, format), "text|json|tree|obj",
     "text (default): offset, length, type, path and value, one field a line; json: one object "
     "with the same fields and their roles; tree: the file as one JSON document, in which a "
     "finding's path is the JSON Pointer of its record or field; obj: the geometry as Wavefront "
     "OBJ, in the game's own units and axes."},
    {"--hex", NULL, CLI_FLAG, offsetof(dump_settings, as_hex), NULL,
     "The bytes beside names and values, under a heading for each record."},
    {"--with-offsets", NULL, CLI_FLAG, offsetof(dump_settings, with_offsets), NULL,
     "In a tree, an object for each field instead of its value: type, role, offset, length, "
     "value."},
    {"--at", NULL, CLI_OFFSET, offsetof(dump_settings, at), "OFFSET",
     "Only the record that has the byte at this offset; the field that has it is marked."},
    {"--depth", NULL, CLI_COUNT, offsetof(dump_settings, depth), "N",
     "Names down to N levels below the path or record, and how many fields are below those; 0: "
     "all of them (default)."},
    {"--from", NULL, CLI_OFFSET, offsetof(dump_settings, from), "OFFSET",
     "Only fields that have bytes from this offset on: decimal, or 0x and hexadecimal."},
    {"--to", NULL, CLI_OFFSET, offsetof(dump_settings, to), "OFFSET",
     "Only fields that have bytes before this offset."},
    {"--path", NULL, CLI_PATH, offsetof(dump_settings, path), "PATH",
     "Only the field or record with this path, and what is below it: /areas/40."},
    {"--unpacked", NULL, CLI_PATH, offsetof(dump_settings, unpacked), "PATH",
     "Write what the packed record with this path unpacks to, instead of fields: /records/12."},
    CLI_INPUT_FORMAT_OPTION(dump_settings),
    {"--game", NULL, CLI_GAME, offsetof(dump_settings, game), "NAME", "Decode as this game would."},
    CLI_MAX_BYTES_OPTION(dump_settings),
};

const cli_verb cli_verb_dump = {
    .name = "dump",
    .operands = "FILE[!MEMBER]|-",
    .summary = "Shows every field of a file with its offset, or its geometry.",
    .details = "A damaged file is shown up to the damage.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
