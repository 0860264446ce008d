#include "cli/check/archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/check/kept.h"
#include "cli/check/pairs.h"
#include "cli/inputs/exclude.h"
#include "cli/inputs/folders.h"
#include "cli/inside/look.h"
#include "cli/inside/volumes.h"

/* One input with all that is nested in it. */
typedef struct tree {
    const cli_archive_request *request;
    cli_allowance allowance;
    bool going; /* take wants more */
} tree;

/* An archive or a container that is gone through. */
typedef struct level {
    tree *tree;
    struct level *outer; /* NULL: the input itself */
    const char *name;
    unsigned depth; /* 1: the input itself */
    cli_box *box;
    cli_kept kept;
    struct level *keeper;   /* where its members of sets wait: mostly itself */
    cli_pairs pairs;        /* meshes and maps of it */
    cli_kept waiting;       /* a mesh whose map may yet come, and what is to be judged behind it */
    uint64_t waiting_bytes; /* that these own */
    cli_kept volumes;       /* files that have the bytes of containers beside them */
    cli_kept directories;   /* these containers, which wait for them */
    uint64_t outer_offset;  /* of its bytes in the input; UINT64_MAX: they are not there */
    bool is_whole;          /* nothing was left out */
} level;

static const cli_check_settings *settings_of(const level *here) {
    return here->tree->request->settings;
}

/* ---- results ---- */

static void take(level *here, const char *name, cli_result *result) {
    const cli_archive_request *const request = here->tree->request;
    here->tree->going = request->take(request->context, name, result);
    cli_result_free(result);
}

static void complain(level *here, const char *name, int failure, const char *reason) {
    cli_result result = {.reason = reason};
    cli_result_fail(&result, failure);
    take(here, name, &result);
}

static void take_failure(level *here, const char *name, int failure, const char *reason) {
    here->is_whole = here->keeper->is_whole = false;
    complain(here, name, failure, reason);
}

static void take_skipped(level *here, const navlint_input *input) {
    cli_result result = {
        .outcome = CLI_SKIPPED, .other_game = navlint_other_game(input), .bytes = input->length};
    take(here, input->name, &result);
}

static bool goes_on(const level *here) {
    return here->tree->going && cli_is_allowed(&here->tree->allowance);
}

/* ---- checking ---- */

/* A set, or an input alone. */
typedef struct judged {
    const navlint_input *inputs;
    size_t count;
    const char *name;
    const cli_shelf *shelf; /* NULL: none */
    size_t shelf_set;
    const cli_map *map; /* of an input alone; NULL: none */
    const uint64_t *outer_offsets;
    bool is_member;
} judged;

static void check(level *here, const judged *what) {
    const cli_archive_request *const request = here->tree->request;
    const cli_task task = {.settings = request->settings,
                           .options = request->options,
                           .inputs = what->inputs,
                           .count = what->count,
                           .set_name = what->name,
                           .map = what->map,
                           .masters = request->masters,
                           .shelf = what->shelf,
                           .shelf_set = what->shelf_set,
                           .outer_offsets = what->outer_offsets,
                           .archive = what->is_member ? request->name : NULL,
                           .suppress = request->suppress,
                           .is_partial = !here->is_whole};
    cli_result result = {0};
    cli_check_task(&task, request->job, &result);
    (void)cli_allow_bytes(&here->tree->allowance, what->shelf ? result.context_bytes : 0);
    take(here, what->name, &result);
}

/* Bytes, and where they begin in the file on the disk; UINT64_MAX: they do not stand there. */
typedef struct located {
    navlint_input input;
    uint64_t outer_offset;
} located;

static const cli_map *map_of(const level *here, const char *name) {
    return cli_is_mesh_name(name) ? cli_pairs_find_map(&here->pairs, name) : NULL;
}

/* Of the file itself places are what they are. */
static void check_one(level *here, const located *what) {
    const bool is_member = here->depth > 0;
    check(here, &(judged){.inputs = &what->input,
                          .count = 1,
                          .name = what->input.name,
                          .map = map_of(here, what->input.name),
                          .outer_offsets = is_member ? &what->outer_offset : NULL,
                          .is_member = is_member});
}

/* ---- sets ---- */

