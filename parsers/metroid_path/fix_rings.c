/* Fixes of regions: what follows from the nodes of their rings. */
#include "parsers/metroid_path/fixes.h"

enum { BOX_BYTES = 24 };

mp_vector mp_fix_node(const mp_fix_ring *ring, uint32_t index) {
    return mp_vector_at(ring->nodes + (size_t)(index % ring->count) * MP_NODE_BYTES);
}

static double area_of(const mp_fix_ring *ring) {
    const mp_vector first = mp_fix_node(ring, 0);
    double area = 0;
    for (uint32_t i = 0; i < ring->count; i++)
        area += mp_cross(mp_minus(mp_fix_node(ring, i), first),
                         mp_minus(mp_fix_node(ring, i + 1), first));
    return area;
}

/* But for the area. */
static bool find_nodes(const mp_patch *p, uint32_t region, mp_fix_ring *ring) {
    if (region >= mp_fix_count(p, MP_REGIONS)) return false;
    const uint32_t total = mp_fix_count(p, MP_NODES);
    ring->region = mp_fix_record(p, MP_REGIONS, region);
    ring->start = mp_word(ring->region, MP_REGION_NODE_START_AT);
    ring->count = mp_word(ring->region, MP_REGION_NODE_COUNT_AT);
    if (ring->count < 3 || ring->start > total || ring->count > total - ring->start) return false;
    if (!nl_fix_spend(p->fixer, ring->count)) return false;
    ring->nodes = mp_fix_record(p, MP_NODES, ring->start);
    return true;
}

bool mp_fix_ring_of(const mp_patch *p, uint32_t region, mp_fix_ring *ring) {
    if (!find_nodes(p, region, ring)) return false;
    ring->area = area_of(ring);
    return isfinite(ring->area);
}

/* The ring of the region that the finding is about. */
static bool begin(nl_fixer *fixer, const navlint_finding *finding, mp_patch *p, mp_fix_ring *ring) {
    return mp_fix_begin(fixer, finding, p) && mp_fix_ring_of(p, p->index, ring);
}

/* ---- The floor ---- */

/* The sum over the ring, which is right for rings that are a little warped, too; pointing up. */
static bool floor_normal(const mp_fix_ring *ring, mp_vector *normal) {
    const mp_vector first = mp_fix_node(ring, 0);
    mp_vector sum = {0, 0, 0};
    for (uint32_t i = 1; i + 1 < ring->count; i++) {
        const mp_vector a = mp_minus(mp_fix_node(ring, i), first);
        const mp_vector b = mp_minus(mp_fix_node(ring, i + 1), first);
        sum.x += a.y * b.z - a.z * b.y;
        sum.y += a.z * b.x - a.x * b.z;
        sum.z += a.x * b.y - a.y * b.x;
    }
    if (!(fabs(sum.z) > 1e-4)) return false;
    const double length = sum.z < 0 ? -mp_root(mp_dot(sum, sum)) : mp_root(mp_dot(sum, sum));
    *normal = (mp_vector){sum.x / length, sum.y / length, sum.z / length};
    return true;
}

bool mp_fix_floor_normal(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    mp_vector normal;
    return begin(fixer, finding, &p, &ring) && floor_normal(&ring, &normal) &&
           mp_fix_set_vector(&p, MP_REGIONS, p.index, MP_REGION_NORMAL, normal);
}

/* ---- The box and the height ---- */

static mp_box box_of_nodes(const mp_fix_ring *ring) {
    mp_box box = {mp_fix_node(ring, 0), mp_fix_node(ring, 0)};
    for (uint32_t i = 1; i < ring->count; i++) {
        const mp_vector at = mp_fix_node(ring, i);
        box.min = (mp_vector){mp_smaller(box.min.x, at.x), mp_smaller(box.min.y, at.y),
                              mp_smaller(box.min.z, at.z)};
        box.max = (mp_vector){mp_larger(box.max.x, at.x), mp_larger(box.max.y, at.y),
                              mp_larger(box.max.z, at.z)};
    }
    return box;
}

static double height_of(const mp_fix_ring *ring) {
    return (double)nl_load_f32be(ring->region + MP_REGION_HEIGHT_AT);
}

