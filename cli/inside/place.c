#include "cli/inside/place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/inside/outer_path.h"
#include "cli/load.h"
#include "cli/output.h"

cli_place cli_place_of(const navlint_options *options, uint64_t max_archive_bytes) {
    cli_place place = {.options = *options, .descriptor = -1, .rest = ""};
    place.allowance.max_bytes = max_archive_bytes;
    place.allowance.max_member_bytes = options->max_input_bytes;
    return place;
}

void cli_place_close(cli_place *place) {
    while (place->depth > 0) {
        cli_box_close(place->boxes[--place->depth]);
        cli_package_close(&place->packages[place->depth]);
    }
    if (place->descriptor >= 0) cli_close(place->descriptor);
    cli_buffer_free(&place->file);
    free(place->path);
}

static int fail(cli_place *place, const char *problem) {
    if (place->problem[0] == '\0') snprintf(place->problem, sizeof place->problem, "%s", problem);
    return EIO;
}

static int fail_by_size(cli_place *place) {
    place->is_too_large = true;
    return fail(place, "larger than --max-bytes allows");
}

static int fail_by(cli_place *place, int failure) {
    return failure == ENOMEM ? failure : fail(place, strerror(failure));
}

/* ---- the file on the disk ---- */

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const char *path_to_open(const cli_place *place) {
    return strcmp(place->path, "-") == 0 ? NULL : place->path;
}

static int open_file(cli_place *place, const char *name) {
    place->name = name;
    place->path = cli_outer_path(name);
    if (!place->path) return ENOMEM;
    place->rest = name + strlen(place->path);
    if (place->rest[0] == '!') place->rest++;
    if (is_folder(place->path)) return fail_by(place, EISDIR);
    place->descriptor = cli_open(path_to_open(place), false);
    if (place->descriptor < 0 || fstat(place->descriptor, &place->status) != 0)
        return fail_by(place, errno);
    return 0;
}

/* Reads on to the end; what is larger than allowed is no input. */
static int read_file(cli_place *place) {
    const size_t limit_bytes = cli_read_limit(place->options.max_input_bytes);
    const int failure = cli_read(place->descriptor, limit_bytes, &place->file);
    if (failure != 0) return fail_by(place, failure);
    if (place->file.length >= limit_bytes) return fail_by_size(place);
    place->allowance.outer_bytes = place->file.length;
    return 0;
}

static navlint_input input_of(const cli_place *place) {
    return (navlint_input){.name = place->path,
                           .bytes = place->file.bytes,
                           .length = place->file.length,
                           .inner_name = place->path};
}

/* ---- boxes ---- */

static cli_box *open_box(cli_place *place, unsigned level, bool is_archive) {
    const navlint_input *const input = &place->levels[level];
    const intake_source source = {place->file.bytes, place->file.length, place->descriptor};
    if (!is_archive)
        return cli_box_open_container(&place->options, input, &place->packages[level].volumes,
                                      &place->allowance);
    return input->bytes ? cli_box_open_archive(input, &place->allowance)
                        : cli_box_open_file(&source, place->path, &place->allowance);
}

/* The first box of this level is not to be read after that. */
static cli_box *open_again(void *context, unsigned level) {
    cli_place *const place = context;
    const bool is_on_disk = !place->levels[level].bytes;
    if (is_on_disk) (void)lseek(place->descriptor, place->sniffed_at, SEEK_SET);
    return open_box(place, level, cli_box_is_archive(place->boxes[level]));
}

/* The last box. */
static cli_holder holder_of(cli_place *place) {
    const unsigned level = place->depth - 1;
    return (cli_holder){.open_again = open_again,
                        .context = place,
                        .level = level,
                        .allowance = &place->allowance,
                        .entries_before = place->entries_before[level],
                        .max_bytes = place->options.max_input_bytes};
}

