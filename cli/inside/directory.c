#include "cli/inside/directory.h"

#include <stdlib.h>
#include <string.h>

/* A list that is being made. */
typedef struct listing {
    cli_directory *directory;
    cli_allowance *allowance;
    bool has_memory;
} listing;

static bool make_room(cli_directory *directory) {
    if (directory->count < directory->capacity) return true;
    const size_t capacity = directory->capacity > 0 ? 2 * directory->capacity : 64;
    navlint_member *const items = realloc(directory->items, capacity * sizeof *items);
    if (items) directory->items = items;
    char **const names = items ? realloc(directory->names, capacity * sizeof *names) : NULL;
    if (!names) return false;
    directory->names = names;
    directory->capacity = capacity;
    return true;
}

static bool add(void *context, const navlint_member *member) {
    listing *const list = context;
    cli_directory *const directory = list->directory;
    if (!cli_allow_entries(list->allowance, 1)) return false;
    char *const name = strdup(member->name);
    list->has_memory = name && make_room(directory);
    if (!list->has_memory) return free(name), false;
    directory->items[directory->count] = *member;
    directory->names[directory->count] = name;
    directory->items[directory->count++].name = name;
    return true;
}

navlint_status cli_directory_read(cli_directory *directory, const navlint_options *options,
                                  const navlint_input *container, cli_allowance *allowance) {
    navlint_options unforced = *options;
    unforced.format = NULL;
    const size_t memory_bytes = navlint_memory_bound(&unforced, container, 1);
    void *const memory = malloc(memory_bytes);
    if (!memory) return NAVLINT_NO_MEMORY;
    listing list = {directory, allowance, true};
    const navlint_status status =
        navlint_each_member(&unforced, container, memory, memory_bytes, add, &list);
    free(memory);
    return list.has_memory ? status : NAVLINT_NO_MEMORY;
}

void cli_directory_free(cli_directory *directory) {
    for (size_t i = 0; i < directory->count; i++)
        free(directory->names[i]);
    free(directory->names);
    free(directory->items);
    *directory = (cli_directory){0};
}
