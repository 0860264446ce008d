/* What the records of a plugin are to somebody who compares two: core/kinds.h. */
#include "core/kinds.h"

#include "parsers/skyrim_navmesh/layout.h"

enum {
    PLUGIN,
    MASTER,
    HEADER_FIELD,
    NAVM,
    NAVI,
    NVNM,
    NVMI,
    VERTEX,
    EDGE_LINK,
    TRIANGLE,
    OTHER,
    GROUP,
    FIELD
};

/* The signature of a record or field as a number, its first letter lowest. */
#define SIGNATURE(a, b, c, d)                                                                      \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24)

#define FORM NL_NAMED, .key = {"formId"}, .is_form = true

static const nl_kind kinds[] = {
    [PLUGIN] = {.name = "file", .plural = "files"},
    [MASTER] = {.name = "master", .plural = "masters", NL_NAMED, .key = {"name"}},
    [HEADER_FIELD] = {.name = "header field", .plural = "header fields", NL_NAMED, .key = {"type"}},
    [NAVM] = {.name = "NAVM", .plural = "navmeshes", FORM},
    [NAVI] = {.name = "NAVI", .plural = "NAVI records", FORM},
    [OTHER] = {.name = "record", .plural = "other records", FORM, .is_aside = true},
    [GROUP] = {.name = "group",
               .plural = "groups",
               NL_NAMED,
               .key = {"groupType", "label"},
               .is_form = true,
               .is_aside = true},
    [NVNM] = {.name = "geometry", .plural = "geometries", NL_NAMED, .key = {"type"}},
    [NVMI] = {.name = "NVMI",
              .plural = "NVMI entries",
              NL_NAMED,
              .key = {"navmesh"},
              .points = {"center"},
              .is_form = true},
    [FIELD] = {.name = "field", .plural = "fields", NL_NAMED, .key = {"type"}},
    [VERTEX] = {.name = "vertex", .plural = "vertices", NL_PLACED, .points = {""}, .reach = 64},
    [EDGE_LINK] = {.name = "edge link", .plural = "edge links", NL_PLACED},
    [TRIANGLE] = {.name = "triangle", .plural = "triangles", NL_PLACED, .reach = 64},
};

#define FIELDS_OF(record)                                                                          \
    { .outer = (record), .kind = FIELD, .path = "fields/N" }

static const nl_home homes[] = {
    {PLUGIN, MASTER, "header/fields/N", "type", SIGNATURE('M', 'A', 'S', 'T')},
    {.outer = PLUGIN, .kind = HEADER_FIELD, .path = "header/fields/N"},
    {PLUGIN, NAVM, "records/N", "type", SIGNATURE('N', 'A', 'V', 'M')},
    {PLUGIN, NAVI, "records/N", "type", SIGNATURE('N', 'A', 'V', 'I')},
    {.outer = PLUGIN, .kind = OTHER, .path = "records/N"},
    {.outer = PLUGIN, .kind = GROUP, .path = "groups/N"},
    {NAVM, NVNM, "fields/N", "type", SIGNATURE('N', 'V', 'N', 'M')},
    FIELDS_OF(NAVM),
    {NAVI, NVMI, "fields/N", "type", SIGNATURE('N', 'V', 'M', 'I')},
    FIELDS_OF(NAVI),
    FIELDS_OF(OTHER),
    {.outer = NVNM, .kind = VERTEX, .path = "vertices/N"},
    {.outer = NVNM, .kind = EDGE_LINK, .path = "links/N"},
    {.outer = NVNM, .kind = TRIANGLE, .path = "triangles/N"},
};

#define UNSEEN(record, path)                                                                       \
    { .kind = (record), .field = (path), .meaning = NL_UNSEEN }
#define FORM_ID(record, path)                                                                      \
    { .kind = (record), .field = (path), .meaning = NL_FORM }
#define NUMBER(record, path, to)                                                                   \
    { .kind = (record), .field = (path), .meaning = NL_BY_INDEX, .target = (to) }

/* What the editor keeps in the header of a record about saving it, and whether it is packed. */
#define SAVED(record)                                                                              \
    UNSEEN(record, "timestamp"), UNSEEN(record, "versionControl"), {                               \
        .kind = (record), .field = "flags", .meaning = NL_BITS, .keep = 0xFFFBFFFF                 \
    }
/* What unpacks is compared unpacked. */
#define PACKED(record) SAVED(record), UNSEEN(record, "packed")

#define CORNER(number)                                                                             \
    {                                                                                              \
        .kind = TRIANGLE, .field = "vertices/" #number, .meaning = NL_BY_INDEX, .target = VERTEX,  \
        .is_content = true                                                                         \
    }
/* An edge leads to an edge link if its flag says so, else to a triangle. */
#define EDGE(number, flag)                                                                         \
    {.kind = TRIANGLE,                                                                             \
     .field = "edges/" #number,                                                                    \
     .meaning = NL_BY_INDEX,                                                                       \
     .target = EDGE_LINK,                                                                          \
     .if_field = "flags",                                                                          \
     .if_mask = (flag),                                                                            \
     .if_value = (flag)},                                                                          \
        NUMBER(TRIANGLE, "edges/" #number, TRIANGLE)

static const nl_sense senses[] = {
    UNSEEN(MASTER, "data"),
    UNSEEN(PLUGIN, "header/timestamp"),
    UNSEEN(PLUGIN, "header/versionControl"),
    FORM_ID(HEADER_FIELD, "formIds/N"),
    UNSEEN(HEADER_FIELD, "nextObjectId"),
    PACKED(NAVM),
    PACKED(NAVI),
    SAVED(OTHER),
    UNSEEN(GROUP, "timestamp"),
    UNSEEN(GROUP, "versionControl"),
    FORM_ID(NVNM, "worldspace"),
    FORM_ID(NVNM, "cell"),
    FORM_ID(NVNM, "doors/N/door"),
    NUMBER(NVNM, "doors/N/triangle", TRIANGLE),
    NUMBER(NVNM, "cover/N", TRIANGLE),
    NUMBER(NVNM, "grid/N/triangles/N", TRIANGLE),
    FORM_ID(NVMI, "links/N"),
    FORM_ID(NVMI, "preferredLinks/N"),
    FORM_ID(NVMI, "doors/N/door"),
    FORM_ID(NVMI, "worldspace"),
    FORM_ID(NVMI, "cell"),
    FORM_ID(FIELD, "navmesh"), /* XNDP */
    FORM_ID(FIELD, "paths/N/navmeshes/N"),
    FORM_ID(FIELD, "nodes/N/navmesh"),
    FORM_ID(FIELD, "deleted/N"),
    FORM_ID(FIELD, "objects/N"),
    {.kind = EDGE_LINK, .field = "navmesh", NL_FORM, .is_content = true},
    CORNER(0),
    CORNER(1),
    CORNER(2),
    EDGE(0, 1),
    EDGE(1, 2),
    EDGE(2, 4),
};

const nl_kinds sky_kinds = {
    .kinds = kinds,
    .kind_count = NL_KINDS_COUNT(kinds),
    .homes = homes,
    .home_count = NL_KINDS_COUNT(homes),
    .senses = senses,
    .sense_count = NL_KINDS_COUNT(senses),
    .masters = MASTER,
};
