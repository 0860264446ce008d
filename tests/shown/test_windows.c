/* A window of a dump is the same as that part of the whole dump, and costs little. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/shown/fields.h"

enum { WINDOWS_OF_FILE = 24 };

/* The same on every run. */
static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static uint64_t below(uint64_t *state, uint64_t limit) {
    return limit ? next_random(state) % limit : 0;
}

/* ---- What is in a window, by the words of navlint.h ---- */

static bool has_bytes(uint64_t from, uint64_t to, navlint_range at) {
    const uint64_t last = at.length ? at.offset + at.length - 1 : at.offset;
    return last >= from && (to == 0 || at.offset < to);
}

static bool is_in(const navlint_options *o, const navlint_field *field) {
    const navlint_range outer = {field->offset, field->length};
    if (!has_bytes(o->dump_from, o->dump_to, outer)) return false;
    if (field->encoding && !has_bytes(o->dump_inner_from, o->dump_inner_to, field->inner))
        return false;
    return !o->dump_path || path_is_below(field->path, o->dump_path);
}

/* ---- Windows ---- */

typedef struct totals {
    size_t windows, fields, empty;
} totals;

static void expect_slice(const subject *s, const field_list *whole, const navlint_options *options,
                         totals *t) {
    field_list part = fields_under(s, options);
    size_t next = 0;
    for (size_t i = 0; i < whole->count; i++) {
        if (!is_in(options, &whole->items[i])) continue;
        if (next < part.count && field_is_same(&whole->items[i], &part.items[next++])) continue;
        fail_msg("%s [%llu, %llu) inner [%llu, %llu) of %s: no %s", s->name,
                 (unsigned long long)options->dump_from, (unsigned long long)options->dump_to,
                 (unsigned long long)options->dump_inner_from,
                 (unsigned long long)options->dump_inner_to,
                 options->dump_path ? options->dump_path : "all", whole->items[i].path);
    }
    if (next != part.count)
        fail_msg("%s [%llu, %llu) of %s: %s is not in it", s->name,
                 (unsigned long long)options->dump_from, (unsigned long long)options->dump_to,
                 options->dump_path ? options->dump_path : "all", part.items[next].path);
    t->windows++;
    t->fields += part.count;
    t->empty += part.count == 0;
    field_list_free(&part);
}

/* A path of the dump, often cut behind one of its steps; sometimes one that is none. */
static void choose_path(char *path, size_t capacity, const field_list *whole, uint64_t *random) {
    const char *const from = whole->items[below(random, whole->count)].path;
    (void)strncpy(path, from, capacity - 1);
    path[capacity - 1] = '\0';
    for (uint64_t cuts = below(random, 4); cuts > 0; cuts--) {
        char *const slash = strrchr(path, '/');
        if (slash && slash != path) *slash = '\0';
    }
    if (below(random, 8) == 0 && path[0] != '\0') path[strlen(path) - 1] = '7';
}

static void choose_section(uint64_t *from, uint64_t *to, uint64_t bytes, uint64_t *random) {
    *from = below(random, bytes + 2);
    *to = below(random, 4) == 0 ? 0 : *from + 1 + below(random, below(random, 2) ? 16 : bytes);
}

static void compare(void *context, const subject *s) {
    char path[256];
    totals *const t = context;
    uint64_t random = 0x9e3779b97f4a7c15u ^ s->input.length;
    field_list whole = fields_under(s, &s->options);
    for (int i = 0; i < WINDOWS_OF_FILE; i++) {
        navlint_options options = s->options;
        const uint64_t kind = below(&random, 8);
        if (kind != 0)
            choose_section(&options.dump_from, &options.dump_to, s->input.length, &random);
        if (kind == 1)
            choose_section(&options.dump_inner_from, &options.dump_inner_to, 4096, &random);
        if (kind < 2 && whole.count > 0) {
            choose_path(path, sizeof path, &whole, &random);
            options.dump_path = path;
        }
        expect_slice(s, &whole, &options, t);
    }
    field_list_free(&whole);
}

static void windows_are_slices(void **state) {
    (void)state;
    totals t = {0};
    const size_t files = each_subject(compare, &t);
    print_message("%zu files, %zu windows, %zu of them empty, %zu fields\n", files, t.windows,
                  t.empty, t.fields);
    assert_true(t.windows > 10000 && t.fields > 100000 && t.empty < t.windows / 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(windows_are_slices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