static void check_set(level *here, const cli_shelf *shelf, size_t first, size_t count) {
    const cli_ticket *const tickets = here->kept.tickets.items + first;
    navlint_input *const inputs = calloc(count, sizeof *inputs);
    uint64_t *const offsets = calloc(count, sizeof *offsets);
    if (!inputs || !offsets)
        return free(inputs), free(offsets), take_failure(here, here->name, ENOMEM, NULL);
    for (size_t i = 0; i < count; i++) {
        inputs[i] = here->kept.items[tickets[i].item].input;
        offsets[i] = here->kept.items[tickets[i].item].outer_offset;
    }
    const char *const set = here->kept.items[tickets[0].item].set;
    check(here, &(judged){.inputs = inputs,
                          .count = count,
                          .name = count > 1 ? set : inputs[0].name,
                          .shelf = shelf,
                          .shelf_set = first,
                          .outer_offsets = offsets,
                          .is_member = true});
    free(inputs);
    free(offsets);
}

static bool fill_shelf(const level *here, cli_shelf *shelf) {
    const cli_tickets *const tickets = &here->kept.tickets;
    if (!cli_shelf_open(shelf, tickets->count)) return false;
    for (size_t first = 0, count; first < tickets->count; first += count) {
        count = cli_tickets_in_set(tickets, first);
        for (size_t i = first; i < first + count; i++)
            cli_shelf_add(shelf, &here->kept.items[tickets->items[i].item].input, first);
    }
    cli_shelf_sort(shelf);
    return true;
}

static void check_sets(level *here) {
    cli_shelf shelf = {0};
    if (!fill_shelf(here, &shelf)) return take_failure(here, here->name, ENOMEM, NULL);
    for (size_t first = 0, count; first < here->kept.tickets.count && goes_on(here);
         first += count) {
        count = cli_tickets_in_set(&here->kept.tickets, first);
        check_set(here, &shelf, first, count);
    }
    cli_shelf_free(&shelf);
}

static void check_one_by_one(level *here) {
    for (size_t i = 0; i < here->kept.tickets.count && here->tree->going; i++)
        check_set(here, NULL, i, 1);
}

/* Of an archive that was not read to its end any set may lack members, and what it lacks would be
 * held against it: then its members are judged one by one. */
static void check_kept(level *here) {
    if (!cli_kept_sort(&here->kept))
        take_failure(here, here->name, ENOMEM, NULL);
    else if (here->is_whole && goes_on(here))
        check_sets(here);
    else
        check_one_by_one(here);
}

/* "release.zip!maps/NODES0.DAT" -> "release.zip!maps"; at the top the archive's own name. */
static char *name_of_set(const level *here, const char *member) {
    const size_t length = strlen(here->name);
    const size_t folder = cli_folder_length(member + length + 1);
    if (here->keeper != here) return strdup(here->keeper->name);
    return strndup(member, folder > 0 ? length + 1 + folder : length);
}

/* What does not lie in the container is moved out of the box. */
static void move(level *here, const cli_view *view, cli_kept_member *member) {
    if (view->is_in_place) return;
    member->owned = cli_box_take(here->box);
    member->input.bytes = member->owned.bytes;
}

/* What lies in a container that is gone before the others of the set come is copied. */
static bool own(level *here, const cli_view *view, cli_kept_member *member) {
    move(here, view, member);
    if (!view->is_in_place || here->keeper == here) return true;
    if (cli_buffer_reserve(&member->owned, view->length + 1) != 0) return false;
    memcpy(member->owned.bytes, view->bytes, view->length);
    member->owned.length = view->length;
    member->input.bytes = member->owned.bytes;
    return true;
}

static void keep(level *here, const located *what, const cli_view *view,
                 const navlint_format *format) {
    const char *const name = what->input.name;
    cli_kept_member member = {
        .input = what->input, .outer_offset = what->outer_offset, .set = name_of_set(here, name)};
    const bool is_kept = member.set && own(here, view, &member) &&
                         cli_kept_add(&here->keeper->kept, format, &member);
    free(member.set);
    if (is_kept) return;
    cli_buffer_free(&member.owned);
    take_failure(here, name, ENOMEM, NULL);
}

/* ---- what waits, and is of no set ---- */

