/* Faces: a plain one is passed in one look at it and its neighbours, any other is checked in
 * detail. */
#include <string.h>

#include "core/quick.h"
#include "parsers/mgs_nav2/chunks/face.h"
#include "parsers/mgs_nav2/chunks/graph.h"

enum { MANY_ELSEWHERE = 8 }; /* faces outside segment 0 that say nothing of it */

/* ---- The table of records ---- */

static nl_place place_of(const nav2_group_check *gc, uint32_t face) {
    const uint64_t at = gc->g->mesh.faces + (uint64_t)face * NAV2_FACE_BYTES;
    return nav2_place_of_face(gc, "meshes", face, at);
}

static void found(const nav2_group_check *gc, unsigned rule, uint32_t face, const nl_draft *draft) {
    const nl_place place = place_of(gc, face);
    nl_found(&place, rule, NAV2_FACE_DESCRIPTOR, draft);
}

static uint32_t word_of(const nav2_group_check *gc, uint32_t face) {
    return nl_load_u32(gc->bytes + gc->g->mesh.faces + (size_t)face * NAV2_FACE_BYTES);
}

/* The record stands elsewhere than those before end. That is a cause: what is read as the face is
 * that of others. */
static void found_order(nav2_group_check *gc, uint32_t index, uint32_t start, uint64_t end_before) {
    const nl_place place = place_of(gc, index);
    const uint32_t word = word_of(gc, index);
    nl_draft draft = {.args = {nl_uint(start), nl_uint(end_before)}};
    if (end_before / 2 <= 0x3FFFF)
        draft.expected = nl_uint((word & ~(uint32_t)0x3FFFF) | (uint32_t)(end_before / 2));
    if (index != 0) draft.related[0] = nav2_related_face(gc, index - 1, "the record before");
    nav2_found_cause(gc, &place, NAV2_MESH_RECORD_ORDER, NAV2_FACE_DESCRIPTOR, &draft);
}

/* Where the record of the next face starts; UINT32_MAX behind the last one. */
static uint32_t next_start(const nav2_group_check *gc, uint32_t index) {
    if (index + 1 >= gc->g->mesh.face_count) return UINT32_MAX;
    return nav2_face_at(gc->bytes + gc->g->mesh.faces, index + 1).record;
}

/* Reports what is odd about where a record is; returns the end of it, filled up. */
static uint64_t check_record_place(nav2_group_check *gc, uint32_t index, uint64_t end_before) {
    const nav2_face face = nav2_face_at(gc->bytes + gc->g->mesh.faces, index);
    const uint64_t records = gc->g->mesh.records;
    const uint64_t chunk_end = gc->g->chunks[NAV2_MESH].end;
    uint32_t record_bytes;
    if (!nav2_record_of(gc->bytes, gc->g, &face, &record_bytes)) {
        gc->records_are_odd = true;
        found(gc, NAV2_MESH_RECORD_RANGE, index,
              &(nl_draft){.args = {nl_uint(record_bytes), nl_uint(face.record),
                                   nl_uint(chunk_end - records)}});
        return end_before + nav2_align(record_bytes);
    }
    if (face.record != end_before) {
        found_order(gc, index, face.record, end_before);
        const uint64_t expected = end_before + nav2_align(record_bytes);
        if (next_start(gc, index) == expected) return expected;
    }
    const uint64_t end = records + face.record + record_bytes;
    const uint64_t filled = records + face.record + nav2_align(record_bytes);
    const uint64_t pad_end = filled < chunk_end ? filled : chunk_end;
    if (face.record == end_before)
        nav2_check_zeros(gc->c->job, &gc->g->chunks[NAV2_MESH], end, pad_end);
    return filled - records;
}

static bool record_is_plain(const nav2_group_check *gc, uint32_t index, uint64_t at,
                            uint32_t *bytes) {
    const nav2_face face = nav2_face_at(gc->bytes + gc->g->mesh.faces, index);
    const uint8_t *const record = gc->bytes + gc->g->mesh.records + at;
    const uint64_t left = gc->g->chunks[NAV2_MESH].end - gc->g->mesh.records;
    if (face.record != at || face.sides != 3 || face.nodes != 3 ||
        at + NAV2_SHORT_TRIANGLE_BYTES > left)
        return false;
    const bool outward = nav2_has_outward(record);
    *bytes = outward ? NAV2_LONG_TRIANGLE_BYTES : NAV2_SHORT_TRIANGLE_BYTES;
    if (!outward) return nl_load_u32(record + NAV2_TRIANGLE_GROUPS_AT) == 0;
    return at + NAV2_LONG_TRIANGLE_BYTES <= left &&
           (nl_load_u32(record + NAV2_TRIANGLE_END) |
            nl_load_u32(record + NAV2_TRIANGLE_END + 4)) == 0;
}

