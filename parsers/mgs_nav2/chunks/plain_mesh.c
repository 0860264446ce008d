/* The usual NavmeshChunk in one pass: records in order, every side that leads to a higher face has
 * its counterpart there and as many lead to lower ones, and every node is on the face that it
 * names. Else plain_face.c looks at the faces one by one. */
#include "core/checked.h"
#include "core/quick.h"
#include "parsers/mgs_nav2/chunks/mesh.h"

enum { MOST_NOTED = 16 };

/* One segment's faces, with what is in its tables. */
typedef struct nav2_run {
    const nav2_mesh_view *v;
    uint32_t segment_number;
    nav2_segment segment;
    const uint8_t *nodes, *node_positions, *node_faces;
    nav2_lanes *vertices;
    uint8_t *marks;
    uint32_t last_record;       /* where a short one may start at most */
    bool has_outward;           /* a side of the face leads to another group or tile */
    int32_t balance;            /* sides to higher less those to lower faces of the group */
    uint32_t on_face;           /* nodes that name the face that they are on */
    uint64_t odd;               /* bits of what is not plain */
    uint32_t odd_shapes;        /* faces that do not look up */
    uint32_t noted[MOST_NOTED]; /* the first of them */
} nav2_run;

static inline uint32_t next_of(uint32_t side) {
    return side == 2 ? 0 : side + 1;
}

static inline uint32_t corner_of(const uint8_t *record, uint32_t corner) {
    return record[NAV2_TRIANGLE_CORNERS_AT + corner];
}

/* The side of `record` that leads to `face`; 3 or more if none does, or two. */
static inline uint32_t side_to(const uint8_t *record, uint32_t face) {
    const uint32_t a = nav2_neighbour(record, 0) == face;
    const uint32_t b = nav2_neighbour(record, 1) == face;
    const uint32_t c = nav2_neighbour(record, 2) == face;
    return 3 - 3 * a - 2 * b - c;
}

/* Later faces have not been looked at: their records may be anywhere. */
static inline const uint8_t *record_of(const nav2_mesh_view *v, uint32_t face) {
    const uint32_t word = nl_load_u32(v->faces + (size_t)face * NAV2_FACE_BYTES);
    const uint32_t at = 2 * (word & 0x3FFFF);
    return at + NAV2_TRIANGLE_GROUPS_AT <= v->record_bytes ? v->records + at : NULL;
}

/* A side to a higher face of the same segment: the same two corners. */
static inline bool meets_inside(const nav2_run *r, const nav2_run_face *f, uint32_t side,
                                uint32_t neighbour) {
    const uint8_t *const other = record_of(r->v, neighbour);
    if (!other) return false;
    const uint32_t back = side_to(other, f->index);
    if (back > 2) return false;
    return corner_of(other, back) == corner_of(f->record, next_of(side)) &&
           corner_of(other, next_of(back)) == corner_of(f->record, side);
}

/* The same for a face of another segment, which has corners of its own. */
static inline bool meets_across(const nav2_run *r, const nav2_run_face *f, uint32_t side,
                                uint32_t neighbour) {
    const nav2_mesh_view *const v = r->v;
    const uint8_t *const other = record_of(v, neighbour);
    if (!other) return false;
    const uint32_t back = side_to(other, f->index);
    if (back > 2) return false;
    const nav2_segment segment = nav2_segment_at(v->segments, v->face_segments[neighbour]);
    const uint32_t a = corner_of(other, back);
    const uint32_t b = corner_of(other, next_of(back));
    if (a >= segment.vertices || b >= segment.vertices) return false;
    return ((f->corners[side] ^ nav2_lanes_at(v->positions, segment.vertex + b)) |
            (f->corners[side + 1] ^ nav2_lanes_at(v->positions, segment.vertex + a))) == 0;
}

/* A side to another segment of the group. */
static inline bool across_is_plain(nav2_run *r, const nav2_run_face *f, uint32_t side,
                                   uint32_t neighbour) {
    const bool is_higher = neighbour > f->index;
    r->balance += is_higher ? 1 : -1;
    return !is_higher || meets_across(r, f, side, neighbour);
}

