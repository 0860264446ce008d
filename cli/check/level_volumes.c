/* Files of containers in several, which only the end of what holds them tells from containers. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/check/level.h"
#include "cli/inside/volumes.h"

int cli_level_take_volume(cli_level *here, const char *name) {
    cli_view view;
    const int failure = cli_keep_side(&here->volumes, here->box, cli_level_name(here, name), &view);
    const navlint_input input = {.name = name, .bytes = view.bytes, .length = view.length};
    if (failure == 0) cli_level_skip(here, &input);
    return failure;
}

static int compare_names(const void *left, const void *right) {
    return strcasecmp(*(char *const *)left, *(char *const *)right);
}

/* Sorted. Heap; NULL if memory ran out. */
static char **names_of(const cli_kept *kept) {
    char **const names = calloc(kept->count + 1, sizeof *names);
    if (!names) return NULL;
    for (size_t i = 0; i < kept->count; i++)
        names[i] = kept->items[i].name;
    qsort(names, kept->count, sizeof *names, compare_names);
    return names;
}

/* Returns 0 or ENOMEM. */
static int give_to_directory(cli_level *here, cli_kept_member *member) {
    const cli_kept_side side = {
        .owned = member->owned, .bytes = member->input.bytes, .length = member->input.length};
    cli_level_skip(here, &member->input);
    member->owned = (cli_buffer){0};
    member->input.bytes = NULL;
    return cli_add_side(&here->volumes, cli_level_name(here, member->name), &side);
}

/* Returns 0 or ENOMEM. */
static int sort_one(cli_level *here, char *const *directories, cli_kept_member *member) {
    char *const wanted = cli_directory_of_side(member->name);
    if (!wanted) return ENOMEM;
    const bool is_there = bsearch(&wanted, directories, here->directories.count,
                                  sizeof *directories, compare_names) != NULL;
    free(wanted);
    return is_there ? give_to_directory(here, member) : 0;
}

void cli_level_sort_numbered(cli_level *here) {
    char **const directories = names_of(&here->directories);
    int failure = directories ? 0 : ENOMEM;
    for (size_t i = 0; i < here->numbered.count && failure == 0; i++)
        failure = sort_one(here, directories, &here->numbered.items[i]);
    free(directories);
    if (failure != 0) cli_level_fail(here, here->name, failure, NULL);
}