static int push(cli_place *place, const navlint_input *input, bool is_archive) {
    const unsigned level = place->depth;
    place->levels[level] = *input;
    place->entries_before[level] = place->allowance.entries;
    place->boxes[level] = open_box(place, level, is_archive);
    if (!place->boxes[level]) return ENOMEM;
    place->depth++;
    return 0;
}

static int open_container(cli_place *place, const navlint_input *input) {
    const navlint_format *const format = navlint_detect(input, NULL);
    if (!format || !format->is_container) return fail(place, "neither an archive nor a container");
    cli_package_open_on_disk(&place->packages[0], place->path);
    return push(place, input, false);
}

/* Whether the way may name a member as it is shown, not as it is called. */
static bool may_be_shown(const char *rest) {
    return strstr(rest, "\\x") != NULL;
}

/* An archive is read as it is gone through. What comes from a pipe cannot be gone through once
 * more, as a package or a name may need. */
static bool is_read_whole(const cli_place *place) {
    const bool may_need_more = cli_may_lead_into_volumes(place->rest) || may_be_shown(place->rest);
    return place->keeps_file || (!S_ISREG(place->status.st_mode) && may_need_more);
}

static int open_outermost(cli_place *place) {
    int failure = cli_read(place->descriptor, INTAKE_SNIFF_BYTES, &place->file);
    if (failure != 0) return fail_by(place, failure);
    place->sniffed_at = lseek(place->descriptor, 0, SEEK_CUR);
    const bool is_archive = cli_is_archive(place->file.bytes, place->file.length);
    const navlint_input unread = {.name = place->path, .inner_name = place->path};
    if (is_archive && !is_read_whole(place)) return push(place, &unread, true);
    failure = read_file(place);
    const navlint_input input = input_of(place);
    if (failure != 0) return failure;
    return is_archive ? push(place, &input, true) : open_container(place, &input);
}

static cli_box *last(const cli_place *place) {
    return place->boxes[place->depth - 1];
}

/* Why a member could not be read. */
static int fail_in_box(cli_place *place, int failure) {
    const char *const member = cli_box_member_problem(last(place));
    const char *const box = cli_box_problem(last(place));
    if (failure == ENOMEM) return failure;
    if (!cli_is_allowed(&place->allowance)) return fail(place, place->allowance.problem);
    return fail(place, member ? member : box ? box : "damaged");
}

/* ---- the way ---- */

/* A member on the way. */
typedef struct step {
    cli_inner inner;
    size_t name_bytes; /* that name it in the rest of the way */
} step;

static bool is_end(const cli_place *place, const step *at) {
    return place->rest[at->name_bytes] == '\0';
}

/* Whether the rest of the way goes through a member that goes by this name, or ends there. */
static bool leads_on(const char *rest, const char *name, size_t *name_bytes) {
    *name_bytes = strlen(name);
    return strncmp(rest, name, *name_bytes) == 0 &&
           (rest[*name_bytes] == '\0' || rest[*name_bytes] == '!');
}

static int read_member(cli_place *place, cli_view *view) {
    const size_t limit_bytes = cli_read_limit(place->options.max_input_bytes);
    const int failure = cli_box_view(last(place), limit_bytes, view);
    if (failure != 0) return fail_in_box(place, failure);
    return view->length < limit_bytes ? 0 : fail_by_size(place);
}

/* Opens the member that the last box stands at. */
static int go_in(cli_place *place, const cli_inner *inner) {
    cli_look look;
    int failure = cli_look_at(last(place), &place->options, inner, inner->name, &look);
    if (failure != 0) return fail_in_box(place, failure);
    if (!look.is_archive && (!look.format || !look.format->is_container))
        return fail(place, "neither an archive nor a container");
    if (place->depth == CLI_MOST_LEVELS)
        return fail(place, "more than 5 archives in each other [limit:archiveDepth]");
    cli_view view;
    failure = read_member(place, &view);
    if (failure != 0) return failure;
    const navlint_input input = {
        .name = inner->name, .bytes = view.bytes, .length = view.length, .inner_name = inner->name};
    const cli_holder holder = holder_of(place);
    if (!look.is_archive && cli_has_volumes(inner->name))
        cli_package_open(&place->packages[place->depth], &holder, inner->name);
    return push(place, &input, look.is_archive);
}