/* All nodes, and at the top the height above the highest. */
static bool set_box(const mp_patch *p, const mp_fix_ring *ring) {
    mp_box box = box_of_nodes(ring);
    const double height = height_of(ring);
    if (!(height > 0)) return false;
    box.max.z += height;
    return mp_fix_set_vector(p, MP_REGIONS, p->index, MP_REGION_MIN, box.min) &&
           mp_fix_set_float(p, MP_REGIONS, p->index, MP_REGION_MAX_X, box.max.x) &&
           mp_fix_set_float(p, MP_REGIONS, p->index, MP_REGION_MAX_Y, box.max.y) &&
           mp_fix_set_float(p, MP_REGIONS, p->index, MP_REGION_MAX_Z, box.max.z);
}

bool mp_fix_box(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    return begin(fixer, finding, &p, &ring) && set_box(&p, &ring);
}

/* What the box has above the highest node. */
bool mp_fix_height(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    if (!begin(fixer, finding, &p, &ring)) return false;
    const double top = (double)nl_load_f32be(ring.region + MP_REGION_MAX_Z_AT);
    const double height = top - box_of_nodes(&ring).max.z;
    return height > 0 && mp_fix_set_float(&p, MP_REGIONS, p.index, MP_REGION_HEIGHT, height);
}

/* ---- The centroid ---- */

/* The middles of the edges, weighed by their lengths, as the known writer has it. */
static bool set_centroid(const mp_patch *p, const mp_fix_ring *ring) {
    mp_vector sum = {0, 0, 0};
    double length = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_vector a = mp_fix_node(ring, i);
        const mp_vector b = mp_fix_node(ring, i + 1);
        const mp_vector way = mp_minus(b, a);
        const double edge = mp_root(mp_dot(way, way));
        sum.x += (a.x + b.x) / 2 * edge;
        sum.y += (a.y + b.y) / 2 * edge;
        sum.z += (a.z + b.z) / 2 * edge;
        length += edge;
    }
    return length > 0 &&
           mp_fix_set_vector(p, MP_REGIONS, p->index, MP_REGION_CENTROID,
                             (mp_vector){sum.x / length, sum.y / length, sum.z / length});
}

bool mp_fix_centroid(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    return begin(fixer, finding, &p, &ring) && set_centroid(&p, &ring);
}

/* Of a number that is not finite, all that it belongs to is computed. */
bool mp_fix_region_float(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_REGIONS)) return false;
    const uint64_t at = finding->offset - mp_record_at(p.doc, MP_REGIONS, p.index);
    if (at == MP_REGION_HEIGHT_AT) return mp_fix_height(fixer, finding);
    if (at >= MP_REGION_NORMAL_AT && at < MP_REGION_NORMAL_AT + 12)
        return mp_fix_floor_normal(fixer, finding);
    if (at >= MP_REGION_CENTROID_AT && at < MP_REGION_CENTROID_AT + 12)
        return mp_fix_centroid(fixer, finding);
    return at >= MP_REGION_MIN_AT && at < MP_REGION_MIN_AT + BOX_BYTES &&
           mp_fix_box(fixer, finding);
}

/* ---- Normals of edges ---- */

/* Horizontal, at a right angle to the edge, pointing into the ring. */
static bool edge_normal(const mp_fix_ring *ring, uint32_t edge, mp_vector *normal) {
    const mp_vector way = mp_minus(mp_fix_node(ring, edge + 1), mp_fix_node(ring, edge));
    const double length = mp_root(mp_flat_dot(way, way));
    const double side = ring->area > 0 ? -1 : 1;
    if (!(length > 1e-4) || ring->area == 0) return false;
    *normal = (mp_vector){side * way.y / length, -side * way.x / length, 0};
    return true;
}

static bool set_edge_normal(const mp_patch *p, const mp_fix_ring *ring, uint32_t edge) {
    mp_vector normal;
    return edge_normal(ring, edge, &normal) &&
           mp_fix_set_vector(p, MP_NODES, ring->start + edge, MP_NODE_NORMAL, normal);
}

bool mp_fix_edge_normal(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_NODES)) return false;
    const uint64_t at = finding->offset - mp_record_at(p.doc, MP_NODES, p.index);
    const uint32_t region = mp_fix_owner(&p, MP_REGION_NODE_START, MP_REGION_NODE_COUNT, p.index);
    return at >= MP_NODE_NORMAL_AT && mp_fix_ring_of(&p, region, &ring) &&
           set_edge_normal(&p, &ring, p.index - ring.start);
}