/* kept: of this level. */
static void set_aside(level *here, cli_kept *kept, const located *what, const cli_view *view,
                      const navlint_format *format) {
    char set[] = ""; /* of none */
    cli_kept_member member = {.input = what->input, .outer_offset = what->outer_offset, .set = set};
    move(here, view, &member);
    if (cli_kept_add(kept, format, &member)) return;
    cli_buffer_free(&member.owned);
    take_failure(here, what->input.name, ENOMEM, NULL);
}

static located located_at(const cli_kept *kept, size_t item) {
    return (located){kept->items[item].input, kept->items[item].outer_offset};
}

static bool has_no_map_yet(const level *here, const char *name) {
    return cli_is_mesh_name(name) && !map_of(here, name);
}

static void check_waiting(level *here) {
    for (size_t i = 0; i < here->waiting.count && here->tree->going; i++) {
        const located what = located_at(&here->waiting, i);
        const char *const name = what.input.name;
        if (has_no_map_yet(here, name) && !cli_pairs_pass_mesh(&here->pairs, name))
            take_failure(here, name, ENOMEM, NULL);
        check_one(here, &what);
    }
    cli_kept_free(&here->waiting);
    here->waiting_bytes = 0;
}

/* Members are judged in the order in which they come. */
static void check_in_turn(level *here, const located *what, const cli_view *view,
                          const navlint_format *format) {
    if (here->waiting.count == 0 && !has_no_map_yet(here, what->input.name))
        return check_one(here, what);
    set_aside(here, &here->waiting, what, view, format);
    here->waiting_bytes += view->is_in_place ? 0 : what->input.length;
    if (here->waiting_bytes > CLI_MOST_WAITING_BYTES) check_waiting(here);
}

static void note_map(level *here, const char *name, uint64_t bytes, const cli_view *start) {
    bool is_late = false;
    cli_map map = {.bytes = bytes};
    if (start->length < sizeof map.start) return;
    memcpy(map.start, start->bytes, sizeof map.start);
    if (!cli_pairs_add_map(&here->pairs, name, &map, &is_late))
        take_failure(here, name, ENOMEM, NULL);
    else if (is_late)
        complain(here, name, EIO,
                 "too long after its mesh, which was judged without it: more than 16 MiB of files "
                 "waited for maps [limit:archiveWaiting]");
}

/* ---- levels ---- */

static void go_through(level *here);

/* Where members of sets wait whose set may go on in other containers of the archive. */
static level *keeper_of(level *here, const navlint_format *format) {
    return format->sets_go_on && here->depth > 1 ? here->outer->keeper : here;
}

static void enter(level *outer, const located *what, cli_box *box, const navlint_format *format) {
    level inner = {.tree = outer->tree,
                   .outer = outer,
                   .name = what->input.name,
                   .outer_offset = what->outer_offset,
                   .depth = outer->depth + 1,
                   .box = box,
                   .is_whole = true};
    inner.keeper = format ? keeper_of(&inner, format) : &inner;
    if (box)
        go_through(&inner);
    else
        take_failure(outer, inner.name, ENOMEM, NULL);
}

/* Returns whether there is a level left for what this would be entered at. */
static bool is_too_deep(level *here, const char *name) {
    if (here->depth < CLI_MOST_LEVELS) return false;
    take_failure(here, name, EIO, "more than 5 archives in each other [limit:archiveDepth]");
    return true;
}

static void enter_archive(level *here, const navlint_input *input) {
    if (input->length > settings_of(here)->max_bytes)
        return take_failure(here, input->name, EIO,
                            "larger than --max-bytes allows [limit:inputBytes]");
    enter(here, &(located){*input, UINT64_MAX},
          cli_box_open_archive(input->bytes, input->length, &here->tree->allowance), NULL);
}

static bool is_asked_for(const level *here, const navlint_format *format) {
    const char *const id = here->tree->request->options->format;
    return !id || strcmp(id, format->id) == 0;
}

static void enter_container(level *here, const located *what, const navlint_format *format,
                            const cli_volumes *volumes) {
    if (is_asked_for(here, format)) check_one(here, what);
    if (!goes_on(here) || what->input.length > settings_of(here)->max_bytes) return;
    if (is_too_deep(here, what->input.name)) return;
    cli_box *const box = cli_box_open_container(here->tree->request->options, &what->input, volumes,
                                                &here->tree->allowance);
    enter(here, what, box, format);
}

