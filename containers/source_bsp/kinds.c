/* What the records of a room are to somebody who compares two: core/kinds.h. */
#include "containers/source_bsp/layout.h"

#include "core/kinds.h"

enum { FILE_ITSELF, LUMP, ENTRY, SPARE };

static const nl_kind kinds[] = {
    [FILE_ITSELF] = {.name = "file", .plural = "files"},
    [LUMP] = {.name = "lump", .plural = "lumps", NL_PLACED, .is_item = true},
    [ENTRY] = {.name = "entry", .plural = "entries", NL_NAMED, .key = {"name"}},
    [SPARE] = {.name = "spare", .plural = "spare", NL_PLACED},
};

/* A file in the pakfile is its central header, its local one and its bytes: side by side. */
static const nl_home homes[] = {
    {.outer = FILE_ITSELF, .kind = LUMP, .path = "lumps/N"},
    {.outer = FILE_ITSELF, .kind = ENTRY, .path = "pakfile/entries/N"},
    {.outer = FILE_ITSELF, .kind = ENTRY, .path = "pakfile/files/N"},
    {.outer = FILE_ITSELF, .kind = SPARE, .path = "spare/N"},
};

static const nl_sense senses[] = {
    {.kind = LUMP, .field = "offset", NL_UNSEEN},
    {.kind = ENTRY, .field = "localOffset", NL_UNSEEN},
    {.kind = FILE_ITSELF, .field = "pakfile/end/directoryOffset", NL_UNSEEN},
    {.kind = FILE_ITSELF, .field = "pakfile/end/directoryLength", NL_UNSEEN},
};

const nl_kinds bsp_kinds = {
    .kinds = kinds,
    .kind_count = NL_KINDS_COUNT(kinds),
    .homes = homes,
    .home_count = NL_KINDS_COUNT(homes),
    .senses = senses,
    .sense_count = NL_KINDS_COUNT(senses),
};
