/* Bytes to a nav_document. Structure only: what the values mean is for the checks to say. */
#include "core/checked.h"
#include "parsers/source_nav/check_loss.h"
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

static bool is_lost(nav_list list, const nl_reader *r) {
    return list.at == r->fail_at && list.count == r->fail_count;
}

/* The count of the list whose records were to begin where the reader has failed. Of an area's
 * encounter paths the count is not kept if they do not fit. */
static unsigned lost_count(const nav_area *area, const nl_reader *r) {
    static const unsigned sides[NAV_DIRECTIONS] = {NAV_NORTH_LIST_COUNT, NAV_EAST_LIST_COUNT,
                                                   NAV_SOUTH_LIST_COUNT, NAV_WEST_LIST_COUNT};
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        if (is_lost(area->connections[d], r)) return sides[d];
    if (is_lost(area->spots, r)) return NAV_SPOT_LIST_COUNT;
    if (is_lost(area->approach, r)) return NAV_APPROACH_LIST_COUNT;
    if (area->paths.at == r->fail_at) return NAV_PATH_LIST_COUNT;
    if (is_lost(area->ladders[0], r)) return NAV_UP_LIST_COUNT;
    if (is_lost(area->ladders[1], r)) return NAV_DOWN_LIST_COUNT;
    return is_lost(area->visible, r) ? NAV_VISIBLE_LIST_COUNT : (unsigned)NL_NO_FIELD;
}

static nav_part lost_part(uint32_t index, const nav_area *area, const nl_reader *r) {
    const bool has_corners = r->fail_at >= area->corners_at + NAV_CORNERS_BYTES;
    return (nav_part){.section = NAV_IN_AREAS,
                      .item = index,
                      .count = r->fail_count ? lost_count(area, r) : (unsigned)NL_NO_FIELD,
                      .corners_at = has_corners ? area->corners_at : 0};
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
            nav_lose(&doc->loss, r, lost_part(i, &area, r));
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
        nav_lose(&doc->loss, r, (nav_part){NAV_IN_POPULATION, .count = NAV_FOG_LIST_COUNT});
    if (nl_ok(r) && !read_areas(job, r, doc)) return false;
    if (doc->areas_complete && !read_ladders(job, r, doc)) return false;
    if (!nl_ok(r))
        nav_lose(&doc->loss, r, (nav_part){NAV_IN_LADDERS, .count = NAV_LADDER_LIST_COUNT});
    doc->view_distance_at = nav_offset(r);
    if (doc->areas_complete && nav_holds(&doc->layout, NAV_WITH_L4D)) nl_skip(r, NAV_VIEW_BYTES);
    if (!nl_ok(r)) nav_lose(&doc->loss, r, (nav_part){NAV_IN_VIEW_DISTANCE, .count = NL_NO_FIELD});
    doc->end = nav_offset(r);
    return true;
}

/* Reads everything behind the version anew, in a layout that has been found to fit. A file that is
 * cut off may look like one of an earlier version: it is not valid, whatever rules are ignored. */
static bool read_again(nl_job *job, nav_document *doc, const nav_layout *layout) {
    const uint32_t version = doc->header.version;
    nl_reader r = nl_reader_over(job->bytes, job->length);
    nl_skip(&r, NAV_HEAD_VERSION_AT + sizeof version);
    *doc = (nav_document){.header.version = version, .layout = *layout};
    job->report->undecoded |= layout->version != version;
    return nav_read_header(job, &r, doc) && read_body(job, &r, doc);
}

/* What was read for nothing is given back to the arena. */
typedef struct nav_start {
    size_t arena_mark; /* before the header's tables */
    nl_reader body;    /* the end of the header */
} nav_start;

/* The named layout does not consume the file exactly: reads it in one that does, if there is one.
 * tells_version: whether another version may be what is meant. */
