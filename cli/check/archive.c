#include "cli/check/archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/tickets.h"
#include "cli/inputs/exclude.h"
#include "cli/inputs/folders.h"

/* A member that waits for the others of its set. */
typedef struct kept_member {
    char *name;       /* heap; as it is reported */
    cli_buffer bytes; /* heap */
} kept_member;

typedef struct unpacking {
    const cli_archive_request *request;
    cli_archive *archive;
    kept_member *kept; /* heap */
    size_t kept_count;
    size_t kept_capacity;
    cli_tickets tickets; /* of what is kept */
    bool is_whole;       /* nothing was left out */
    bool going;          /* take wants more */
} unpacking;

static void take(unpacking *run, const char *name, cli_result *result) {
    run->going = run->request->take(run->request->context, name, result);
    cli_result_free(result);
}

static void take_failure(unpacking *run, const char *name, int failure, const char *reason) {
    cli_result result = {.reason = reason};
    cli_result_fail(&result, failure);
    run->is_whole = false;
    take(run, name, &result);
}

static void take_skipped(unpacking *run, const char *name) {
    const cli_buffer *const file = &run->request->job->file;
    const bool is_archive = intake_kinds_of(file->bytes, file->length) != 0;
    const navlint_input input = {.name = name, .bytes = file->bytes, .length = file->length};
    cli_result result = {.outcome = CLI_SKIPPED,
                         .other_game = navlint_other_game(&input),
                         .reason =
                             is_archive ? "an archive in an archive is not looked into" : NULL,
                         .bytes = file->length};
    take(run, name, &result);
}

/* ---- checking ---- */

static void check_inputs(unpacking *run, const navlint_input *inputs, size_t count,
                         const char *name) {
    const cli_archive_request *const request = run->request;
    const cli_task task = {.settings = request->settings,
                           .options = request->options,
                           .inputs = inputs,
                           .count = count,
                           .set_name = name,
                           .masters = request->masters,
                           .archive = request->name,
                           .suppress = request->suppress,
                           .is_partial = !run->is_whole};
    cli_result result = {0};
    cli_check_task(&task, run->request->job, &result);
    take(run, name, &result);
}

static void check_loaded(unpacking *run, const char *name) {
    const cli_buffer *const file = &run->request->job->file;
    const navlint_input input = {.name = name, .bytes = file->bytes, .length = file->length};
    check_inputs(run, &input, 1, name);
}

static navlint_input kept_input(const unpacking *run, size_t ticket) {
    const kept_member *const member = &run->kept[run->tickets.items[ticket].item];
    return (navlint_input){
        .name = member->name, .bytes = member->bytes.bytes, .length = member->bytes.length};
}

/* "release.zip!maps/NODES0.DAT" -> "release.zip!maps"; at the top the archive's own name. */
static char *name_of_set(const unpacking *run, const char *member) {
    const size_t archive_length = strlen(run->request->name);
    const size_t folder_length = cli_folder_length(member + archive_length + 1);
    return strndup(member, folder_length > 0 ? archive_length + 1 + folder_length : archive_length);
}

static void check_set(unpacking *run, size_t first, size_t count) {
    navlint_input *const inputs = calloc(count, sizeof *inputs);
    char *const name = name_of_set(run, kept_input(run, first).name);
    for (size_t i = 0; inputs && i < count; i++)
        inputs[i] = kept_input(run, first + i);
    if (inputs && name)
        check_inputs(run, inputs, count, count > 1 ? name : inputs[0].name);
    else
        take_failure(run, run->request->name, ENOMEM, NULL);
    free(inputs);
    free(name);
}

/* ---- folders ---- */

/* A member's name and its place among those kept. */
typedef struct place {
    const char *name;
    size_t item;
} place;

static int compare_folders(const char *a, const char *b) {
    const size_t a_length = cli_folder_length(a), b_length = cli_folder_length(b);
    const int bytes = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return bytes != 0 ? bytes : (a_length > b_length) - (a_length < b_length);
}

static int compare_places(const void *left, const void *right) {
    const place *const a = left, *const b = right;
    const int folders = compare_folders(a->name, b->name);
    return folders != 0 ? folders : (a->item > b->item) - (a->item < b->item);
}

