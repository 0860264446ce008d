#include "cli/check/archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/level.h"
#include "cli/inputs/archive_extensions.h"
#include "cli/inputs/exclude.h"
#include "cli/inside/look.h"
#include "cli/inside/volumes.h"

/* ---- levels ---- */

static void go_through(cli_level *here);

/* Where members of sets wait whose set may go on in other containers of the archive. */
static cli_level *keeper_of(cli_level *here, const navlint_format *format) {
    return format->sets_go_on && here->depth > 1 ? here->outer->keeper : here;
}

static void enter(cli_level *outer, const cli_located *what, cli_box *box,
                  const navlint_format *format) {
    cli_level inner = {.tree = outer->tree,
                       .outer = outer,
                       .name = what->input.name,
                       .outer_offset = what->outer_offset,
                       .depth = outer->depth + 1,
                       .box = box,
                       .volumes = {.max_bytes = cli_level_settings(outer)->max_bytes},
                       .is_whole = true};
    inner.keeper = format ? keeper_of(&inner, format) : &inner;
    if (box)
        go_through(&inner);
    else
        cli_level_fail(outer, inner.name, ENOMEM, NULL);
}

/* Returns whether there is a level left for what this would be entered at. */
static bool is_too_deep(cli_level *here, const char *name) {
    if (here->depth < CLI_MOST_LEVELS) return false;
    cli_level_fail(here, name, EIO, "more than 5 archives in each other [limit:archiveDepth]");
    return true;
}

static bool is_too_large(const cli_level *here, const navlint_input *input) {
    return input->length > cli_level_settings(here)->max_bytes;
}

static void fail_by_size(cli_level *here, const char *name) {
    cli_level_fail(here, name, EIO, "larger than --max-bytes allows [limit:inputBytes]");
}

static void enter_archive(cli_level *here, const navlint_input *input) {
    if (is_too_large(here, input)) return fail_by_size(here, input->name);
    enter(here, &(cli_located){*input, UINT64_MAX},
          cli_box_open_archive(input, &here->tree->allowance), NULL);
}

static bool is_asked_for(const cli_level *here, const navlint_format *format) {
    const char *const id = here->tree->request->options->format;
    return !id || strcmp(id, format->id) == 0;
}

/* The container's own report, if there is one, names the limit that keeps it shut. */
static void enter_container(cli_level *here, const cli_located *what, const navlint_format *format,
                            const cli_volumes *volumes) {
    const bool is_reported = is_asked_for(here, format);
    if (!is_reported && is_too_large(here, &what->input)) fail_by_size(here, what->input.name);
    if (is_reported) cli_level_check_one(here, what);
    if (!cli_level_goes_on(here) || is_too_large(here, &what->input)) return;
    if (is_too_deep(here, what->input.name)) return;
    cli_box *const box = cli_box_open_container(here->tree->request->options, &what->input, volumes,
                                                &here->tree->allowance);
    enter(here, what, box, format);
}

/* ---- members ---- */

static bool is_excluded(const cli_level *here, char *name) {
    const cli_member_name member = {.shown = name,
                                    .input_length = strlen(here->tree->request->name) + 1,
                                    .box_length = strlen(here->name) + 1};
    return cli_is_member_excluded(&cli_level_settings(here)->exclude, &member);
}

static navlint_input input_of(const cli_level *here, const char *name, const cli_view *view) {
    return (navlint_input){.name = name,
                           .bytes = view->bytes,
                           .length = view->length,
                           .inner_name = cli_level_name(here, name)};
}

static void check_directories(cli_level *here) {
    for (size_t i = 0; i < here->directories.count && cli_level_goes_on(here); i++) {
        const cli_located what = cli_level_located(&here->directories, i);
        cli_sides sides =
            cli_sides_of(cli_level_name(here, what.input.name), cli_find_kept_side, &here->volumes);
        const cli_volumes volumes = cli_volumes_of(&sides);
        enter_container(here, &what, here->directories.tickets.items[i].format, &volumes);
        cli_sides_close(&sides);
    }
}

