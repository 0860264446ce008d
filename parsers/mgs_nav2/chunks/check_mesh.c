/* Faces: a plain one is passed in one look at it and its neighbours, any other is gone through. */
#include "parsers/mgs_nav2/findings.h"

#include <string.h>

#include "parsers/mgs_nav2/chunks/mesh.h"

/* ---- Records ---- */

const uint8_t *nav2_record_of(const uint8_t *bytes, const nav2_group *g, const nav2_face *face,
                              uint32_t *record_bytes) {
    const uint64_t at = (uint64_t)g->mesh.records + face->record;
    const uint64_t end = g->chunks[NAV2_MESH].end;
    const uint32_t short_bytes = nav2_short_record_bytes(face);
    *record_bytes = short_bytes;
    if (at + short_bytes > end) return NULL;
    bool is_outward = false;
    for (uint32_t side = 0; side < face->sides; side++)
        is_outward |= nav2_is_outward(nav2_neighbour(bytes + at, side));
    if (!is_outward) return bytes + at;
    *record_bytes = nav2_arrays_at(face) + 4 * face->sides;
    return at + *record_bytes <= end ? bytes + at : NULL;
}

bool nav2_face_has_node(const nav2_here *h, uint32_t face, uint32_t segment, uint32_t node) {
    const nav2_face f = nav2_face_at(h->bytes + h->g->mesh.faces, face);
    uint32_t record_bytes;
    const uint8_t *const record = nav2_record_of(h->bytes, h->g, &f, &record_bytes);
    if (!record || h->face_segments[face] >= h->segment_count) return true;
    if (h->face_segments[face] != segment) return false;
    const uint32_t base = nav2_segment_here(h, segment).node;
    for (uint32_t side = 0; side < f.nodes; side++)
        if (base + nav2_side_node(&f, record, side) == node) return true;
    return false;
}

/* ---- The table of records ---- */

static nav2_place face_place(const nav2_here *h, uint32_t face) {
    const uint64_t at = h->g->mesh.faces + (uint64_t)face * NAV2_FACE_BYTES;
    return nav2_record(&h->g->chunks[NAV2_MESH], "meshes", face, at, NAV2_FACE_BYTES);
}

static void tell_desc(const nav2_here *h, unsigned rule, uint32_t face, nl_draft draft) {
    const nav2_place place = nav2_member(face_place(h, face), "descriptor", NL_U32LE, 0);
    draft.args[0] = nl_uint(face);
    nav2_tell_here(h, rule, &place, draft);
}

/* Says what is odd about where a record is; returns the end of it, filled up. */
static uint64_t check_record_place(nav2_here *h, uint32_t index, uint64_t end_before) {
    const nav2_face face = nav2_face_at(h->bytes + h->g->mesh.faces, index);
    const uint64_t records = h->g->mesh.records;
    const uint64_t chunk_end = h->g->chunks[NAV2_MESH].end;
    uint32_t record_bytes;
    if (!nav2_record_of(h->bytes, h->g, &face, &record_bytes)) {
        h->records_are_odd = true;
        tell_desc(h, NAV2_MESH_RECORD_RANGE, index,
                  (nl_draft){.actual = nl_uint(record_bytes),
                             .expected = nl_uint(chunk_end - records),
                             .args = {nl_uint(0), nl_uint(face.record)}});
        return end_before + nav2_align(record_bytes);
    }
    if (face.record != end_before)
        tell_desc(h, NAV2_MESH_RECORD_ORDER, index,
                  (nl_draft){.actual = nl_uint(face.record), .expected = nl_uint(end_before)});
    const uint64_t end = records + face.record + record_bytes;
    const uint64_t filled = records + face.record + nav2_align(record_bytes);
    const uint64_t pad_end = filled < chunk_end ? filled : chunk_end;
    if (face.record == end_before)
        nav2_check_zeros(h->c->job, &h->g->chunks[NAV2_MESH], end, pad_end);
    return filled - records;
}

static bool record_is_plain(const nav2_here *h, uint32_t index, uint64_t at, uint32_t *bytes) {
    const nav2_face face = nav2_face_at(h->bytes + h->g->mesh.faces, index);
    const uint8_t *const record = h->bytes + h->g->mesh.records + at;
    const uint64_t left = h->g->chunks[NAV2_MESH].end - h->g->mesh.records;
    if (face.record != at || face.sides != 3 || face.nodes != 3 || at + 16 > left) return false;
    const bool outward = nav2_has_outward(record);
    *bytes = outward ? 32 : 16;
    if (!outward) return nl_load_u32(record + 12) == 0;
    return at + 32 <= left && (nl_load_u32(record + 24) | nl_load_u32(record + 28)) == 0;
}

