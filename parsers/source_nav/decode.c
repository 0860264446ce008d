/* Bytes to a nav_document. Structure only: what the values mean is for the checks to say. */
#include "core/checked.h"
#include "parsers/source_nav/dialect.h"
#include "parsers/source_nav/sections.h"

static void keep_area(nav_document *doc, uint32_t index, const nav_area *area) {
    doc->area_ids[index] = area->id;
    doc->areas[index] = (nav_area_row){
        .at = area->at,
        .spots_at = area->spots.at,
        .paths_end = area->paths_end,
        .inherit = area->inherit,
        .spot_count = area->spots.count,
        .west = nav_corner(area, NAV_CORNERS_WEST),
        .north = nav_corner(area, NAV_CORNERS_NORTH),
        .east = nav_corner(area, NAV_CORNERS_EAST),
        .south = nav_corner(area, NAV_CORNERS_SOUTH),
    };
    doc->spot_count += area->spots.count;
}

static bool read_areas(nl_job *job, nl_reader *r, nav_document *doc) {
    const uint32_t count = nav_read_area_count(r, doc);
    doc->area_ids = NL_NEW(job->arena, uint32_t, count);
    doc->areas = NL_NEW(job->arena, nav_area_row, count);
    if (!doc->area_ids || !doc->areas) return false;
    for (uint32_t i = 0; i < count; i++) {
        nav_area area;
        nav_read_area(r, &doc->layout, 0, &area);
        if (!nl_spend(job->budget, 1 + area.paths.count)) return false;
        if (!nl_ok(r)) {
            nav_lose(&doc->loss, r, (nav_part){"areas", i, NAV_LIST_COUNT});
            doc->areas_complete = false;
            break;
        }
        keep_area(doc, i, &area);
        doc->area_count++;
    }
    return true;
}

static bool read_ladders(nl_job *job, nl_reader *r, nav_document *doc) {
    doc->ladder_count_at = nav_offset(r);
    const uint32_t count = nav_holds(&doc->layout, NAV_WITH_LADDERS) ? nl_u32(r) : 0;
    doc->ladders = (nav_list){nav_offset(r), count};
    nl_skip_records(r, count, doc->layout.ladder_bytes);
    doc->ladders_complete = nl_ok(r);
    if (!doc->ladders_complete) doc->ladders.count = 0;
    doc->ladder_ids = NL_NEW(job->arena, uint32_t, doc->ladders.count);
    if (!doc->ladder_ids) return false;
    for (uint32_t i = 0; i < doc->ladders.count; i++)
        doc->ladder_ids[i] = nl_load_u32(job->bytes + nav_ladder_at(doc, i) + NAV_LADDER_ID_AT);
    return true;
}

/* The ids of all hiding spots, in file order, for the index. */
static bool collect_spots(nl_job *job, nav_document *doc) {
    if (!nav_holds(&doc->layout, NAV_WITH_SPOT_IDS)) return true;
    doc->spot_ids = NL_NEW(job->arena, uint32_t, doc->spot_count);
    doc->spot_at = NL_NEW(job->arena, uint32_t, doc->spot_count);
    if (!doc->spot_ids || !doc->spot_at) return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < doc->area_count; i++) {
        uint32_t at = doc->areas[i].spots_at;
        for (uint32_t s = 0; s < doc->areas[i].spot_count; s++, next++, at += NAV_SPOT_BYTES) {
            doc->spot_ids[next] = nl_load_u32(job->bytes + at + NAV_SPOT_ID_AT);
            doc->spot_at[next] = at;
        }
    }
    return true;
}

static bool index_ids(nl_job *job, nav_document *doc) {
    const uint32_t indexed_spots = nav_holds(&doc->layout, NAV_WITH_SPOT_IDS) ? doc->spot_count : 0;
    return collect_spots(job, doc) &&
           nl_index_build(&doc->area_index, job->arena, job->budget, doc->area_ids,
                          doc->area_count) &&
           nl_index_build(&doc->spot_index, job->arena, job->budget, doc->spot_ids,
                          indexed_spots) &&
           nl_index_build(&doc->ladder_index, job->arena, job->budget, doc->ladder_ids,
                          doc->ladders.count);
}

/* Areas, ladders and tail, in the document's layout. false if the arena or the budget is used up.
 */
