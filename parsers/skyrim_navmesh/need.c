/* How much memory a plugin takes: of this one, and of any of its size. */
#include "parsers/skyrim_navmesh/need.h"

#include "core/checked.h"
#include "core/limits.h"
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

enum { ALIGN = 16, BLOCKS = 32 /* that are not counted below, each with what alignment skips */ };

/* What a walk over a plugin finds that takes memory. */
typedef struct sky_measure {
    uint64_t input_bytes;
    uint64_t header_bytes; /* of TES4's fields, as they are and unpacked */
    uint64_t records;
    uint64_t navms;
    uint64_t cells;
    uint64_t doors;         /* REFR that might be one */
    uint64_t navi_bytes;    /* of the NAVI's fields */
    uint64_t navi_unpacked; /* the part of them that has to be unpacked */
    uint64_t navm_bytes;    /* of all navmeshes' fields */
    uint64_t largest_bytes; /* of one navmesh */
    uint64_t largest_unpacked;
    uint64_t other_unpacked; /* of one record of another kind */
} sky_measure;

static uint64_t table_bytes(uint64_t rows, size_t row_bytes) {
    return sky_pile_bytes(rows, row_bytes) + rows * row_bytes + 2 * ALIGN;
}

static uint64_t indexed_table_bytes(uint64_t rows, size_t row_bytes) {
    return table_bytes(rows, row_bytes) + rows * sizeof(uint32_t) + nl_index_bytes(rows);
}

/* What decode leaves behind. */
static uint64_t kept_bytes(const sky_measure *m) {
    const uint64_t masters = nl_min(m->header_bytes / SKY_FIELD_HEADER_BYTES, SKY_MOST_MASTERS + 1);
    const uint64_t overridden = m->header_bytes / sizeof(uint32_t);
    const uint64_t cells = nl_min(m->cells, m->navms + m->doors);
    return sizeof(sky_document) + m->header_bytes + masters * sizeof(sky_master) +
           overridden * sizeof(uint32_t) + nl_index_bytes(overridden) +
           sky_pile_bytes(m->records, sizeof(uint32_t)) +
           indexed_table_bytes(m->navms, sizeof(sky_navm)) + table_bytes(cells, sizeof(sky_cell)) +
           cells * sizeof(sky_cell_note) + indexed_table_bytes(m->doors, sizeof(sky_door));
}

static uint64_t most_unpacked(uint64_t input_bytes) {
    return (input_bytes * NL_STEPS_PER_BYTE + NL_STEPS_FLOOR) / SKY_UNPACK_STEPS;
}

/* The same of what is unpacked to be passed through. */
static uint64_t most_passed(uint64_t input_bytes) {
    return (input_bytes * NL_STEPS_PER_BYTE + NL_STEPS_FLOOR) * SKY_PASSED_BYTES_PER_STEP;
}

uint64_t sky_digests_need(uint64_t navms, uint64_t field_bytes, uint64_t input_bytes) {
    const uint64_t most = input_bytes + most_unpacked(input_bytes);
    return navms * sky_digest_need(0) + sky_digest_need(nl_min(field_bytes, most)) + ALIGN;
}

static uint64_t checked_bytes(const sky_measure *m) {
    const uint64_t digests =
        m->navms * sizeof(sky_digest) + sky_digests_need(m->navms, m->navm_bytes, m->input_bytes);
    const uint64_t scratch =
        nl_max(m->largest_unpacked + sky_mesh_scratch(m->largest_bytes), m->other_unpacked) +
        nl_min(m->other_unpacked, SKY_MOST_NAMED_BYTES);
    return digests + m->navi_unpacked + sky_navi_need(m->navi_bytes) + scratch;
}

/* The sorted ids and what checking takes are added up because a set of plugins needs both at once.
 */
static uint64_t need_of(const sky_measure *m) {
    const uint64_t sorted = 2 * m->records * sizeof(uint32_t);
    return kept_bytes(m) + sorted + checked_bytes(m) + (uint64_t)BLOCKS * ALIGN;
}

/* ---- What is in it ---- */

/* The unpacked size of a record, if its data are packed and the size may be: else 0. */
static uint64_t unpacked_bytes(const uint8_t *bytes, const sky_record *record,
                               uint64_t most_bytes) {
    if (!sky_is_compressed(record) || record->data_bytes < SKY_STREAM_PACKED_AT) return 0;
    const sky_body data = sky_data_of(bytes, record);
    const uint64_t size = nl_load_u32(data.bytes);
    return size > sky_most_unpacked(data.length, most_bytes) ? 0 : size;
}

uint64_t sky_unpacked_bytes(const uint8_t *bytes, const sky_record *navm) {
    return sky_is_compressed(navm) ? unpacked_bytes(bytes, navm, SKY_MOST_NAVM_BYTES)
                                   : navm->data_bytes;
}

static void measure_other(sky_measure *m, const uint8_t *bytes, const sky_record *record,
                          uint64_t most_bytes) {
    m->other_unpacked = nl_max(m->other_unpacked, unpacked_bytes(bytes, record, most_bytes));
}