/* A folder goes by the number of the first member kept of it. */
static bool number_folders(unpacking *run) {
    const size_t count = run->kept_count;
    place *const places = calloc(count + 1, sizeof *places);
    if (!places) return false;
    for (size_t item = 0; item < count; item++)
        places[item] = (place){run->kept[item].name, item};
    qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0, first = 0; i < count; i++) {
        if (compare_folders(places[first].name, places[i].name) != 0) first = i;
        run->tickets.items[places[i].item].folder = places[first].item;
    }
    free(places);
    return true;
}

/* Of an archive that was not read to its end any set may lack members, and what it lacks would be
 * held against it: then its members are judged one by one. */
static void check_kept(unpacking *run) {
    if (!number_folders(run)) take_failure(run, run->request->name, ENOMEM, NULL);
    cli_tickets_sort(&run->tickets);
    for (size_t first = 0, count; first < run->tickets.count && run->going; first += count) {
        count = run->is_whole ? cli_tickets_in_set(&run->tickets, first) : 1;
        check_set(run, first, count);
    }
}

/* ---- keeping ---- */

static bool make_room(unpacking *run) {
    if (run->kept_count < run->kept_capacity) return true;
    const size_t capacity = run->kept_capacity > 0 ? 2 * run->kept_capacity : 64;
    kept_member *const kept = realloc(run->kept, capacity * sizeof *kept);
    if (!kept) return false;
    run->kept = kept;
    run->kept_capacity = capacity;
    return true;
}

/* The bytes change hands, cut to their length. */
static cli_buffer take_bytes(cli_buffer *file) {
    cli_buffer bytes = *file;
    *file = (cli_buffer){0};
    unsigned char *const cut = bytes.length > 0 ? realloc(bytes.bytes, bytes.length) : NULL;
    if (cut) bytes.bytes = cut;
    return bytes;
}

static bool keep(unpacking *run, const char *name, const navlint_format *format) {
    const cli_ticket ticket = {.format = format, .item = run->kept_count};
    if (!make_room(run)) return false;
    kept_member *const member = &run->kept[run->kept_count];
    member->name = strdup(name);
    if (!member->name) return false;
    if (!cli_tickets_add(&run->tickets, ticket)) return free(member->name), false;
    member->bytes = take_bytes(&run->request->job->file);
    run->kept_count++;
    return true;
}

/* ---- members ---- */

static int read_member(void *source, size_t limit_bytes, cli_buffer *buffer) {
    return cli_archive_read(source, limit_bytes, buffer);
}

static bool is_excluded(const unpacking *run, const char *name) {
    return cli_is_excluded(&run->request->settings->exclude, name + strlen(run->request->name) + 1);
}

static void take_member(unpacking *run, const char *name) {
    if (is_excluded(run, name)) return;
    const cli_stream stream = {run->archive, read_member};
    const navlint_format *format = NULL;
    cli_buffer *const file = &run->request->job->file;
    file->length = 0;
    const int failure = cli_load_wanted(run->request->options, name, &stream, file, &format);
    if (failure == ENOMEM)
        take_failure(run, name, failure, NULL);
    else if (failure != 0) /* of the archive, which ends here */
        return;
    else if (!format)
        take_skipped(run, name);
    else if (!format->has_sets)
        check_loaded(run, name);
    else if (!keep(run, name, format))
        take_failure(run, name, ENOMEM, NULL);
}

static char *full_name(const char *archive, const char *member) {
    const size_t capacity = strlen(archive) + 1 + strlen(member) + 1;
    char *const name = malloc(capacity);
    if (name) snprintf(name, capacity, "%s!%s", archive, member);
    return name;
}

static void take_members(unpacking *run) {
    const char *member = NULL;
    while (run->going && cli_archive_next(run->archive, &member)) {
        char *const name = full_name(run->request->name, member);
        if (name)
            take_member(run, name);
        else
            take_failure(run, run->request->name, ENOMEM, NULL);
        free(name);
    }
    const char *const problem = cli_archive_problem(run->archive);
    if (run->going && problem) take_failure(run, run->request->name, EIO, problem);
}

bool cli_check_archive(const cli_archive_request *request, const cli_source *source) {
    unpacking run = {.request = request, .is_whole = true, .going = true};
    run.archive = cli_archive_open(source, request->settings->max_archive_bytes);
    if (run.archive)
        take_members(&run);
    else
        take_failure(&run, request->name, ENOMEM, NULL);
    cli_archive_close(run.archive);
    check_kept(&run);
    for (size_t i = 0; i < run.kept_count; i++) {
        free(run.kept[i].name);
        cli_buffer_free(&run.kept[i].bytes);
    }
    free(run.kept);
    cli_tickets_free(&run.tickets);
    return run.going;
}
