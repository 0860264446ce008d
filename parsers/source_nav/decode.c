/* Bytes to a nav_document. Structure only: what the values mean is check's business. */
#include "parsers/source_nav/decode.h"

#include "core/checked.h"

static uint32_t here(const nl_reader *r) {
    return (uint32_t)nl_at_offset(r);
}

/* The structure cannot be followed any further; the first such place counts. */
static void lose(nav_document *doc, const nl_reader *r, const char *section, uint64_t item) {
    if (doc->loss.happened) return;
    doc->loss = (nav_loss){
        .happened = true,
        .rule = r->fail_count ? NAV_COUNT : NAV_TRUNCATED,
        .section = section,
        .item = item,
        .at = r->fail_at,
        .need = r->fail_need,
        .left = r->fail_left,
        .count = r->fail_count,
    };
}

static void tell_truncation(nl_job *job, const nav_loss *loss, const nl_path *path) {
    nl_emit(job->report, NAV_TRUNCATED,
            &(nl_draft){.path = path,
                        .offset = loss->at,
                        .length = loss->left,
                        .actual = nl_uint(loss->left),
                        .expected = nl_uint(loss->need)});
}

/* How wide the count before the records at `at` is: read little-endian in its own width, and in no
 * other, it is the number that failed. */
static nl_type type_of_count(const nl_job *job, const nav_loss *loss) {
    const uint8_t *const end = job->bytes + loss->at;
    if (loss->at >= 4 && nl_load_u32(end - 4) == loss->count) return NL_U32LE;
    return nl_load_u16(end - 2) == loss->count ? NL_U16LE : NL_U8;
}

static void tell_count(nl_job *job, const nav_loss *loss, const nl_path *path) {
    const nl_type type = type_of_count(job, loss);
    const bool is_field =
        loss->item == NL_NO_ROW; /* a whole section's count has a path of its own */
    nl_emit(job->report, NAV_COUNT,
            &(nl_draft){.path = path,
                        .field = is_field ? loss->section : "count",
                        .type = is_field ? type : NL_NO_TYPE,
                        .offset = loss->at - nl_type_bytes(type),
                        .length = nl_type_bytes(type),
                        .actual = nl_uint(loss->count),
                        .expected = nl_uint(loss->left / (loss->need / loss->count)),
                        .args = {nl_uint(loss->need), nl_uint(loss->left)}});
}

static void tell_loss(nl_job *job, const nav_loss *loss) {
    if (!loss->happened) return;
    job->report->undecoded = true;
    const nl_path section = nl_key(NULL, loss->section);
    const nl_path item = nl_item(&section, loss->item);
    const nl_path *const path = !loss->section ? NULL : loss->item == NL_NO_ROW ? &section : &item;
    if (loss->rule == NAV_COUNT)
        tell_count(job, loss, path);
    else
        tell_truncation(job, loss, path);
}

static uint32_t skip_names(nl_reader *r, uint32_t count, uint32_t *name_at) {
    uint32_t i = 0;
    for (; i < count && nl_ok(r); i++) {
        if (name_at) name_at[i] = here(r);
        nl_skip(r, nl_u16(r));
    }
    return nl_ok(r) ? i : 0;
}

static bool read_places(nl_job *job, nl_reader *r, nav_document *doc) {
    doc->header.place_count_at = here(r);
    const uint16_t count = nl_u16(r);
    nl_reader probe = *r;
    nl_skip_records(&probe, count, 2);
    if (!nl_ok(&probe)) {
        *r = probe;
        return true;
    }
    doc->place_at = NL_NEW(job->arena, uint32_t, count);
    if (!doc->place_at) return false;
    doc->place_count = skip_names(r, count, doc->place_at);
    return true;
}

