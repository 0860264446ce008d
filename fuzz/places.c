/* Invariants 38 and 45: what a finding says about its place is what the dump shows there. */
#include <math.h>
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

/* How much of a path the records of one list share: all in front of the first number. */
static size_t list_length(const char *path) {
    return strcspn(path, "0123456789");
}

/* Whether what stands there is shown as part of another list: of tables that overlap a dump shows
 * the first, and of the record behind it only what is left. */
static bool is_hidden(const dumped *all, const navlint_finding *finding, uint64_t at) {
    const size_t length = list_length(finding->path);
    for (size_t i = 0; i < all->count; i++) {
        const navlint_field *const field = &all->fields[i];
        const navlint_range range = range_beside(finding, field);
        if (!field->encoding == !finding->encoding && range.offset <= at &&
            at - range.offset < range.length && strncmp(field->path, finding->path, length) != 0)
            return true;
    }
    return false;
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
    REQUIRE(38, low == UINT64_MAX || (low <= at && at <= high) || is_hidden(all, finding, at));
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

/* ---- Positions ---- */

enum {
    MOST_POSITIONS = 16, /* of one report: each is compared with every coordinate of its record */
    AXES = 3
};

static const double farthest = 1e5; /* from the middle of a world, in units of a file */

/* Dumped coordinates in a unit of the game; 0: other bytes than the dump's own are needed to tell.
 */
static double units_of(const navlint_report *report) {
    const char *const id = navlint_report_format(report)->id;
    if (strcmp(id, "gta-nodes") == 0) return 8;
    return strcmp(id, "source-nav") == 0 || strcmp(id, "metroid-path") == 0 ? 1 : 0;
}

/* Along each axis, of the coordinates under a path. */
typedef struct box {
    double low[AXES], high[AXES];
    bool is_usual; /* none that a room may take for damaged */
} box;

/* "/position/x", "/northEastZ"; AXES: a direction, or no coordinate at all. */
static unsigned axis_of(const char *path) {
    const char *const name = strrchr(path, '/') + 1;
    const size_t length = strlen(name);
    if (strstr(path, "/normal/") || strstr(path, "/direction/")) return AXES;
    if (length > 1 && name[length - 1] == 'Z') return 2;
    return length == 1 && *name >= 'x' && *name <= 'z' ? (unsigned)(*name - 'x') : AXES;
}

static double number_of(const navlint_value *value) {
    if (value->kind == NAVLINT_REAL) return value->as.real;
    return value->kind == NAVLINT_INT ? (double)value->as.sint : (double)value->as.uint;
}

/* Of the fields below `path` that have `part` in theirs. */
static box box_below(const dumped *all, const char *path, const char *part) {
    box b = {.low = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
             .high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL},
             .is_usual = true};
    for (size_t i = first_from(all, path);
         i < all->count && strncmp(all->fields[i].path, path, strlen(path)) == 0; i++) {
        const navlint_field *const field = &all->fields[i];
        const unsigned axis = axis_of(field->path);
        if (axis == AXES || !strstr(field->path, part)) continue;
        const double value = number_of(&field->value);
        b.is_usual &= fabs(value) < farthest;
        if (value < b.low[axis]) b.low[axis] = value;
        if (value > b.high[axis]) b.high[axis] = value;
    }
    return b;
}

/* "/areas/3/hidingSpots/2/" of what is in it, "/areas/3/" of all else. */
static void write_record_path(char *out, size_t capacity, const char *path) {
    const bool is_spot = strstr(path, "/hidingSpots/") != NULL;
    size_t length = 0;
    for (unsigned left = is_spot ? 5 : 3; path[length] != '\0' && length + 2 < capacity; length++)
        if (path[length] == '/' && --left == 0) break;
    memcpy(out, path, length);
    memcpy(out + length, "/", 2);
}

static bool has_any(const box *b) {
    return b->low[0] <= b->high[0];
}

/* Where the coordinates of a record are damaged, or it has none, its position is that of what it
 * belongs to. Of a file with wrong counts, GTA's, not all of that is dumped. */
static box box_of(const dumped *all, const char *path, double units) {
    char record[160];
    write_record_path(record, sizeof record, path);
    box b = box_below(all, record, "/extendedPosition/");
    if (!has_any(&b)) b = box_below(all, record, "");
    return (has_any(&b) && b.is_usual) || units != 1 ? b : box_below(all, "", "");
}

static void check_position(const dumped *all, const nl_kept_finding *kept, double units) {
    const box b = box_of(all, kept->finding.path, units);
    const navlint_position *const at = &kept->finding.position;
    const double point[AXES] = {at->x * units, at->y * units, at->z * units};
    for (unsigned i = 0; i < AXES; i++)
        REQUIRE(45, b.low[i] > b.high[i] || (b.low[i] <= point[i] && point[i] <= b.high[i]));
}

/* Invariant 45. What could not be read to its end is not dumped, and may be where the finding is.
 */
static void check_positions(const dumped *all, const navlint_report *report) {
    const double units = units_of(report);
    if (units == 0 || report->undecoded) return;
    size_t left = MOST_POSITIONS;
    for (uint32_t i = 0; i < report->finding_count && left > 0; i++) {
        const nl_kept_finding *const kept = report->findings[i];
        if (!kept->finding.position.is_known || kept->finding.path[0] == '\0') continue;
        check_position(all, kept, units);
        left--;
    }
}

void fuzz_check_places(const navlint_report *report, const navlint_options *options,
                       const navlint_input *input, fuzz_memory memory) {
    dumped all = {.fields = NULL};
    if (report->finding_count == 0) return;
    (void)navlint_dump(options, input, memory.bytes, memory.length, keep_field, &all);
    if (all.count > 0) qsort(all.fields, all.count, sizeof *all.fields, by_path);
    check_places(&all, report);
    check_positions(&all, report);
    forget(&all);
}