/* A side to another group or tile: the numbers of these are in the record, and zeros behind. */
static bool outward_is_plain(const nav2_mesh_view *v, nav2_run_face f, uint32_t side) {
    const uint8_t *const p = f.record;
    if ((size_t)(p - v->records) + NAV2_LONG_TRIANGLE_BYTES > v->record_bytes) return false;
    const uint32_t odd =
        nl_load_u32(p + NAV2_TRIANGLE_END) | nl_load_u32(p + NAV2_TRIANGLE_END + 4);
    return odd == 0 && nav2_outward_is_plain(v, &f, side);
}

/* One of so many from `first` on. */
static inline bool is_between(uint32_t value, uint32_t first, uint32_t count) {
    return value - first < count;
}

/* Its node is in its middle and leads where the side does. One to a lower face was met by that one:
 * it is counted. */
static inline __attribute__((always_inline)) bool side_is_plain(nav2_run *r, const nav2_run_face *f,
                                                                uint32_t side) {
    const uint32_t neighbour = nav2_neighbour(f->record, side);
    const uint32_t node = f->record[NAV2_TRIANGLE_NODES_AT + side];
    const uint32_t flags = r->nodes[(size_t)node * NAV2_NODE_BYTES + NAV2_NODE_FLAGS_AT];
    const nav2_lanes at = nav2_lanes_at(r->node_positions, node);
    r->on_face += nl_load_u16(r->node_faces + NAV2_NODE_FACE_BYTES * (size_t)node) == f->index;
    r->odd |= nav2_lanes_off_middle(at, f->corners[side], f->corners[side + 1]);
    if (is_between(neighbour, r->segment.face, r->segment.faces)) {
        r->odd |= flags;
        r->balance += neighbour > f->index ? 1 : -1;
        return neighbour > f->index ? meets_inside(r, f, side, neighbour) : neighbour != f->index;
    }
    if (neighbour == NAV2_NO_FACE) return flags == 0;
    if (neighbour >= r->v->face_count) {
        r->has_outward = true;
        return outward_is_plain(r->v, *f, side);
    }
    return flags == NAV2_CROSS_SEGMENT && across_is_plain(r, f, side, neighbour);
}

/* A face with corners at three places, which its sides are told apart by. */
static bool has_sides(const nav2_run_face *f) {
    const nav2_lanes *const c = f->corners;
    return c[0] != c[1] && c[1] != c[2] && c[0] != c[2];
}

/* nav2_looks_up of lanes. */
static inline bool looks_up(nav2_lanes a, nav2_lanes b, nav2_lanes c) {
    const int64_t x = nav2_lane_x(a);
    const int64_t z = nav2_lane_z(a);
    return (nav2_lane_z(b) - z) * (nav2_lane_x(c) - x) >
           (nav2_lane_x(b) - x) * (nav2_lane_z(c) - z);
}

/* Each side has a node of its own: one on two sides would be counted for two. */
static inline bool nodes_are_plain(const nav2_run *r, const nav2_run_face *f) {
    const uint8_t *const nodes = f->record + NAV2_TRIANGLE_NODES_AT;
    const uint32_t count = r->segment.nodes;
    return (nodes[0] < count) & (nodes[1] < count) & (nodes[2] < count) & (nodes[0] != nodes[1]) &
           (nodes[1] != nodes[2]) & (nodes[2] != nodes[0]);
}

static inline bool corners_are_plain(nav2_run *r, nav2_run_face *f) {
    const uint32_t a = corner_of(f->record, 0);
    const uint32_t b = corner_of(f->record, 1);
    const uint32_t c = corner_of(f->record, 2);
    const uint32_t count = r->segment.vertices;
    if ((a >= count) | (b >= count) | (c >= count) | !nodes_are_plain(r, f)) return false;
    r->marks[a] = r->marks[b] = r->marks[c] = 1;
    f->corners[0] = r->vertices[a];
    f->corners[1] = r->vertices[b];
    f->corners[2] = r->vertices[c];
    f->corners[3] = f->corners[0];
    if (looks_up(f->corners[0], f->corners[1], f->corners[2])) return true;
    if (r->odd_shapes < MOST_NOTED) r->noted[r->odd_shapes] = f->index;
    r->odd_shapes++;
    return has_sides(f);
}