/* ---- members ---- */

static bool is_excluded(const level *here, const char *name, const char *member) {
    const cli_list *const globs = &settings_of(here)->exclude;
    return cli_is_excluded(globs, name + strlen(here->tree->request->name) + 1) ||
           cli_is_excluded(globs, member);
}

static navlint_input input_of(const char *name, const cli_view *view) {
    return (navlint_input){.name = name, .bytes = view->bytes, .length = view->length};
}

static bool find_volume(void *context, const char *name, const unsigned char **bytes,
                        uint64_t *length) {
    const cli_kept *const volumes = context;
    for (size_t i = 0; i < volumes->count; i++) {
        const navlint_input *const input = &volumes->items[i].input;
        if (strcasecmp(input->name, name) != 0) continue;
        *bytes = input->bytes;
        *length = input->length;
        return true;
    }
    return false;
}

static void check_directories(level *here) {
    for (size_t i = 0; i < here->directories.count && goes_on(here); i++) {
        const located what = located_at(&here->directories, i);
        cli_sides sides = cli_sides_of(what.input.name, find_volume, &here->volumes);
        const cli_volumes volumes = cli_volumes_of(&sides);
        enter_container(here, &what, here->directories.tickets.items[i].format, &volumes);
        cli_sides_close(&sides);
    }
}

static uint64_t outer_offset_of(const level *here, const cli_view *view) {
    const bool is_there = view->is_in_place && here->outer_offset != UINT64_MAX;
    return is_there ? here->outer_offset + view->offset : UINT64_MAX;
}

static void take_wanted(level *here, const navlint_input *input, const cli_view *view,
                        const navlint_format *format) {
    const located what = {*input, outer_offset_of(here, view)};
    if (!cli_box_hand_out(here->box, view)) return;
    if (format->is_container && cli_has_volumes(input->name))
        set_aside(here, &here->directories, &what, view, format);
    else if (format->is_container)
        enter_container(here, &what, format, NULL);
    else if (format->has_sets)
        keep(here, &what, view, format);
    else
        check_in_turn(here, &what, view, format);
}

/* Reports what cannot be read where navigation may be in it. */
static void take_unreadable(level *here, const char *name, int failure) {
    const char *const problem = cli_box_member_problem(here->box);
    if (failure == ENOMEM)
        take_failure(here, name, failure, NULL);
    else if (problem && navlint_format_takes_name(NULL, name))
        take_failure(here, name, EIO, problem);
}

/* All of the member, up to what may be judged of it and a byte more. Returns 0 or an errno. */
static int view_all(const level *here, cli_view *view) {
    return cli_box_view(here->box, cli_read_limit(settings_of(here)->max_bytes), view);
}

static void take_archive(level *here, const navlint_input *input, const cli_view *view) {
    if (is_too_deep(here, input->name) || !cli_box_hand_out(here->box, view)) return;
    enter_archive(here, input);
}

/* The game opens no more of them. */
enum { MOST_VOLUMES = 512 };

/* Returns 0 or an errno. */
static int take_volume(level *here, const char *name) {
    cli_view view;
    const int failure = view_all(here, &view);
    const navlint_input input = input_of(name, &view);
    if (failure != 0) return failure;
    take_skipped(here, &input);
    if (here->volumes.count < MOST_VOLUMES)
        set_aside(here, &here->volumes, &(located){input, UINT64_MAX}, &view, NULL);
    return 0;
}

/* Returns 0 or an errno. */
static int take_looked_at(level *here, const char *name, const cli_look *look) {
    cli_view view = look->start;
    if (cli_is_side(name, look->format)) return take_volume(here, name);
    const bool is_nothing = !look->is_archive && !look->format;
    const int failure = is_nothing ? 0 : view_all(here, &view);
    const navlint_input input = input_of(name, &view);
    if (is_nothing)
        take_skipped(here, &input);
    else if (failure == 0 && look->is_archive)
        take_archive(here, &input, &view);
    else if (failure == 0)
        take_wanted(here, &input, &view, look->format);
    return failure;
}