static bool read_body(nl_job *job, nl_reader *r, nav_document *doc) {
    nav_read_custom_before_areas(r, doc);
    if (!nl_ok(r))
        nav_lose(&doc->loss, r, (nav_part){"population", NL_NO_INDEX, NAV_FOG_LIST_COUNT});
    if (nl_ok(r) && !read_areas(job, r, doc)) return false;
    if (doc->areas_complete && !read_ladders(job, r, doc)) return false;
    doc->view_distance_at = nav_offset(r);
    if (doc->areas_complete && nav_holds(&doc->layout, NAV_WITH_L4D)) nl_skip(r, NAV_VIEW_BYTES);
    if (!nl_ok(r))
        nav_lose(&doc->loss, r, (nav_part){"ladders", NL_NO_INDEX, NAV_LADDER_LIST_COUNT});
    doc->end = nav_offset(r);
    return true;
}

/* Reads the body as the named layout says; if that does not end with the file's last byte, looks
 * for a layout that does, and reads it again so. */
static bool read_body_as_it_is(nl_job *job, const nl_reader *start, nav_document *doc) {
    const size_t mark = nl_arena_mark(job->arena);
    const nav_document header = *doc;
    nl_reader r = *start;
    if (doc->layout.family != NAV_UNKNOWN_FAMILY) {
        if (!read_body(job, &r, doc)) return false;
        if (nl_ok(&r) && nl_left(&r) == 0) return true;
    }
    nav_layout other;
    if (!nav_find_layout(job, start, doc, &other)) return doc->layout.family != NAV_UNKNOWN_FAMILY;
    nl_arena_release(job->arena, mark);
    *doc = header;
    doc->layout = other;
    r = *start;
    return read_body(job, &r, doc);
}

static void state_version(nl_job *job, const nav_document *doc) {
    nl_text text = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put_uint(&text, doc->header.version);
    if (nav_holds(&doc->layout, NAV_WITH_SUB_VERSION)) {
        nl_put_char(&text, '.');
        nl_put_uint(&text, doc->header.sub_version);
    }
    job->report->endianness = "little";
}

/* Signature and header. false, with the reason reported, if there is no body to read. */
static bool read_start(nl_job *job, nl_reader *r, nav_document *doc) {
    const uint32_t magic = nl_u32(r);
    doc->header.version = nl_u32(r);
    if (nl_ok(r) && !nav_accept_signature(job, magic, doc->header.version)) return false;
    doc->layout = nav_layout_of(NAV_BASE, doc->header.version, 0); /* the header knows no family */
    if (nl_ok(r) && !nav_read_header(job, r, doc)) return false;
    if (nl_ok(r)) return true;
    nav_lose(&doc->loss, r, (nav_part){NULL, NL_NO_INDEX, NAV_PLACE_LIST_COUNT});
    nav_report_loss(job, &doc->loss);
    return false;
}

const void *nav_decode(nl_job *job) {
    nav_document *const doc = NL_NEW_ZEROED(job->arena, nav_document, 1);
    nl_reader r = nl_reader_over(job->bytes, job->length);
    if (!doc || !read_start(job, &r, doc)) return NULL;
    state_version(job, doc);
    doc->layout = nav_named_layout(job, &doc->header);
    if (!read_body_as_it_is(job, &r, doc) || !index_ids(job, doc)) return NULL;
    job->report->dialect = nav_dialect_name(&doc->layout);
    nav_report_loss(job, &doc->loss);
    nl_claim(job->report, 0, nav_has_stale_tail(job, doc) ? job->length : doc->end);
    return doc;
}

/* Areas: id 4, row 36, index 32, two marks of 4 each over at least 59 bytes. Hiding spots: id 4,
 * offset 4, index 32, mark 4 over 17. Ladders: id 4, index 32, mark 4, flags 1 over 60. Together
 * never more than 44/17 < 2.6 times the input. Place names: offset 4, key 4, index 32, flag 1 for
 * each of at most 65535, of at least 2 bytes. The constant holds the document, the smallest tables
 * of the four indexes and the alignment of everything. */
uint64_t nav_arena_bound(uint64_t input_bytes) {
    const uint64_t places = nl_min(65535, input_bytes / 2);
    return input_bytes * 26 / 10 + places * 41 + 2048;
}
