/* Fixes of place names. A name has its length in front; areas name it by its number. */
#include <stdio.h>
#include <string.h>

#include "parsers/source_nav/fixes.h"

enum { LONGEST = 255, PATH_BYTES = 64 };

/* A name, and where it is. */
typedef struct place_name {
    uint32_t index;
    uint32_t at; /* of its length */
    uint32_t length;
    const uint8_t *text;
} place_name;

static bool find_name(const nl_fixer *fixer, const navlint_finding *finding, place_name *name) {
    const nav_document *const doc = nav_fix_document(fixer);
    const nl_job *const job = nav_fix_job(fixer);
    if (!doc || !nav_fix_index(finding->path, "/places/", &name->index) ||
        name->index >= doc->place_count)
        return false;
    name->at = doc->place_at[name->index];
    name->length = nl_load_u16(job->bytes + name->at);
    name->text = job->bytes + name->at + NAV_NAME_TEXT_AT;
    return true;
}

static navlint_field text_of(const place_name *name, const char *path, uint32_t from,
                             uint32_t bytes) {
    return nl_fix_place(path, (uint64_t)name->at + NAV_NAME_TEXT_AT + from, bytes);
}

static bool add_to_length(nl_fixer *fixer, const place_name *name, int64_t delta) {
    const navlint_field length = nl_fix_field_at(fixer, NAV_NAME_LENGTH, name->at, &name->index);
    return length.path && nl_fix_add(fixer, &length, delta);
}

static bool append_nul(nl_fixer *fixer, const navlint_finding *finding) {
    place_name name;
    if (!find_name(fixer, finding, &name) || name.length == UINT16_MAX) return false;
    const navlint_field end = text_of(&name, finding->path, name.length, 0);
    return add_to_length(fixer, &name, 1) && nl_fix_insert(fixer, &end, finding->path, "", 1);
}

bool nav_fix_empty_name(nl_fixer *fixer, const navlint_finding *finding) {
    return append_nul(fixer, finding);
}

bool nav_fix_unterminated_name(nl_fixer *fixer, const navlint_finding *finding) {
    return append_nul(fixer, finding);
}

static bool cut(nl_fixer *fixer, const place_name *name, const navlint_finding *finding,
                uint32_t from, uint32_t bytes) {
    const navlint_field excess = text_of(name, finding->path, from, bytes);
    return add_to_length(fixer, name, -(int64_t)bytes) && nl_fix_remove(fixer, &excess);
}

/* The last byte, which is a NUL or will get one, stays. */
bool nav_fix_long_name(nl_fixer *fixer, const navlint_finding *finding) {
    place_name name;
    return find_name(fixer, finding, &name) && name.length > LONGEST &&
           cut(fixer, &name, finding, LONGEST - 1, name.length - LONGEST);
}

bool nav_fix_embedded_nul(nl_fixer *fixer, const navlint_finding *finding) {
    place_name name;
    if (!find_name(fixer, finding, &name)) return false;
    const uint8_t *const nul = memchr(name.text, 0, name.length);
    const uint32_t kept = nul ? (uint32_t)(nul - name.text) + 1 : name.length;
    return kept < name.length && cut(fixer, &name, finding, kept, name.length - kept);
}

static bool is_printable(uint8_t byte) {
    return byte == 0 || (byte >= 0x20 && byte <= 0x7E);
}

/* Byte by byte, so that a name that is long besides is repaired in the same round. */
bool nav_fix_characters(nl_fixer *fixer, const navlint_finding *finding) {
    place_name name;
    bool is_ok = find_name(fixer, finding, &name);
    for (uint32_t i = 0; is_ok && i < name.length; i++) {
        const navlint_field byte = text_of(&name, finding->path, i, 1);
        if (!is_printable(name.text[i])) is_ok = nl_fix_replace(fixer, &byte, "_", 1);
    }
    return is_ok;
}

/* ---- Names that go ---- */

/* Areas that name the one that goes name `heir` instead; later numbers are one less. Those are
 * added to, so that several names may go at once; those that are set, wait for each other. */
static bool renumber(nl_fixer *fixer, const nav_area *area, uint32_t gone, uint32_t heir) {
    if (area->place < gone) return true;
    const navlint_field number =
        nl_fix_field_at(fixer, NAV_AREA_PLACE_NUMBER, area->place_at, &area->index);
    if (!number.path) return false;
    return area->place == gone ? nl_fix_set(fixer, &number, nl_uint(heir))
                               : nl_fix_add(fixer, &number, -1);
}

/* gone, heir: numbers of places, counted from 1. */
static bool remove_name(nl_fixer *fixer, uint32_t gone, uint32_t heir) {
    const nav_document *const doc = nav_fix_document(fixer);
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "/places/%u", (unsigned)gone - 1);
    bool is_ok = doc->areas_complete && nl_fix_spend(fixer, doc->area_count) &&
                 nl_fix_remove_item_at(fixer, path);
    for (uint32_t i = 0; is_ok && i < doc->area_count; i++) {
        nav_area area;
        nav_area_at(nav_fix_job(fixer), doc, i, &area);
        is_ok = area.place > doc->place_count || renumber(fixer, &area, gone, heir);
    }
    return is_ok;
}

bool nav_fix_duplicate_name(nl_fixer *fixer, const navlint_finding *finding) {
    const nav_document *const doc = nav_fix_document(fixer);
    place_name name;
    if (!find_name(fixer, finding, &name) || finding->related_count == 0 ||
        !nl_fix_spend(fixer, name.index))
        return false;
    uint32_t first = 0;
    while (first < name.index && doc->place_at[first] != finding->related[0].offset)
        first++;
    return first < name.index && remove_name(fixer, name.index + 1, first + 1);
}

bool nav_fix_unused_name(nl_fixer *fixer, const navlint_finding *finding) {
    place_name name;
    return find_name(fixer, finding, &name) && remove_name(fixer, name.index + 1, 0);
}
