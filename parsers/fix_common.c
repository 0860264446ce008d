/* Fixes that most rows need. */
#include <string.h>

#include "parsers/fix.h"

bool nl_fix_as_found(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_fix *const fix = &finding->fix;
    if (fix->length == 0) return false;
    const bool is_field = finding->type && finding->offset == fix->offset;
    const navlint_field place = {.path = finding->path,
                                 .type = is_field ? finding->type : NULL,
                                 .offset = fix->offset,
                                 .length = fix->length};
    return nl_fix_replace(fixer, &place, fix->bytes, fix->length);
}

bool nl_fix_write_expected(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    return finding->type && finding->relation == NAVLINT_EQUAL &&
           nl_fix_set(fixer, &field, finding->expected);
}

static double number_of(navlint_value value) {
    if (value.kind == NAVLINT_UINT) return (double)value.as.uint;
    return value.kind == NAVLINT_INT ? (double)value.as.sint : value.as.real;
}

/* Of a range the end that is nearer; of one end that one. */
static navlint_value bound_of(const navlint_finding *finding) {
    const bool is_above = finding->relation == NAVLINT_BETWEEN &&
                          !(number_of(finding->actual) < number_of(finding->expected));
    return is_above ? finding->alternatives[0] : finding->expected;
}

bool nl_fix_clamp(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    const bool is_range = finding->relation == NAVLINT_AT_MOST ||
                          finding->relation == NAVLINT_AT_LEAST ||
                          (finding->relation == NAVLINT_BETWEEN && finding->alternative_count != 0);
    return finding->type && is_range && nl_fix_set(fixer, &field, bound_of(finding));
}

bool nl_fix_zero(nl_fixer *fixer, const navlint_finding *finding) {
    enum { MOST_BYTES = 256 };
    static const uint8_t zeros[MOST_BYTES];
    const navlint_field field = nl_fix_field_of(finding);
    const uint64_t length = field.encoding ? field.inner.length : field.length;
    return length != 0 && length <= MOST_BYTES && nl_fix_replace(fixer, &field, zeros, length);
}

bool nl_fix_cut_tail(nl_fixer *fixer, const navlint_finding *finding) {
    const uint64_t end = fixer->members[fixer->input].job.length;
    if (finding->encoding || finding->offset >= end) return false;
    const navlint_field tail = nl_fix_place(finding->path, finding->offset, end - finding->offset);
    return nl_fix_remove(fixer, &tail);
}

/* ---- Items of lists ---- */

static bool is_segment(const char *from, const char *to, const char *key) {
    const size_t length = strlen(key);
    return (size_t)(to - from) == length && memcmp(from, key, length) == 0;
}

static const nl_fix_list *list_named(const nl_fixer *fixer, const char *from, const char *to) {
    const nl_fix_list *list = fixer->format->fixes->lists;
    for (; list && list->items; list++)
        if (is_segment(from, to, list->items)) return list;
    return NULL;
}

static const char *end_of_segment(const char *from) {
    return from + strcspn(from, "/");
}

/* Of the path's items of the room's lists the last one: `list`, where its key starts, where it
 * ends.
 */
typedef struct item_path {
    const nl_fix_list *list;
    const char *key;
    const char *end;
} item_path;

static item_path last_item(const nl_fixer *fixer, const char *path) {
    item_path last = {NULL, NULL, NULL};
    while (*path == '/') {
        const char *const key = path + 1;
        const char *const key_end = end_of_segment(key);
        const nl_fix_list *const list = list_named(fixer, key, key_end);
        if (list && key_end[0] == '/' && key_end[1] >= '0' && key_end[1] <= '9')
            last = (item_path){list, key, end_of_segment(key_end + 1)};
        path = key_end;
    }
    return last;
}

const char *nl_fix_item_of(nl_fixer *fixer, const navlint_finding *finding) {
    const item_path item = last_item(fixer, finding->path);
    return item.list ? nl_fix_cut_path(fixer, finding->path, item.end) : NULL;
}

bool nl_fix_remove_item_at(nl_fixer *fixer, const char *path) {
    navlint_field record, count;
    const item_path item = path ? last_item(fixer, path) : (item_path){NULL, NULL, NULL};
    if (!item.list) return false;
    const char *const owner = nl_fix_cut_path(fixer, path, item.key);
    const char *const count_path = owner ? nl_fix_path(fixer, owner, item.list->count) : NULL;
    return count_path && nl_fix_find(fixer, count_path, &count) &&
           nl_fix_find_record(fixer, path, &record) && nl_fix_add(fixer, &count, -1) &&
           nl_fix_remove(fixer, &record);
}

bool nl_fix_remove_item(nl_fixer *fixer, const navlint_finding *finding) {
    return nl_fix_remove_item_at(fixer, nl_fix_item_of(fixer, finding));
}
