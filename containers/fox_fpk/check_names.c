/* Names: what they look like, whose digest a row has, which come twice. */
#include <string.h>

#include "containers/fox_fpk/checks.h"

/* ---- Looks ---- */

static void found_nul(const fpk_spot *spot, unsigned length, const char *what) {
    nl_found(&spot->place, FPK_NAME_NUL, length, &(nl_draft){.args = {nl_string(what)}});
}

static void check_nul(const fpk_check *c, const fpk_spot *spot, fpk_range range, unsigned length) {
    const uint64_t end = range.at + range.length;
    const uint64_t looked_at = nl_min(range.length, FPK_LONGEST_NAME);
    if (memchr(c->job->bytes + range.at, 0, (size_t)looked_at))
        found_nul(spot, length, "a NUL stands in its name");
    else if (end == c->job->length)
        found_nul(spot, length, "the pack ends with its name, without the NUL behind it");
    else if (c->job->bytes[end] != 0)
        found_nul(spot, length, "its name does not end where a NUL stands");
}

static bool has_any(box_name name, const char *chars) {
    for (uint32_t i = 0; i < name.length; i++)
        if (name.chars[i] != 0 && strchr(chars, name.chars[i])) return true;
    return false;
}

/* Names are whole paths, so what follows the first slash is judged by itself. */
static const char *oddity_of(box_name name) {
    static const char root[] = "/Assets/";
    const bool is_rooted = name.length != 0 && name.chars[0] == '/';
    const box_name rest = {name.chars + is_rooted, name.length - is_rooted};
    const char *const danger = box_name_danger(rest);
    if (is_rooted && danger) return danger;
    if (has_any(name, "\\")) return "has a backslash";
    if (has_any(name, ":")) return "has a colon";
    if (danger) return danger;
    const bool is_usual =
        name.length >= sizeof root - 1 && memcmp(name.chars, root, sizeof root - 1) == 0;
    return is_usual ? NULL : "does not begin with /Assets/";
}

static void found_odd(const fpk_spot *spot, unsigned field, box_name name, const char *oddity) {
    char chars[4 * NL_SHOWN_NAME_BYTES + 8];
    nl_text shown = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&shown, name.chars, name.length);
    nl_found(&spot->place, FPK_NAME_ROOT, field,
             &(nl_draft){.args = {nl_string(shown.chars), nl_string(oddity)}});
}

/* Bytes that no path has, in a name that its digest does not know. */
static bool is_readable(box_name name) {
    for (uint32_t i = 0; i < name.length; i++)
        if (name.chars[i] < 0x20 || name.chars[i] > 0x7E) return false;
    return name.length != 0 && name.chars[0] == '/';
}

static void check_looks(const fpk_check *c, const fpk_spot *spot, fpk_range range,
                        unsigned length) {
    const box_name name = fpk_name_at(c->job, range);
    const char *const oddity = oddity_of(name);
    const bool is_reference = length == FPK_REFERENCE_NAME_SIZE;
    const uint32_t index = spot->place.steps[0].index;
    if (!oddity) return;
    if (!is_reference && !is_readable(name) && !fpk_has_digest(c->job, index, name)) return;
    found_odd(spot, is_reference ? FPK_REFERENCE_NAME_AT : FPK_ENTRY_NAME_AT, name, oddity);
}

void fpk_check_name(const fpk_check *c, const fpk_spot *spot, fpk_range range, unsigned length) {
    check_nul(c, spot, range, length);
    if (range.length <= FPK_LONGEST_NAME) {
        check_looks(c, spot, range, length);
        return;
    }
    nl_found(&spot->place, FPK_NAME_LONG, length,
             &(nl_draft){.actual = nl_uint(range.length),
                         .expected = nl_uint(FPK_LONGEST_NAME),
                         .relation = NAVLINT_AT_MOST});
}

/* ---- Digests ---- */

static void found_digest(const fpk_spot *spot, unsigned rule, box_name name) {
    char chars[4 * NL_SHOWN_NAME_BYTES + 8];
    const box_name base = box_name_base(name);
    nl_text shown = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&shown, base.chars, base.length);
    nl_found(&spot->place, rule, FPK_ENTRY_DIGEST, &(nl_draft){.args = {nl_string(shown.chars)}});
}

bool fpk_check_digest(const fpk_check *c, const fpk_spot *spot, uint32_t index) {
    const box_name name = fpk_name_at(c->job, fpk_name_of(c->job, index));
    if (!nl_spend(c->job->budget, 2 + 3 * (uint64_t)name.length / 64)) return false;
    if (fpk_has_digest(c->job, index, name)) return true;
    const unsigned rule = !is_readable(name)             ? FPK_NAME_ENCIPHERED
                          : box_name_ends(name, ".nav2") ? FPK_NAV_MD5
                                                         : FPK_NAME_MD5;
    found_digest(spot, rule, name);
    return true;
}

/* ---- Twins ---- */

static bool is_same(void *context, uint32_t first, uint32_t row) {
    const fpk_check *const c = context;
    const box_name a = fpk_name_at(c->job, fpk_name_of(c->job, first));
    const box_name b = fpk_name_at(c->job, fpk_name_of(c->job, row));
    return a.length == b.length && memcmp(a.chars, b.chars, a.length) == 0;
}

static void found_twin(void *context, uint32_t first, uint32_t row) {
    const fpk_check *const c = context;
    const fpk_range name = fpk_name_of(c->job, first);
    fpk_spot spot;
    fpk_spot_entry(&spot, c, row);
    nl_found(&spot.place, FPK_NAME_DUP, FPK_ENTRY_NAME_AT,
             &(nl_draft){.args = {nl_uint(first)},
                         .related = {{name.at, name.length, "the other name"}}});
}

bool fpk_check_twins(fpk_check *c) {
    const box_twins twins = {is_same, found_twin, c};
    return box_each_twin(c->names, c->name_count, c->job->budget, &twins);
}