static int complain_missing(cli_place *place) {
    const char *const problem = cli_box_problem(last(place));
    char text[sizeof place->problem];
    if (!cli_is_allowed(&place->allowance)) return fail(place, place->allowance.problem);
    if (problem) return fail(place, problem);
    snprintf(text, sizeof text, "no member is called %.300s", place->rest);
    return fail(place, text);
}

static void note_way(cli_place *place, const step *at) {
    const size_t start = (size_t)(place->rest - place->name);
    place->inner[place->depth - 1] = at->inner;
    place->ends[place->depth - 1] = start + at->name_bytes;
}

static bool find_called(cli_place *place, step *at) {
    while (cli_box_next(last(place), &at->inner))
        if (leads_on(place->rest, at->inner.name, &at->name_bytes)) return true;
    return false;
}

/* The same by a name as reports and `list` show it. */
static bool leads_on_shown(const char *rest, const char *name, size_t *name_bytes) {
    const size_t capacity = strlen("\\xNN") * strlen(name) + 1;
    char *const shown = malloc(capacity);
    if (!shown) return false;
    cli_make_safe(shown, capacity, name);
    const bool leads = leads_on(rest, shown, name_bytes);
    free(shown);
    return leads;
}

static bool find_shown(cli_place *place, step *at) {
    while (cli_box_next(last(place), &at->inner))
        if (leads_on_shown(place->rest, at->inner.name, &at->name_bytes)) return true;
    return false;
}

/* The last box is gone through once more; its entries count once. */
static int start_over(cli_place *place) {
    const unsigned level = place->depth - 1;
    place->allowance.entries = place->entries_before[level];
    cli_box *const again = open_again(place, level);
    if (!again) return ENOMEM;
    cli_box_close(place->boxes[level]);
    place->boxes[level] = again;
    return 0;
}

/* Goes on to the member where the way goes through, or ends. */
static int find(cli_place *place, step *at) {
    bool is_found = find_called(place, at);
    if (!is_found && may_be_shown(place->rest) && cli_is_allowed(&place->allowance)) {
        const int failure = start_over(place);
        if (failure != 0) return failure;
        is_found = find_shown(place, at);
    }
    if (!is_found) return complain_missing(place);
    note_way(place, at);
    return 0;
}

/* Goes to the member that the rest of the way names, without reading it. */
static int walk(cli_place *place, step *at) {
    int failure = find(place, at);
    while (failure == 0 && !is_end(place, at)) {
        failure = go_in(place, &at->inner);
        if (failure == 0) place->rest += at->name_bytes + 1;
        if (failure == 0) failure = find(place, at);
    }
    return failure;
}

static int read_inside(cli_place *place, const char *name) {
    step at;
    cli_view view;
    int failure = open_outermost(place);
    if (failure == 0) failure = walk(place, &at);
    if (failure == 0) failure = read_member(place, &view);
    if (failure == 0)
        place->found = (navlint_input){
            .name = name, .bytes = view.bytes, .length = view.length, .inner_name = place->rest};
    return failure;
}

int cli_place_read(cli_place *place, const char *name) {
    int failure = open_file(place, name);
    if (failure != 0) return failure;
    if (place->rest[0] != '\0') return read_inside(place, name);
    failure = read_file(place);
    place->found = input_of(place);
    return failure;
}

int cli_place_open(cli_place *place, const char *name) {
    step at;
    int failure = open_file(place, name);
    if (failure == 0) failure = open_outermost(place);
    place->found = input_of(place);
    if (failure != 0 || place->rest[0] == '\0') return failure;
    failure = walk(place, &at);
    if (failure == 0) failure = go_in(place, &at.inner);
    if (failure == 0) place->packages[place->depth - 1].lists_members = true;
    return failure;
}
