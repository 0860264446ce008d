/* The meshes of all groups as geometry: one part a group, in world coordinates. */
#include "core/mesh.h"
#include "parsers/mgs_nav2/records.h"

/* A group while it is drawn. */
typedef struct nav2_drawing {
    const nl_job *job;
    const nav2_document *doc;
    const nav2_group *g;
    nl_mesh *mesh;
    uint64_t first; /* number of the group's first vertex */
} nav2_drawing;

/* The shapes to come are of item `index` of a table in the group's NavmeshChunk. */
static void draw_from(const nav2_drawing *d, const char *table, uint32_t index, nl_drawn drawn) {
    const nl_path chunks = nl_key(NULL, "chunks");
    const nl_path chunk = nl_item(&chunks, d->g->chunks[NAV2_MESH].number);
    const nl_path list = nl_key(&chunk, table);
    const nl_path item = nl_item(&list, index);
    drawn.subject = (navlint_subject){.kind = "group", .id = nav2_number_of(d->g->uid)};
    nl_mesh_record(d->mesh, &item, &drawn);
}

static void draw_vertices(nav2_drawing *d) {
    for (uint32_t i = 0; i < d->g->mesh.position_count && !d->mesh->stopped; i++) {
        const nav2_position p = nav2_position_at(d->job->bytes + d->g->mesh.positions, i);
        const int32_t steps[3] = {p.x, p.y, p.z};
        double position[3];
        for (uint32_t axis = 0; axis < 3; axis++)
            position[axis] =
                (double)d->doc->origin[axis] + steps[axis] / (double)d->doc->divisor[axis];
        draw_from(d, "positions", i,
                  (nl_drawn){.at = d->g->mesh.positions + (uint64_t)i * NAV2_POSITION_BYTES,
                             .length = NAV2_POSITION_BYTES});
        const uint64_t number = nl_mesh_vertex(d->mesh, position);
        if (i == 0) d->first = number;
    }
}

/* Nothing is drawn of a face one of whose corners is no vertex. */
static void draw_face(const nav2_drawing *d, uint32_t index, uint32_t base) {
    const nav2_face face = nav2_face_at(d->job->bytes + d->g->mesh.faces, index);
    uint32_t bytes;
    const uint8_t *const record = nav2_record_of(d->job->bytes, d->g, &face, &bytes);
    uint64_t corners[NAV2_MOST_SIDES];
    for (uint32_t i = 0; i < face.sides; i++) {
        const uint32_t vertex = record ? base + nav2_corner(&face, record, i) : UINT32_MAX;
        if (vertex >= d->g->mesh.position_count) return;
        corners[i] = d->first + vertex;
    }
    draw_from(d, "meshes", index,
              (nl_drawn){.at = d->g->mesh.faces + (uint64_t)index * NAV2_FACE_BYTES,
                         .length = NAV2_FACE_BYTES,
                         .flags = face.segment});
    nl_mesh_face(d->mesh, corners, face.sides);
}

/* A face counts its corners from the first vertex of the segment that has it. */
static void draw_faces(const nav2_drawing *d) {
    for (uint32_t i = 0; i < d->g->segments.count && !d->mesh->stopped; i++) {
        const nav2_segment s = nav2_segment_at(nav2_segments_of(d->job->bytes, d->g), i);
        if (!nl_spend(d->job->budget, 1 + (uint64_t)s.faces)) return;
        for (uint32_t face = s.face; face < s.face + s.faces; face++)
            if (face < d->g->mesh.face_count) draw_face(d, face, s.vertex);
    }
}

static bool can_be_drawn(const nav2_document *doc, const nav2_group *g) {
    return doc->divisor[0] != 0 && doc->divisor[1] != 0 && doc->divisor[2] != 0 &&
           g->chunks[NAV2_MESH].is_readable && g->chunks[NAV2_SEGMENTS].is_readable;
}

void nav2_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const nav2_document *const doc = document;
    for (uint32_t i = 0; i < doc->group_count && !mesh->stopped; i++) {
        nav2_drawing d = {.job = job, .doc = doc, .g = &doc->groups[i], .mesh = mesh};
        char chars[32];
        nl_text name = nl_text_over(chars, sizeof chars);
        if (!can_be_drawn(doc, d.g) || !nl_spend(job->budget, d.g->mesh.position_count)) continue;
        nl_put(&name, "group");
        nl_put_uint(&name, nav2_number_of(d.g->uid));
        nl_mesh_object(mesh, name.chars);
        draw_vertices(&d);
        draw_faces(&d);
    }
}
