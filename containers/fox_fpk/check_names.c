/* Names: what they look like, whose digest a row has, which come twice. */
#include <string.h>

#include "containers/fox_fpk/checks.h"

/* ---- Looks ---- */

static unsigned length_field(fpk_row row) {
    return row.is_reference ? FPK_REFERENCE_NAME_SIZE : FPK_ENTRY_NAME_SIZE;
}

static void found_nul(fpk_row row, const char *what) {
    fpk_found(row, FPK_NAME_NUL, length_field(row), &(nl_draft){.args = {nl_string(what)}});
}

static void check_nul(fpk_row row, fpk_range range) {
    const nl_job *const job = row.check->job;
    const uint64_t end = range.at + range.length;
    const uint64_t looked_at = nl_min(range.length, FPK_LONGEST_NAME);
    if (memchr(job->bytes + range.at, 0, (size_t)looked_at))
        found_nul(row, "a NUL stands in its name");
    else if (end == job->length)
        found_nul(row, "the pack ends with its name, without the NUL behind it");
    else if (job->bytes[end] != 0)
        found_nul(row, "its name does not end where a NUL stands");
}

static bool has(box_name name, char c) {
    return memchr(name.chars, c, name.length) != NULL;
}

/* Names are whole paths, so what follows the first slash is judged by itself. */
static const char *oddity_of(box_name name) {
    static const char root[] = "/Assets/";
    const bool is_rooted = name.length != 0 && name.chars[0] == '/';
    const box_name rest = {name.chars + is_rooted, name.length - is_rooted};
    const char *const danger = box_name_danger(rest);
    if (is_rooted && danger) return danger;
    if (has(name, '\\')) return "has a backslash";
    if (has(name, ':')) return "has a colon";
    if (danger) return danger;
    const bool is_usual =
        name.length >= sizeof root - 1 && memcmp(name.chars, root, sizeof root - 1) == 0;
    return is_usual ? NULL : "does not begin with /Assets/";
}

static void found_odd(fpk_row row, box_name name, const char *oddity) {
    const unsigned field = row.is_reference ? FPK_REFERENCE_NAME_AT : FPK_ENTRY_NAME_AT;
    char chars[4 * NL_SHOWN_NAME_BYTES + 8];
    nl_text shown = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&shown, name.chars, name.length);
    fpk_found(row, FPK_NAME_ROOT, field,
              &(nl_draft){.args = {nl_string(shown.chars), nl_string(oddity)}});
}

/* Of what a cipher makes, two thirds are bytes that no path has; of a damaged name a few. */
static bool is_readable(box_name name) {
    uint32_t odd = 0;
    for (uint32_t i = 0; i < name.length; i++)
        odd += name.chars[i] < 0x20 || name.chars[i] > 0x7E;
    return name.length != 0 && odd <= name.length / 4;
}

static void check_looks(fpk_row row, box_name name) {
    const char *const oddity = oddity_of(name);
    if (!oddity) return;
    const bool may_be_enciphered =
        !row.is_reference && !is_readable(name) && !fpk_has_digest(row.check->job, row.index, name);
    if (!may_be_enciphered) found_odd(row, name, oddity);
}

void fpk_check_name(fpk_row row, fpk_range range) {
    check_nul(row, range);
    if (range.length <= FPK_LONGEST_NAME) {
        check_looks(row, fpk_name_at(row.check->job, range));
        return;
    }
    fpk_found(row, FPK_NAME_LONG, length_field(row),
              &(nl_draft){.actual = nl_uint(range.length),
                          .expected = nl_uint(FPK_LONGEST_NAME),
                          .relation = NAVLINT_AT_MOST});
}

/* ---- Digests ---- */

static void found_digest(fpk_row row, unsigned rule, box_name name) {
    char chars[4 * NL_SHOWN_NAME_BYTES + 8];
    const box_name base = box_name_base(name);
    nl_text shown = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&shown, base.chars, base.length);
    fpk_found(row, rule, FPK_ENTRY_DIGEST, &(nl_draft){.args = {nl_string(shown.chars)}});
}

bool fpk_check_digest(fpk_row row, unsigned rule) {
    const nl_job *const job = row.check->job;
    const box_name name = fpk_name_at(job, fpk_name_of(job, row.index));
    if (!nl_spend(job->budget, 2 + 3 * (uint64_t)name.length / 64)) return false;
    if (fpk_has_digest(job, row.index, name)) return true;
    found_digest(row, is_readable(name) ? rule : FPK_NAME_ENCIPHERED, name);
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
    fpk_found(fpk_entry(c, row), FPK_NAME_DUP, FPK_ENTRY_NAME_AT,
              &(nl_draft){.args = {nl_uint(first)},
                          .related = {{name.at, name.length, "the other name"}}});
}

bool fpk_check_twins(fpk_check *c) {
    const box_twins twins = {is_same, found_twin, c};
    return box_each_twin(c->names, c->name_count, c->job->budget, &twins);
}
