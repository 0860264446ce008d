#include "containers/source_bsp/header.h"

#include <string.h>

/* ---- Shapes ---- */

static bool starts(const uint8_t *bytes, size_t length, const char *magic) {
    return length >= 4 && memcmp(bytes, magic, 4) == 0;
}

static bsp_shape goldsrc_shape(void) {
    return (bsp_shape){.version = BSP_OLD_VERSION,
                       .is_goldsrc = true,
                       .lumps_at = BSP_OLD_HEAD_BYTES,
                       .lump_count = BSP_OLD_LUMPS,
                       .stride = BSP_OLD_LUMP_BYTES,
                       .header_bytes = BSP_OLD_HEAD_BYTES + BSP_OLD_LUMPS * BSP_OLD_LUMP_BYTES};
}

static bsp_shape valve_shape(uint32_t version) {
    const uint32_t extra = version == BSP_CONTAGION ? BSP_EXTRA_BYTES : 0;
    const uint32_t lumps_at = BSP_HEAD_BYTES + extra;
    return (bsp_shape){.version = version,
                       .lumps_at = lumps_at,
                       .lump_count = BSP_LUMPS,
                       .stride = BSP_LUMP_BYTES,
                       .header_bytes = lumps_at + BSP_LUMPS * BSP_LUMP_BYTES + BSP_REVISION_BYTES};
}

/* ---- Lumps ---- */

/* Where a row of the lump table has its fields. */
typedef struct row_shape {
    uint64_t offset_at, length_at;
    bool has_unpacked;
} row_shape;

static row_shape row_shape_of(const bsp_shape *shape) {
    const bsp_lump_fields fields = bsp_lump_fields_of(shape);
    return (row_shape){.offset_at = bsp_fields.fields[fields.offset].at,
                       .length_at = bsp_fields.fields[fields.length].at,
                       .has_unpacked = !shape->is_goldsrc};
}

static bsp_lump lump_at(const uint8_t *bytes, const row_shape *fields, uint32_t row) {
    return (bsp_lump){
        .row = row,
        .offset = nl_load_u32(bytes + row + fields->offset_at),
        .length = nl_load_u32(bytes + row + fields->length_at),
        .unpacked = fields->has_unpacked ? nl_load_u32(bytes + row + BSP_LUMP_UNPACKED_AT) : 0,
    };
}

/* Fills the lumps and counts them. */
static void read_lumps(const uint8_t *bytes, size_t length, bsp_document *doc) {
    const row_shape fields = row_shape_of(&doc->shape);
    doc->used = doc->inside = 0;
    for (uint32_t i = 0; i < doc->shape.lump_count; i++) {
        const uint32_t row = doc->shape.lumps_at + i * doc->shape.stride;
        const bsp_lump lump = doc->lumps[i] = lump_at(bytes, &fields, row);
        doc->used += bsp_is_used(&lump);
        doc->inside += bsp_is_used(&lump) && bsp_is_inside(&doc->shape, &lump, length);
        doc->is_packed |= bsp_is_used(&lump) && lump.unpacked != 0;
    }
}

/* Whether the first word of the table says so: it is the version of lump 0 then. */
static bool looks_like_left4dead2(const uint8_t *bytes, const bsp_shape *shape) {
    return shape->version == 21 && nl_load_u32(bytes + shape->lumps_at) == 0;
}

/* The order in which more lumps are in the file: in the other one offsets are read as lengths. */
static bsp_order order_of(const uint8_t *bytes, size_t length, bsp_shape shape) {
    bsp_document orders[2] = {{.shape = shape}, {.shape = shape}};
    orders[1].shape.order = BSP_LEFT4DEAD2;
    read_lumps(bytes, length, &orders[0]);
    read_lumps(bytes, length, &orders[1]);
    if (orders[0].inside != orders[1].inside)
        return orders[0].inside > orders[1].inside ? BSP_STANDARD : BSP_LEFT4DEAD2;
    return looks_like_left4dead2(bytes, &shape) ? BSP_LEFT4DEAD2 : BSP_STANDARD;
}

/* ---- What cannot be read ---- */

static bool refuse_unsupported(nl_job *job, const char *why) {
    nl_limit(job->report, "unsupported", why);
    return false;
}

static bool refuse_magic(nl_job *job) {
    const nl_place file = nl_place_of(job->report, job->bytes);
    nl_found(&file, BSP_MAGIC, BSP_HEAD_MAGIC, &(nl_draft){.expected = nl_string("VBSP")});
    return false;
}

