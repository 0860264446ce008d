/* What the records of a package are to somebody who compares two: core/kinds.h. */
#include "containers/valve_vpk/layout.h"

#include "core/kinds.h"

enum { PACKAGE, EXTENSION, FOLDER, MEMBER, CHUNK };

static const nl_kind kinds[] = {
    [PACKAGE] = {.name = "file", .plural = "files"},
    [EXTENSION] = {.name = "extension", .plural = "extensions", NL_NAMED, .key = {"name"}},
    [FOLDER] = {.name = "folder", .plural = "folders", NL_NAMED, .key = {"name"}},
    [MEMBER] = {.name = "member", .plural = "members", NL_NAMED, .key = {"name"}},
    [CHUNK] = {.name = "hash of a piece", .plural = "hashes of pieces", NL_PLACED},
};

static const nl_home homes[] = {
    {.outer = PACKAGE, .kind = EXTENSION, .path = "extensions/N"},
    {.outer = EXTENSION, .kind = FOLDER, .path = "folders/N"},
    {.outer = FOLDER, .kind = MEMBER, .path = "files/N"},
    {.outer = PACKAGE, .kind = CHUNK, .path = "chunkHashes/N"},
};

/* Where data stand follows from what is packed before them, as sizes and hashes do. */
static const nl_sense senses[] = {
    {.kind = PACKAGE, .field = "treeSize", NL_UNSEEN},
    {.kind = PACKAGE, .field = "dataSize", NL_UNSEEN},
    {.kind = PACKAGE, .field = "chunkHashSize", NL_UNSEEN},
    {.kind = MEMBER, .field = "archive", NL_UNSEEN},
    {.kind = MEMBER, .field = "offset", NL_UNSEEN},
};

const nl_kinds vpk_kinds = {
    .kinds = kinds,
    .kind_count = NL_KINDS_COUNT(kinds),
    .homes = homes,
    .home_count = NL_KINDS_COUNT(homes),
    .senses = senses,
    .sense_count = NL_KINDS_COUNT(senses),
};
