/* Plugins together with their masters: references into masters are resolved in them. */
#include <string.h>
#include <strings.h>

#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/cross/cross.h"

/* A plugin of the set. */
typedef struct member {
    const nl_member *member;
    const sky_plugin *plugin; /* NULL: it is none, or could not be decoded */
    const char *name;         /* without folders */
    uint32_t *ids;            /* its FormIDs, sorted; made when first needed */
} member;

typedef struct load_order {
    const nl_set *set;
    member *members;
    uint32_t *hashes; /* of the names: keys of the index */
    nl_index index;
} load_order;

/* ---- Names ---- */

static uint32_t lower(uint32_t c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* FNV-1a, letters in lower case. */
static uint32_t hash_of(const uint8_t *name, size_t length) {
    uint32_t hash = 0x811C9DC5u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ lower(name[i])) * 0x01000193u;
    return hash;
}

static bool is_named(const member *m, const sky_body *name) {
    return strlen(m->name) == name->length &&
           strncasecmp(m->name, (const char *)name->bytes, name->length) == 0;
}

/* The plugin of that name; NULL if the set has none. Of two of one name the first counts. */
static member *find(const load_order *o, const sky_body *name) {
    const uint32_t row = nl_index_find(&o->index, hash_of(name->bytes, name->length));
    if (row == NL_NO_ROW) return NULL;
    return o->members[row].plugin && is_named(&o->members[row], name) ? &o->members[row] : NULL;
}

static bool enter(load_order *o) {
    const nl_set *const set = o->set;
    o->members = NL_NEW_ZEROED(set->arena, member, set->count);
    o->hashes = NL_NEW(set->arena, uint32_t, set->count);
    if (!o->members || !o->hashes) return false;
    for (size_t i = 0; i < set->count; i++) {
        const sky_document *const document = set->members[i].document;
        member *const m = &o->members[i];
        m->member = &set->members[i];
        m->name = set->members[i].job.own_name;
        if (document && !document->is_bare_nvmi) m->plugin = &document->plugin;
        o->hashes[i] = hash_of((const uint8_t *)m->name, strlen(m->name));
    }
    return nl_index_build(&o->index, set->arena, set->budget, o->hashes, (uint32_t)set->count);
}

/* ---- What a master has ---- */

static bool has_form(const member *master, uint32_t object) {
    const sky_plugin *const p = master->plugin;
    const uint32_t id = p->master_count << 24 | object;
    return sky_has_id(master->ids, p->form_ids.count, id);
}

static bool has_target(const member *master, uint32_t type, uint32_t form_id) {
    const uint32_t object = form_id & SKY_OBJECT_MASK;
    if (type == SKY_NAVM)
        return sky_find_navm(master->plugin, master->plugin->master_count << 24 | object) != NULL;
    return has_form(master, object);
}

/* ---- References ---- */

/* One plugin while its references are resolved. */
typedef struct resolving {
    const load_order *order;
    sky_check check;
    char record_name[SKY_RECORD_BYTES];
    member *masters[SKY_MOST_MASTERS + 1]; /* NULL: not given */
    bool is_missed[SKY_MOST_MASTERS + 1];  /* it is not, and something refers to it */
} resolving;

static const char *title_of(uint32_t type) {
    return type == SKY_NAVM   ? "navmesh"
           : type == SKY_REFR ? "reference"
           : type == SKY_CELL ? "cell"
                              : "worldspace";
}

/* A plugin may add a record under the index of a master that has none of that FormID. */
static bool is_injected(const sky_plugin *p, const sky_reference *reference) {
    if (reference->type == SKY_NAVM) return sky_find_navm(p, reference->form_id) != NULL;
    return reference->type == SKY_REFR && sky_find_door(p, reference->form_id) != NULL;
}

static void resolve(void *context, const sky_reference *reference) {
    resolving *const r = context;
    const sky_plugin *const p = r->check.plugin;
    if (sky_is_own(p, reference->form_id)) return;
    const member *const master = r->masters[sky_index_of(reference->form_id)];
    if (!master) {
        r->check.foreign++;
        r->is_missed[sky_index_of(reference->form_id)] = true;
        return;
    }
    if (!nl_spend(r->order->set->budget, 1) || !master->plugin->is_whole) return;
    if (has_target(master, reference->type, reference->form_id)) return;
    if (is_injected(p, reference)) return;
    const sky_form_text form = sky_form(p, reference->form_id);
    sky_found(sky_reference_place(reference), SKYRIM_MASTER_REFERENCE, reference->member,
              (nl_draft){.actual = nl_string(form.chars),
                         .args = {nl_string(title_of(reference->type))}});
}

static void resolve_record(resolving *r, sky_inflater *inflater, const sky_record *record,
                           uint64_t most_bytes) {
    sky_opened opened;
    const size_t mark = nl_arena_mark(r->order->set->arena);
    if (sky_open(inflater, record, most_bytes, &opened)) {
        const sky_payload data = {.c = &r->check, .record = record, .body = opened.body};
        sky_each_reference(&data, resolve, r);
    }
    nl_arena_release(r->order->set->arena, mark);
}

/* The set's arena and budget stand in for the member's, which are used up. */
static void resolve_all(resolving *r, const nl_job *job) {
    const sky_plugin *const p = r->check.plugin;
    sky_inflater inflater = sky_inflater_of(job);
    if (p->navi.type != 0) resolve_record(r, &inflater, &p->navi, SKY_MOST_NAVI_BYTES);
    for (uint32_t i = 0; i < p->navm_count && !job->budget->exhausted; i++)
        if (!sky_is_deleted(&p->navms[i].record))
            resolve_record(r, &inflater, &p->navms[i].record, SKY_MOST_NAVM_BYTES);
    sky_inflater_end(&inflater);
}

/* What sorting costs for each FormID: many sets may share a large master. */
enum { STEPS_OF_SORTING = 4 };

static uint32_t *sorted_ids(const load_order *o, const sky_plugin *master) {
    const uint64_t steps = (uint64_t)STEPS_OF_SORTING * master->form_ids.count;
    return nl_spend(o->set->budget, steps) ? sky_sorted_ids(master, o->set->arena) : NULL;
}

/* Whether a master of the plugin is given; their FormIDs are made ready. */
static void find_masters(resolving *r) {
    const sky_plugin *const p = r->check.plugin;
    for (uint32_t i = 0; i < p->master_count; i++) {
        member *const master = find(r->order, &p->masters[i].name);
        if (!master || master->plugin == p) continue;
        if (!master->ids) master->ids = sorted_ids(r->order, master->plugin);
        r->masters[i] = master->ids ? master : NULL;
    }
}

static void resolve_member(const load_order *o, const member *m) {
    nl_job job = m->member->job;
    job.arena = o->set->arena;
    job.budget = o->set->budget;
    resolving r = {.order = o, .check = {.job = &job, .plugin = m->plugin}};
    r.check.record_name = r.record_name;
    find_masters(&r);
    resolve_all(&r, &job);
    sky_report_absent(&r.check, r.is_missed);
}

void sky_check_set(const nl_set *set) {
    load_order order = {.set = set};
    if (!enter(&order)) return;
    for (size_t i = 0; i < set->count && !set->budget->exhausted; i++)
        if (order.members[i].plugin && !set->members[i].job.is_context)
            resolve_member(&order, &order.members[i]);
}
