/* A dump as one JSON document in which a path of a finding is the JSON Pointer of its record or
 * field. It is written as fields come. Where the file goes back and forth between two members of
 * the document, as plugins do between groups and records, each is written in a pass of its own. A
 * first pass, which writes nothing, shows whether that is so. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/dump.h"
#include "cli/dump_path.h"
#include "cli/dump_values.h"
#include "cli/output.h"

enum { MOST_LEVELS = 16, MOST_MEMBERS = 64, MEMBER_CAPACITY = 64, LEVELS_OF_LINES = 2 };

/* An object or list that is being written. */
typedef struct level {
    size_t length; /* of its path */
    bool is_list;
    bool has_children;
    uint64_t next; /* the item that a list goes on with */
} level;

/* Paths of lists that have members with names besides, as those of damaged files may: they are
 * written as objects, in which the numbers are names. */
typedef struct odd_lists {
    char **paths; /* heap; sorted before they are looked up */
    size_t count, capacity;
    bool is_out_of_memory;
} odd_lists;

typedef struct tree {
    cli_dump *dump;
    bool is_silent;               /* the first pass */
    char path[CLI_PATH_CAPACITY]; /* of the innermost level */
    level levels[MOST_LEVELS];    /* [0] is the document */
    uint32_t depth;               /* levels that are open besides it */
    odd_lists odd;
    char members[MOST_MEMBERS][MEMBER_CAPACITY]; /* of the document, in the order of the file */
    size_t member_count;
    bool goes_back; /* to a member that was left */
} tree;

/* ---- Lists that are none ---- */

static bool enlarge(odd_lists *odd) {
    const size_t capacity = odd->capacity ? 2 * odd->capacity : 16;
    char **const paths = realloc(odd->paths, capacity * sizeof *paths);
    if (!paths) return false;
    odd->paths = paths;
    odd->capacity = capacity;
    return true;
}