static bool read_otherwise(nl_job *job, const nav_start *start, nav_document *doc,
                           bool tells_version) {
    const bool is_named = doc->layout.family != NAV_UNKNOWN_FAMILY;
    nav_layout other;
    const bool is_found = nav_find_layout(job, &start->body, doc, &other) ||
                          (tells_version && nav_find_version(job, doc, &other));
    if (is_found) {
        nl_arena_release(job->arena, start->arena_mark);
        return read_again(job, doc, &other);
    }
    if (!is_named) nav_refuse_sub_version(job, doc->header.sub_version);
    return is_named;
}

/* Reads the body as the named layout says; if that does not end with the file's last byte, looks
 * for a layout that does. */
static bool read_body_as_it_is(nl_job *job, const nav_start *start, nav_document *doc) {
    nl_reader r = start->body;
    if (doc->layout.family == NAV_UNKNOWN_FAMILY) return read_otherwise(job, start, doc, true);
    if (!read_body(job, &r, doc)) return false;
    if (nl_ok(&r) && nl_left(&r) == 0) return true;
    return read_otherwise(job, start, doc, !doc->areas_complete || doc->area_count == 0);
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

/* There is nothing to check: what the checks would say first is said here. */
static void report_lost_header(nl_job *job, const nav_document *doc) {
    nav_absences absences = {.count = 0};
    const nav_check c = nav_check_of(job, doc, &absences);
    job->report->undecoded = true;
    nav_found_loss(&c);
}

/* The header cannot be read as the version says: perhaps as another does. */
static bool read_without_header(nl_job *job, const nav_start *start, nav_document *doc) {
    nav_layout other;
    if (nav_find_version(job, doc, &other)) {
        state_version(job, doc);
        nl_arena_release(job->arena, start->arena_mark);
        return read_again(job, doc, &other);
    }
    nav_lose(&doc->loss, &start->body, (nav_part){NAV_IN_HEADER, .count = NAV_PLACE_LIST_COUNT});
    report_lost_header(job, doc);
    return false;
}

/* Header and body behind the version. false, with the reason reported, if there is nothing to
 * check. */
static bool read_all(nl_job *job, nl_reader *r, nav_document *doc) {
    const size_t mark = nl_arena_mark(job->arena);
    doc->layout = nav_layout_of(NAV_BASE, doc->header.version, 0); /* the header knows no family */
    if (nl_ok(r) && !nav_read_header(job, r, doc)) return false;
    const nav_start start = {mark, *r};
    if (!nl_ok(r)) return read_without_header(job, &start, doc);
    state_version(job, doc);
    doc->layout = nav_named_layout(job, &doc->header);
    return read_body_as_it_is(job, &start, doc);
}

const void *nav_decode(nl_job *job) {
    nav_document *const doc = NL_NEW_ZEROED(job->arena, nav_document, 1);
    nl_reader r = nl_reader_over(job->bytes, job->length);
    if (!doc) return NULL;
    const uint32_t magic = nl_u32(&r);
    doc->header.version = nl_u32(&r);
    if (nl_ok(&r) && !nav_accept_signature(job, magic, doc->header.version)) return NULL;
    if (!read_all(job, &r, doc) || !index_ids(job, doc)) return NULL;
    job->report->dialect = nav_dialect_name(&doc->layout);
    job->report->undecoded |= doc->loss.happened;
    nl_claim(job->report, 0, nav_has_stale_tail(job, doc) ? job->length : doc->end);
    return doc;
}

/* Areas: id 4, row 36, index 32, two marks of at most 32 each (one for each slot of the index) over
 * at least 59 bytes. Hiding spots: id 4, offset 4, index 32, mark 4 over 17. Ladders: id 4, index
 * 32, mark 4, flags 1 over 60. Together never more than 44/17 < 2.6 times the input. Place names:
 * offset 4, key 4, index 32, flag 1 for each of at most 65535, of at least 2 bytes. The constant
 * holds the document, the smallest tables of the four indexes and the alignment of everything. */
uint64_t nav_arena_bound(uint64_t input_bytes) {
    const uint64_t places = nl_min(65535, input_bytes / 2);
    return input_bytes * 26 / 10 + places * 41 + 2048;
}
