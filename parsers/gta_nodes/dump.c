/* Every field of the document in file order. */
#include "parsers/gta_nodes/layout.h"

/* Opaque bytes whose number the file says. */
static void dump_bytes(nl_dump *dump, unsigned field, uint64_t at, uint64_t end) {
    const nl_path path = nl_key(NULL, gta_fields.fields[field].name);
    if (at < end) nl_dump_bytes(dump, &path, at, end - at);
}

/* A damaged file may lack the marker: then the tag comes first. */
static void dump_mark(nl_dump *dump, const gta_document *doc) {
    const uint64_t tag_at = doc->counts_at > GTA_TAG_BYTES ? GTA_MARK_BYTES : 0;
    if (tag_at != 0) (void)nl_dump_record(dump, NULL, GTA_MARK_RECORD, 0);
    (void)nl_dump_record(dump, NULL, GTA_TAG_RECORD, tag_at);
}

/* In a damaged file the nickname has another length. */
static void dump_nickname(nl_dump *dump, const gta_document *doc) {
    const uint64_t nick_at = GTA_MARK_BYTES + GTA_TAG_BYTES;
    const uint64_t version_at = doc->counts_at - GTA_VERSION_BYTES;
    nl_dump_field(dump, NULL, GTA_NICK_LENGTH, nick_at);
    dump_bytes(dump, GTA_NICK_NAME, nick_at + GTA_NICK_NAME_AT, version_at);
    (void)nl_dump_record(dump, NULL, GTA_VERSION_RECORD, version_at);
}

static void dump_links(nl_dump *dump, const gta_document *doc) {
    const gta_sections *const at = &doc->at;
    const uint64_t count = doc->link_count;
    const uint64_t navi_link_bytes = doc->layout->navi_link_bytes;
    const unsigned navi_link =
        doc->layout->is_extended ? GTA_WIDE_NAVI_LINK_RECORD : GTA_NAVI_LINK_RECORD;
    nl_dump_rows(dump, NULL, "links", GTA_LINK_RECORD, (nl_rows){at->links, count, GTA_LINK_BYTES});
    dump_bytes(dump, GTA_FILLER_SLOTS, at->filler, at->navi_links);
    nl_dump_rows(dump, NULL, "naviLinks", navi_link,
                 (nl_rows){at->navi_links, count, navi_link_bytes});
    nl_dump_rows(dump, NULL, "lengths", GTA_LENGTH_RECORD,
                 (nl_rows){at->lengths, count, GTA_LENGTH_BYTES});
    dump_bytes(dump, GTA_LENGTH_PAD_ZEROS, at->length_pad, at->flags);
    nl_dump_rows(dump, NULL, "flags", GTA_CROSSING_RECORD,
                 (nl_rows){at->flags, count, GTA_CROSSING_BYTES});
    dump_bytes(dump, GTA_FLAG_PAD_ZEROS, at->flag_pad, at->marker);
}

void gta_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const gta_document *const doc = document;
    const gta_layout *const layout = doc->layout;
    const gta_sections *const at = &doc->at;
    dump->holding = layout->holding;
    if (layout->is_extended) dump_mark(dump, doc);
    if (nl_holds(dump->holding, GTA_IN_FM92)) dump_nickname(dump, doc);
    (void)nl_dump_record(dump, NULL, GTA_COUNTS_RECORD, doc->counts_at);
    nl_dump_rows(dump, NULL, "nodes", GTA_NODE_RECORD,
                 (nl_rows){at->nodes, doc->node_count, layout->node_bytes});
    nl_dump_rows(dump, NULL, "naviNodes", GTA_NAVI_RECORD,
                 (nl_rows){at->navis, doc->navi_count, layout->navi_bytes});
    if (doc->link_count != 0) dump_links(dump, doc);
    if (layout->is_extended) dump_bytes(dump, GTA_END_TEXT, at->marker, at->marker + GTA_END_BYTES);
    dump_bytes(dump, GTA_TAIL_REST, at->end, job->length);
}
