/* Fixes of the file as a whole, and of single words whose value is known. */
#include <string.h>

#include "parsers/metroid_path/fixes.h"
#include "parsers/metroid_path/sections.h"

/* ---- The file as a whole ---- */

/* Whole words, as the tools do that turn a file round: so halves of words trade places back. */
bool mp_fix_byte_order(nl_fixer *fixer, const navlint_finding *finding) {
    const nl_job *const job = &fixer->members[fixer->input].job;
    const navlint_field all = nl_fix_place(finding->path, 0, job->length);
    uint8_t *const turned = nl_fix_alloc(fixer, job->length);
    if (!turned) return false;
    memcpy(turned, job->bytes, job->length);
    for (size_t at = 0; at + MP_WORD_BYTES <= job->length; at += MP_WORD_BYTES)
        for (size_t i = 0; i < MP_WORD_BYTES; i++)
            turned[at + i] = job->bytes[at + MP_WORD_BYTES - 1 - i];
    return nl_fix_replace(fixer, &all, turned, job->length);
}

/* What follows the data becomes FF up to a multiple of 32. */
static bool write_fill(const mp_patch *p) {
    uint8_t fill[MP_FILL_BYTES];
    const uint64_t length = p->fixer->members[p->fixer->input].job.length;
    const navlint_field tail = nl_fix_place("/fill", p->doc->end, length - p->doc->end);
    memset(fill, 0xFF, sizeof fill);
    return nl_fix_replace(p->fixer, &tail, fill, mp_fill_bytes(p->doc->end));
}

bool mp_fix_fill(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    return mp_fix_begin(fixer, finding, &p) && write_fill(&p);
}

/* Of version 7 the bytes may be points: only what is plainly no more than fill goes. */
bool mp_fix_garbage(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    return mp_fix_begin(fixer, finding, &p) &&
           (p.doc->layout->is_confirmed || mp_fix_ends_in_fill(&p)) && write_fill(&p);
}

static bool empty_list(const mp_patch *p, mp_section section) {
    const navlint_field count = mp_fix_count_field(p, section);
    const uint64_t bytes =
        (uint64_t)mp_fix_count(p, section) * mp_stride_of(p->doc->layout, section);
    const char *const path = nl_fix_path(p->fixer, "/", mp_sections[section].list);
    const navlint_field records = nl_fix_place(path, p->doc->lists[section].at, bytes);
    return bytes == 0 ||
           (nl_fix_set(p->fixer, &count, nl_uint(0)) && nl_fix_remove(p->fixer, &records) && path);
}

bool mp_fix_leftover(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || mp_fix_count(&p, MP_REGIONS) != 0) return false;
    const int64_t bytes = (int64_t)mp_fix_count(&p, MP_NODES) * MP_NODE_BYTES +
                          (int64_t)mp_fix_count(&p, MP_LINKS) * MP_LINK_BYTES;
    return empty_list(&p, MP_NODES) && empty_list(&p, MP_LINKS) && mp_fix_refill(&p, -bytes);
}

/* ---- Single words ---- */

/* The number is the position in the table, and so is its copy. */
bool mp_fix_index(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_REGIONS)) return false;
    const mp_layout *const layout = p.doc->layout;
    const uint32_t copy = mp_region_copy(layout, mp_fix_record(&p, MP_REGIONS, p.index));
    return mp_fix_set_word(&p, MP_REGIONS, p.index, MP_REGION_INDEX, p.index) &&
           (copy == p.index || mp_fix_set_word(&p, MP_REGIONS, p.index, layout->copy, p.index));
}

/* The eight bits that the game looks at. */
bool mp_fix_mask(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    return finding->type && finding->actual.kind == NAVLINT_UINT &&
           nl_fix_set(fixer, &field, nl_uint(finding->actual.as.uint & 0xFF));
}

/* Everything but 0 is a leaf. */
bool mp_fix_leaf_value(nl_fixer *fixer, const navlint_finding *finding) {
    const navlint_field field = nl_fix_field_of(finding);
    return finding->type && nl_fix_set(fixer, &field, nl_uint(1));
}

/* All eight: only the first is reported. */
bool mp_fix_leaf_children(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    bool is_ok = mp_fix_begin(fixer, finding, &p) && mp_fix_is_in(&p, MP_OCTREE);
    for (uint32_t i = 0; is_ok && i < MP_CHILDREN; i++) {
        const bool is_right = mp_child(mp_fix_record(&p, MP_OCTREE, p.index), i) == UINT32_MAX;
        is_ok =
            is_right || mp_fix_set_word(&p, MP_OCTREE, p.index, MP_OCTANT_CHILDREN + i, UINT32_MAX);
    }
    return is_ok;
}
