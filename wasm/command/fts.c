#include <fts.h>

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int compare_entries(const FTSENT **, const FTSENT **);

/* The entries of a folder, or the root alone. */
typedef struct level {
    FTSENT **entries; /* heap, and each */
    size_t count;
    size_t capacity;
    size_t next;
} level;

struct FTS {
    level *levels; /* heap; the innermost last */
    size_t depth;
    size_t capacity;
    FTSENT *entered; /* returned as FTS_D, and not yet read */
    compare_entries *compare;
};

/* ---- Entries ---- */

static void free_entry(FTSENT *entry) {
    if (entry) free(entry->fts_path);
    free(entry);
}

/* Sets what the entry is; links are followed. One that leads nowhere or round and round is
 * FTS_SLNONE. */
static void look(FTSENT *entry) {
    entry->fts_statp = &entry->fts_stat;
    if (stat(entry->fts_path, &entry->fts_stat) != 0) {
        entry->fts_errno = errno;
        entry->fts_info = lstat(entry->fts_path, &entry->fts_stat) == 0 ? FTS_SLNONE : FTS_NS;
    } else if (S_ISDIR(entry->fts_stat.st_mode)) {
        entry->fts_info = FTS_D;
    } else {
        entry->fts_info = S_ISREG(entry->fts_stat.st_mode) ? FTS_F : FTS_DEFAULT;
    }
}

/* folder: NULL for the root. As glibc joins them: one slash, whether or not the folder has one at
 * its end. */
static FTSENT *make_entry(const char *folder, const char *name, int depth) {
    const size_t length = folder ? strlen(folder) : 0;
    const size_t kept = length > 0 && folder[length - 1] == '/' ? length - 1 : length;
    FTSENT *const entry = calloc(1, sizeof *entry);
    if (!entry || !(entry->fts_path = malloc(kept + strlen(name) + 2))) return free(entry), NULL;
    if (folder) {
        memcpy(entry->fts_path, folder, kept);
        entry->fts_path[kept] = '/';
    }
    entry->fts_name = entry->fts_path + (folder ? kept + 1 : 0);
    strcpy(entry->fts_name, name);
    entry->fts_level = depth;
    look(entry);
    return entry;
}

/* ---- Levels ---- */

static void free_level(level *l) {
    for (size_t i = 0; i < l->count; i++)
        free_entry(l->entries[i]);
    free(l->entries);
}

static bool make_room(level *l) {
    if (l->count < l->capacity) return true;
    if (l->capacity > SIZE_MAX / (2 * sizeof *l->entries)) return false;
    const size_t capacity = l->capacity > 0 ? 2 * l->capacity : 1;
    FTSENT **const entries = realloc(l->entries, capacity * sizeof *entries);
    if (!entries) return false;
    l->entries = entries;
    l->capacity = capacity;
    return true;
}

/* Takes the entry, in either case; NULL: there was no memory for it. */
static bool add_entry(level *l, FTSENT *entry) {
    if (!entry || !make_room(l)) return free_entry(entry), false;
    l->entries[l->count++] = entry;
    return true;
}

static bool push(FTS *tree, level l) {
    if (tree->depth == tree->capacity) {
        const size_t capacity = 2 * tree->capacity + 8;
        level *const levels = realloc(tree->levels, capacity * sizeof *levels);
        if (!levels) return free_level(&l), false;
        tree->levels = levels;
        tree->capacity = capacity;
    }
    tree->levels[tree->depth++] = l;
    return true;
}

static bool is_dots(const char *name) {
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static compare_entries *compare_now;

static int compare_pair(const void *left, const void *right) {
    const FTSENT *a = *(FTSENT *const *)left, *b = *(FTSENT *const *)right;
    return compare_now(&a, &b);
}

/* 0, or an errno. */
static int read_folder(FTS *tree, const FTSENT *folder, level *l) {
    DIR *const stream = opendir(folder->fts_path);
    if (!stream) return errno;
    int failure = errno = 0;
    for (const struct dirent *one; failure == 0 && (one = readdir(stream)); errno = 0)
        if (!is_dots(one->d_name) &&
            !add_entry(l, make_entry(folder->fts_path, one->d_name, folder->fts_level + 1)))
            failure = ENOMEM;
    if (failure == 0) failure = errno;
    closedir(stream);
    compare_now = tree->compare;
    if (failure == 0 && l->count > 1 && tree->compare)
        qsort(l->entries, l->count, sizeof *l->entries, compare_pair);
    return failure;
}

/* ---- The walk ---- */

FTS *fts_open(char *const *roots, int options, compare_entries *compare) {
    (void)options;
    FTS *const tree = calloc(1, sizeof *tree);
    level first = {0};
    if (!tree) return NULL;
    tree->compare = compare;
    if (add_entry(&first, make_entry(NULL, roots[0], FTS_ROOTLEVEL)) && push(tree, first))
        return tree;
    free(tree); /* `first` has nothing: push frees what it does not take */
    return NULL;
}

/* The folder's entries come next; if it cannot be read, it comes again and says why. */
static FTSENT *enter(FTS *tree) {
    FTSENT *const folder = tree->entered;
    level inside = {0};
    tree->entered = NULL;
    if (folder->fts_instr == FTS_SKIP) return NULL;
    const int failure = read_folder(tree, folder, &inside);
    if (failure == 0) {
        if (push(tree, inside)) return NULL;
    } else {
        free_level(&inside);
    }
    folder->fts_info = FTS_DNR;
    folder->fts_errno = failure ? failure : ENOMEM;
    return folder;
}

FTSENT *fts_read(FTS *tree) {
    FTSENT *const unread = tree->entered ? enter(tree) : NULL;
    if (unread) return unread;
    while (tree->depth > 0) {
        level *const l = &tree->levels[tree->depth - 1];
        if (l->next < l->count) {
            FTSENT *const entry = l->entries[l->next++];
            if (entry->fts_info == FTS_D) tree->entered = entry;
            return entry;
        }
        free_level(l);
        tree->depth--;
    }
    return NULL;
}

int fts_set(FTS *tree, FTSENT *entry, int instruction) {
    (void)tree;
    entry->fts_instr = instruction;
    return 0;
}

int fts_close(FTS *tree) {
    while (tree->depth > 0)
        free_level(&tree->levels[--tree->depth]);
    free(tree->levels);
    free(tree);
    return 0;
}
