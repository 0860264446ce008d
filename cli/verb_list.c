/* navlint list: what an archive or a container holds, and what of it navlint check judges. */
#include <inttypes.h>
#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/decoding_options.h"
#include "cli/inside/place.h"
#include "cli/inside/volumes.h"
#include "cli/inside_options.h"
#include "cli/output.h"
#include "cli/verbs.h"

enum { LIST_AS_TEXT, LIST_AS_JSON };

typedef struct list_settings {
    unsigned format; /* LIST_AS_TEXT, ... */
    uint64_t max_bytes;
    uint64_t max_archive_bytes;
} list_settings;

/* A run, and the document that it makes, if any. */
typedef struct listing {
    const list_settings *settings;
    cli_place place;
    json_t *members; /* NULL: text */
    int code;
} listing;

/* ---- one member ---- */

/* A member, and what became of looking at it. */
typedef struct row {
    const cli_inner *inner;
    const cli_look *look;
    const char *problem; /* NULL: it could be read */
    char name[4 * 4096]; /* safe */
} row;

/* What the game passes over is not judged. */
static const char *format_of(const row *r) {
    const bool is_passed_over = r->inner->member && r->inner->member->is_passed_over;
    return r->look->format && !is_passed_over ? r->look->format->id : NULL;
}

static const char *kind_of(const row *r) {
    if (r->problem) return "unreadable";
    if (r->look->is_archive) return "archive";
    const char *const format = format_of(r);
    return format ? format : "-";
}

static void print_size(uint64_t bytes) {
    if (bytes == UINT64_MAX)
        cli_print("%12s", "?");
    else
        cli_print("%12" PRIu64, bytes);
}

static const char *packing_of(const row *r) {
    return r->inner->member ? navlint_packing_text(r->inner->packing) : "-";
}

static void print_row(const row *r) {
    print_size(r->inner->size);
    cli_print("  %-8s %-14s %s\n", packing_of(r), kind_of(r), r->name);
}

static json_t *number_or_null(uint64_t value) {
    return value == UINT64_MAX ? json_null() : json_integer((json_int_t)value);
}

static json_t *text_or_null(const char *text) {
    return text ? json_string(text) : json_null();
}

static void add_place(json_t *object, const navlint_member *member) {
    json_object_set_new(object, "packing", text_or_null(navlint_packing_text(member->packing)));
    json_object_set_new(object, "length", number_or_null(member->length + member->head_length));
    json_object_set_new(object, "offset",
                        number_or_null(member->is_absent ? UINT64_MAX : member->offset));
    if (member->volume > 0) json_object_set_new(object, "volume", json_integer(member->volume - 1));
}

static void add_row(listing *run, const row *r) {
    json_t *const object = json_object();
    json_object_set_new(object, "name", json_string(r->name));
    json_object_set_new(object, "size", number_or_null(r->inner->size));
    if (r->inner->member) add_place(object, r->inner->member);
    json_object_set_new(object, "format", text_or_null(r->problem ? NULL : format_of(r)));
    json_object_set_new(object, "archive", json_boolean(!r->problem && r->look->is_archive));
    if (r->problem) json_object_set_new(object, "problem", json_string(r->problem));
    if (json_array_append_new(run->members, object) != 0) run->code = CLI_INTERNAL;
}

/* ---- all of them ---- */

static cli_box *box_of(const listing *run) {
    return run->place.boxes[run->place.depth - 1];
}

/* Returns as cli_look_at. What is in a file of a package is judged there, whatever the file looks
 * like. */
static int look_at(const listing *run, const cli_inner *inner, cli_look *look) {
    const int failure = cli_look_at(box_of(run), &run->place.options, inner, inner->name, look);
    if (failure == 0 && cli_is_side(inner->name, look->format))
        *look = (cli_look){.start = look->start};
    return failure;
}

/* What an archive is asked for it cannot give twice: a problem of it ends the list. */
static void list_member(listing *run, const cli_inner *inner) {
    cli_look look;
    const int failure = look_at(run, inner, &look);
    const char *const problem = cli_box_member_problem(box_of(run));
    row r = {.inner = inner, .look = &look, .problem = failure == 0 ? NULL : problem};
    if (failure != 0 && !problem) return;
    cli_make_safe(r.name, sizeof r.name, inner->name);
    if (run->members)
        add_row(run, &r);
    else
        print_row(&r);
}

static const char *problem_of(const listing *run) {
    const cli_allowance *const allowance = &run->place.allowance;
    return cli_is_allowed(allowance) ? cli_box_problem(box_of(run)) : allowance->problem;
}

static void list_members(listing *run, const char *name) {
    cli_inner inner;
    while (cli_box_next(box_of(run), &inner))
        list_member(run, &inner);
    const char *const problem = problem_of(run);
    if (!problem && !cli_box_lacks_memory(box_of(run))) return;
    cli_complain("cannot read %s: %s", name, problem ? problem : "out of memory");
    run->code = problem ? CLI_UNJUDGED : CLI_INTERNAL;
}

static void print_document(listing *run, const char *name) {
    char safe[CLI_COMPLAINT_CAPACITY];
    cli_make_safe(safe, sizeof safe, name);
    json_t *const document = json_object();
    json_object_set_new(document, "$schema", json_string("urn:navlint:schema:list:1"));
    json_object_set_new(document, "name", json_string(safe));
    json_object_set_new(document, "whole", json_boolean(run->code == CLI_OK));
    json_object_set(document, "members", run->members);
    char *const text = json_dumps(document, JSON_INDENT(2));
    if (text)
        cli_print("%s\n", text);
    else
        run->code = CLI_INTERNAL;
    free(text);
    json_decref(document);
}

static int list(const list_settings *settings, const char *name) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.max_input_bytes = settings->max_bytes;
    listing run = {.settings = settings, .code = CLI_OK};
    run.place = cli_place_of(&options, settings->max_archive_bytes);
    if (settings->format == LIST_AS_JSON) run.members = json_array();
    const int failure = cli_place_open(&run.place, name);
    if (failure == 0)
        list_members(&run, name);
    else
        run.code = cli_complain_place(&run.place, name, failure);
    if (failure == 0 && run.members) print_document(&run, name);
    json_decref(run.members);
    cli_place_close(&run.place);
    return run.code;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    const cli_check_settings defaults = cli_check_defaults();
    list_settings settings = {.format = LIST_AS_TEXT,
                              .max_bytes = defaults.max_bytes,
                              .max_archive_bytes = defaults.max_archive_bytes};
    cli_operands operands;
    const int code = cli_parse(verb, words, word_count, &settings, &operands);
    return code == CLI_OK ? list(&settings, operands.items[0]) : code;
}

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(list_settings, format), "text|json",
     "text (default): size when unpacked, how it is packed, as what it is judged, name; json: one "
     "object, with places in the file too."},
    CLI_MAX_BYTES_OPTION(list_settings),
    CLI_MAX_ARCHIVE_BYTES_OPTION(list_settings),
};

const cli_verb cli_verb_list = {
    .name = "list",
    .operands = "FILE[!MEMBER]",
    .summary = "Lists what an archive or a container of a game holds.",
    .details = "Members that are archives or containers are not entered: list them in their turn, "
               "by the name that reports have for them, 'mod.zip!addon.gma'.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .min_operands = 1,
    .max_operands = 1,
    .run = run,
};
