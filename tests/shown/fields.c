#include "tests/shown/fields.h"

#include <stdlib.h>
#include <string.h>

static const char *copy_of(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *const copy = malloc(bytes);
    if (!copy) abort();
    return memcpy(copy, text, bytes);
}

bool field_list_add(void *context, const navlint_field *field) {
    field_list *const list = context;
    if (list->count == list->room) {
        list->room = 2 * list->room + 64;
        list->items = realloc(list->items, list->room * sizeof *list->items);
        if (!list->items) abort();
    }
    navlint_field *const kept = &list->items[list->count++];
    *kept = *field;
    kept->path = copy_of(field->path);
    if (field->value.kind == NAVLINT_TEXT) kept->value.as.text = copy_of(field->value.as.text);
    return true;
}

field_list fields_under(const subject *s, const navlint_options *options) {
    field_list list = {.items = NULL};
    (void)navlint_dump(options, &s->input, s->memory, s->memory_bytes, field_list_add, &list);
    return list;
}

void field_list_free(field_list *list) {
    for (size_t i = 0; i < list->count; i++) {
        free((void *)(uintptr_t)list->items[i].path);
        if (list->items[i].value.kind == NAVLINT_TEXT)
            free((void *)(uintptr_t)list->items[i].value.as.text);
    }
    free(list->items);
    *list = (field_list){.items = NULL};
}

static bool value_is_same(const navlint_value *a, const navlint_value *b) {
    if (a->kind != b->kind) return false;
    return a->kind == NAVLINT_TEXT ? strcmp(a->as.text, b->as.text) == 0
                                   : memcmp(&a->as, &b->as, sizeof a->as) == 0;
}

static bool place_is_same(const navlint_field *a, const navlint_field *b) {
    return a->offset == b->offset && a->length == b->length && a->encoding == b->encoding &&
           a->inner.offset == b->inner.offset && a->inner.length == b->inner.length;
}

bool field_is_same(const navlint_field *a, const navlint_field *b) {
    return strcmp(a->path, b->path) == 0 && strcmp(a->type, b->type) == 0 && a->role == b->role &&
           place_is_same(a, b) && value_is_same(&a->value, &b->value);
}

bool path_is_below(const char *path, const char *above) {
    const size_t length = strlen(above);
    return strncmp(path, above, length) == 0 && (path[length] == '/' || path[length] == '\0');
}
