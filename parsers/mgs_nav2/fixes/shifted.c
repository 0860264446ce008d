/* Faces with fewer than three corners, which Obj2Nav2 writes in fewer bytes than it counts. */
#include "core/arena.h"
#include "core/checked.h"
#include "parsers/mgs_nav2/chunks/mesh.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

enum { CORNERS = NAV2_TRIANGLE_SIDES, NODES = 3, ZEROS = 4, BYTES_OF_CORNER = 3 };

/* Records of n corners: 2 n bytes of neighbours, n corners, 3 nodes, 4 zeros. */
static uint32_t record_bytes(uint32_t corners) {
    return BYTES_OF_CORNER * corners + NODES + ZEROS;
}

typedef struct nav2_shift {
    const nav2_repair *m;
    uint64_t records, end; /* as they are in the file */
    uint32_t face_count;
    uint64_t missing;
} nav2_shift;

/* Obj2Nav2 collects the corners of a piece in a set. */
static bool are_different(const uint8_t *corner, uint32_t count) {
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            if (corner[a] == corner[b]) return false;
    return true;
}

/* Whether a record of so many corners can stand at `at`. */
static bool can_be(const nav2_shift *s, uint64_t at, uint32_t corners) {
    const uint64_t behind = at + record_bytes(corners);
    if (behind > s->end || !nav2_fix_are_zeros(s->m, behind - ZEROS, behind)) return false;
    for (uint32_t i = 0; i < corners; i++) {
        const uint32_t to = nl_load_u16(s->m->bytes + at + NAV2_NEIGHBOUR_BYTES * i);
        if (to >= s->face_count && to != NAV2_NO_FACE) return false;
    }
    return are_different(s->m->bytes + at + NAV2_NEIGHBOUR_BYTES * corners, corners);
}

/* Whether any record can stand there, or the records end. */
static bool can_go_on(const nav2_shift *s, uint64_t at) {
    bool can = at >= s->end;
    for (uint32_t corners = 1; corners <= CORNERS; corners++)
        can |= can_be(s, at, corners);
    return can;
}

/* The corners of the record at `at`: as many as there can be; 0: it is none. */
static uint32_t corners_at(const nav2_shift *s, uint64_t at) {
    for (uint32_t corners = CORNERS; corners > 0; corners--)
        if (can_be(s, at, corners) && can_go_on(s, at + record_bytes(corners))) return corners;
    return 0;
}

/* What is missing leads nowhere, and has the last corner. */
static bool fill_up(const nav2_shift *s, uint32_t face, uint64_t at, uint32_t corners) {
    const uint8_t *const p = s->m->bytes + at;
    const uint32_t corners_from = NAV2_NEIGHBOUR_BYTES * corners;
    uint8_t record[NAV2_SHORT_TRIANGLE_BYTES] = {0};
    char path[64];
    nl_text text = nl_text_over(path, sizeof path);
    for (uint32_t i = 0; i < CORNERS; i++) {
        const uint32_t from = i < corners ? i : corners - 1;
        const bool is_there = i < corners;
        record[NAV2_NEIGHBOUR_BYTES * i] = is_there ? p[NAV2_NEIGHBOUR_BYTES * i] : 0xFF;
        record[NAV2_NEIGHBOUR_BYTES * i + 1] = is_there ? p[NAV2_NEIGHBOUR_BYTES * i + 1] : 0xFF;
        record[NAV2_TRIANGLE_CORNERS_AT + i] = p[corners_from + from];
        record[NAV2_TRIANGLE_NODES_AT + i] = p[corners_from + corners + i];
    }
    nl_put(&text, "/chunks/");
    nl_put_uint(&text, s->m->g->chunks[NAV2_MESH].number);
    nl_put(&text, "/meshData/");
    nl_put_uint(&text, face);
    const navlint_field old = nav2_fix_bytes(path, at, at + record_bytes(corners));
    return nl_fix_replace(s->m->fixer, &old, record, sizeof record);
}

/* All records, one after the other: they have to end where the chunk behind them starts, and what
 * comes has to be what is missing. */
static bool fill_all(const nav2_shift *s) {
    uint64_t at = s->records;
    uint64_t added = 0;
    for (uint32_t face = 0; face < s->face_count; face++) {
        const uint32_t corners = corners_at(s, at);
        if (corners == 0) return false;
        if (corners < CORNERS && !fill_up(s, face, at, corners)) return false;
        added += NAV2_SHORT_TRIANGLE_BYTES - record_bytes(corners);
        at += record_bytes(corners);
    }
    return added == s->missing && s->end - at < NAV2_ALIGN && nav2_fix_are_zeros(s->m, at, s->end);
}

bool nav2_fix_shifted(nl_fixer *fixer, const navlint_finding *finding) {
    nav2_repair m;
    if (!nav2_repair_of(fixer, finding, &m) || !m.g) return false;
    const nav2_chunk *const mesh = &m.g->chunks[NAV2_MESH];
    const uint8_t *const header = m.bytes + mesh->payload;
    if (mesh->payload == 0 || mesh->payload + NAV2_MESH_HEADER_BYTES > m.length) return false;
    const uint64_t said = nl_load_u32(m.bytes + NAV2_HEADER_FILE_SIZE_AT);
    if (said < m.length || said - m.length > mesh->end) return false;
    const nav2_shift s = {.m = &m,
                          .records = (uint64_t)mesh->payload +
                                     nl_load_u32(header + NAV2_MESH_HEADER_RECORDS_AT),
                          .end = mesh->end - (said - m.length),
                          .face_count = nl_load_u16(header + NAV2_MESH_HEADER_FACE_COUNT_AT),
                          .missing = said - m.length};
    return s.end <= m.length && s.records < s.end && fill_all(&s);
}
