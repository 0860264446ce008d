/* What is wrong with the packed data of a record. */
#include "parsers/skyrim_navmesh/container/container.h"

static nl_place data_place(const sky_check *c, const sky_record *record, uint64_t at) {
    nl_place place = sky_about(sky_record_place(c, record), c, record);
    place.at = record->at + at;
    return place;
}

/* Data too short for a size are reported with the record's header, as they may be none. */
static void report_fault(const sky_check *c, const sky_record *record, const sky_opened *opened) {
    const nl_place data = data_place(c, record, SKY_HEADER_BYTES);
    const navlint_related flags = {record->at + SKY_HEADER_FLAGS_AT, 4,
                                   "the flag that says that it is compressed"};
    const nl_draft draft = {.length = record->data_bytes,
                            .actual = nl_uint(record->data_bytes),
                            .expected = nl_uint(opened->size),
                            .related = {flags}};
    c->job->report->undecoded = true;
    if (opened->fault == SKY_PACKED_LARGE)
        sky_found(data, SKYRIM_ZLIB_SIZE, SKY_STREAM_UNPACKED_SIZE,
                  (nl_draft){.relation = NAVLINT_AT_MOST,
                             .expected = nl_uint(opened->most),
                             .related = {flags}});
    else if (opened->fault == SKY_PACKED_DATA)
        sky_found(data, SKYRIM_ZLIB_DATA, NL_NO_FIELD, draft);
    else
        sky_found(data_place(c, record, 0), SKYRIM_ZLIB_SHORT, NL_NO_FIELD,
                  (nl_draft){.length = SKY_HEADER_BYTES + (uint64_t)record->data_bytes,
                             .actual = draft.actual,
                             .relation = NAVLINT_AT_LEAST,
                             .expected = nl_uint(SKY_STREAM_PACKED_AT),
                             .related = {flags}});
}

static void report_tail(const sky_check *c, const sky_record *record, uint64_t tail) {
    const uint64_t end = (uint64_t)SKY_HEADER_BYTES + record->data_bytes;
    sky_found(data_place(c, record, end - tail), SKYRIM_ZLIB_TAIL, NL_NO_FIELD,
              (nl_draft){.length = tail, .actual = nl_uint(tail)});
}

void sky_report_packed(const sky_check *c, const sky_record *record, const sky_opened *opened) {
    if (opened->fault == SKY_UNPACKED)
        report_tail(c, record, opened->tail);
    else if (opened->fault != SKY_NO_MEANS)
        report_fault(c, record, opened);
}

bool sky_open_checked(const sky_check *c, sky_inflater *inflater, sky_request request,
                      sky_opened *opened) {
    const bool is_open = sky_open(inflater, request.record, request.most_bytes, opened);
    if (!is_open || opened->tail != 0) sky_report_packed(c, request.record, opened);
    return is_open;
}
