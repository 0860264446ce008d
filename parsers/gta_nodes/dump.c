/* Every field of the document in file order. */
#include "parsers/gta_nodes/records.h"

/* A field at a fixed place of a record. */
typedef struct gta_field {
    const char *name;
    nl_type type;
    navlint_role role;
    uint32_t at;
} gta_field;

typedef struct gta_dumper {
    nl_dump *dump;
    const gta_document *doc;
} gta_dumper;

static void put(const gta_dumper *d, const nl_path *record, const gta_field *field, uint64_t at) {
    const nl_path path = nl_key(record, field->name);
    nl_dump_value(d->dump, &path, field->type, field->role, at + field->at);
}

static void put_fields(const gta_dumper *d, const nl_path *record, const gta_field *fields,
                       uint64_t at) {
    for (; fields->name; fields++)
        put(d, record, fields, at);
}

static void put_bytes(const gta_dumper *d, const char *name, uint64_t at, uint64_t length) {
    const nl_path path = nl_key(NULL, name);
    if (length != 0) nl_dump_bytes(d->dump, &path, at, length);
}

/* ---- Header ---- */

static const gta_field count_fields[] = {
    {"nodeCount", NL_U32LE, NAVLINT_COUNT, 0},    {"vehicleNodeCount", NL_U32LE, NAVLINT_COUNT, 4},
    {"pedNodeCount", NL_U32LE, NAVLINT_COUNT, 8}, {"naviNodeCount", NL_U32LE, NAVLINT_COUNT, 12},
    {"linkCount", NL_U32LE, NAVLINT_COUNT, 16},   {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

/* A damaged file may lack the marker: then the tag comes first. */
static void put_header(const gta_dumper *d) {
    const uint32_t counts_at = d->doc->counts_at;
    const bool fm92 = d->doc->variant == GTA_VER2 || d->doc->variant == GTA_VER3;
    const bool marked = counts_at == 8 || fm92;
    const nl_path length = nl_key(NULL, "nicknameLength");
    const nl_path marker = nl_key(NULL, "marker");
    if (d->doc->layout->is_extended) {
        if (marked) nl_dump_value(d->dump, &marker, NL_U32LE, NAVLINT_PLAIN, 0);
        put_bytes(d, "format", marked ? 4 : 0, 4);
    }
    if (fm92) {
        nl_dump_value(d->dump, &length, NL_U8, NAVLINT_PLAIN, 8);
        put_bytes(d, "nickname", 9, counts_at - 4 - 9);
        put_bytes(d, "version", counts_at - 4, 4);
    }
    put_fields(d, NULL, count_fields, counts_at);
}

/* ---- Nodes ---- */

static const gta_field node_fields[] = {{"next", NL_U32LE, NAVLINT_PLAIN, 0},
                                        {"previous", NL_U32LE, NAVLINT_PLAIN, 4},
                                        {"position/x", NL_I16LE, NAVLINT_PLAIN, 8},
                                        {"position/y", NL_I16LE, NAVLINT_PLAIN, 10},
                                        {"position/z", NL_I16LE, NAVLINT_PLAIN, 12},
                                        {"searchDistance", NL_U16LE, NAVLINT_PLAIN, 0x0E},
                                        {"firstLink", NL_U16LE, NAVLINT_REFERENCE, 0x10},
                                        {"area", NL_U16LE, NAVLINT_IDENTITY, 0x12},
                                        {"id", NL_U16LE, NAVLINT_IDENTITY, 0x14},
                                        {"width", NL_U8, NAVLINT_PLAIN, 0x16},
                                        {"flood", NL_U8, NAVLINT_PLAIN, 0x17},
                                        {"flags", NL_U32LE, NAVLINT_PLAIN, 0x18},
                                        {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

static const gta_field node_position_fields[] = {
    {"extendedPosition/x", NL_I32LE, NAVLINT_PLAIN, 0x1C},
    {"extendedPosition/y", NL_I32LE, NAVLINT_PLAIN, 0x20},
    {"extendedPosition/z", NL_I32LE, NAVLINT_PLAIN, 0x24},
    {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

static const gta_field node_flood = {"extendedFlood", NL_U16LE, NAVLINT_PLAIN, 0x28};
static const gta_field node_padding = {"padding", NL_U16LE, NAVLINT_PLAIN, 0x2A};

static void put_nodes(const gta_dumper *d) {
    const nl_path nodes = nl_key(NULL, "nodes");
    for (uint32_t i = 0; i < d->doc->node_count && !d->dump->stopped; i++) {
        const nl_path node = nl_item(&nodes, i);
        const uint64_t at = gta_node_at(d->doc, i);
        put_fields(d, &node, node_fields, at);
        if (d->doc->layout->is_extended) put_fields(d, &node, node_position_fields, at);
        if (d->doc->layout->has_wide_flood) put(d, &node, &node_flood, at);
        if (d->doc->variant == GTA_FLA4) put(d, &node, &node_padding, at);
    }
}

/* ---- Navi nodes ---- */

static const gta_field navi_fields[] = {
    {"position/x", NL_I16LE, NAVLINT_PLAIN, 0}, {"position/y", NL_I16LE, NAVLINT_PLAIN, 2},
    {"area", NL_U16LE, NAVLINT_REFERENCE, 4},   {"node", NL_U16LE, NAVLINT_REFERENCE, 6},
    {"direction/x", NL_I8, NAVLINT_PLAIN, 8},   {"direction/y", NL_I8, NAVLINT_PLAIN, 9},
    {"width", NL_U8, NAVLINT_PLAIN, 10},        {"lanes", NL_U8, NAVLINT_PLAIN, 11},
    {"lights", NL_U8, NAVLINT_PLAIN, 12},       {"unused", NL_U8, NAVLINT_PLAIN, 13},
    {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

static const gta_field navi_padding = {"padding", NL_U16LE, NAVLINT_PLAIN, 14};

static const gta_field navi_position_fields[] = {{"extendedPosition/x", NL_I32LE, NAVLINT_PLAIN, 0},
                                                 {"extendedPosition/y", NL_I32LE, NAVLINT_PLAIN, 4},
                                                 {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

static void put_navis(const gta_dumper *d) {
    const nl_path navis = nl_key(NULL, "naviNodes");
    for (uint32_t i = 0; i < d->doc->navi_count && !d->dump->stopped; i++) {
        const nl_path navi = nl_item(&navis, i);
        const uint64_t at = gta_navi_at(d->doc, i);
        put_fields(d, &navi, navi_fields, at);
        if (d->doc->variant == GTA_FLA4) put(d, &navi, &navi_padding, at);
        if (d->doc->layout->is_extended)
            put_fields(d, &navi, navi_position_fields, at + d->doc->layout->navi_xy_at);
    }
}

/* ---- Links ---- */

static const gta_field link_fields[] = {{"area", NL_U16LE, NAVLINT_REFERENCE, 0},
                                        {"node", NL_U16LE, NAVLINT_REFERENCE, 2},
                                        {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

static const gta_field navi_link_fields[] = {{"naviNode", NL_U16LE, NAVLINT_REFERENCE, 0},
                                             {"area", NL_U16LE, NAVLINT_REFERENCE, 2},
                                             {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

static void put_records(const gta_dumper *d, const char *name, const gta_field *fields, uint64_t at,
                        uint32_t record_bytes) {
    const nl_path list = nl_key(NULL, name);
    for (uint32_t i = 0; i < d->doc->link_count && !d->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        put_fields(d, &item, fields, at + (uint64_t)i * record_bytes);
    }
}

/* A list whose items are the values. */
static void put_values(const gta_dumper *d, const char *name, nl_type type, navlint_role role,
                       uint64_t at) {
    const nl_path list = nl_key(NULL, name);
    for (uint32_t i = 0; i < d->doc->link_count && !d->dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        nl_dump_value(d->dump, &item, type, role, at + i * nl_type_bytes(type));
    }
}

static void put_links(const gta_dumper *d) {
    const gta_sections *const at = &d->doc->at;
    put_records(d, "links", link_fields, at->links, GTA_LINK_BYTES);
    put_bytes(d, "filler", at->filler, at->navi_links - at->filler);
    if (d->doc->layout->is_extended)
        put_records(d, "naviLinks", navi_link_fields, at->navi_links, 4);
    else
        put_values(d, "naviLinks", NL_U16LE, NAVLINT_REFERENCE, at->navi_links);
    put_values(d, "lengths", NL_U8, NAVLINT_PLAIN, at->lengths);
    put_bytes(d, "lengthPad", at->length_pad, at->flags - at->length_pad);
    put_values(d, "flags", NL_U8, NAVLINT_PLAIN, at->flags);
    put_bytes(d, "flagPad", at->flag_pad, at->marker - at->flag_pad);
}

void gta_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const gta_document *const doc = document;
    const gta_dumper d = {dump, doc};
    put_header(&d);
    put_nodes(&d);
    put_navis(&d);
    if (doc->link_count != 0) put_links(&d);
    if (doc->layout->is_extended) put_bytes(&d, "end", doc->at.marker, GTA_EOF_BYTES);
    if (doc->at.end < job->length) put_bytes(&d, "tail", doc->at.end, job->length - doc->at.end);
}
