/* A dump as one JSON document in which a path of a finding is the JSON Pointer of its record or
 * field. It is written as fields come. Where the file goes back and forth between two branches of
 * the document, as plugins do between groups and records, each is written in a pass of its own;
 * where it goes back to an item of a list, as containers do with what they hold, the rest of the
 * item is kept until it is written. A first pass, which writes nothing, shows what is so. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/dump.h"
#include "cli/dump_late.h"
#include "cli/dump_path.h"
#include "cli/dump_values.h"
#include "cli/output.h"
#include "cli/room.h"

enum { MOST_LEVELS = 16, MOST_BRANCHES = 64, BRANCH_CAPACITY = 64, LEVELS_OF_LINES = 2 };

/* An object or list that is being written. */
typedef struct level {
    size_t length;  /* of its path */
    bool has_items; /* in its path, whether it is written as a list or, being odd, as an object */
    bool is_list;
    bool has_children;
    uint64_t next; /* the item that a list goes on with */
} level;

/* How far the document has been written. */
typedef struct cursor {
    char path[CLI_PATH_CAPACITY]; /* of the innermost level */
    level levels[MOST_LEVELS];    /* [0] is the document */
    uint32_t depth;               /* levels that are open besides it */
} cursor;

/* A member of the document, or a list in it: "/lumps", "/pakfile/files". */
typedef struct branch {
    char path[BRANCH_CAPACITY];
    cursor left; /* where the first pass left it */
} branch;

/* Paths of lists that have members with names besides, as those of damaged files may: they are
 * written as objects, in which the numbers are names. */
typedef struct odd_lists {
    char **paths; /* heap; sorted before they are looked up */
    size_t count, capacity;
    bool is_out_of_memory;
} odd_lists;

typedef struct tree {
    cli_dump *dump;
    bool is_silent; /* nothing is written yet */
    bool in_pass;   /* of one branch */
    cursor at;
    odd_lists odd;
    cli_late late;
    branch branches[MOST_BRANCHES]; /* in the order of the file */
    size_t branch_count;
    branch *current; /* that rows belong to; in a pass of its own no others are written */
    bool goes_back;  /* to a branch that was left */
} tree;

/* ---- Lists that are none ---- */

static bool make_room(odd_lists *odd) {
    char **const paths = cli_room((void *)odd->paths, odd->count, &odd->capacity, sizeof *paths);
    if (paths) odd->paths = paths;
    return paths != NULL;
}

