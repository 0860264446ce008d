/* Every field of the document in file order. */
#include "parsers/metroid_path/records.h"

/* A field at a fixed place of a record. */
typedef struct mp_field {
    const char *name;
    nl_type type;
    navlint_role role;
    uint32_t at;
} mp_field;

typedef struct mp_dumper {
    nl_dump *dump;
    const mp_document *doc;
} mp_dumper;

#define U32(name, role, at)                                                                        \
    { name, NL_U32BE, NAVLINT_##role, at }
#define U16(name, at)                                                                              \
    { name, NL_U16BE, NAVLINT_PLAIN, at }
#define F32(name, at)                                                                              \
    { name, NL_F32BE, NAVLINT_PLAIN, at }
#define VECTOR(name, at) F32(name "/x", at), F32(name "/y", (at) + 4), F32(name "/z", (at) + 8)
#define END                                                                                        \
    { NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0 }

static const mp_field node_fields[] = {VECTOR("position", 0), VECTOR("normal", MP_NODE_NORMAL),
                                       END};

static const mp_field link_fields[] = {
    U32("node", REFERENCE, MP_LINK_NODE), U32("region", REFERENCE, MP_LINK_REGION),
    F32("width", MP_LINK_WIDTH), F32("inverseWidth", MP_LINK_INVERSE), END};

static const mp_field region_fields[] = {U32("nodeCount", COUNT, MP_REGION_NODE_COUNT),
                                         U32("nodeStart", REFERENCE, MP_REGION_NODE_START),
                                         U32("linkCount", COUNT, MP_REGION_LINK_COUNT),
                                         U32("linkStart", REFERENCE, MP_REGION_LINK_START),
                                         U16("indexMask", MP_REGION_INDEX_MASK),
                                         U16("typeMask", MP_REGION_TYPE_MASK),
                                         F32("height", MP_REGION_HEIGHT),
                                         VECTOR("normal", MP_REGION_NORMAL),
                                         U32("index", IDENTITY, MP_REGION_INDEX),
                                         VECTOR("centroid", MP_REGION_CENTROID),
                                         VECTOR("min", MP_REGION_MIN),
                                         VECTOR("max", MP_REGION_MAX),
                                         END};

static const mp_field obstruction_fields[] = {
    U32("obstructions/0", PLAIN, MP_REGION_OBSTRUCTIONS),
    U32("obstructions/1", PLAIN, MP_REGION_OBSTRUCTIONS + 4),
    U32("obstructions/2", PLAIN, MP_REGION_OBSTRUCTIONS + 8), END};

static const mp_field octant_fields[] = {U32("isLeaf", PLAIN, MP_OCTANT_IS_LEAF),
                                         VECTOR("min", MP_OCTANT_MIN),
                                         VECTOR("max", MP_OCTANT_MAX),
                                         VECTOR("center", MP_OCTANT_CENTER),
                                         U32("children/0", REFERENCE, MP_OCTANT_CHILDREN),
                                         U32("children/1", REFERENCE, MP_OCTANT_CHILDREN + 4),
                                         U32("children/2", REFERENCE, MP_OCTANT_CHILDREN + 8),
                                         U32("children/3", REFERENCE, MP_OCTANT_CHILDREN + 12),
                                         U32("children/4", REFERENCE, MP_OCTANT_CHILDREN + 16),
                                         U32("children/5", REFERENCE, MP_OCTANT_CHILDREN + 20),
                                         U32("children/6", REFERENCE, MP_OCTANT_CHILDREN + 24),
                                         U32("children/7", REFERENCE, MP_OCTANT_CHILDREN + 28),
                                         U32("regionCount", COUNT, MP_OCTANT_REGION_COUNT),
                                         U32("regionStart", REFERENCE, MP_OCTANT_REGION_START),
                                         END};

static const mp_field point_fields[] = {VECTOR("position", 0),
                                        U32("flags", PLAIN, MP_POINT_FLAGS),
                                        U32("linkCount", COUNT, MP_POINT_LINK_COUNT),
                                        U32("linkStart", REFERENCE, MP_POINT_LINK_START),
                                        U32("costStart", REFERENCE, MP_POINT_COST_START),
                                        END};

/* ---- Sections ---- */

static void put_fields(const mp_dumper *d, const nl_path *record, const mp_field *field,
                       uint64_t at) {
    for (; field->name; field++) {
        const nl_path path = nl_key(record, field->name);
        nl_dump_value(d->dump, &path, field->type, field->role, at + field->at);
    }
}

static void put_word(const mp_dumper *d, const char *name, uint64_t at) {
    const nl_path path = nl_key(NULL, name);
    nl_dump_value(d->dump, &path, NL_U32BE, NAVLINT_COUNT, at);
}

/* The count that a section follows; it is there if the section is, or if nothing is lost. */
static void put_count(const mp_dumper *d, const char *name, mp_section section) {
    const mp_list *const list = &d->doc->lists[section];
    if (list->at != 0) put_word(d, name, list->at - MP_WORD_BYTES);
    const mp_loss *const loss = &d->doc->loss;
    if (loss->happened && loss->section == section && loss->count != 0)
        put_word(d, name, loss->at - MP_WORD_BYTES);
}

static void put_records(const mp_dumper *d, const char *name, mp_section section,
                        uint32_t record_bytes, const mp_field *fields) {
    const nl_path list = nl_key(NULL, name);
    for (uint32_t i = 0; i < d->doc->lists[section].count && !d->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        put_fields(d, &item, fields, mp_record_at(d->doc, section, i, record_bytes));
    }
}

static void put_words(const mp_dumper *d, const char *name, mp_section section, nl_type type,
                      navlint_role role) {
    const nl_path list = nl_key(NULL, name);
    for (uint32_t i = 0; i < d->doc->lists[section].count && !d->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        nl_dump_value(d->dump, &item, type, role, mp_word_at(d->doc, section, i));
    }
}

static void put_regions(const mp_dumper *d) {
    const nl_path regions = nl_key(NULL, "regions");
    const bool is_long = d->doc->layout->region_bytes == MP_LONGEST_REGION_BYTES;
    const mp_field slot[] = {U32("indexCopy", IDENTITY, d->doc->layout->slot_at), END};
    for (uint32_t i = 0; i < d->doc->lists[MP_REGIONS].count && !d->dump->stopped; i++) {
        const nl_path region = nl_item(&regions, i);
        const uint64_t at = mp_region_at(d->doc, i);
        put_fields(d, &region, region_fields, at);
        if (is_long) put_fields(d, &region, obstruction_fields, at);
        put_fields(d, &region, slot, at);
    }
}

static void put_maps(const mp_dumper *d) {
    const mp_list *const unused = &d->doc->lists[MP_UNUSED_WORDS];
    const nl_path path = nl_key(NULL, "unused");
    put_words(d, "groundMap", MP_GROUND_MAP, NL_U32BE, NAVLINT_PLAIN);
    put_words(d, "flyerMap", MP_FLYER_MAP, NL_U32BE, NAVLINT_PLAIN);
    if (unused->count != 0)
        nl_dump_bytes(d->dump, &path, unused->at, (uint64_t)unused->count * MP_WORD_BYTES);
}

static void put_points(const mp_dumper *d) {
    if (d->doc->has_points && d->doc->lists[MP_GRAPH_POINTS].at == 0 && !d->doc->loss.happened)
        put_word(d, "pointCount", d->doc->end - MP_WORD_BYTES);
    put_count(d, "pointCount", MP_GRAPH_POINTS);
    put_records(d, "points", MP_GRAPH_POINTS, MP_POINT_BYTES, point_fields);
    put_count(d, "pointLinkCount", MP_POINT_LINKS);
    put_words(d, "pointLinks", MP_POINT_LINKS, NL_U32BE, NAVLINT_REFERENCE);
    put_count(d, "pointCostCount", MP_POINT_COSTS);
    put_words(d, "pointCosts", MP_POINT_COSTS, NL_F32BE, NAVLINT_PLAIN);
    put_words(d, "pointMap", MP_POINT_MAP, NL_U32BE, NAVLINT_PLAIN);
}

void mp_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const mp_document *const doc = document;
    const mp_dumper d = {dump, doc};
    const nl_path version = nl_key(NULL, "version");
    const nl_path tail = nl_key(NULL, doc->tail == MP_TAIL_RIGHT ? "fill" : "tail");
    nl_dump_value(dump, &version, NL_U32BE, NAVLINT_PLAIN, 0);
    put_count(&d, "nodeCount", MP_NODES);
    put_records(&d, "nodes", MP_NODES, MP_NODE_BYTES, node_fields);
    put_count(&d, "linkCount", MP_LINKS);
    put_records(&d, "links", MP_LINKS, MP_LINK_BYTES, link_fields);
    put_count(&d, "regionCount", MP_REGIONS);
    put_regions(&d);
    put_maps(&d);
    put_count(&d, "lookupCount", MP_LOOKUPS);
    put_words(&d, "lookups", MP_LOOKUPS, NL_U32BE, NAVLINT_REFERENCE);
    put_count(&d, "octreeCount", MP_OCTREE);
    put_records(&d, "octree", MP_OCTREE, MP_OCTANT_BYTES, octant_fields);
    put_points(&d);
    if (!doc->loss.happened && doc->end < job->length)
        nl_dump_bytes(dump, &tail, doc->end, job->length - doc->end);
}
