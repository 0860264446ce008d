#include "parsers/mgs_nav2/parts.h"

typedef struct nav2_part {
    const char *name;
    uint64_t at, end;
    unsigned field; /* of the file's header: its offset */
    bool is_section;
} nav2_part;

enum { MOST_PARTS = 6 };

typedef struct nav2_parts {
    nav2_part list[MOST_PARTS];
    uint32_t count;
} nav2_parts;

/* Keeps the parts sorted by their places. */
static void add_part(nav2_parts *parts, nav2_part part) {
    if (part.at == part.end) return;
    uint32_t i = parts->count++;
    for (; i > 0 && parts->list[i - 1].at > part.at; i--)
        parts->list[i] = parts->list[i - 1];
    parts->list[i] = part;
}

static void add_section(nav2_parts *parts, const nav2_section *section, uint64_t at, uint64_t end) {
    add_part(parts, (nav2_part){section->name, at, end, section->field, true});
}

static nav2_parts parts_of(const nav2_document *doc) {
    nav2_parts parts = {.count = 0};
    add_part(&parts, (nav2_part){"the header", 0, NAV2_HEADER_BYTES, NAV2_HEADER_VERSION, false});
    add_part(&parts, (nav2_part){"ChunkDescs (Manifest)", doc->descs_at, nav2_descs_end(doc),
                                 NAV2_HEADER_DESCS, false});
    add_part(&parts,
             (nav2_part){"the chunks", doc->chunks_at, doc->chain_end, NAV2_HEADER_CHUNKS, false});
    add_section(&parts, &nav2_island_section, doc->islands_at, doc->islands_end);
    add_section(&parts, &nav2_search_section, doc->search.at, doc->search.end);
    add_section(&parts, &nav2_tiles_section, doc->tiles.at, doc->tiles.end);
    return parts;
}

/* What ConnectTileInfo says, where it overlaps something, follows. */
static void found_overlap(nav2_reading *r, const nav2_part *before, const nav2_part *part) {
    const nav2_part *const section = part->is_section ? part : before;
    const nav2_part *const other = part->is_section ? before : part;
    if (!nav2_note(r, NAV2_SECTION_OVERLAP)) return;
    const nl_place file = nav2_file_place(r->job);
    const bool is_on = nl_found_cause(
        &file, NAV2_SECTION_OVERLAP, section->field,
        &(nl_draft){.args = {nl_string(section->name), nl_string(other->name)},
                    .related = {{nav2_fields.fields[other->field].at, 4, "where the other one is"},
                                {before->at, before->end - before->at, "the part before"}}});
    r->doc->tiles.is_odd |=
        is_on && (section->at == r->doc->tiles.at || other->at == r->doc->tiles.at);
}

/* The sections that the header has no offset of may be what is in a gap. */
static void relate_offsets(const nav2_reading *r, nl_draft *draft) {
    static const navlint_related offsets[] = {
        {NAV2_HEADER_SEARCH_AT, 4, "the header has no offset of SearchSpace (NavSystem)"},
        {NAV2_HEADER_ISLANDS_AT, 4, "the header has no offset of IslandGraphs (Section2)"}};
    size_t count = 0;
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++)
        if (nl_load_u32(r->job->bytes + offsets[i].offset) == 0)
            draft->related[count++] = offsets[i];
    if (count == 0)
        draft->related[0] =
            (navlint_related){NAV2_HEADER_CHUNK_COUNT_AT, 4, "the number of chunks"};
}

static void check_gap(nav2_reading *r, uint64_t from, uint64_t to) {
    if (to == nav2_align(from)) {
        nav2_check_zeros(r->job, NULL, from, to);
        return;
    }
    if (!nav2_note(r, NAV2_CHAIN_GAP)) return;
    const nl_place place = nav2_bytes_place(r->job, from);
    nl_draft draft = {.length = to - from, .actual = nl_uint(to - from), .args = {nl_uint(from)}};
    relate_offsets(r, &draft);
    nl_found(&place, NAV2_CHAIN_GAP, NL_NO_FIELD, &draft);
}

/* Descriptors and chunks that stand elsewhere, and sections that are not aligned, have findings of
 * their own. */
static void check_space(nav2_reading *r, const nav2_part *before, const nav2_part *part) {
    if (part->at == nav2_align(before->end))
        nav2_check_zeros(r->job, NULL, before->end, part->at);
    else if (part->is_section && part->at % NAV2_ALIGN == 0)
        check_gap(r, before->end, part->at);
}

static void check_parts(nav2_reading *r, const nav2_parts *parts) {
    const nav2_part *before = &parts->list[0];
    for (uint32_t i = 1; i < parts->count; i++) {
        const nav2_part *const part = &parts->list[i];
        const bool is_section = part->is_section || before->is_section;
        if (part->at < before->end && is_section) found_overlap(r, before, part);
        if (part->at > before->end) check_space(r, before, part);
        if (part->end > before->end) before = part;
    }
    const uint64_t length = r->job->length;
    const bool has_trail = nl_load_u32(r->job->bytes + NAV2_HEADER_FILE_SIZE_AT) < length;
    if (before->end >= length || has_trail) return;
    const bool is_odd = length % NAV2_ALIGN != 0 && length - before->end < NAV2_ALIGN;
    if (!is_odd) check_gap(r, before->end, length);
}

void nav2_check_parts(nav2_reading *r) {
    if (r->is_quiet || r->errors != 0) return;
    const nav2_parts parts = parts_of(r->doc);
    check_parts(r, &parts);
    nl_claim(r->job->report, 0, r->job->length); /* what belongs to nothing has a finding */
}
