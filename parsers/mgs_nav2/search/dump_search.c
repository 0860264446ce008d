/* The fields of a SearchSpace. */
#include "parsers/mgs_nav2/search/search.h"

/* Returns where the entry ends; 0 if it is not in the section. */
static uint64_t put_entry(nav2_dumper *d, const nl_path *path, uint64_t at) {
    nav2_entry entry;
    if (!nav2_read_entry(d->job->bytes, d->doc, at, &entry)) return 0;
    const uint64_t segments = at + NAV2_ENTRY_BYTES;
    nav2_put_record(d, path, NAV2_ENTRY_RECORD, at);
    nav2_put_rows(d, path,
                  (nav2_rows){"segments", NAV2_ENTRY_SEGMENT_RECORD, segments, entry.count});
    return segments + (uint64_t)entry.count * NAV2_ENTRY_SEGMENT_BYTES;
}

static void put_entries(nav2_dumper *d, const nl_path *space, const void *what) {
    const nav2_search *const s = what;
    const nl_path list = nl_key(space, "entries");
    for (uint32_t i = 0; i < s->bucket_count && nav2_may_go_on(d); i++) {
        const uint64_t desc = s->buckets + (uint64_t)i * NAV2_BUCKET_BYTES;
        const uint8_t *const p = d->job->bytes + desc;
        uint64_t at = desc + nl_load_u32(p + NAV2_BUCKET_START_AT);
        const nl_path bucket = nl_item(&list, i);
        for (uint32_t k = 0; k < nl_load_u16(p + NAV2_BUCKET_COUNT_AT) && at != 0; k++) {
            const nl_path entry = nl_item(&bucket, k);
            if (!nav2_may_go_on(d)) return;
            at = put_entry(d, &entry, at);
        }
    }
}

void nav2_dump_search(nav2_dumper *d) {
    const nav2_search *const s = &d->doc->search;
    const nl_path space = nl_key(NULL, "searchSpace");
    const nav2_dump_table tables[] = {
        {.rows = {"buckets", NAV2_BUCKET_RECORD, s->buckets, s->bucket_count}},
        {.rows = {.key = "entries", .at = s->entries}, .put = put_entries, .what = s},
    };
    nav2_put_record(d, &space, NAV2_SEARCH_HEADER_RECORD, s->at);
    if (!s->is_readable) return;
    nav2_put_tables(d, &space, tables, sizeof tables / sizeof tables[0]);
    nav2_put_pad(d, &space, "padding", s->end);
}
