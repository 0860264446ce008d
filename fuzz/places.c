/* Invariant 38: what a finding says about its place is what the dump shows there. */
#include <stdlib.h>
#include <string.h>

#include "core/report.h"
#include "fuzz/oracle.h"

/* Fields of one input, by path. */
typedef struct dumped {
    navlint_field *fields; /* with paths of their own */
    size_t count, room;
} dumped;

static char *copy_of(const char *text) {
    const size_t bytes = strlen(text) + 1;
    char *const copy = malloc(bytes);
    if (!copy) abort();
    memcpy(copy, text, bytes);
    return copy;
}

static bool keep_field(void *context, const navlint_field *field) {
    dumped *const all = context;
    if (all->count == all->room) {
        all->room = 2 * all->room + 64;
        all->fields = realloc(all->fields, all->room * sizeof *all->fields);
        if (!all->fields) abort();
    }
    all->fields[all->count] = *field;
    all->fields[all->count].path = copy_of(field->path);
    all->fields[all->count++].value.as.uint =
        field->value.kind == NAVLINT_TEXT ? 0 : field->value.as.uint;
    return true;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const navlint_field *)a)->path, ((const navlint_field *)b)->path);
}

static void forget(dumped *all) {
    for (size_t i = 0; i < all->count; i++)
        free((void *)(uintptr_t)all->fields[i].path);
    free(all->fields);
}

/* The first field whose path is not less than `path`. */
static size_t first_from(const dumped *all, const char *path) {
    size_t low = 0;
    for (size_t high = all->count; low < high;) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(all->fields[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_same_range(navlint_range a, navlint_range b) {
    return a.offset == b.offset && a.length == b.length;
}

static bool is_at(const navlint_finding *finding, const navlint_field *field) {
    return finding->offset == field->offset && finding->length == field->length &&
           !finding->encoding == !field->encoding && is_same_range(finding->inner, field->inner);
}

/* Of a value that was read from the file, not measured. */
static bool has_value(const nl_kept_finding *kept, const navlint_field *field) {
    const navlint_value *const actual = &kept->finding.actual;
    return kept->is_measured || actual->kind == NAVLINT_NO_VALUE ||
           (actual->kind == field->value.kind &&
            memcmp(&actual->as, &field->value.as, sizeof actual->as.uint) == 0);
}

/* A path may be that of several fields: damaged files repeat themselves. What a finding is about
 * may be in a part of the file that cannot be followed, which no dump shows. */
static void check_field(const dumped *all, const nl_kept_finding *kept) {
    const navlint_finding *const finding = &kept->finding;
    const size_t first = first_from(all, finding->path);
    bool is_there = false;
    size_t i = first;
    for (; i < all->count && strcmp(all->fields[i].path, finding->path) == 0; i++)
        is_there |= is_at(finding, &all->fields[i]) &&
                    strcmp(finding->type, all->fields[i].type) == 0 &&
                    has_value(kept, &all->fields[i]);
    REQUIRE(38, i == first || is_there);
}

static bool is_below(const char *path, const char *above) {
    const size_t length = strlen(above);
    return strncmp(path, above, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Where the field stands, as far as the finding can be compared with it. */
static navlint_range range_beside(const navlint_finding *finding, const navlint_field *field) {
    return finding->encoding && field->encoding ? field->inner
                                                : (navlint_range){field->offset, field->length};
}

/* A record starts among its fields, or where they end. */
static void check_record(const dumped *all, const navlint_finding *finding) {
    const uint64_t at = finding->encoding ? finding->inner.offset : finding->offset;
    uint64_t low = UINT64_MAX;
    uint64_t high = 0;
    for (size_t i = first_from(all, finding->path);
         i < all->count && strncmp(all->fields[i].path, finding->path, strlen(finding->path)) == 0;
         i++) {
        const navlint_field *const field = &all->fields[i];
        if (!is_below(field->path, finding->path) || !field->encoding != !finding->encoding)
            continue;
        const navlint_range range = range_beside(finding, field);
        low = range.offset < low ? range.offset : low;
        high = range.offset + range.length > high ? range.offset + range.length : high;
    }
    REQUIRE(38, low == UINT64_MAX || (low <= at && at <= high));
}

static void check_places(const dumped *all, const navlint_report *report) {
    for (uint32_t i = 0; i < report->finding_count; i++) {
        const nl_kept_finding *const kept = report->findings[i];
        if (kept->finding.type)
            check_field(all, kept);
        else if (!report->undecoded && kept->finding.path[0] != '\0')
            check_record(all, &kept->finding);
    }
}

void fuzz_check_places(const navlint_report *report, const navlint_options *options,
                       const navlint_input *input, fuzz_memory memory) {
    dumped all = {.fields = NULL};
    if (report->finding_count == 0) return;
    (void)navlint_dump(options, input, memory.bytes, memory.length, keep_field, &all);
    if (all.count > 0) qsort(all.fields, all.count, sizeof *all.fields, by_path);
    check_places(&all, report);
    forget(&all);
}