bool mp_fix_all_normals(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    bool is_ok = mp_fix_begin(fixer, finding, &p);
    for (uint32_t region = 0; is_ok && region < mp_fix_count(&p, MP_REGIONS); region++) {
        is_ok = mp_fix_ring_of(&p, region, &ring);
        for (uint32_t i = 0; is_ok && i < ring.count; i++)
            is_ok = set_edge_normal(&p, &ring, i);
    }
    return is_ok;
}

/* ---- Positions ---- */

static mp_vector normal_at(const mp_fix_ring *ring, uint32_t index) {
    const size_t node = index % ring->count;
    return mp_vector_at(ring->nodes + node * MP_NODE_BYTES + MP_NODE_NORMAL_AT);
}

/* Where the two edges of a node meet, each through the node at its other end and at a right angle
 * to its normal; on the floor through that node. */
static bool meeting_point(const mp_fix_ring *ring, uint32_t index, mp_vector *at) {
    const mp_vector floor = mp_vector_at(ring->region + MP_REGION_NORMAL_AT);
    const mp_vector before = mp_fix_node(ring, index + ring->count - 1);
    const mp_vector after = mp_fix_node(ring, index + 1);
    const mp_vector a = normal_at(ring, index + ring->count - 1);
    const mp_vector b = normal_at(ring, index);
    const double turn = mp_cross(a, b);
    if (!(fabs(turn) > 0.05 && floor.z > 1e-3)) return false;
    const double first = mp_flat_dot(a, before);
    const double second = mp_flat_dot(b, after);
    at->x = (first * b.y - second * a.y) / turn;
    at->y = (a.x * second - b.x * first) / turn;
    at->z = before.z - mp_flat_dot(floor, mp_minus(*at, before)) / floor.z;
    return true;
}

/* A normal is that of its edge; a position is where the edges meet. */
bool mp_fix_node_float(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    mp_vector position;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_NODES)) return false;
    const uint64_t at = finding->offset - mp_record_at(p.doc, MP_NODES, p.index);
    if (at >= MP_NODE_NORMAL_AT) return mp_fix_edge_normal(fixer, finding);
    const uint32_t region = mp_fix_owner(&p, MP_REGION_NODE_START, MP_REGION_NODE_COUNT, p.index);
    return find_nodes(&p, region, &ring) && meeting_point(&ring, p.index - ring.start, &position) &&
           mp_fix_set_vector(&p, MP_NODES, p.index, MP_NODE_POSITION, position);
}

/* ---- Winding ---- */

/* The edge from node e to the next runs from there to node e in a ring that is turned round. */
static bool turn_links(const mp_patch *p, const mp_fix_ring *ring) {
    const uint32_t start = mp_word(ring->region, MP_REGION_LINK_START_AT);
    const uint32_t count = mp_word(ring->region, MP_REGION_LINK_COUNT_AT);
    const uint32_t total = mp_fix_count(p, MP_LINKS);
    bool is_ok = count == 0 || (start <= total && count <= total - start);
    for (uint32_t i = 0; is_ok && i < count; i++) {
        const uint32_t edge = mp_word(mp_fix_record(p, MP_LINKS, start + i), MP_LINK_NODE_AT);
        is_ok = edge < ring->count && mp_fix_set_word(p, MP_LINKS, start + i, MP_LINK_NODE,
                                                      (2 * ring->count - 2 - edge) % ring->count);
    }
    return is_ok;
}

static bool turn_nodes(const mp_patch *p, const mp_fix_ring *ring) {
    mp_vector normal;
    bool is_ok = true;
    for (uint32_t i = 0; is_ok && i < ring->count; i++) {
        const uint32_t node = ring->start + i;
        const uint32_t old = ring->count - 1 - i;
        const uint32_t old_edge = (old + ring->count - 1) % ring->count;
        is_ok = edge_normal(ring, old_edge, &normal) &&
                mp_fix_set_vector(p, MP_NODES, node, MP_NODE_POSITION, mp_fix_node(ring, old)) &&
                mp_fix_set_vector(p, MP_NODES, node, MP_NODE_NORMAL, normal);
    }
    return is_ok;
}

bool mp_fix_winding(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_ring ring;
    return begin(fixer, finding, &p, &ring) && ring.area > 0 && turn_nodes(&p, &ring) &&
           turn_links(&p, &ring);
}
