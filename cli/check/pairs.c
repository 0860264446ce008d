#include "cli/check/pairs.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct pair {
    char *stem; /* heap; of the names, in full */
    cli_map map;
    bool is_passed; /* the mesh was judged without the map */
} pair;

static int compare_pairs(const void *left, const void *right) {
    const pair *const a = left, *const b = right;
    return strcasecmp(a->stem, b->stem);
}

/* "x.zip!maps/a.nav" -> "x.zip!maps/a". Heap; NULL if memory ran out. */
static char *stem_of(const char *name) {
    const char *const dot = strrchr(name, '.');
    return strndup(name, dot ? (size_t)(dot - name) : strlen(name));
}

static void free_pair(pair *one) {
    if (!one) return;
    free(one->stem);
    cli_map_free(&one->map);
    free(one);
}

/* The pair that a file of this name is of, maybe a new one. NULL if memory ran out. */
static pair *pair_of(cli_pairs *pairs, const char *name) {
    pair *const added = calloc(1, sizeof *added);
    if (added) added->stem = stem_of(name);
    pair *const *const found =
        added && added->stem ? tsearch(added, &pairs->root, compare_pairs) : NULL;
    if (found && *found == added) return added;
    free_pair(added);
    return found ? *found : NULL;
}

bool cli_pairs_add_map(cli_pairs *pairs, const char *name, const cli_map *map, bool *is_late) {
    pair *const one = pair_of(pairs, name);
    if (!one) return false;
    *is_late = one->is_passed && !one->map.name;
    if (one->map.name) return true;
    one->map = *map;
    one->map.name = strdup(name);
    return one->map.name != NULL;
}

bool cli_pairs_pass_mesh(cli_pairs *pairs, const char *mesh) {
    pair *const one = pair_of(pairs, mesh);
    if (one) one->is_passed = true;
    return one != NULL;
}

const cli_map *cli_pairs_find_map(const cli_pairs *pairs, const char *mesh) {
    const pair wanted = {.stem = stem_of(mesh)};
    pair *const *const found = wanted.stem ? tfind(&wanted, &pairs->root, compare_pairs) : NULL;
    free(wanted.stem);
    return found && (*found)->map.name ? &(*found)->map : NULL;
}

void cli_pairs_free(cli_pairs *pairs) {
    while (pairs->root) {
        pair *const one = *(pair *const *)pairs->root;
        (void)tdelete(one, &pairs->root, compare_pairs);
        free_pair(one);
    }
}