static void note_odd(odd_lists *odd, const char *path, size_t length) {
    char *const copy = odd->count < odd->capacity || enlarge(odd) ? strndup(path, length) : NULL;
    if (copy)
        odd->paths[odd->count++] = copy;
    else
        odd->is_out_of_memory = true;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_odd(const tree *t, const char *path) {
    const odd_lists *const odd = &t->odd;
    return !t->is_silent && odd->count != 0 &&
           bsearch(&path, odd->paths, odd->count, sizeof *odd->paths, compare);
}

/* ---- Levels ---- */

static void print(const tree *t, const char *text) {
    if (!t->is_silent) cli_print("%s", text);
}

static void close_level(tree *t) {
    const level *const closed = &t->levels[t->depth--];
    t->path[t->levels[t->depth].length] = '\0';
    print(t, closed->is_list ? "]" : "}");
}

/* A list goes on behind items that the dump does not have: those of nodes without links, those in
 * front of the part that is shown. */
static void fill_up(tree *t, level *list, const char *step) {
    const uint64_t index = strtoull(step, NULL, 10);
    for (; list->next < index; list->next++) {
        print(t, list->has_children ? ",null" : "null");
        list->has_children = true;
    }
    list->next = index + 1;
}

static void print_step(const tree *t, const char *step) {
    if (!t->is_silent) cli_print("\"%.*s\":", (int)cli_step_length(step), step);
}

/* What stands in front of a member or item of the innermost level. */
static void begin_child(tree *t, const char *step) {
    level *const in = &t->levels[t->depth];
    if (in->is_list && !cli_is_item(step)) note_odd(&t->odd, t->path, in->length);
    if (in->is_list && cli_is_item(step)) fill_up(t, in, step);
    if (in->has_children) print(t, ",");
    if (t->depth < LEVELS_OF_LINES) print(t, "\n");
    if (!in->is_list) print_step(t, step);
    in->has_children = true;
}

/* Opens the level that the first `length` bytes of the path name. `below` is the step behind. */
static void open_level(tree *t, const char *path, size_t length, const char *below) {
    memcpy(t->path, path, length);
    t->path[length] = '\0';
    const bool is_list = cli_is_item(below) && !is_odd(t, t->path);
    t->levels[++t->depth] = (level){.length = length, .is_list = is_list};
    print(t, is_list ? "[" : "{");
}

static bool is_below(const tree *t, const char *path) {
    const size_t length = t->levels[t->depth].length;
    return memcmp(t->path, path, length) == 0 && path[length] == '/';
}

static void close_others(tree *t, const char *path) {
    while (t->depth > 0 && !is_below(t, path))
        close_level(t);
}

/* Whether the field is in an item of a list that is gone on with already: what a container has in
 * its rows stands behind all of them. It is left out, for the item cannot be opened again. */
static bool is_too_late(const tree *t, const char *path) {
    const level *const in = &t->levels[t->depth];
    const char *const step = path + in->length + 1;
    return in->is_list && cli_is_item(step) && strtoull(step, NULL, 10) < in->next;
}

/* Closes and opens levels until the innermost is the one that the field is in, and begins it. */
static bool reach(tree *t, const char *path) {
    for (;;) {
        const char *const step = path + t->levels[t->depth].length + 1;
        const char *const end = step + cli_step_length(step);
        begin_child(t, step);
        if (*end == '\0') return true;
        if (t->depth + 1 == MOST_LEVELS) return false;
        open_level(t, path, (size_t)(end - path), end + 1);
    }
}

/* ---- Rows ---- */

/* Notes the member of the document that the field is in. */
static void note_member(tree *t, const char *path) {
    const char *const name = path + 1;
    const size_t length = cli_step_length(name);
    size_t i = 0;
    while (i < t->member_count &&
           (strlen(t->members[i]) != length || memcmp(t->members[i], name, length) != 0))
        i++;
    t->goes_back |= i + 1 < t->member_count;
    if (i < t->member_count || i == MOST_MEMBERS || length >= MEMBER_CAPACITY) return;
    memcpy(t->members[i], name, length);
    t->members[i][length] = '\0';
    t->member_count++;
}

static void print_sum(const cli_row *row) {
    cli_print("{\"fields\":%" PRIu64 ",\"offset\":%" PRIu64 ",\"length\":%" PRIu64 "}", row->summed,
              row->field->offset, row->field->length);
}

static void print_with_place(const cli_row *row, const cli_dump *dump) {
    const navlint_field *const field = row->field;
    cli_print("{");
    cli_print_json_place(field);
    cli_print(",\"value\":");
    cli_print_json_value(&field->value);
    if (field->encoding) cli_print_json_inner(field);
    if (row->is_marked) cli_print(",\"at\":%" PRIu64, dump->byte);
    cli_print("}");
}

static bool put_leaf(const tree *t, const cli_row *row) {
    if (row->summed != 0)
        print_sum(row);
    else if (t->dump->with_offsets)
        print_with_place(row, t->dump);
    else
        cli_print_json_value(&row->field->value);
    return cli_write("", 0);
}

static bool put_row(void *context, const cli_row *row) {
    tree *const t = context;
    if (t->is_silent) note_member(t, row->field->path);
    const char *const path = row->field->path;
    if (strlen(path) >= sizeof t->path) return false;
    close_others(t, path);
    if (is_too_late(t, path)) return true;
    return reach(t, path) && (t->is_silent || put_leaf(t, row));
}

/* ---- Passes ---- */

static navlint_status survey(tree *t) {
    t->is_silent = true;
    const navlint_status status = cli_dump_rows(t->dump, put_row, t);
    while (t->depth > 0)
        close_level(t);
    t->is_silent = false;
    t->levels[0] = (level){.length = 0};
    if (t->odd.count != 0) qsort(t->odd.paths, t->odd.count, sizeof *t->odd.paths, compare);
    return t->odd.is_out_of_memory ? NAVLINT_NO_MEMORY : status;
}

static void write_members(tree *t) {
    char path[MEMBER_CAPACITY + 1] = "/";
    t->dump->options.dump_path = path;
    for (size_t i = 0; i < t->member_count; i++) {
        memcpy(path + 1, t->members[i], MEMBER_CAPACITY);
        (void)cli_dump_rows(t->dump, put_row, t);
    }
    t->dump->options.dump_path = NULL;
}

static void write_document(tree *t) {
    cli_print("{");
    if (t->goes_back)
        write_members(t);
    else
        (void)cli_dump_rows(t->dump, put_row, t);
    while (t->depth > 0)
        close_level(t);
    cli_print("\n}\n");
}

static void free_odd(odd_lists *odd) {
    for (size_t i = 0; i < odd->count; i++)
        free(odd->paths[i]);
    free(odd->paths);
}

navlint_status cli_dump_tree(cli_dump *dump) {
    tree t = {.dump = dump};
    const navlint_status status = survey(&t);
    if (status == NAVLINT_OK || (status == NAVLINT_UNSUPPORTED && t.member_count != 0))
        write_document(&t);
    free_odd(&t.odd);
    return status;
}
