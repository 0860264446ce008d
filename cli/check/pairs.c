#include "cli/check/pairs.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct pair {
    const char *stem;   /* of the names, in full, without the extension; not ended */
    size_t stem_length; /* bytes */
    char *name;         /* heap; the stem is its beginning */
    cli_map map;
    bool is_passed; /* the mesh was judged without the map */
} pair;

/* Of a name of which nothing is known yet; borrows. */
static pair pair_named(const char *name) {
    const char *const dot = strrchr(name, '.');
    return (pair){.stem = name, .stem_length = dot ? (size_t)(dot - name) : strlen(name)};
}

static int compare_pairs(const void *left, const void *right) {
    const pair *const a = left, *const b = right;
    if (a->stem_length != b->stem_length) return a->stem_length < b->stem_length ? -1 : 1;
    return strncasecmp(a->stem, b->stem, a->stem_length);
}

static pair *find(const cli_pairs *pairs, const char *name) {
    const pair wanted = pair_named(name);
    pair *const *const found = tfind(&wanted, &pairs->root, compare_pairs);
    return found ? *found : NULL;
}

static void free_pair(pair *one) {
    if (!one) return;
    free(one->name);
    cli_map_free(&one->map);
    free(one);
}

/* NULL if memory ran out. */
static pair *make_pair(const char *name) {
    pair *const made = calloc(1, sizeof *made);
    char *const copy = made ? strdup(name) : NULL;
    if (!copy) return free(made), NULL;
    *made = pair_named(copy);
    made->name = copy;
    return made;
}

/* The pair that a file of this name is of, maybe a new one. NULL if memory ran out. */
static pair *pair_of(cli_pairs *pairs, const char *name) {
    pair *const known = find(pairs, name);
    pair *const made = known ? NULL : make_pair(name);
    if (known || !made) return known;
    if (tsearch(made, &pairs->root, compare_pairs)) return made;
    free_pair(made);
    return NULL;
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
    const pair *const one = find(pairs, mesh);
    return one && one->map.name ? &one->map : NULL;
}

void cli_pairs_free(cli_pairs *pairs) {
    while (pairs->root) {
        pair *const one = *(pair *const *)pairs->root;
        (void)tdelete(one, &pairs->root, compare_pairs);
        free_pair(one);
    }
}