/* The records follow each other, filled up with zeros. */
static void check_records(nav2_group_check *gc) {
    const uint32_t faces = gc->g->mesh.face_count;
    uint64_t end = 0;
    for (uint32_t i = 0; i < faces; i++) {
        uint32_t bytes = 0;
        if (NL_QUICK(record_is_plain(gc, i, end, &bytes)))
            end += bytes;
        else
            end = check_record_place(gc, i, end);
    }
    if (gc->g->mesh.records + end <= gc->g->chunks[NAV2_MESH].end && !gc->records_are_odd)
        nav2_check_end(gc->c->job, gc->g, NAV2_MESH, gc->g->mesh.records + end);
}

/* ---- Segments of the faces ---- */

static bool says_segment(const nav2_group_check *gc, uint32_t index) {
    return word_of(gc, index) >> 20 != 0;
}

static uint32_t count_silent(const nav2_group_check *gc) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < gc->g->mesh.face_count; i++)
        count += !says_segment(gc, i);
    return count;
}

/* None of the faces says its segment, though there are several; or a single one of many does, which
 * was damaged. */
static bool lacks_segments(const nav2_group_check *gc) {
    uint32_t elsewhere = 0;
    uint32_t told = 0;
    for (uint32_t i = 0; i < gc->g->mesh.face_count && told < 2; i++) {
        told += says_segment(gc, i);
        elsewhere += gc->face_segments[i] != 0;
    }
    return told == 0 ? elsewhere != 0 : told == 1 && elsewhere > MANY_ELSEWHERE;
}

static void check_segment(const nav2_group_check *gc, uint32_t index) {
    const uint32_t said = nav2_face_at(gc->bytes + gc->g->mesh.faces, index).segment;
    const uint32_t is = gc->face_segments[index];
    if (said == is) return;
    nl_draft draft = {.args = {nl_uint(said), nl_uint(gc->segment_count), nl_uint(is)}};
    if (is != NAV2_NO_SEGMENT) draft.expected = nl_uint((word_of(gc, index) & 0xFFFFF) | is << 20);
    if (said >= gc->segment_count)
        found(gc, NAV2_MESH_SEGMENT, index, &draft);
    else if (is != NAV2_NO_SEGMENT)
        found(gc, NAV2_MESH_SEGMENT_OTHER, index, &draft);
}

static void check_face_segments(const nav2_group_check *gc) {
    const bool is_left_out = lacks_segments(gc);
    if (is_left_out) {
        const nl_place faces =
            nl_place_in(nav2_group_place(gc, NAV2_MESH), "meshes", NL_NO_INDEX, gc->g->mesh.faces);
        nl_found(&faces, NAV2_O2N_FACE_SEGMENTS, NL_NO_FIELD,
                 &(nl_draft){.length = (uint64_t)gc->g->mesh.face_count * NAV2_FACE_BYTES,
                             .actual = nl_uint(count_silent(gc))});
    }
    for (uint32_t i = 0; i < gc->g->mesh.face_count; i++)
        if (!is_left_out || says_segment(gc, i)) check_segment(gc, i);
}

/* ---- Vertices ---- */

static void check_unused(const nav2_group_check *gc) {
    const uint32_t count = gc->g->mesh.position_count;
    if (!gc->vertices_fit || gc->records_are_odd) return;
    if (NL_QUICK(!memchr(gc->vertex_marks, 0, count))) return;
    for (uint32_t segment = 0; segment < gc->segment_count; segment++) {
        const nav2_segment s = nav2_segment_in(gc, segment);
        if (!nl_spend(gc->c->budget, s.vertices)) return;
        for (uint32_t i = s.vertex; i < s.vertex + s.vertices; i++) {
            if (gc->vertex_marks[i]) continue;
            const nl_place place = nav2_position_place(gc, NAV2_MESH, i);
            nl_found(&place, NAV2_GEO_UNUSED, NL_NO_FIELD,
                     &(nl_draft){.length = NAV2_POSITION_BYTES});
        }
    }
}

/* ---- All of it ---- */

/* Face by face. */
static void check_faces(nav2_group_check *gc) {
    const nav2_mesh_view v = nav2_mesh_view_of(gc);
    check_records(gc);
    check_face_segments(gc);
    for (uint32_t i = 0; i < v.face_count; i++)
        if (!NL_QUICK(nav2_face_is_plain(&v, i))) nav2_check_face(gc, i);
}

void nav2_check_mesh(nav2_group_check *gc) {
    const uint64_t work = 3 * (uint64_t)gc->g->mesh.face_count + gc->g->mesh.position_count;
    if (!nl_spend(gc->c->budget, work)) return;
    if (!nav2_mesh_is_plain(gc)) {
        nav2_check_node_faces(gc);
        check_faces(gc);
    }
    if (!gc->c->budget->exhausted) check_unused(gc);
}
