/* Which nodes and links belong to which region. */
#include <string.h>

#include "core/quick.h"
#include "parsers/metroid_path/checks.h"
#include "parsers/metroid_path/owners.h"

/* The rules about nodes, or links, and whether all is well with them. */
typedef struct mp_owning {
    mp_section section;
    unsigned start_field, shared_rule, orphan_rule;
    bool *sound;
} mp_owning;

/* A region's nodes, or links. */
typedef struct mp_owned {
    uint32_t start, count;
    bool is_sound; /* all of them are there */
} mp_owned;

static mp_owned run_of(const mp_row *row, mp_section section) {
    return section == MP_NODES ? (mp_owned){row->node_start, row->nodes, row->has_nodes}
                               : (mp_owned){row->link_start, row->links, row->has_links};
}

static void set_owner(mp_row *row, mp_section section, bool owns) {
    *(section == MP_NODES ? &row->owns_nodes : &row->owns_links) = owns;
}

/* The usual file: runs follow each other in the order of the regions, to the end of the table. */
static bool are_tiled(const mp_check *c, mp_section section) {
    uint32_t cursor = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_owned run = run_of(&c->rows[i], section);
        if (!run.is_sound || (run.count != 0 && run.start != cursor)) return false;
        cursor += run.count;
    }
    return cursor == mp_count(c, section);
}

/* The fields that say which run a region has: they stand side by side, the count first. */
static navlint_related beside(const mp_check *c, const mp_owning *o, uint32_t region) {
    const uint64_t at = mp_record_at(c->doc, MP_REGIONS, region);
    const uint32_t start_at = mp_fields.fields[o->start_field].at;
    return (navlint_related){at + start_at - MP_WORD_BYTES, 2 * MP_WORD_BYTES,
                             o->section == MP_NODES ? "the nodes of the other region"
                                                    : "the links of the other region"};
}

/* The region before `region` that has some of the same items. Only so many are looked at. */
static uint32_t other_owner(const mp_check *c, const mp_owning *o, uint32_t region) {
    const mp_owned own = run_of(&c->rows[region], o->section);
    for (uint32_t i = region; i-- > 0 && c->map.finder->tries_left != 0;) {
        const mp_owned run = run_of(&c->rows[i], o->section);
        c->map.finder->tries_left--;
        if (run.is_sound && run.start < own.start + own.count && own.start < run.start + run.count)
            return i;
    }
    return NL_NO_INDEX;
}

static void found_shared(const mp_check *c, const mp_owning *o, uint32_t region) {
    const mp_owned run = run_of(&c->rows[region], o->section);
    const uint32_t other = other_owner(c, o, region);
    nl_draft draft = mp_run_draft(run.start, run.count);
    char chars[24];
    nl_text name = nl_text_over(chars, sizeof chars);
    nl_put(&name, other == NL_NO_INDEX ? "another region" : "region ");
    if (other != NL_NO_INDEX) nl_put_uint(&name, other);
    draft.args[2] = nl_string(name.chars);
    if (other != NL_NO_INDEX) draft.related[0] = beside(c, o, other);
    const nl_place place = mp_place_of(c, MP_REGIONS, region);
    nl_found(&place, o->shared_rule, o->start_field, &draft);
}

/* The last region whose items end where the loose ones begin: its count may be too small, or 0. */
static uint32_t owner_before(const mp_check *c, const mp_owning *o, uint32_t item) {
    for (uint32_t i = mp_count(c, MP_REGIONS); i > 0; i--) {
        const mp_owned run = run_of(&c->rows[i - 1], o->section);
        if (run.is_sound && (uint64_t)run.start + run.count == item) return i - 1;
    }
    return NL_NO_INDEX;
}

static void check_orphans(const mp_check *c, const mp_owning *o) {
    uint32_t first = 0;
    const uint32_t unowned = mp_unowned(c->marks, mp_count(c, o->section), &first);
    if (unowned == 0 || !*o->sound || mp_count(c, MP_REGIONS) == 0) return;
    const uint32_t before = owner_before(c, o, first);
    nl_draft draft = {.length = mp_stride_of(c->doc->layout, o->section),
                      .args = {nl_uint(unowned)}};
    if (before != NL_NO_INDEX) draft.related[0] = beside(c, o, before);
    const nl_place place = mp_place_of(c, o->section, first);
    nl_found(&place, o->orphan_rule, NL_NO_FIELD, &draft);
}

/* Item by item, where runs are not tiled. */
static void check_owners(mp_check *c, const mp_owning *o) {
    memset(c->marks, 0, mp_count(c, o->section));
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_owned run = run_of(&c->rows[i], o->section);
        if (!run.is_sound || run.count == 0) continue;
        const bool owns = mp_own(c->marks, run.start, run.count);
        set_owner(&c->rows[i], o->section, owns);
        if (owns) continue;
        *o->sound = false;
        found_shared(c, o, i);
    }
    check_orphans(c, o);
}

static void check_owning(mp_check *c, const mp_owning *o) {
    const bool tiled = NL_QUICK_ROUGH(are_tiled(c, o->section)); /* another order is in order too */
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        set_owner(&c->rows[i], o->section, tiled);
    if (!tiled) check_owners(c, o);
}

/* Nodes last: their marks are asked for again. */
void mp_check_runs(mp_check *c) {
    const mp_owning links = {MP_LINKS, MP_REGION_LINK_START, PATH_LINK_SHARED, PATH_LINK_ORPHAN,
                             &c->links_sound};
    const mp_owning nodes = {MP_NODES, MP_REGION_NODE_START, PATH_NODE_SHARED, PATH_NODE_ORPHAN,
                             &c->nodes_sound};
    check_owning(c, &links);
    check_owning(c, &nodes);
}