/* Everything up to where a game's own data may start. false if the arena is exhausted. */
static bool read_header(nl_job *job, nl_reader *r, nav_document *doc) {
    nav_header *const h = &doc->header;
    const nav_layout *const l = &doc->layout;
    h->sub_version_at = here(r);
    h->sub_version = l->has_sub_version ? nl_u32(r) : 0;
    h->bsp_size_at = here(r);
    h->bsp_size = l->has_bsp_size ? nl_u32(r) : 0;
    h->analyzed_at = here(r);
    h->is_analyzed = l->has_analyzed ? nl_u8(r) : 0;
    if (l->has_places && !read_places(job, r, doc)) return false;
    h->unnamed_at = here(r);
    h->has_unnamed = l->has_unnamed ? nl_u8(r) : 0;
    h->end = here(r);
    return true;
}

static void read_population(nl_reader *r, nav_document *doc) {
    doc->population_at = here(r);
    const uint8_t *const start = r->bytes + r->at;
    const uint8_t *const end = nl_left(r) ? memchr(start, 0, nl_left(r)) : NULL;
    doc->population_bytes = end ? (uint32_t)(end - start) + 1 : 0;
    nl_skip(r, end ? doc->population_bytes : nl_left(r) + 1);
}

static void read_custom_before_areas(nl_reader *r, nav_document *doc) {
    if (doc->layout.has_population) read_population(r, doc);
    doc->fog_count_at = here(r);
    doc->fog_count = doc->layout.has_fog ? nl_u16(r) : 0;
    (void)skip_names(r, doc->fog_count, NULL);
    doc->fog_end = here(r);
}

/* The area count, cut to what the bytes can hold. */
static uint32_t read_area_count(nl_reader *r, nav_document *doc) {
    doc->area_count_at = here(r);
    const uint32_t promised = nl_u32(r);
    nl_reader probe = *r;
    nl_skip_records(&probe, promised, doc->layout.area_min_bytes);
    doc->areas_complete = nl_ok(&probe);
    if (doc->areas_complete) return promised;
    lose(doc, &probe, "areaCount", NL_NO_ROW);
    return (uint32_t)(nl_left(r) / doc->layout.area_min_bytes);
}

static void keep_area(nav_document *doc, uint32_t index, const nav_area *area) {
    doc->area_ids[index] = area->id;
    doc->areas[index] = (nav_area_row){
        .at = area->at,
        .spots_at = area->spots.at,
        .paths_end = area->paths_end,
        .inherit = area->inherit,
        .spot_count = area->spots.count,
        .west = area->corners[0],
        .north = area->corners[1],
        .east = area->corners[3],
        .south = area->corners[4],
    };
    doc->spot_count += area->spots.count;
}

static bool read_areas(nl_job *job, nl_reader *r, nav_document *doc) {
    const uint32_t count = read_area_count(r, doc);
    doc->area_ids = NL_NEW(job->arena, uint32_t, count);
    doc->areas = NL_NEW(job->arena, nav_area_row, count);
    if (!doc->area_ids || !doc->areas) return false;
    for (uint32_t i = 0; i < count; i++) {
        nav_area area;
        nav_read_area(r, &doc->layout, 0, &area);
        if (!nl_spend(job->budget, 1 + area.paths.count)) return false;
        if (!nl_ok(r)) {
            lose(doc, r, "areas", i);
            doc->areas_complete = false;
            break;
        }
        keep_area(doc, i, &area);
        doc->area_count++;
    }
    return true;
}

static bool read_ladders(nl_job *job, nl_reader *r, nav_document *doc) {
    doc->ladder_count_at = here(r);
    const uint32_t count = doc->layout.has_ladders ? nl_u32(r) : 0;
    doc->ladders = (nav_list){here(r), count};
    nl_skip_records(r, count, doc->layout.ladder_bytes);
    doc->ladders_complete = nl_ok(r);
    if (!doc->ladders_complete) doc->ladders.count = 0;
    doc->ladder_ids = NL_NEW(job->arena, uint32_t, doc->ladders.count);
    if (!doc->ladder_ids) return false;
    for (uint32_t i = 0; i < doc->ladders.count; i++)
        doc->ladder_ids[i] =
            nl_load_u32(job->bytes + doc->ladders.at + (size_t)i * doc->layout.ladder_bytes);
    return true;
}

