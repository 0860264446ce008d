#include "containers/source_bsp/zip.h"

#include <string.h>

#include "containers/source_bsp/entries.h"
#include "core/checked.h"

/* ---- The end record ---- */

/* Searched backwards from the end of the lump, however far: what stands behind it does not matter
 * to Valve's reader. false if there is none. */
static bool find_end(const nl_job *job, const bsp_lump *lump, bsp_zip *zip) {
    const uint8_t *const start = job->bytes + lump->offset;
    for (uint64_t end = lump->length; end >= BSP_END_BYTES; end--) {
        const uint8_t *const record = start + end - BSP_END_BYTES;
        if (*record != 'P' || nl_load_u32(record) != BSP_END_MARK_WORD) continue;
        zip->end_at = (uint32_t)(lump->offset + end - BSP_END_BYTES);
        return true;
    }
    return false;
}

static const uint8_t *end_record(const nl_job *job, const bsp_zip *zip) {
    return job->bytes + zip->end_at;
}

/* The comment says that central headers have no extra, whatever their lengths say. */
static bool is_of_console(const nl_job *job, const bsp_zip *zip, const bsp_lump *lump) {
    const uint64_t at = (uint64_t)zip->end_at + BSP_END_BYTES;
    const uint32_t length = nl_load_u16(end_record(job, zip) + BSP_END_COMMENT_LENGTH_AT);
    const bool is_there = length >= 4 && at + 4 <= bsp_lump_end(lump);
    return is_there && memcmp(job->bytes + at, "XZP2", 4) == 0;
}

static void found_no_end(const nl_job *job, const bsp_document *doc) {
    const bsp_lump *const lump = &doc->lumps[BSP_PAKFILE];
    const nl_place root = nl_place_of(job->report, job->bytes);
    const nl_place place = nl_place_in(root, "lumps", BSP_PAKFILE, lump->row);
    nl_found(&place, BSP_PZ_END, bsp_lump_fields_of(&doc->shape).offset,
             &(nl_draft){.args = {nl_uint(lump->length)},
                         .related = {{lump->offset, lump->length, "where it was looked for"}}});
}

/* ---- Central headers ---- */

uint64_t bsp_central_bytes(const nl_job *job, const bsp_zip *zip, uint64_t at) {
    const uint64_t left = at <= zip->end_at ? zip->end_at - at : 0;
    if (left < BSP_ENTRY_BYTES) return 0;
    const uint8_t *const p = job->bytes + at;
    if (nl_load_u32(p) != BSP_ENTRY_MARK_WORD) return 0;
    const uint64_t bytes = (uint64_t)BSP_ENTRY_BYTES + nl_load_u16(p + BSP_ENTRY_NAME_LENGTH_AT) +
                           nl_load_u16(p + BSP_ENTRY_EXTRA_LENGTH_AT) +
                           nl_load_u16(p + BSP_ENTRY_COMMENT_LENGTH_AT);
    return bytes <= left ? bytes : 0;
}

/* Says that the central header of this row is not there. Of one that lies behind the end record the
 * number of entries is what can be wrong, or where the first one is. */
static void found_central(const nl_job *job, const bsp_zip *zip, uint64_t at) {
    const nl_place root = nl_place_of(job->report, job->bytes);
    const bool has_mark = at <= zip->end_at && zip->end_at - at >= BSP_ENTRY_BYTES;
    const nl_place place = has_mark ? nl_place_in(nl_place_in(root, "pakfile", NL_NO_INDEX, 0),
                                                  "entries", zip->count, at)
                                    : nl_place_in(nl_place_in(root, "pakfile", NL_NO_INDEX, 0),
                                                  "end", NL_NO_INDEX, zip->end_at);
    nl_found(&place, BSP_PZ_CENTRAL, has_mark ? NL_NO_FIELD : BSP_END_ENTRIES,
             &(nl_draft){.length = has_mark ? BSP_ENTRY_BYTES : 0,
                         .args = {nl_uint(zip->count), nl_uint(zip->stated)}});
    job->report->undecoded = true;
}

/* How many central headers there can be at most. */
static uint64_t most_entries(const bsp_zip *zip) {
    const uint64_t room = zip->end_at > zip->directory_at ? zip->end_at - zip->directory_at : 0;
    return nl_min(zip->stated, room / BSP_ENTRY_BYTES);
}

static bool read_entries(nl_job *job, bsp_zip *zip) {
    const uint64_t most = most_entries(zip);
    uint64_t at = zip->directory_at;
    zip->entries = NL_NEW(job->arena, uint32_t, most);
    if (!zip->entries || !nl_spend(job->budget, zip->stated)) return false;
    while (zip->count < zip->stated) {
        const uint64_t bytes = bsp_central_bytes(job, zip, at);
        if (bytes == 0) break;
        zip->entries[zip->count++] = (uint32_t)at;
        at += bytes;
    }
    zip->directory_end = (uint32_t)at;
    if (zip->count < zip->stated) found_central(job, zip, at);
    return true;
}

static void read_end(const nl_job *job, bsp_zip *zip) {
    const uint8_t *const end = end_record(job, zip);
    const uint64_t at = (uint64_t)zip->at + nl_load_u32(end + BSP_END_OFFSET_AT);
    zip->stated = nl_load_u16(end + BSP_END_ENTRIES_AT);
    zip->directory_at = (uint32_t)nl_min(at, zip->end_at);
}

/* ---- The lump ---- */

static bool is_there(const nl_job *job, const bsp_document *doc) {
    const bsp_lump *const lump = &doc->lumps[BSP_PAKFILE];
    return !doc->shape.is_goldsrc && bsp_is_used(lump) &&
           bsp_is_inside(&doc->shape, lump, job->length);
}

static bsp_zip_state read_ends(nl_job *job, const bsp_lump *lump, bsp_zip *zip) {
    if (lump->unpacked != 0) return BSP_ZIP_PACKED;
    if (!find_end(job, lump, zip)) return BSP_ZIP_WITHOUT_END;
    return is_of_console(job, zip, lump) ? BSP_ZIP_CONSOLE : BSP_ZIP_READ;
}

bool bsp_read_zip(nl_job *job, bsp_document *doc) {
    bsp_zip *const zip = &doc->zip;
    const bsp_lump *const lump = &doc->lumps[BSP_PAKFILE];
    if (!is_there(job, doc)) return true;
    if (!nl_spend(job->budget, lump->length / 8)) return false;
    zip->at = lump->offset;
    zip->state = read_ends(job, lump, zip);
    if (zip->state == BSP_ZIP_WITHOUT_END) found_no_end(job, doc);
    if (zip->state == BSP_ZIP_CONSOLE)
        nl_limit(job->report, "unsupported", "a pakfile of a console (XZP2)");
    if (zip->state != BSP_ZIP_READ && zip->state != BSP_ZIP_CONSOLE) return true;
    read_end(job, zip);
    return zip->state == BSP_ZIP_CONSOLE || read_entries(job, zip);
}