static void measure_navm(sky_measure *m, const uint8_t *bytes, const sky_record *record) {
    const uint64_t unpacked = unpacked_bytes(bytes, record, SKY_MOST_NAVM_BYTES);
    const uint64_t size = sky_unpacked_bytes(bytes, record);
    m->navms++;
    m->navm_bytes += size;
    m->largest_bytes = nl_max(m->largest_bytes, size);
    m->largest_unpacked = nl_max(m->largest_unpacked, unpacked);
}

static void measure_navi(sky_measure *m, const uint8_t *bytes, const sky_record *record) {
    if (m->navi_bytes != 0) { /* only the first is checked */
        measure_other(m, bytes, record, SKY_MOST_OTHER_BYTES);
        return;
    }
    m->navi_unpacked = unpacked_bytes(bytes, record, SKY_MOST_NAVI_BYTES);
    m->navi_bytes = sky_is_compressed(record) ? m->navi_unpacked : record->data_bytes;
}

static void measure_cell(sky_measure *m, const uint8_t *bytes, const sky_record *record) {
    m->cells++;
    measure_other(m, bytes, record, SKY_MOST_CELL_BYTES);
}

static void measure_reference(sky_measure *m, const uint8_t *bytes, const sky_record *record) {
    m->doors++;
    measure_other(m, bytes, record, SKY_MOST_REFERENCE_BYTES);
}

static void measure_records(sky_measure *m, const uint8_t *bytes, sky_walk *walk) {
    sky_step step = sky_next(walk);
    for (; step == SKY_STEP_RECORD || step == SKY_STEP_GROUP; step = sky_next(walk)) {
        if (step == SKY_STEP_GROUP) continue;
        const sky_record *const record = &walk->record;
        if (record->type == SKY_NAVM)
            measure_navm(m, bytes, record);
        else if (record->type == SKY_NAVI)
            measure_navi(m, bytes, record);
        else if (record->type == SKY_REFR)
            measure_reference(m, bytes, record);
        else if (record->type == SKY_CELL)
            measure_cell(m, bytes, record);
        else
            measure_other(m, bytes, record, SKY_MOST_OTHER_BYTES);
    }
    m->records = walk->record_count;
}

/* ---- Any plugin ---- */

/* Every record at least a header; what is unpacked costs steps of the budget. */
static sky_measure most_of(uint64_t input_bytes) {
    const uint64_t unpacked = most_unpacked(input_bytes);
    const uint64_t records = input_bytes / SKY_HEADER_BYTES;
    const uint64_t navi = nl_min(unpacked, SKY_MOST_NAVI_BYTES);
    const uint64_t navm = nl_min(unpacked, SKY_MOST_NAVM_BYTES);
    return (sky_measure){
        .input_bytes = input_bytes,
        .header_bytes = input_bytes + nl_min(unpacked, SKY_MOST_CELL_BYTES),
        .records = records,
        .navms = records,
        .cells = records / 2, /* each with a navmesh or a door */
        .doors = records,
        .navi_bytes = nl_max(navi, input_bytes),
        .navi_unpacked = navi,
        .navm_bytes = input_bytes + unpacked,
        .largest_bytes = nl_max(navm, input_bytes),
        .largest_unpacked = navm,
        .other_unpacked = nl_min(most_passed(input_bytes), SKY_MOST_OTHER_BYTES),
    };
}

uint64_t sky_arena_bound(uint64_t input_bytes) {
    const sky_measure most = most_of(input_bytes);
    return need_of(&most);
}

/* ---- This plugin ---- */

static void limit_to_budget(sky_measure *m) {
    const sky_measure most = most_of(m->input_bytes);
    m->navi_unpacked = nl_min(m->navi_unpacked, most.navi_unpacked);
    m->navi_bytes = nl_min(m->navi_bytes, most.navi_bytes);
    m->navm_bytes = nl_min(m->navm_bytes, most.navm_bytes);
    m->largest_unpacked = nl_min(m->largest_unpacked, most.largest_unpacked);
    m->largest_bytes = nl_min(m->largest_bytes, most.largest_bytes);
    m->other_unpacked = nl_min(m->other_unpacked, most.other_unpacked);
    m->header_bytes = nl_min(m->header_bytes, most.header_bytes);
}

uint64_t sky_arena_need(const uint8_t *bytes, size_t length) {
    sky_measure m = {.input_bytes = length};
    if (length >= SKY_HEADER_BYTES) {
        const sky_record header = sky_read_record(bytes, 0, 0);
        if (header.data_bytes <= length - SKY_HEADER_BYTES) {
            sky_walk walk = sky_walk_over(bytes, length, SKY_HEADER_BYTES + header.data_bytes);
            m.header_bytes =
                nl_max(header.data_bytes, unpacked_bytes(bytes, &header, SKY_MOST_CELL_BYTES));
            measure_records(&m, bytes, &walk);
        }
    }
    limit_to_budget(&m);
    return need_of(&m);
}