/* The records follow each other, filled up with zeros. */
static void check_records(nav2_here *h) {
    const uint32_t faces = h->g->mesh.face_count;
    uint64_t end = 0;
    for (uint32_t i = 0; i < faces; i++) {
        uint32_t bytes = 0;
        if (record_is_plain(h, i, end, &bytes))
            end += bytes;
        else
            end = check_record_place(h, i, end);
    }
    if (h->g->mesh.records + end <= h->g->chunks[NAV2_MESH].end && !h->records_are_odd)
        nav2_check_end(h->c->job, h->g, NAV2_MESH, h->g->mesh.records + end);
}

/* ---- Segments of the faces ---- */

/* None of the faces says its segment, though there are several. */
static bool lacks_segments(const nav2_here *h) {
    const uint8_t *const faces = h->bytes + h->g->mesh.faces;
    uint32_t elsewhere = 0;
    for (uint32_t i = 0; i < h->g->mesh.face_count; i++) {
        if (nl_load_u32(faces + (size_t)i * NAV2_FACE_BYTES) >> 20 != 0) return false;
        elsewhere += h->face_segments[i] != 0;
    }
    return elsewhere != 0;
}

static void check_segment(const nav2_here *h, uint32_t index) {
    const uint32_t said = nav2_face_at(h->bytes + h->g->mesh.faces, index).segment;
    const uint32_t is = h->face_segments[index];
    if (said == is) return;
    if (said >= h->segment_count)
        tell_desc(h, NAV2_MESH_SEGMENT, index,
                  (nl_draft){.actual = nl_uint(said), .expected = nl_uint(h->segment_count)});
    else if (is != NAV2_NO_SEGMENT)
        tell_desc(h, NAV2_MESH_SEGMENT_OTHER, index,
                  (nl_draft){.actual = nl_uint(said), .expected = nl_uint(is)});
}

static void check_face_segments(const nav2_here *h) {
    const nav2_place place =
        nav2_chunk_field(&h->g->chunks[NAV2_MESH], "meshesOffset", NL_U32LE, 4);
    if (lacks_segments(h)) {
        nav2_tell_here(h, NAV2_O2N_FACE_SEGMENTS, &place,
                       (nl_draft){.actual = nl_uint(h->g->mesh.face_count)});
        return;
    }
    for (uint32_t i = 0; i < h->g->mesh.face_count; i++)
        check_segment(h, i);
}

/* ---- Vertices ---- */

static void check_unused(const nav2_here *h) {
    const uint32_t count = h->g->mesh.position_count;
    if (!h->vertices_fit || h->records_are_odd || !memchr(h->vertex_marks, 0, count)) return;
    for (uint32_t segment = 0; segment < h->segment_count; segment++) {
        const nav2_segment s = nav2_segment_here(h, segment);
        if (!nl_spend(h->c->budget, s.vertices)) return;
        for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++) {
            if (h->vertex_marks[i]) continue;
            const uint64_t at = h->g->mesh.positions + (uint64_t)i * NAV2_POSITION_BYTES;
            const nav2_place place =
                nav2_record(&h->g->chunks[NAV2_MESH], "positions", i, at, NAV2_POSITION_BYTES);
            nav2_tell_here(h, NAV2_GEO_UNUSED, &place, (nl_draft){.args = {nl_uint(i)}});
        }
    }
}

/* ---- All of it ---- */

/* Face by face. */
static void judge_faces(nav2_here *h) {
    const nav2_mesh_scan s = nav2_mesh_scan_of(h);
    check_records(h);
    check_face_segments(h);
    for (uint32_t i = 0; i < s.face_count; i++)
        if (!nav2_face_is_plain(&s, i)) nav2_judge_face(h, i);
}

void nav2_check_mesh(nav2_here *h) {
    const uint64_t work = 3 * (uint64_t)h->g->mesh.face_count + h->g->mesh.position_count;
    if (!nl_spend(h->c->budget, work)) return;
    if (!nav2_scan_mesh(h)) {
        nav2_check_node_faces(h);
        judge_faces(h);
    }
    if (!h->c->budget->exhausted) check_unused(h);
}