static void note_odd(odd_lists *odd, const char *path, size_t length) {
    char *const copy = make_room(odd) ? strndup(path, length) : NULL;
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

static void write_late(tree *t);

static void close_level(tree *t) {
    if (!t->is_silent) write_late(t);
    const level *const closed = &t->at.levels[t->at.depth--];
    t->at.path[t->at.levels[t->at.depth].length] = '\0';
    print(t, closed->is_list ? "]" : "}");
}

static void write_item(tree *t, uint64_t index);

/* A list goes on behind items that come late, or that the dump does not have: those of nodes
 * without links, those in front of the part that is shown. */
static void fill_up(tree *t, level *list, const char *step) {
    const uint64_t index = strtoull(step, NULL, 10);
    for (; list->is_list && list->next < index; list->next++) {
        if (list->has_children) print(t, ",");
        list->has_children = true;
        write_item(t, list->next);
    }
    list->next = index + 1;
}

static void print_step(const tree *t, const char *step) {
    if (!t->is_silent) cli_print("\"%.*s\":", (int)cli_step_length(step), step);
}

/* What stands in front of a member or item of the innermost level. */
static void begin_child(tree *t, const char *step) {
    level *const in = &t->at.levels[t->at.depth];
    if (in->is_list && !cli_is_item(step)) note_odd(&t->odd, t->at.path, in->length);
    if (in->has_items && cli_is_item(step)) fill_up(t, in, step);
    if (in->has_children) print(t, ",");
    if (t->at.depth < LEVELS_OF_LINES) print(t, "\n");
    if (!in->is_list) print_step(t, step);
    in->has_children = true;
}

/* Opens the level that the first `length` bytes of the path name. `below` is the step behind. */
static void open_level(tree *t, const char *path, size_t length, const char *below) {
    memcpy(t->at.path, path, length);
    t->at.path[length] = '\0';
    const bool has_items = cli_is_item(below);
    const bool is_list = has_items && !is_odd(t, t->at.path);
    t->at.levels[++t->at.depth] =
        (level){.length = length, .has_items = has_items, .is_list = is_list};
    print(t, is_list ? "[" : "{");
}

static bool is_below(const tree *t, const char *path) {
    const size_t length = t->at.levels[t->at.depth].length;
    return memcmp(t->at.path, path, length) == 0 && path[length] == '/';
}

static void close_others(tree *t, const char *path) {
    while (t->at.depth > 0 && !is_below(t, path))
        close_level(t);
}

/* Whether the field is in an item that was left, or is one. item_bytes: receives the length of the
 * item's path. */
static bool is_late(const tree *t, const char *path, size_t *item_bytes) {
    const level *const in = &t->at.levels[t->at.depth];
    const char *const step = path + in->length + 1;
    *item_bytes = in->length + 1 + cli_step_length(step);
    return in->has_items && cli_is_item(step) && strtoull(step, NULL, 10) < in->next;
}

/* Closes and opens levels until the innermost is the one that the field is in, and begins it. */
static bool reach(tree *t, const char *path) {
    for (;;) {
        const char *const step = path + t->at.levels[t->at.depth].length + 1;
        const char *const end = step + cli_step_length(step);
        begin_child(t, step);
        if (*end == '\0') return true;
        if (t->at.depth + 1 == MOST_LEVELS) return false;
        open_level(t, path, (size_t)(end - path), end + 1);
    }
}

/* ---- Branches ---- */

/* The length of the first step, or of the first two if a list is second: "/pakfile/files/3/data".
 */
static size_t branch_bytes(const char *path) {
    const size_t first = 1 + cli_step_length(path + 1);
    if (path[first] == '\0' || cli_is_item(path + first + 1)) return first;
    const size_t second = first + 1 + cli_step_length(path + first + 1);
    return path[second] != '\0' && cli_is_item(path + second + 1) ? second : first;
}

static bool is_branch(const branch *b, const char *path, size_t length) {
    return memcmp(b->path, path, length) == 0 && b->path[length] == '\0';
}

static bool is_same_member(const branch *b, const char *path) {
    const size_t length = 1 + cli_step_length(path + 1);
    return memcmp(b->path, path, length) == 0 &&
           (b->path[length] == '\0' || b->path[length] == '/');
}

/* The first branch of the member that the path is in; branch_count: none. */
static size_t first_of_member(const tree *t, const char *path) {
    size_t i = 0;
    while (i < t->branch_count && !is_same_member(&t->branches[i], path))
        i++;
    return i;
}

/* NULL: there are too many, or the name is too long, which no format has. */
static branch *add_branch(tree *t, const char *path, size_t length) {
    if (t->branch_count == MOST_BRANCHES || length >= BRANCH_CAPACITY) return NULL;
    const bool is_new_member = first_of_member(t, path) == t->branch_count;
    t->goes_back |= !is_new_member && !(t->current && is_same_member(t->current, path));
    branch *const b = &t->branches[t->branch_count++];
    memcpy(b->path, path, length);
    return b;
}

static branch *find_branch(tree *t, const char *path, size_t length) {
    for (size_t i = 0; i < t->branch_count; i++)
        if (is_branch(&t->branches[i], path, length)) return &t->branches[i];
    return NULL;
}

/* The first pass goes through all branches at once, each as if by itself.
 * Returns false if there are more than can be told apart. */
static bool change_branch(tree *t, const char *path) {
    const size_t length = branch_bytes(path);
    if (t->current && is_branch(t->current, path, length)) return true;
    if (t->current) t->current->left = t->at;
    branch *entered = find_branch(t, path, length);
    t->goes_back |= entered != NULL;
    if (!entered) entered = add_branch(t, path, length);
    if (entered) t->at = entered->left;
    t->current = entered;
    return entered != NULL;
}

/* ---- Rows ---- */

/* From the first byte to the last one. */
static void add_sum(navlint_field *sum, const navlint_field *more) {
    const uint64_t sum_end = sum->offset + sum->length;
    const uint64_t more_end = more->offset + more->length;
    const uint64_t end = sum_end > more_end ? sum_end : more_end;
    if (more->offset < sum->offset) sum->offset = more->offset;
    sum->length = end - sum->offset;
}

/* With what came late of the same record. */
static void print_sum(const tree *t, const cli_row *row) {
    navlint_field sum = *row->field;
    uint64_t fields = row->summed;
    const cli_late_span span = cli_late_of(&t->late, sum.path);
    for (size_t i = span.first; i < span.end; i++) {
        if (&t->late.rows[i].field == row->field) continue;
        add_sum(&sum, &t->late.rows[i].field);
        fields += t->late.rows[i].summed;
    }
    cli_print("{\"fields\":%" PRIu64 ",\"offset\":%" PRIu64 ",\"length\":%" PRIu64 "}", fields,
              sum.offset, sum.length);
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
        print_sum(t, row);
    else if (t->dump->with_offsets)
        print_with_place(row, t->dump);
    else
        cli_print_json_value(&row->field->value);
    return cli_write("", 0);
}

/* Writes a row that is below the innermost level, or below one around it. */
static bool write_row(tree *t, const cli_row *row) {
    return reach(t, row->field->path) && (t->is_silent || put_leaf(t, row));
}

static bool put_row(void *context, const cli_row *row) {
    tree *const t = context;
    const char *const path = row->field->path;
    size_t item_bytes = 0;
    if (strlen(path) >= sizeof t->at.path) return false;
    if (t->is_silent && !t->in_pass && !change_branch(t, path)) return false;
    if (t->current && !is_branch(t->current, path, branch_bytes(path))) return true;
    close_others(t, path);
    if (!is_late(t, path, &item_bytes)) return write_row(t, row);
    if (t->is_silent) cli_late_add(&t->late, row, item_bytes);
    return true;
}

/* ---- Rows that came late ---- */

static void write_late_row(tree *t, const cli_late_row *late) {
    const cli_row row = {&late->field, late->summed, late->is_marked};
    close_others(t, late->field.path);
    (void)write_row(t, &row);
}

/* Those of the innermost level, if that is an item which is about to be closed. */
static void write_late(tree *t) {
    const cli_late_span span = cli_late_of(&t->late, t->at.path);
    const uint32_t depth = t->at.depth;
    for (size_t i = span.first; i < span.end; i++)
        write_late_row(t, &t->late.rows[i]);
    while (t->at.depth > depth)
        close_level(t);
}

/* An item of the innermost level of which nothing came in time. */
static void write_item(tree *t, uint64_t index) {
    char path[CLI_PATH_CAPACITY + 24];
    (void)snprintf(path, sizeof path, "%s/%" PRIu64, t->at.path, index);
    const cli_late_span span = t->is_silent ? (cli_late_span){0, 0} : cli_late_of(&t->late, path);
    const size_t length = strlen(path);
    if (span.first == span.end) {
        print(t, "null");
        return;
    }
    const cli_late_row *const first = &t->late.rows[span.first];
    const char *const below = first->field.path + length;
    if (*below == '\0') {
        (void)put_leaf(t, &(cli_row){&first->field, first->summed, first->is_marked});
    } else if (t->at.depth + 1 < MOST_LEVELS) {
        open_level(t, path, length, below + 1);
        close_level(t);
    }
}

/* ---- Passes ---- */

static void pass_branch(tree *t, branch *b) {
    const char *const shown = t->dump->options.dump_path;
    t->current = b;
    if (!shown) t->dump->options.dump_path = b->path;
    (void)cli_dump_rows(t->dump, put_row, t);
    t->dump->options.dump_path = shown;
}

/* Those of one member one after the other. */
static void pass_branches(tree *t) {
    for (size_t i = 0; i < t->branch_count; i++) {
        if (first_of_member(t, t->branches[i].path) < i) continue;
        for (size_t k = i; k < t->branch_count; k++)
            if (is_same_member(&t->branches[k], t->branches[i].path))
                pass_branch(t, &t->branches[k]);
    }
}

/* What is late, once more: in a pass of its own a branch may have other neighbours to be summed up,
 * those beyond what another branch has between them. */
static void survey_branches(tree *t) {
    cli_late_free(&t->late);
    t->at = (cursor){.depth = 0};
    t->in_pass = true;
    pass_branches(t);
}

static navlint_status survey(tree *t) {
    t->is_silent = true;
    const navlint_status status = cli_dump_rows(t->dump, put_row, t);
    if (t->goes_back && t->late.count != 0) survey_branches(t);
    t->is_silent = false;
    t->current = NULL;
    t->at = (cursor){.depth = 0};
    if (t->odd.count != 0) qsort(t->odd.paths, t->odd.count, sizeof *t->odd.paths, compare);
    cli_late_sort(&t->late);
    return t->odd.is_out_of_memory || t->late.is_out_of_memory ? NAVLINT_NO_MEMORY : status;
}

static void write_document(tree *t) {
    cli_print("{");
    if (t->goes_back)
        pass_branches(t);
    else
        (void)cli_dump_rows(t->dump, put_row, t);
    while (t->at.depth > 0)
        close_level(t);
    cli_print("\n}\n");
}

static void free_odd(odd_lists *odd) {
    for (size_t i = 0; i < odd->count; i++)
        free(odd->paths[i]);
    free(odd->paths);
}

/* On the heap: what it has of each branch takes 60 KB. */
navlint_status cli_dump_tree(cli_dump *dump) {
    tree *const t = calloc(1, sizeof *t);
    if (!t) return NAVLINT_NO_MEMORY;
    t->dump = dump;
    const navlint_status status = survey(t);
    if (status == NAVLINT_OK || (status == NAVLINT_UNSUPPORTED && t->branch_count != 0))
        write_document(t);
    free_odd(&t->odd);
    cli_late_free(&t->late);
    free(t);
    return status;
}