/* The directory tells how large a map is, or else what it unpacks to. Returns 0 or an errno. */
static int take_map(level *here, const char *name, const cli_inner *inner) {
    cli_view view;
    const uint64_t told = inner->packing == NAVLINT_STORED ? inner->length : inner->size;
    const bool is_told = told != UINT64_MAX;
    const int failure =
        is_told ? cli_box_view(here->box, CLI_MAP_START_BYTES, &view) : view_all(here, &view);
    if (failure == 0 && (is_told || view.length <= settings_of(here)->max_bytes))
        note_map(here, name, is_told ? told : view.length, &view);
    return failure;
}

static void take_member(level *here, const char *name, const cli_inner *inner) {
    cli_look look;
    int failure = cli_is_map_name(name) ? take_map(here, name, inner) : 0;
    if (is_excluded(here, name, inner->name)) return;
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

static void take_members(level *here) {
    cli_inner inner;
    while (here->tree->going && cli_box_next(here->box, &inner)) {
        char *const name = full_name(here->name, inner.name);
        if (name)
            take_member(here, name, &inner);
        else
            take_failure(here, here->name, ENOMEM, NULL);
        free(name);
    }
    const char *const problem = cli_box_problem(here->box);
    if (cli_box_lacks_memory(here->box)) take_failure(here, here->name, ENOMEM, NULL);
    if (here->tree->going && problem) take_failure(here, here->name, EIO, problem);
}

/* The box is open as long as what is kept may lie in it. */
static void go_through(level *here) {
    take_members(here);
    check_waiting(here);
    check_directories(here);
    if (here->tree->going) check_kept(here);
    cli_kept_free(&here->kept);
    cli_kept_free(&here->directories);
    cli_kept_free(&here->volumes);
    cli_pairs_free(&here->pairs);
    cli_box_close(here->box);
}

/* ---- the input itself ---- */

static void end_tree(level *outermost) {
    tree *const all = outermost->tree;
    if (all->going && !cli_is_allowed(&all->allowance))
        take_failure(outermost, all->request->name, EIO, all->allowance.problem);
}

/* Few containers are in memory at a time: what can be is read again for its members. */
static int read_again(const level *outermost, cli_buffer *file) {
    const int descriptor = cli_open(outermost->name, true);
    if (descriptor < 0) return errno;
    file->length = 0;
    const int failure =
        cli_read(descriptor, cli_read_limit(settings_of(outermost)->max_bytes), file);
    cli_close(descriptor);
    return failure;
}

static void check_container(level *outermost, const cli_container *container) {
    const cli_archive_request *const request = outermost->tree->request;
    cli_buffer *const file = &request->job->file;
    const int failure = container->whole.bytes ? 0 : read_again(outermost, file);
    if (failure != 0) return take_failure(outermost, request->name, failure, NULL);
    const cli_buffer *const whole = container->whole.bytes ? &container->whole : file;
    const located what = {{.name = request->name, .bytes = whole->bytes, .length = whole->length},
                          0};
    cli_sides sides = cli_sides_of(request->name, NULL, NULL);
    const cli_volumes volumes = cli_volumes_of(&sides);
    outermost->tree->allowance.outer_bytes = whole->length;
    enter_container(outermost, &what, container->format, request->is_on_disk ? &volumes : NULL);
    cli_sides_close(&sides);
}

static void check_file(level *outermost, const cli_source *source) {
    const intake_source bytes = {source->bytes, source->length, source->descriptor};
    const located what = {{.name = outermost->name}, UINT64_MAX};
    enter(outermost, &what, cli_box_open_file(&bytes, &outermost->tree->allowance), NULL);
}

bool cli_check_inside(const cli_archive_request *request, const cli_result *found) {
    tree all = {.request = request,
                .allowance = {.max_bytes = request->settings->max_archive_bytes,
                              .max_member_bytes = request->settings->max_bytes},
                .going = true};
    level outside = {.tree = &all, .name = request->name, .is_whole = true};
    outside.keeper = &outside;
    if (found->container.format)
        check_container(&outside, &found->container);
    else
        check_file(&outside, &found->archive);
    end_tree(&outside);
    return all.going;
}