static void check_numbered(cli_level *here) {
    for (size_t i = 0; i < here->numbered.count && cli_level_goes_on(here); i++) {
        const cli_located what = cli_level_located(&here->numbered, i);
        if (what.input.bytes)
            enter_container(here, &what, here->numbered.tickets.items[i].format, NULL);
    }
}

static uint64_t outer_offset_of(const cli_level *here, const cli_view *view) {
    const bool is_there = view->is_in_place && here->outer_offset != UINT64_MAX;
    return is_there ? here->outer_offset + view->offset : UINT64_MAX;
}

static void take_wanted(cli_level *here, const navlint_input *input, const cli_view *view,
                        const navlint_format *format) {
    const cli_located what = {*input, outer_offset_of(here, view)};
    if (!cli_box_hand_out(here->box, view)) return;
    if (format->is_container && cli_has_volumes(input->name))
        cli_level_set_aside(here, &here->directories, &what, view, format);
    else if (format->is_container && cli_is_called_side(input->name))
        cli_level_set_aside(here, &here->numbered, &what, view, format);
    else if (format->is_container)
        enter_container(here, &what, format, NULL);
    else if (format->has_sets)
        cli_level_keep(here, &what, view, format);
    else
        cli_level_check_in_turn(here, &what, view, format);
}

static bool may_hold_navigation(const char *name) {
    return navlint_format_takes_name(NULL, name) || cli_has_archive_extension(name) ||
           cli_is_compressed_file_name(name);
}

/* Reports what cannot be read where navigation may be in it. */
static void take_unreadable(cli_level *here, const char *name, int failure) {
    const char *const problem = cli_box_member_problem(here->box);
    if (failure == ENOMEM)
        cli_level_fail(here, name, failure, NULL);
    else if (problem && may_hold_navigation(name))
        cli_level_fail(here, name, EIO, problem);
}

/* All of the member, up to what may be judged of it and a byte more. Returns 0 or an errno. */
static int view_all(const cli_level *here, cli_view *view) {
    return cli_box_view(here->box, cli_read_limit(cli_level_settings(here)->max_bytes), view);
}

static void take_archive(cli_level *here, const navlint_input *input, const cli_view *view) {
    if (is_too_deep(here, input->name) || !cli_box_hand_out(here->box, view)) return;
    enter_archive(here, input);
}

/* Returns 0 or an errno. */
static int take_looked_at(cli_level *here, const char *name, const cli_look *look) {
    cli_view view = look->start;
    if (cli_is_side(name, look->format)) return cli_level_take_volume(here, name);
    const bool is_nothing = !look->is_archive && !look->format;
    const int failure = is_nothing ? 0 : view_all(here, &view);
    const navlint_input input = input_of(here, name, &view);
    if (is_nothing)
        cli_level_skip(here, &input);
    else if (failure == 0 && look->is_archive)
        take_archive(here, &input, &view);
    else if (failure == 0)
        take_wanted(here, &input, &view, look->format);
    return failure;
}

/* The directory tells how large a map is, or else what it unpacks to. Returns 0 or an errno. */
static int take_map(cli_level *here, const char *name, const cli_inner *inner) {
    cli_view view;
    const uint64_t told = inner->packing == NAVLINT_STORED ? inner->length : inner->size;
    const bool is_told = told != UINT64_MAX;
    const int failure =
        is_told ? cli_box_view(here->box, CLI_MAP_START_BYTES, &view) : view_all(here, &view);
    if (failure == 0 && (is_told || view.length <= cli_level_settings(here)->max_bytes))
        cli_level_note_map(here, name, is_told ? told : view.length, &view);
    return failure;
}

static bool is_passed_over(const cli_inner *inner) {
    return inner->member && inner->member->is_passed_over;
}

static void take_member(cli_level *here, char *name, const cli_inner *inner) {
    cli_look look;
    int failure = cli_is_map_name(name) ? take_map(here, name, inner) : 0;
    if (is_excluded(here, name) || is_passed_over(inner)) return;
    if (failure == 0)
        failure = cli_look_at(here->box, here->tree->request->options, inner, name, &look);
    if (failure == 0) failure = take_looked_at(here, name, &look);
    if (failure != 0) take_unreadable(here, name, failure);
}

