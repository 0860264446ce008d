#include "parsers/mgs_nav2/findings.h"

/* ---- Places ---- */

static nl_place about_group(nl_place place, const nav2_group *group) {
    return nl_place_about(place, "group", nav2_number_of(group->uid));
}

nl_place nav2_data_place(const nl_job *job, const nav2_group *group, nav2_kind kind) {
    nl_place place = nav2_chunk_place(job, &group->chunks[kind]);
    place.at = group->chunks[kind].payload;
    return about_group(place, group);
}

void nav2_found_file_size(const nl_job *job, unsigned rule) {
    const uint32_t said = nl_load_u32(job->bytes + NAV2_HEADER_FILE_SIZE_AT);
    nav2_found_header(job, rule, NAV2_HEADER_FILE_SIZE,
                      &(nl_draft){.actual = nl_uint(job->length), .expected = nl_uint(said)});
}

navlint_fix nav2_fix_of(const nl_place *place, unsigned field, uint32_t value) {
    const nl_field *const f = &nav2_fields.fields[field];
    navlint_fix fix = {.offset = place->at + f->at, .length = nl_type_bytes((nl_type)f->type)};
    for (size_t i = 0; i < fix.length; i++)
        fix.bytes[i] = (uint8_t)(value >> 8 * i);
    return fix;
}

/* ---- Padding ---- */

static const unsigned layout_rules[NAV2_KINDS] = {
    [NAV2_GRAPH] = NAV2_GRAPH_LAYOUT,
    [NAV2_MESH] = NAV2_MESH_LAYOUT,
    [NAV2_SEGGRAPH] = NAV2_SEGGRAPH_LAYOUT,
    [NAV2_SEGMENTS] = NAV2_SEGMENTS_LAYOUT,
};

static bool are_zeros(const uint8_t *bytes, uint64_t from, uint64_t to) {
    uint8_t all = 0;
    for (uint64_t i = from; i < to; i++)
        all |= bytes[i];
    return all == 0;
}

void nav2_check_zeros(const nl_job *job, const nav2_chunk *chunk, uint64_t from, uint64_t to) {
    if (are_zeros(job->bytes, from, to)) return;
    while (job->bytes[from] == 0)
        from++;
    while (job->bytes[to - 1] == 0)
        to--;
    const uint64_t length = to - from;
    nl_place place = chunk ? nav2_chunk_place(job, chunk) : nav2_file_place(job);
    place.at = from;
    nl_found(&place, NAV2_PADDING, NL_NO_FIELD,
             &(nl_draft){.length = length,
                         .actual = nl_uint(length),
                         .args = {nl_uint(from)},
                         .fix = {.offset = from, .length = (size_t)length}});
}

void nav2_check_table_place(const nl_job *job, const nav2_table_place *table, uint64_t end_before) {
    const nav2_chunk *const chunk = &table->group->chunks[table->kind];
    const uint64_t expected = nav2_align(end_before);
    const bool is_packed = table->may_be_packed && table->at == end_before;
    if (table->at == expected || is_packed) {
        nav2_check_zeros(job, chunk, end_before, table->at);
        return;
    }
    const nl_place data = nav2_data_place(job, table->group, table->kind);
    nl_found(&data, layout_rules[table->kind], table->field,
             &(nl_draft){.expected = nl_uint(expected - chunk->payload),
                         .args = {nl_string(table->name)}});
}

void nav2_check_end(const nl_job *job, const nav2_group *group, nav2_kind kind, uint64_t end) {
    const nav2_chunk *const chunk = &group->chunks[kind];
    if ((chunk->end - chunk->at) % NAV2_ALIGN != 0) return; /* reported with the chain */
    if (nav2_align(end) == chunk->end) {
        nav2_check_zeros(job, chunk, end, chunk->end);
        return;
    }
    const nl_place header = about_group(nav2_chunk_place(job, chunk), group);
    nl_found(&header, layout_rules[kind], NAV2_CHUNK_HEADER_NEXT,
             &(nl_draft){.actual = nl_uint(chunk->end - chunk->payload),
                         .expected = nl_uint(nav2_align(end) - chunk->payload),
                         .args = {nl_string("the end")}});
}

/* ---- Files and groups ---- */

bool nav2_misses_group(const nav2_peers *file, uint32_t number) {
    if (nav2_group_of(file->doc, number)) return false;
    return nav2_expects_group(file->doc) || (file->other && !nav2_group_of(file->other, number));
}

nav2_group_check nav2_group_check_of(nav2_check *c, const nav2_group *group) {
    return (nav2_group_check){
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

nl_place nav2_position_place(const nav2_group_check *gc, nav2_kind kind, uint32_t index) {
    const uint32_t tables[NAV2_KINDS] = {[NAV2_GRAPH] = gc->g->graph.positions,
                                         [NAV2_MESH] = gc->g->mesh.positions,
                                         [NAV2_SEGGRAPH] = gc->g->seggraph.positions};
    const uint64_t at = tables[kind] + (uint64_t)index * NAV2_POSITION_BYTES;
    return nl_place_in(nav2_group_place(gc, kind), "positions", index, at);
}

void nav2_found_data(const nav2_group_check *gc, unsigned rule, unsigned field,
                     const nl_draft *draft) {
    static const uint8_t kinds[NAV2_RECORD_COUNT] = {[NAV2_GRAPH_HEADER_RECORD] = NAV2_GRAPH,
                                                     [NAV2_MESH_HEADER_RECORD] = NAV2_MESH,
                                                     [NAV2_SEGMENTS_HEADER_RECORD] = NAV2_SEGMENTS,
                                                     [NAV2_SEGGRAPH_HEADER_RECORD] = NAV2_SEGGRAPH};
    const nl_place data = nav2_group_place(gc, kinds[nav2_fields.fields[field].record]);
    nl_found(&data, rule, field, draft);
}
