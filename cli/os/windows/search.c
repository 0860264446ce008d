/* The trees of search.h. Those of mingw-w64 are not balanced: a list of files in order would make
 * one a chain. These are treaps: each node has a number by chance, no node a greater one than the
 * node above it. */
#include <windows.h>

#include <search.h>

typedef struct node {
    const void *key; /* what callers see */
    struct node *less, *more;
    uint64_t chance;
} node;

typedef int (*comparison)(const void *, const void *);

/* Nobody who writes a file's names can foresee it. */
static uint64_t chance_of(const node *made) {
    LARGE_INTEGER now;
    (void)QueryPerformanceCounter(&now);
    const uint64_t mixed =
        ((uint64_t)now.QuadPart ^ (uint64_t)(uintptr_t)made) * 0x9E3779B97F4A7C15;
    return (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93;
}

/* Where the node is, or NULL, that the key belongs to. */
static node **place_of(const void *key, node **at, comparison compare) {
    while (*at) {
        const int order = compare(key, (*at)->key);
        if (order == 0) break;
        at = order < 0 ? &(*at)->less : &(*at)->more;
    }
    return at;
}

/* Parts the tree, which does not have the key, at it. */
static void part(node *tree, const void *key, comparison compare, node *above) {
    node **less = &above->less, **more = &above->more;
    while (tree) {
        if (compare(key, tree->key) < 0) {
            *more = tree;
            more = &tree->less;
            tree = tree->less;
        } else {
            *less = tree;
            less = &tree->more;
            tree = tree->more;
        }
    }
    *less = *more = NULL;
}

static node *joined(node *less, node *more) {
    node *tree = NULL, **at = &tree;
    while (less && more) {
        node **const upper = less->chance >= more->chance ? &less : &more;
        *at = *upper;
        at = upper == &less ? &less->more : &more->less;
        *upper = *at;
    }
    *at = less ? less : more;
    return tree;
}

static node *put(const void *key, node **at, comparison compare) {
    node *const made = malloc(sizeof *made);
    if (!made) return NULL;
    made->key = key;
    made->chance = chance_of(made);
    while (*at && (*at)->chance >= made->chance)
        at = compare(key, (*at)->key) < 0 ? &(*at)->less : &(*at)->more;
    part(*at, key, compare, made);
    return *at = made;
}

void *tfind(const void *key, void *const *root, comparison compare) {
    node *top = *root;
    return *place_of(key, &top, compare);
}

void *tsearch(const void *key, void **root, comparison compare) {
    node *const found = tfind(key, root, compare);
    if (found) return found;
    node *top = *root;
    node *const made = put(key, &top, compare);
    *root = top;
    return made;
}

void *tdelete(const void *key, void **root, comparison compare) {
    node *top = *root;
    node **const at = place_of(key, &top, compare);
    node *const found = *at;
    if (!found) return NULL;
    *at = joined(found->less, found->more);
    *root = top;
    free(found);
    return root;
}