/* The ids of all hiding spots, in file order, for the index. */
static bool collect_spots(nl_job *job, nav_document *doc) {
    if (!doc->layout.has_spot_ids) return true;
    doc->spot_ids = NL_NEW(job->arena, uint32_t, doc->spot_count);
    doc->spot_at = NL_NEW(job->arena, uint32_t, doc->spot_count);
    if (!doc->spot_ids || !doc->spot_at) return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < doc->area_count; i++) {
        uint32_t at = doc->areas[i].spots_at;
        for (uint32_t s = 0; s < doc->areas[i].spot_count; s++, next++, at += NAV_SPOT_BYTES) {
            doc->spot_ids[next] = nl_load_u32(job->bytes + at);
            doc->spot_at[next] = at;
        }
    }
    return true;
}

static bool index_ids(nl_job *job, nav_document *doc) {
    const uint32_t indexed_spots = doc->layout.has_spot_ids ? doc->spot_count : 0;
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
    read_custom_before_areas(r, doc);
    if (!nl_ok(r)) lose(doc, r, "population", NL_NO_ROW);
    if (nl_ok(r) && !read_areas(job, r, doc)) return false;
    if (doc->areas_complete && !read_ladders(job, r, doc)) return false;
    doc->view_distance_at = here(r);
    if (doc->areas_complete && doc->layout.family == NAV_L4D) nl_skip(r, 4);
    if (!nl_ok(r)) lose(doc, r, r->fail_count ? "ladderCount" : "ladders", NL_NO_ROW);
    doc->end = here(r);
    return true;
}

bool nav_layout_fits(nl_job *job, nl_reader r, const nav_layout *layout) {
    nav_document scratch = {.layout = *layout};
    read_custom_before_areas(&r, &scratch);
    uint32_t count = read_area_count(&r, &scratch);
    for (; scratch.areas_complete && nl_ok(&r) && count > 0; count--) {
        nav_area area;
        nav_read_area(&r, layout, 0, &area);
        if (!nl_spend(job->budget, 1 + area.paths.count)) return false;
    }
    if (layout->has_ladders) nl_skip_records(&r, nl_u32(&r), layout->ladder_bytes);
    nl_skip(&r, layout->family == NAV_L4D ? 4 : 0);
    return scratch.areas_complete && nl_ok(&r) && nl_left(&r) == 0;
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

static void tell_version(nl_job *job, const nav_document *doc) {
    nl_text text = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put_uint(&text, doc->header.version);
    if (doc->layout.has_sub_version) {
        nl_put_char(&text, '.');
        nl_put_uint(&text, doc->header.sub_version);
    }
    job->report->endianness = "little";
}

/* Signature and header. false, with the reason told, if there is no body to read. */
static bool read_start(nl_job *job, nl_reader *r, nav_document *doc) {
    const uint32_t magic = nl_u32(r);
    doc->header.version = nl_u32(r);
    if (nl_ok(r) && !nav_accept_signature(job, magic, doc->header.version)) return false;
    doc->layout = nav_layout_of(NAV_BASE, doc->header.version, 0); /* the header knows no family */
    if (nl_ok(r) && !read_header(job, r, doc)) return false;
    if (nl_ok(r)) return true;
    lose(doc, r, r->fail_count ? "placeCount" : NULL, NL_NO_ROW);
    tell_loss(job, &doc->loss);
    return false;
}

bool nav_has_stale_tail(const nl_job *job, const nav_document *doc) {
    return doc->header.version <= NAV_NEWEST_GOLDSRC && !doc->loss.happened &&
           doc->end < job->length;
}

const void *nav_decode(nl_job *job) {
    nav_document *const doc = NL_NEW_ZEROED(job->arena, nav_document, 1);
    nl_reader r = nl_reader_over(job->bytes, job->length);
    if (!doc || !read_start(job, &r, doc)) return NULL;
    tell_version(job, doc);
    doc->layout = nav_named_layout(job, &doc->header);
    if (!read_body_as_it_is(job, &r, doc) || !index_ids(job, doc)) return NULL;
    job->report->dialect = nav_dialect_name(&doc->layout);
    tell_loss(job, &doc->loss);
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
