#include "parsers/mgs_nav2/reading.h"

bool nav2_note(nav2_reading *r, unsigned rule) {
    const bool is_error = nl_format_mgs_nav2.info.rules[rule].severity == NAVLINT_ERROR;
    r->errors += is_error;
    if (r->is_quiet) return false;
    r->job->report->undecoded |= is_error;
    return true;
}

void nav2_note_header(nav2_reading *r, unsigned rule, unsigned field, const nl_draft *draft) {
    if (nav2_note(r, rule)) nav2_found_header(r->job, rule, field, draft);
}

const nav2_section nav2_island_section = {"IslandGraphs (Section2)", NAV2_HEADER_ISLANDS,
                                          NAV2_ISLAND_HEADER_BYTES};
const nav2_section nav2_search_section = {"SearchSpace (NavSystem)", NAV2_HEADER_SEARCH,
                                          NAV2_SEARCH_HEADER_BYTES};
const nav2_section nav2_tiles_section = {"ConnectTileInfo (Section3)", NAV2_HEADER_TILES,
                                         NAV2_TILES_HEADER_BYTES};

uint32_t nav2_find_section(nav2_reading *r, const nav2_section *section) {
    const uint32_t header_bytes = section->header_bytes;
    const uint32_t at = nl_load_u32(r->job->bytes + nav2_fields.fields[section->field].at);
    const nl_draft draft = {.args = {nl_string(section->name)}};
    if (at == 0) return 0;
    if (at > r->job->length || header_bytes > r->job->length - at) {
        nav2_note_header(r, NAV2_SECTION_RANGE, section->field, &draft);
        return 0;
    }
    if (at % NAV2_ALIGN != 0) nav2_note_header(r, NAV2_SECTION_ALIGN, section->field, &draft);
    return at;
}
