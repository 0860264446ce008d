/* Every field of the document in file order: the header and the descriptors here. */
#include "parsers/mgs_nav2/dumper.h"

#include "core/checked.h"

void nav2_put(nav2_dumper *d, const nl_path *path, nl_type type, navlint_role role, uint64_t at) {
    if (at < d->at) return;
    nav2_put_pad(d, path->up, "unlisted", at); /* entries that are skipped in a table */
    nl_dump_value(d->dump, path, type, role, at);
    d->at = at + nl_type_bytes(type);
}

void nav2_put_fields(nav2_dumper *d, const nl_path *record, const nav2_field *fields, uint64_t at) {
    for (; fields->name && nav2_may_go_on(d); fields++) {
        const nl_path path = nl_key(record, fields->name);
        nav2_put(d, &path, fields->type, fields->role, at + fields->at);
    }
}

void nav2_put_pad(nav2_dumper *d, const nl_path *record, const char *name, uint64_t to) {
    const nl_path path = nl_key(record, name);
    if (to <= d->at || !nav2_may_go_on(d)) return;
    nl_dump_bytes(d->dump, &path, d->at, to - d->at);
    d->at = to;
}

void nav2_put_rows(nav2_dumper *d, const nl_path *record, const nav2_rows *rows) {
    const nl_path list = nl_key(record, rows->name);
    for (uint32_t i = 0; i < rows->count && nav2_may_go_on(d); i++) {
        const nl_path item = nl_item(&list, i);
        nav2_put_fields(d, &item, rows->fields, rows->at + (uint64_t)i * rows->bytes);
    }
}

void nav2_put_values(nav2_dumper *d, const nl_path *record, const nav2_field *field, uint64_t at,
                     uint32_t count) {
    const nl_path list = nl_key(record, field->name);
    for (uint32_t i = 0; i < count && nav2_may_go_on(d); i++) {
        const nl_path item = nl_item(&list, i);
        nav2_put(d, &item, field->type, field->role, at + i * nl_type_bytes(field->type));
    }
}

void nav2_put_table(nav2_dumper *d, const nl_path *record, const void *rows) {
    nav2_put_rows(d, record, rows);
}

void nav2_put_list(nav2_dumper *d, const nl_path *record, const void *values) {
    const nav2_values *const v = values;
    nav2_put_values(d, record, v->field, v->at, v->count);
}

bool nav2_may_go_on(const nav2_dumper *d) {
    return !d->dump->stopped && nl_spend(d->job->budget, 1);
}

const nav2_field nav2_position_fields[] = {{"x", NL_U16LE, NAVLINT_PLAIN, 0},
                                           {"y", NL_U16LE, NAVLINT_PLAIN, 2},
                                           {"z", NL_U16LE, NAVLINT_PLAIN, 4},
                                           {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};

/* The step that comes next in the file; of those at one place the first. */
static uint32_t next_step(const nav2_step *steps, uint32_t count, const bool *done) {
    uint32_t next = count;
    for (uint32_t i = 0; i < count; i++)
        if (!done[i] && (next == count || steps[i].at < steps[next].at)) next = i;
    return next;
}

void nav2_put_steps(nav2_dumper *d, const nl_path *record, const nav2_step *steps, uint32_t count) {
    bool done[NAV2_MOST_STEPS] = {false};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = next_step(steps, count, done);
        done[next] = true;
        nav2_put_pad(d, record, steps[next].padding, steps[next].at);
        steps[next].put(d, record, steps[next].what);
    }
}

/* ---- Header and descriptors ---- */

static void put_header(nav2_dumper *d) {
    nav2_put_fields(d, NULL, nav2_header_fields, 0);
    nav2_put_pad(d, NULL, "buildId", NAV2_HEADER_BYTES);
}

static void put_descs(nav2_dumper *d) {
    static const nav2_field fields[] = {{"dataChunkUid", NL_U32LE, NAVLINT_REFERENCE, 0},
                                        {"dataOffset", NL_U32LE, NAVLINT_REFERENCE, 4},
                                        {"typeAndSize", NL_U32LE, NAVLINT_PLAIN, 8},
                                        {NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0}};
    const nav2_document *const doc = d->doc;
    const nl_path count = nl_key(NULL, "chunkDescGroups");
    const nav2_rows rows = {"chunkDescs", fields, (uint64_t)doc->descs_at + 4,
                            NAV2_DESCS_OF_GROUP * doc->desc_groups, NAV2_DESC_BYTES};
    if (doc->descs_at == 0) return;
    nav2_put_pad(d, NULL, "headerPadding", doc->descs_at);
    nav2_put(d, &count, NL_U32LE, NAVLINT_COUNT, doc->descs_at);
    nav2_put_rows(d, NULL, &rows);
}

/* ---- Parts ---- */

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
    put_header(&d);
    put_descs(&d);
    put_parts(&d);
    nav2_put_pad(&d, NULL, "tail", job->length);
}
