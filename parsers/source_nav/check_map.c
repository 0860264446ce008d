/* The mesh against the map that it is for, where that lies beside it. */
#include <string.h>

#include "parsers/source_nav/checks.h"

/* A BSP's first word. Source: bspfile.h of the Source SDK 2013 and of the Half-Life SDK. */
enum { MAP_OF_SOURCE = 0x50534256 /* "VBSP" */, MAP_OF_GOLDSRC = 30 };

/* "x.zip!maps/a.bsp" -> "a.bsp" */
static navlint_value name_of(const nl_job *map) {
    const char *name = map->name;
    for (const char *at = name; *at; at++)
        if (strchr("/\\!", *at)) name = at + 1;
    return nl_string(name);
}

static void check_size(const nav_check *c, const nl_job *map) {
    const uint32_t stored = c->doc->header.bsp_size;
    const bool is_old = nav_holds(&c->doc->layout, NAV_WITH_OLD_BSP_SIZE);
    const unsigned field = is_old ? NAV_HEAD_OLD_BSP_SIZE : NAV_HEAD_BSP_SIZE;
    if (stored == 0 || stored == map->file_bytes) return; /* 0 is what NAV_BSP_SIZE says */
    nav_found(nav_file_place(c, 0), NAV_MAP_SIZE, field,
              &(nl_draft){.expected = nl_uint(map->file_bytes), .args = {name_of(map)}});
}

static void check_engine(const nav_check *c, const nl_job *map, uint32_t map_word) {
    const bool is_goldsrc = c->doc->layout.version <= NAV_NEWEST_GOLDSRC;
    if (is_goldsrc == (map_word == MAP_OF_GOLDSRC)) return;
    const char *const engine = map_word == MAP_OF_GOLDSRC ? "GoldSrc" : "Source";
    nl_draft draft = {.expected = nl_uint(NAV_NEWEST_GOLDSRC + (is_goldsrc ? 1u : 0u)),
                      .relation = is_goldsrc ? NAVLINT_AT_LEAST : NAVLINT_AT_MOST,
                      .args = {nl_string(engine), name_of(map)}};
    nav_found(nav_file_place(c, 0), NAV_MAP_ENGINE, NAV_HEAD_VERSION, &draft);
}

/* Sizes are stored from version 4 on. */
void nav_check_map(nl_job *job, const void *document, const nl_job *other) {
    nav_absences absences = {.count = 0};
    const nav_check c = nav_check_of(job, document, &absences);
    check_engine(&c, other, nl_load_u32(other->bytes));
    check_size(&c, other);
}

bool nav_is_map(const uint8_t *bytes, size_t length) {
    const uint32_t word = length < sizeof word ? 0 : nl_load_u32(bytes);
    return word == MAP_OF_SOURCE || word == MAP_OF_GOLDSRC;
}
