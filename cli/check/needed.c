#include "cli/check/needed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A file of the folder. */
typedef struct neighbour {
    const char *name; /* without its folder */
    size_t item;
    bool is_there; /* of the part, or read */
} neighbour;

/* The search for what a part needs. */
typedef struct search {
    const cli_judge *judge;
    cli_needed *needed;
    neighbour *neighbours; /* heap; by name whatever its case */
    size_t count;
    int failure;
    size_t *item;
} search;

static int compare_names(const void *left, const void *right) {
    const neighbour *const a = left, *const b = right;
    return strcasecmp(a->name, b->name);
}

static bool is_in_part(const cli_set *part, const cli_ticket *ticket) {
    return ticket >= part->tickets && ticket < part->tickets + part->count;
}

static bool list_neighbours(search *s, const cli_set *part) {
    s->count = part->folder_count;
    s->neighbours = calloc(s->count, sizeof *s->neighbours);
    for (size_t i = 0; s->neighbours && i < s->count; i++) {
        const size_t item = part->folder[i].item;
        const navlint_input input = cli_judge_make(s->judge, item, NULL);
        s->neighbours[i] =
            (neighbour){cli_own_name(&input), item, is_in_part(part, &part->folder[i])};
    }
    if (s->neighbours) qsort(s->neighbours, s->count, sizeof *s->neighbours, compare_names);
    return s->neighbours != NULL;
}

static void take_name(void *context, const char *name) {
    search *const s = context;
    cli_needed *const needed = s->needed;
    neighbour *const found = bsearch(&(neighbour){.name = name}, s->neighbours, s->count,
                                     sizeof *s->neighbours, compare_names);
    if (!found || found->is_there || s->failure != 0) return;
    cli_buffer *const file = &needed->files[needed->count - needed->own_count];
    *s->item = found->item;
    s->failure = cli_judge_load(s->judge, found->item, file);
    needed->inputs[needed->count++] = cli_judge_make(s->judge, found->item, file);
    found->is_there = true;
}

static bool make(cli_needed *needed, const cli_set *part) {
    const size_t others = part->folder_count - part->count;
    needed->files = calloc(others + 1, sizeof *needed->files);
    needed->inputs = calloc(part->folder_count, sizeof *needed->inputs);
    return needed->files && needed->inputs && cli_shelf_open(&needed->shelf, part->folder_count);
}

static void fill_shelf(cli_needed *needed) {
    for (size_t i = 0; i < needed->count; i++)
        cli_shelf_add(&needed->shelf, &needed->inputs[i],
                      CLI_NEEDY_SET + (size_t)(i >= needed->own_count));
    cli_shelf_sort(&needed->shelf);
}

int cli_needed_load(cli_needed *needed, const cli_judge *judge, cli_set part,
                    const navlint_input *inputs, size_t *item) {
    search s = {.judge = judge, .needed = needed, .item = item};
    if (!make(needed, &part) || !list_neighbours(&s, &part)) return ENOMEM;
    memcpy(needed->inputs, inputs, part.count * sizeof *inputs);
    needed->own_count = needed->count = part.count;
    for (size_t i = 0; i < needed->count; i++) /* what is found is looked into in its turn */
        navlint_each_needed(&needed->inputs[i], take_name, &s);
    free(s.neighbours);
    fill_shelf(needed);
    return s.failure;
}

void cli_needed_free(cli_needed *needed) {
    for (size_t i = 0; needed->files && i + needed->own_count < needed->count; i++)
        cli_buffer_free(&needed->files[i]);
    free(needed->files);
    free(needed->inputs);
    cli_shelf_free(&needed->shelf);
}
