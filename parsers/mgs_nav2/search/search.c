#include "parsers/mgs_nav2/search/search.h"

bool nav2_read_entry(const uint8_t *bytes, const nav2_document *doc, uint64_t at,
                     nav2_entry *entry) {
    const uint64_t end = doc->search.end;
    if (at + NAV2_ENTRY_BYTES > end) return false;
    const uint32_t uid = nl_load_u32(bytes + at + NAV2_ENTRY_UID_AT);
    const uint32_t count = nl_load_u32(bytes + at + NAV2_ENTRY_COUNT_AT);
    if (count > (end - at - NAV2_ENTRY_BYTES) / NAV2_ENTRY_SEGMENT_BYTES) return false;
    const nav2_group *const group = nav2_group_of(doc, nav2_number_of(uid));
    *entry = (nav2_entry){group && group->uid == uid ? group : NULL, at, uid, count};
    return true;
}