static bool refuse_short(nl_job *job, uint32_t header_bytes) {
    const nl_place file = nl_place_of(job->report, job->bytes);
    nl_found(&file, BSP_TRUNCATED, NL_NO_FIELD,
             &(nl_draft){.length = job->length,
                         .actual = nl_uint(job->length),
                         .expected = nl_uint(header_bytes),
                         .relation = NAVLINT_AT_LEAST});
    return false;
}

/* Versions whose lump table is known, or that games are known to have. */
static bool is_known(uint32_t version) {
    const bool is_usual = version >= 17 && version <= 23;
    return is_usual || version == 25 || version == BSP_CONTAGION || version == BSP_DARK_MESSIAH;
}

/* Those about which no source is sure are read if all lumps are where they should be. */
static bool is_sure(uint32_t version) {
    return is_known(version) && version != 18 && version != 22 && version != 23 && version != 25;
}

static bool admit_version(nl_job *job, const bsp_document *doc) {
    const uint32_t version = doc->shape.version;
    const bool fits = doc->used != 0 && doc->inside == doc->used;
    if (is_sure(version)) return true;
    if (!fits) return refuse_unsupported(job, "a version of VBSP whose lump table is not known");
    if (is_known(version)) return true;
    const nl_place file = nl_place_of(job->report, job->bytes);
    nl_found(&file, BSP_VERSION, BSP_HEAD_VERSION, &(nl_draft){.length = 0});
    return true;
}

/* ---- Headers ---- */

static bool read_goldsrc(nl_job *job, bsp_document *doc) {
    doc->shape = goldsrc_shape();
    if (job->length < doc->shape.header_bytes) return refuse_short(job, doc->shape.header_bytes);
    read_lumps(job->bytes, job->length, doc);
    return true;
}

static bool read_valve(nl_job *job, bsp_document *doc) {
    if (job->length < BSP_HEAD_BYTES) return refuse_short(job, BSP_HEAD_BYTES);
    doc->shape = valve_shape(nl_load_u32(job->bytes + BSP_HEAD_VERSION_AT));
    if (job->length < doc->shape.header_bytes) return refuse_short(job, doc->shape.header_bytes);
    doc->shape.order = order_of(job->bytes, job->length, doc->shape);
    read_lumps(job->bytes, job->length, doc);
    return admit_version(job, doc);
}

bool bsp_read_header(nl_job *job, bsp_document *doc) {
    const uint8_t *const bytes = job->bytes;
    if (starts(bytes, job->length, "VBSP")) return read_valve(job, doc);
    if (starts(bytes, job->length, "\x1E\0\0\0")) return read_goldsrc(job, doc);
    if (starts(bytes, job->length, "PSBV"))
        return refuse_unsupported(job, "a big-endian BSP of a console (PSBV)");
    if (starts(bytes, job->length, "rBSP"))
        return refuse_unsupported(job, "a BSP of Titanfall (rBSP), whose lumps are in side files");
    return job->length < BSP_WORD_BYTES ? refuse_short(job, BSP_WORD_BYTES) : refuse_magic(job);
}

/* ---- Recognising ---- */

/* A GoldSrc BSP has no magic: its lumps must be in the file, and lump 0 must be text that starts
 * with a brace. Path nodes of GTA may begin with the same word; theirs adds up otherwise. */
static bool is_goldsrc(const uint8_t *bytes, size_t length) {
    if (!starts(bytes, length, "\x1E\0\0\0")) return false;
    bsp_document doc = {.shape = goldsrc_shape()};
    if (length < doc.shape.header_bytes) return false;
    read_lumps(bytes, length, &doc);
    const bsp_lump *const entities = &doc.lumps[0];
    return doc.inside == doc.used && bsp_is_used(entities) && bytes[entities->offset] == '{';
}

/* A map of Source with a damaged magic: its version and all of its lumps are still as they should
 * be. */
static bool is_damaged(const uint8_t *bytes, size_t length) {
    if (length < BSP_HEAD_BYTES || !is_known(nl_load_u32(bytes + BSP_HEAD_VERSION_AT)))
        return false;
    bsp_document doc = {.shape = valve_shape(nl_load_u32(bytes + BSP_HEAD_VERSION_AT))};
    if (length < doc.shape.header_bytes) return false;
    doc.shape.order = order_of(bytes, length, doc.shape);
    read_lumps(bytes, length, &doc);
    return doc.inside == doc.used && bsp_is_used(&doc.lumps[BSP_PAKFILE]);
}

bool bsp_has_magic(const uint8_t *bytes, size_t length) {
    return starts(bytes, length, "VBSP") || starts(bytes, length, "PSBV") ||
           starts(bytes, length, "rBSP");
}

bool bsp_is_plausible(const uint8_t *bytes, size_t length) {
    return is_goldsrc(bytes, length) || is_damaged(bytes, length);
}
