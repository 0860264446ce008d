#include "parsers/mgs_nav2/findings.h"

/* ---- Places ---- */

static nl_place about_group(nl_place place, const nav2_group *group) {
    return nl_place_about(place, "group", nav2_number_of(group->uid));
}

static void put_with_group(nl_text *text, const nl_subject *subject) {
    const nav2_group *const group = subject->context;
    nl_put(text, subject->kind);
    nl_put_char(text, ' ');
    nl_put_uint(text, subject->id);
    nl_put(text, " of group ");
    nl_put_uint(text, nav2_number_of(group->uid));
}

nl_place nav2_place_about(nl_place place, const char *kind, uint32_t index,
                          const nav2_group *group) {
    place.subject =
        (nl_subject){.kind = kind, .id = index, .put = put_with_group, .context = group};
    return place;
}

nl_place nav2_place_at(nl_place place, const nav2_document *doc, nav2_position p) {
    if (doc->divisor[0] == 0 || doc->divisor[1] == 0 || doc->divisor[2] == 0) return place;
    return nl_place_at(place, (double)doc->origin[0] + p.x / (double)doc->divisor[0],
                       (double)doc->origin[1] + p.y / (double)doc->divisor[1],
                       (double)doc->origin[2] + p.z / (double)doc->divisor[2]);
}

nl_place nav2_data_place(const nl_job *job, const nav2_group *group, nav2_kind kind) {
    nl_place place = nav2_chunk_place(job, &group->chunks[kind]);
    place.at = group->chunks[kind].payload;
    return about_group(place, group);
}

void nav2_found_file_size(const nl_job *job, unsigned rule) {
    nav2_found_header(job, rule, NAV2_HEADER_FILE_SIZE,
                      &(nl_draft){.expected = nl_uint(job->length)});
}

navlint_related nav2_related_field(const nl_place *place, unsigned field, const char *message) {
    const nl_field *const f = &nav2_fields.fields[field];
    return (navlint_related){place->at + f->at, nl_field_bytes(f), message};
}

navlint_fix nav2_fix_of(const nl_place *place, unsigned field, uint32_t value) {
    const nl_field *const f = &nav2_fields.fields[field];
    navlint_fix fix = {.offset = place->at + f->at,
                       .length = (size_t)nl_type_bytes((nl_type)f->type)};
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

static void found_padding(const nl_job *job, const nav2_chunk *chunk, uint64_t from, uint64_t to) {
    uint64_t odd = 0;
    for (uint64_t i = from; i < to; i++)
        odd += job->bytes[i] != 0;
    const uint64_t length = to - from;
    nl_place place = chunk ? nav2_chunk_place(job, chunk) : nav2_file_place(job);
    place.at = from;
    nl_draft draft = {
        .length = length, .actual = nl_uint(odd), .args = {nl_uint(from), nl_uint(length)}};
    if (length <= sizeof draft.fix.bytes)
        draft.fix = (navlint_fix){.offset = from, .length = (size_t)length};
    nl_found(&place, NAV2_PADDING, NL_NO_FIELD, &draft);
}

void nav2_check_zeros(const nl_job *job, const nav2_chunk *chunk, uint64_t from, uint64_t to) {
    if (!are_zeros(job->bytes, from, to)) found_padding(job, chunk, from, to);
}

/* Returns whether it is the first finding of its kind. */
static bool found_table_place(const nl_job *job, const nav2_table_place *table, uint64_t expected) {
    const nav2_chunk *const chunk = &table->group->chunks[table->kind];
    const nl_place data = nav2_data_place(job, table->group, table->kind);
    nl_draft draft = {.expected = nl_uint(expected - chunk->payload),
                      .args = {nl_string(table->name)}};
    if (table->count != NL_NO_FIELD)
        draft.related[0] = nav2_related_field(&data, table->count, "how long the table before is");
    if (table->before != NL_NO_FIELD)
        draft.related[1] = nav2_related_field(&data, table->before, "where the table before is");
    return nl_found_cause(&data, layout_rules[table->kind], table->field, &draft);
}

bool nav2_check_table_place(const nl_job *job, const nav2_table_place *table, uint64_t end_before) {
    const nav2_chunk *const chunk = &table->group->chunks[table->kind];
    const uint64_t expected = nav2_align(end_before);
    const bool is_packed = table->may_be_packed && table->at == end_before;
    if (table->at != expected && !is_packed) return !found_table_place(job, table, expected);
    nav2_check_zeros(job, chunk, end_before, table->at);
    return true;
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
             &(nl_draft){.expected = nl_uint(nav2_align(end) - chunk->at),
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
        .follows = group->is_odd,
    };
}

/* ---- Causes ---- */

enum { MOST_CAUSES = 8 };

void nav2_list(const nav2_check *c, bool follows) {
    nl_follow(c->job->report, follows || c->doc->is_odd);
}

void nav2_found_cause(nav2_group_check *gc, const nl_place *place, unsigned rule, unsigned field,
                      const nl_draft *draft) {
    nav2_list(gc->c, gc->g->is_odd || gc->causes >= MOST_CAUSES);
    const bool is_on = nl_found_cause(place, rule, field, draft);
    gc->follows |= is_on;
    gc->causes += is_on;
    nav2_list(gc->c, gc->follows);
}

/* ---- Records of a group ---- */

nl_place nav2_position_place(const nav2_group_check *gc, nav2_kind kind, uint32_t index) {
    const uint32_t tables[NAV2_KINDS] = {[NAV2_GRAPH] = gc->g->graph.positions,
                                         [NAV2_MESH] = gc->g->mesh.positions,
                                         [NAV2_SEGGRAPH] = gc->g->seggraph.positions};
    static const char *const names[NAV2_KINDS] = {
        [NAV2_GRAPH] = "node", [NAV2_MESH] = "vertex", [NAV2_SEGGRAPH] = "SegmentGraph node"};
    const uint64_t at = tables[kind] + (uint64_t)index * NAV2_POSITION_BYTES;
    const nl_place place = nl_place_in(nav2_group_place(gc, kind), "positions", index, at);
    return nav2_place_at(nav2_place_about(place, names[kind], index, gc->g), gc->c->doc,
                         nav2_position_at(gc->bytes + tables[kind], index));
}

nl_place nav2_node_place(const nav2_group_check *gc, const char *list, uint32_t index,
                         uint64_t at) {
    const nl_place place = nl_place_in(nav2_group_place(gc, NAV2_GRAPH), list, index, at);
    return nav2_place_at(nav2_place_about(place, "node", index, gc->g), gc->c->doc,
                         nav2_node_position(gc->bytes, gc->g, index));
}

nl_place nav2_segment_place(const nav2_group_check *gc, const char *list, uint32_t index,
                            uint64_t at) {
    const nl_place place = nl_place_in(nav2_group_place(gc, NAV2_SEGMENTS), list, index, at);
    const nav2_bounds bounds = nav2_bounds_in(gc, index);
    return nav2_place_at(nav2_place_about(place, "segment", index, gc->g), gc->c->doc,
                         nav2_middle_of(bounds.low, bounds.high));
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
