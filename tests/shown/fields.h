/* All fields of a file, as the whole dump has them. */
#ifndef NAVLINT_TESTS_SHOWN_FIELDS_H
#define NAVLINT_TESTS_SHOWN_FIELDS_H

#include "tests/shown/subjects.h"

typedef struct field_list {
    navlint_field *items; /* in the order of the dump; texts are copies */
    size_t count, room;
} field_list;

/* A navlint_field_fn whose context is a field_list. */
bool field_list_add(void *context, const navlint_field *field);

/* The dump of a subject under `options`. Free it with field_list_free. */
field_list fields_under(const subject *s, const navlint_options *options);

void field_list_free(field_list *list);

/* Whether two fields are the same in everything. */
bool field_is_same(const navlint_field *a, const navlint_field *b);

/* Whether `path` is `above` or goes on from there. */
bool path_is_below(const char *path, const char *above);

#endif
