/* Which nodes and links belong to which region. */
#include <string.h>

#include "core/quick.h"
#include "parsers/metroid_path/checks.h"

/* The rules about nodes, or links, and whether all is well with them. */
typedef struct mp_owning {
    mp_section section;
    unsigned start_field, shared_rule, orphan_rule;
    bool *sound;
} mp_owning;

/* A region's nodes, or links. */
typedef struct mp_run {
    uint32_t start, count;
    bool is_sound; /* all of them are there */
} mp_run;

static mp_run run_of(const mp_row *row, mp_section section) {
    return section == MP_NODES ? (mp_run){row->node_start, row->nodes, row->has_nodes}
                               : (mp_run){row->link_start, row->links, row->has_links};
}

static void set_owner(mp_row *row, mp_section section, bool owns) {
    *(section == MP_NODES ? &row->owns_nodes : &row->owns_links) = owns;
}

/* The usual file: runs follow each other in the order of the regions, to the end of the table. */
static bool are_tiled(const mp_check *c, mp_section section) {
    uint32_t cursor = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_run run = run_of(&c->rows[i], section);
        if (!run.is_sound || (run.count != 0 && run.start != cursor)) return false;
        cursor += run.count;
    }
    return cursor == mp_count(c, section);
}

static void check_orphans(const mp_check *c, const mp_owning *o) {
    uint32_t first = 0;
    const uint32_t unowned = mp_unowned(c->marks, mp_count(c, o->section), &first);
    if (unowned == 0 || !*o->sound || mp_count(c, MP_REGIONS) == 0) return;
    const nl_place place = mp_place_of(c, o->section, first);
    nl_found(&place, o->orphan_rule, NL_NO_FIELD,
             &(nl_draft){.length = mp_stride_of(c->doc->layout, o->section),
                         .actual = nl_uint(unowned),
                         .args = {nl_uint(first)}});
}

/* Item by item, where runs are not tiled. */
static void check_owners(mp_check *c, const mp_owning *o) {
    memset(c->marks, 0, mp_count(c, o->section));
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_run run = run_of(&c->rows[i], o->section);
        if (!run.is_sound || run.count == 0) continue;
        const bool owns = mp_own(c->marks, run.start, run.count);
        set_owner(&c->rows[i], o->section, owns);
        if (owns) continue;
        *o->sound = false;
        const nl_draft draft = mp_run_draft(run.start, run.count);
        const nl_place place = mp_place_of(c, MP_REGIONS, i);
        nl_found(&place, o->shared_rule, o->start_field, &draft);
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
