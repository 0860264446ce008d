/* What one packed record unpacks to, whatever its type. */
#include "parsers/skyrim_navmesh/container/container.h"

/* Whether the record is packed and in the view. */
static bool is_wanted(const nl_view *view, const sky_record *record, const char *list) {
    const nl_path key = nl_key(NULL, list);
    const nl_path item = nl_item(&key, record->number);
    const bool is_header = record->type == SKY_TES4;
    const uint64_t bytes = (uint64_t)SKY_HEADER_BYTES + record->data_bytes;
    return sky_is_compressed(record) && nl_section_has(view->bytes, record->at, bytes) &&
           nl_view_has(view, is_header ? &key : &item, false);
}

/* The first such record of the plugin; false if there is none. */
static bool find(const nl_job *job, const sky_plugin *plugin, const nl_view *view,
                 sky_record *found) {
    const uint64_t records_at = SKY_HEADER_BYTES + (uint64_t)plugin->header.data_bytes;
    sky_walk walk = sky_walk_over(job->bytes, job->length, records_at);
    *found = plugin->header;
    if (is_wanted(view, found, "header")) return true;
    for (;;) {
        const sky_step step = sky_next(&walk);
        if (step == SKY_STEP_END || step == SKY_STEP_BROKEN) return false;
        *found = walk.record;
        if (step == SKY_STEP_RECORD && is_wanted(view, found, "records")) return true;
    }
}

static navlint_status status_of(const nl_job *job, const sky_opened *opened) {
    if (opened->fault != SKY_NO_MEANS) return NAVLINT_UNSUPPORTED;
    return job->arena->exhausted ? NAVLINT_NO_MEMORY : NAVLINT_UNSUPPORTED;
}

static navlint_status unpack(const nl_job *job, const sky_record *record, navlint_unpacked *found) {
    const uint64_t most = record->type == SKY_NAVI ? SKY_MOST_NAVI_BYTES : SKY_MOST_OTHER_BYTES;
    sky_inflater inflater = sky_inflater_of(job);
    sky_opened opened;
    const bool is_open = sky_open(&inflater, record, most, &opened);
    const nl_packed packed = is_open ? opened.packed : sky_packed_of(record, 0);
    sky_inflater_end(&inflater);
    found->length = opened.size;
    found->encoding = packed.encoding;
    found->packed = (navlint_range){packed.offset, packed.length};
    found->bytes = is_open ? opened.body.bytes : NULL;
    return is_open ? NAVLINT_OK : status_of(job, &opened);
}

navlint_status sky_unpack(const nl_job *job, const void *document, const nl_view *view,
                          navlint_unpacked *found) {
    const sky_document *const doc = document;
    sky_record record;
    if (doc->is_bare_nvmi || !find(job, &doc->plugin, view, &record)) return NAVLINT_NOT_PACKED;
    return unpack(job, &record, found);
}
