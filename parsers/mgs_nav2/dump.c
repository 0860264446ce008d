/* Every field of the document in file order: the header and the descriptors here. */
#include "parsers/mgs_nav2/chunks/chunks.h"
#include "parsers/mgs_nav2/dumper.h"
#include "parsers/mgs_nav2/islands/islands.h"
#include "parsers/mgs_nav2/search/search.h"

static void put_descs(nav2_dumper *d) {
    const nav2_document *const doc = d->doc;
    if (doc->has_count) nav2_put_field(d, NULL, NAV2_MANIFEST_GROUPS, NAV2_HEADER_BYTES);
    if (doc->descs_at == 0) return;
    nav2_put_pad(d, NULL, "headerPadding", doc->descs_at);
    nav2_put_field(d, NULL, NAV2_MANIFEST_GROUPS, doc->descs_at);
    nav2_put_rows(d, NULL,
                  (nav2_rows){"chunkDescs", NAV2_DESC_RECORD,
                              (uint64_t)doc->descs_at + NAV2_MANIFEST_BYTES,
                              NAV2_DESCS_OF_GROUP * doc->desc_groups});
}

/* One of the parts behind the descriptors, which may stand in any order. */
typedef struct nav2_dump_part {
    uint32_t at;
    const char *padding; /* in front of it */
    void (*put)(nav2_dumper *d);
} nav2_dump_part;

enum { PARTS = 4 };

/* The first part from `from` on that is there; NULL if there is none. */
static const nav2_dump_part *next_part(const nav2_dump_part *parts, uint64_t from) {
    const nav2_dump_part *next = NULL;
    for (uint32_t i = 0; i < PARTS; i++)
        if (parts[i].at >= from && parts[i].at != 0 && (!next || parts[i].at < next->at))
            next = &parts[i];
    return next;
}

static void put_parts(nav2_dumper *d) {
    const nav2_document *const doc = d->doc;
    const nav2_dump_part parts[PARTS] = {
        {doc->chunks_at, "chunksPadding", nav2_dump_chunks},
        {doc->islands_at, "islandGraphsPadding", nav2_dump_islands},
        {doc->search.at, "searchSpacePadding", nav2_dump_search},
        {doc->tiles.at, "connectTileInfoPadding", nav2_dump_tiles},
    };
    const nav2_dump_part *part = next_part(parts, 0);
    for (; part; part = next_part(parts, (uint64_t)part->at + 1)) {
        nav2_put_pad(d, NULL, part->padding, part->at);
        part->put(d);
    }
}

void nav2_dump(const nl_job *job, const void *document, nl_dump *dump) {
    nav2_dumper d = {dump, job, document, 0};
    nav2_put_record(&d, NULL, NAV2_HEADER_RECORD, 0);
    put_descs(&d);
    put_parts(&d);
    nav2_put_pad(&d, NULL, "tail", job->length);
}
