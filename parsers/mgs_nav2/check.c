/* Document to findings: the order of the checks, and the facts. */
#include "parsers/mgs_nav2/check_header.h"
#include "parsers/mgs_nav2/chunks/chunks.h"
#include "parsers/mgs_nav2/islands/islands.h"
#include "parsers/mgs_nav2/search/search.h"
#include "parsers/mgs_nav2/segments/segments.h"

/* ---- Fetching ---- */

/* A file that is too large to be fetched as a whole is fetched group by group. Faces and nodes lead
 * to those of the next group, too, and these are looked at from both sides: so while a graph is
 * checked the next group's mesh is fetched, and while a mesh is the graph of the group behind that.
 */

static const nav2_chunk *chunk_to_fetch(const nav2_check *c, uint32_t group, nav2_kind kind) {
    static const nav2_chunk nothing = {.at = 0};
    if (c->job->length <= NAV2_FETCHED_BYTES || group >= c->doc->group_count) return &nothing;
    return &c->doc->groups[group].chunks[kind];
}

static void fetch_chunk(const nav2_check *c, uint32_t group, nav2_kind kind) {
    const nav2_chunk *const chunk = chunk_to_fetch(c, group, kind);
    nav2_fetch(c->bytes + chunk->at, chunk->end - chunk->at);
}

static nav2_ahead ahead_of(const nav2_check *c, uint32_t group, nav2_kind kind, uint32_t shares) {
    const nav2_chunk *const chunk = chunk_to_fetch(c, group, kind);
    const uint32_t bytes = chunk->end - chunk->at;
    return (nav2_ahead){c->bytes + chunk->at, bytes, bytes / (shares + 1) + NAV2_CACHE_LINE_BYTES};
}

static void fetch_first(const nav2_check *c) {
    for (nav2_kind kind = NAV2_GRAPH; kind < NAV2_KINDS; kind++)
        fetch_chunk(c, 0, kind);
    fetch_chunk(c, 1, NAV2_GRAPH);
}

static void fetch_next(nav2_group_check *gc, uint32_t index) {
    fetch_chunk(gc->c, index + 1, NAV2_SEGMENTS);
    fetch_chunk(gc->c, index + 1, NAV2_SEGGRAPH);
    gc->beside_graph = ahead_of(gc->c, index + 1, NAV2_MESH, gc->segment_count);
    gc->beside_mesh = ahead_of(gc->c, index + 2, NAV2_GRAPH, gc->segment_count);
}

/* ---- Groups ---- */

static bool make_marks(nav2_group_check *gc) {
    nl_arena *const arena = gc->c->job->arena;
    gc->face_segments = NL_NEW(arena, uint16_t, gc->g->mesh.face_count);
    gc->nodes_in = NL_NEW_ZEROED(arena, uint16_t, gc->segment_count);
    gc->edges_in = NL_NEW_ZEROED(arena, uint16_t, gc->segment_count);
    gc->edge_marks = NL_NEW_ZEROED(arena, uint8_t, gc->g->graph.edge_count);
    gc->node_marks = NL_NEW_ZEROED(arena, uint8_t, gc->g->graph.node_count);
    gc->vertex_marks = NL_NEW_ZEROED(arena, uint8_t, gc->g->mesh.position_count);
    gc->odd_bounds = NL_NEW_ZEROED(arena, uint8_t, gc->segment_count);
    return !arena->exhausted && nl_spend(gc->c->budget, gc->segment_count);
}

/* Without its segments nothing of a group can be resolved; that they cannot be read is an error. */
static void check_group(nav2_check *c, uint32_t index) {
    nav2_group_check gc = nav2_group_check_of(c, &c->doc->groups[index]);
    if (!gc.has_segments) return;
    fetch_next(&gc, index);
    const size_t mark = nl_arena_mark(c->job->arena);
    if (!make_marks(&gc)) return;
    nav2_list(c, gc.follows);
    if (gc.has_graph) nav2_look_at_members(&gc);
    if (gc.has_graph) nav2_check_edges_place(&gc);
    nav2_check_segments(&gc);
    if (gc.has_graph && !c->budget->exhausted) nav2_check_graph(&gc);
    if (gc.has_mesh && !c->budget->exhausted) nav2_check_mesh(&gc);
    if (gc.has_seggraph && !c->budget->exhausted) nav2_check_seggraph(&gc);
    nav2_list(c, false);
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
    nav2_check_header(job, doc);
    nav2_list(&c, false);
    nav2_check_descs(&c);
    nav2_list(&c, false);
    nav2_check_islands(&c);
    fetch_first(&c);
    for (uint32_t i = 0; i < doc->group_count && !c.budget->exhausted; i++)
        check_group(&c, i);
    nav2_check_search(&c);
    nav2_check_tiles(&c);
    nl_follow(job->report, false);
    state_facts(&c);
}
