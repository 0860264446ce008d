/* Document to findings: the order of the checks, and the facts. */
#include "parsers/mgs_nav2/findings.h"

void nav2_tell_here(const nav2_here *h, unsigned rule, const nav2_place *place, nl_draft draft) {
    draft.subject = "group";
    draft.subject_id = h->number;
    nav2_found(h->c->job->report, rule, place, draft);
}

/* ---- Groups ---- */

nav2_here nav2_here_of(nav2_check *c, const nav2_group *group) {
    return (nav2_here){
        .c = c,
        .bytes = c->bytes,
        .g = group,
        .number = nav2_number_of(group->uid),
        .segment_count = group->segments.count,
        .has_graph = group->chunks[NAV2_GRAPH].is_readable,
        .has_mesh = group->chunks[NAV2_MESH].is_readable,
        .has_segments = group->chunks[NAV2_SEGMENTS].is_readable,
        .has_seggraph = group->chunks[NAV2_SEGGRAPH].is_readable,
    };
}

static bool make_marks(nav2_here *h) {
    nl_arena *const arena = h->c->job->arena;
    h->face_segments = NL_NEW(arena, uint16_t, h->g->mesh.face_count);
    h->nodes_in = NL_NEW_ZEROED(arena, uint16_t, h->segment_count);
    h->edges_in = NL_NEW_ZEROED(arena, uint16_t, h->segment_count);
    h->edge_marks = NL_NEW_ZEROED(arena, uint8_t, h->g->graph.edge_count);
    h->node_marks = NL_NEW_ZEROED(arena, uint8_t, h->g->graph.node_count);
    h->vertex_marks = NL_NEW_ZEROED(arena, uint8_t, h->g->mesh.position_count);
    return !arena->exhausted && nl_spend(h->c->budget, h->segment_count);
}

/* A group of a file that was not fetched as a whole. */
static void fetch_group(const nav2_check *c, const nav2_group *group) {
    for (uint32_t kind = 0; kind < NAV2_KINDS && c->job->length > NAV2_FETCHED_BYTES; kind++) {
        const nav2_chunk *const chunk = &group->chunks[kind];
        nav2_fetch(c->bytes + chunk->at, chunk->end - chunk->at);
    }
}

/* Without its segments nothing of a group can be resolved; that they cannot be read is an error. */
static void check_group(nav2_check *c, const nav2_group *group) {
    nav2_here h = nav2_here_of(c, group);
    if (!h.has_segments) return;
    const size_t mark = nl_arena_mark(c->job->arena);
    if (!make_marks(&h)) return;
    fetch_group(c, group);
    nav2_check_segments(&h);
    if (h.has_graph && !c->budget->exhausted) nav2_check_graph(&h);
    if (h.has_mesh && !c->budget->exhausted) nav2_check_mesh(&h);
    if (h.has_seggraph && !c->budget->exhausted) nav2_check_seggraph(&h);
    nl_arena_release(c->job->arena, mark);
}

/* ---- Facts ---- */

typedef struct nav2_sums {
    uint64_t segments, nodes, edges, faces, vertices;
} nav2_sums;

static nav2_sums sums_of(const nav2_document *doc) {
    nav2_sums sums = {0};
    for (uint32_t i = 0; i < doc->group_count; i++) {
        sums.segments += doc->groups[i].segments.count;
        sums.nodes += doc->groups[i].graph.node_count;
        sums.edges += doc->groups[i].graph.edge_count;
        sums.faces += doc->groups[i].mesh.face_count;
        sums.vertices += doc->groups[i].mesh.position_count;
    }
    return sums;
}

static void state_bounds(const nav2_check *c) {
    static const char *const names[2][3] = {{"minX", "minY", "minZ"}, {"maxX", "maxY", "maxZ"}};
    const nav2_document *const doc = c->doc;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double divisor = doc->divisor[axis];
        const double origin = (double)doc->origin[axis];
        if (!c->has_vertices || doc->divisor[axis] == 0) continue;
        nl_fact(c->job->report, names[0][axis], nl_real(origin + c->low[axis] / divisor));
        nl_fact(c->job->report, names[1][axis], nl_real(origin + c->high[axis] / divisor));
    }
}

static void state_facts(const nav2_check *c) {
    const nav2_document *const doc = c->doc;
    navlint_report *const report = c->job->report;
    const nav2_sums sums = sums_of(doc);
    const uint32_t tile = nav2_tile_of(doc->uid);
    nl_fact(report, "groups", nl_uint(doc->group_count));
    nl_fact(report, "chunks", nl_uint(doc->chunk_count));
    nl_fact(report, "segments", nl_uint(sums.segments));
    nl_fact(report, "nodes", nl_uint(sums.nodes));
    nl_fact(report, "edges", nl_uint(sums.edges));
    nl_fact(report, "faces", nl_uint(sums.faces));
    nl_fact(report, "vertices", nl_uint(sums.vertices));
    nl_fact(report, "islandGraphs", nl_uint(doc->island_count));
    nl_fact(report, "searchBuckets", nl_uint(doc->search.bucket_count));
    nl_fact(report, "tileX", nl_uint(tile & 63));
    nl_fact(report, "tileZ", nl_uint(tile >> 6 & 63));
    state_bounds(c);
}

/* ---- All of it ---- */

void nav2_check_document(nl_job *job, const void *document) {
    const nav2_document *const doc = document;
    nav2_check c = {.job = job, .bytes = job->bytes, .doc = doc, .budget = job->budget};
    if (doc->is_cut) return;
    nav2_check_descs(&c);
    for (uint32_t i = 0; i < doc->group_count && !c.budget->exhausted; i++)
        check_group(&c, &doc->groups[i]);
    nav2_check_islands(&c);
    nav2_check_search(&c);
    nav2_check_tiles(&c);
    state_facts(&c);
}