static inline bool face_is_plain(nav2_run *r, nav2_run_face *f) {
    r->has_outward = false;
    if (!corners_are_plain(r, f)) return false;
    if (!side_is_plain(r, f, 0) || !side_is_plain(r, f, 1) || !side_is_plain(r, f, 2)) return false;
    return r->has_outward || nl_load_u32(f->record + NAV2_TRIANGLE_GROUPS_AT) == 0;
}

/* The faces of a segment; `at` is where the first one's record is, then where they end. */
static bool run_is_plain(nav2_run *r, uint32_t *at) {
    const nav2_mesh_view *const v = r->v;
    const uint32_t end = r->segment.face + r->segment.faces;
    const uint32_t segment = r->segment_number << 20;
    uint32_t place = *at;
    nav2_run_face f = {.first_node = r->segment.node};
    for (f.index = r->segment.face; f.index < end; f.index++) {
        const uint32_t word = nl_load_u32(v->faces + (size_t)f.index * NAV2_FACE_BYTES);
        if ((word != (place / 2 | segment)) | (place > r->last_record)) return false;
        f.record = v->records + place;
        if (!face_is_plain(r, &f)) return false;
        place += r->has_outward ? NAV2_LONG_TRIANGLE_BYTES : NAV2_SHORT_TRIANGLE_BYTES;
    }
    *at = place;
    return true;
}

/* Real groups have a few; where there are more, all are looked at again. */
static void check_shapes(nav2_group_check *gc, const nav2_run *r) {
    const bool all_noted = r->odd_shapes <= MOST_NOTED;
    const uint32_t count = all_noted ? r->odd_shapes : r->v->face_count;
    for (uint32_t i = 0; i < count; i++)
        nav2_check_shape(gc, all_noted ? r->noted[i] : i);
}

static void take_segment(nav2_run *r) {
    const nav2_mesh_view *const v = r->v;
    const nav2_segment segment = nav2_segment_at(v->segments, r->segment_number);
    r->segment = segment;
    r->nodes = v->nodes + (size_t)segment.node * NAV2_NODE_BYTES;
    r->node_positions = v->node_positions + (size_t)segment.node * NAV2_POSITION_BYTES;
    r->node_faces = v->node_faces + (size_t)segment.node * NAV2_NODE_FACE_BYTES;
    r->marks = v->marks + segment.vertex;
    for (uint32_t i = 0; i < segment.vertices; i++)
        r->vertices[i] = nav2_lanes_at(v->positions, segment.vertex + i);
}

/* at: where the records end. */
static bool runs_are_plain(nav2_run *run, uint32_t *at) {
    const nav2_mesh_view *const v = run->v;
    nav2_ahead ahead = v->ahead;
    for (; run->segment_number < v->segment_count; run->segment_number++) {
        nav2_fetch_share(&ahead);
        take_segment(run);
        if (!run_is_plain(run, at)) return false;
    }
    return run->odd == 0 && run->balance == 0 && run->on_face == v->g->graph.node_count;
}

/* Neighbours have 14 bits for a face. */
static bool is_usual(const nav2_mesh_view *v) {
    return v->is_possible && v->has_nodes && v->face_count <= NAV2_TILE_FACE &&
           v->record_bytes >= NAV2_SHORT_TRIANGLE_BYTES;
}

/* The highest place of a face's record, which the table has half of in 18 bits. */
static uint32_t last_record_of(const nav2_mesh_view *v) {
    return (uint32_t)nl_min(v->record_bytes - NAV2_SHORT_TRIANGLE_BYTES, 2 * 0x3FFFF);
}

bool nav2_mesh_is_plain(nav2_group_check *gc) {
    const nav2_mesh_view v = nav2_mesh_view_of(gc);
    nav2_lanes vertices[UINT8_MAX];
    uint32_t at = 0;
    if (!is_usual(&v) || !gc->faces_fit) return false;
    nav2_run run = {.v = &v, .vertices = vertices, .last_record = last_record_of(&v)};
    /* Rough: neighbours may go over the side between them in the same direction. */
    if (!NL_QUICK_ROUGH(runs_are_plain(&run, &at))) return false;
    nav2_check_end(gc->c->job, gc->g, NAV2_MESH, (uint64_t)gc->g->mesh.records + at);
    check_shapes(gc, &run);
    return true;
}
