/* The data of a record, unpacked if they are packed. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_INFLATE_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_INFLATE_H

#include "parsers/skyrim_navmesh/records.h"

enum {
    SKY_UNPACK_STEPS = 2, /* that an unpacked byte costs: all records together unpack to 8 times the
                             file at most; real ones to 2.3 times their own size */
    SKY_PASSED_BYTES_PER_STEP = 8, /* of records that are only passed through: 128 times the file at
                                      most; a cell's flat landscape unpacks to 50 times its size */
    SKY_MOST_NAVM_BYTES = 16 << 20,
    SKY_MOST_NAVI_BYTES = 64 << 20,
    SKY_MOST_OTHER_BYTES = 16 << 20, /* of any record but those here */
    SKY_MOST_CELL_BYTES = 1 << 20,
    SKY_MOST_REFERENCE_BYTES = 1 << 20,
    SKY_MOST_NAMED_BYTES = 1 << 16 /* of a CELL that is opened for its name: real ones have some
                                      hundred */
};

typedef enum sky_unpack_fault {
    SKY_UNPACKED = 0,
    SKY_PACKED_SHORT, /* no room for the size */
    SKY_PACKED_LARGE, /* the size is above the limit, or more than any stream of these bytes gives
                       */
    SKY_PACKED_DATA,  /* no sound stream of exactly that size */
    SKY_NO_MEANS      /* memory or budget is used up */
} sky_unpack_fault;

/* One for each check. The decompressor is made when first needed. */
typedef struct sky_inflater {
    const nl_job *job;
    struct libdeflate_decompressor *decompressor;
} sky_inflater;

static inline sky_inflater sky_inflater_of(const nl_job *job) {
    return (sky_inflater){.job = job};
}

/* Gives the decompressor back. */
void sky_inflater_end(sky_inflater *inflater);

/* A record's data while they are looked at. The body points into it: do not copy. */
typedef struct sky_opened {
    sky_body body;
    nl_packed packed;
    uint64_t size; /* unpacked, as the record says */
    uint64_t most; /* that it may be */
    uint64_t tail; /* bytes behind the stream */
    sky_unpack_fault fault;
} sky_opened;

/* Opens the data of a record. What is packed is unpacked into the job's arena, SKY_UNPACK_STEPS a
 * byte; the caller releases it. most_bytes: larger data are refused. False if `fault` says why. */
bool sky_open(sky_inflater *inflater, const sky_record *record, uint64_t most_bytes,
              sky_opened *opened);

/* The same for data that are looked at once and not kept: a step for SKY_PASSED_BYTES_PER_STEP. */
bool sky_open_to_pass(sky_inflater *inflater, const sky_record *record, uint64_t most_bytes,
                      sky_opened *opened);

/* The unpacked size that a record of so many packed bytes may have, if it may not be above
 * most_bytes. */
uint64_t sky_most_unpacked(uint32_t data_bytes, uint64_t most_bytes);

/* The stream of a record that is. */
static inline nl_packed sky_packed_of(const sky_record *record, uint64_t length) {
    return (nl_packed){record->at + SKY_HEADER_BYTES + SKY_STREAM_PACKED_AT, length, "zlib"};
}

/* The data of a record as they stand in the input. */
static inline sky_body sky_data_of(const uint8_t *bytes, const sky_record *record) {
    const uint64_t at = record->at + SKY_HEADER_BYTES;
    return (sky_body){bytes + at, record->data_bytes, at, NULL};
}

#endif
