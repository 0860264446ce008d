#include "cli/dump_late.h"

#include <stdlib.h>
#include <string.h>

#include "cli/room.h"

static bool make_room(cli_late *late) {
    cli_late_row *const rows = cli_room(late->rows, late->count, &late->capacity, sizeof *rows);
    if (rows) late->rows = rows;
    return rows != NULL;
}

static void free_row(cli_late_row *row) {
    free((char *)(uintptr_t)row->field.path);
    if (row->field.value.kind == NAVLINT_TEXT) free((char *)(uintptr_t)row->field.value.as.text);
}

static bool copy_texts(navlint_field *field) {
    const bool has_text = field->value.kind == NAVLINT_TEXT;
    field->path = strdup(field->path);
    if (has_text) field->value.as.text = strdup(field->value.as.text);
    return field->path && (!has_text || field->value.as.text);
}

void cli_late_add(cli_late *late, const cli_row *row, size_t item_bytes) {
    cli_late_row copy = {.field = *row->field,
                         .summed = row->summed,
                         .is_marked = row->is_marked,
                         .item_bytes = item_bytes,
                         .number = late->count};
    copy.field.bytes = NULL;
    if (row->summed != 0) copy.field.value = (navlint_value){NAVLINT_NO_VALUE, {0}};
    if (copy_texts(&copy.field) && make_room(late)) {
        late->rows[late->count++] = copy;
        return;
    }
    free_row(&copy);
    late->is_out_of_memory = true;
}

/* Any order will do that puts the rows of an item beside each other. */
static int compare_item(const cli_late_row *row, const char *item, size_t item_bytes) {
    if (row->item_bytes != item_bytes) return row->item_bytes < item_bytes ? -1 : 1;
    return memcmp(row->field.path, item, item_bytes);
}

static int compare(const void *a, const void *b) {
    const cli_late_row *const one = a;
    const cli_late_row *const other = b;
    const int order = compare_item(one, other->field.path, other->item_bytes);
    if (order != 0) return order;
    return one->number < other->number ? -1 : 1;
}

void cli_late_sort(cli_late *late) {
    if (late->count != 0) qsort(late->rows, late->count, sizeof *late->rows, compare);
}

cli_late_span cli_late_of(const cli_late *late, const char *item) {
    const size_t length = late->count != 0 ? strlen(item) : 0;
    size_t first = 0;
    for (size_t end = late->count; first < end;) {
        const size_t middle = first + (end - first) / 2;
        if (compare_item(&late->rows[middle], item, length) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    cli_late_span span = {first, first};
    while (span.end < late->count && compare_item(&late->rows[span.end], item, length) == 0)
        span.end++;
    return span;
}

void cli_late_free(cli_late *late) {
    for (size_t i = 0; i < late->count; i++)
        free_row(&late->rows[i]);
    free(late->rows);
    *late = (cli_late){0};
}