static char *full_name(const char *archive, const char *member) {
    const size_t capacity = strlen(archive) + 1 + strlen(member) + 1;
    char *const name = malloc(capacity);
    if (name) snprintf(name, capacity, "%s!%s", archive, member);
    return name;
}

static void take_members(cli_level *here) {
    cli_inner inner;
    while (here->tree->going && cli_box_next(here->box, &inner)) {
        char *const name = full_name(here->name, inner.name);
        if (name)
            take_member(here, name, &inner);
        else
            cli_level_fail(here, here->name, ENOMEM, NULL);
        free(name);
    }
    const char *const problem = cli_box_problem(here->box);
    if (cli_box_lacks_memory(here->box)) cli_level_fail(here, here->name, ENOMEM, NULL);
    if (here->tree->going && problem) cli_level_fail(here, here->name, EIO, problem);
}

/* The box is open as long as what is kept may lie in it. */
static void go_through(cli_level *here) {
    take_members(here);
    cli_level_check_waiting(here);
    cli_level_sort_numbered(here);
    check_directories(here);
    check_numbered(here);
    if (here->tree->going) cli_level_check_kept(here);
    cli_kept_free(&here->kept);
    cli_kept_free(&here->directories);
    cli_kept_free(&here->numbered);
    cli_kept_sides_free(&here->volumes);
    cli_pairs_free(&here->pairs);
    cli_box_close(here->box);
}

/* ---- the input itself ---- */

static void end_tree(cli_level *outermost) {
    cli_tree *const all = outermost->tree;
    if (all->going && !cli_is_allowed(&all->allowance))
        cli_level_fail(outermost, all->request->name, EIO, all->allowance.problem);
}

/* Few containers are in memory at a time: what can be is read again for its members. */
static int read_again(const cli_level *outermost, cli_buffer *file) {
    const int descriptor = cli_open(outermost->name, true);
    if (descriptor < 0) return errno;
    file->length = 0;
    const int failure =
        cli_read(descriptor, cli_read_limit(cli_level_settings(outermost)->max_bytes), file);
    cli_close(descriptor);
    return failure;
}

static void check_container(cli_level *outermost, const cli_container *container) {
    const cli_archive_request *const request = outermost->tree->request;
    cli_buffer *const file = &request->job->file;
    const int failure = container->whole.bytes ? 0 : read_again(outermost, file);
    if (failure != 0) return cli_level_fail(outermost, request->name, failure, NULL);
    const cli_buffer *const whole = container->whole.bytes ? &container->whole : file;
    const cli_located what = {{.name = request->name,
                               .bytes = whole->bytes,
                               .length = whole->length,
                               .inner_name = request->is_on_disk ? request->name : NULL},
                              0};
    cli_sides sides = cli_sides_of(request->name, NULL, NULL);
    const cli_volumes volumes = cli_volumes_of(&sides);
    outermost->tree->allowance.outer_bytes = whole->length;
    enter_container(outermost, &what, container->format, request->is_on_disk ? &volumes : NULL);
    cli_sides_close(&sides);
}

static void check_file(cli_level *outermost, const cli_source *source) {
    const intake_source bytes = {source->bytes, source->length, source->descriptor};
    const cli_located what = {{.name = outermost->name}, UINT64_MAX};
    enter(outermost, &what, cli_box_open_file(&bytes, outermost->name, &outermost->tree->allowance),
          NULL);
}

bool cli_check_inside(const cli_archive_request *request, const cli_result *found) {
    cli_tree all = {.request = request,
                    .allowance = {.max_bytes = request->settings->max_archive_bytes,
                                  .max_member_bytes = request->settings->max_bytes},
                    .going = true};
    cli_level outside = {.tree = &all, .name = request->name, .is_whole = true};
    outside.keeper = &outside;
    if (found->container.format)
        check_container(&outside, &found->container);
    else
        check_file(&outside, &found->archive);
    end_tree(&outside);
    return all.going;
}
