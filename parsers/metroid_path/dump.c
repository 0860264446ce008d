/* Every field of the document in file order. */
#include "parsers/metroid_path/records.h"

typedef struct mp_dumping {
    nl_dump *dump;
    const mp_document *doc;
} mp_dumping;

/* The count that a section follows; it is there if the section is, or if nothing is lost. */
static void dump_count(const mp_dumping *d, mp_section section) {
    const unsigned field = mp_sections[section].count;
    const mp_list *const list = &d->doc->lists[section];
    const mp_loss *const loss = &d->doc->loss;
    if (list->at != 0) nl_dump_field(d->dump, NULL, field, list->at - MP_WORD_BYTES);
    if (loss->happened && loss->section == section && loss->count != 0)
        nl_dump_field(d->dump, NULL, field, loss->at - MP_WORD_BYTES);
}

static void dump_records(const mp_dumping *d, mp_section section) {
    const mp_contents *const contents = &mp_sections[section];
    const mp_list *const list = &d->doc->lists[section];
    const uint32_t stride = mp_stride_of(d->doc->layout, section);
    nl_dump_rows(d->dump, NULL, contents->list, contents->record,
                 (nl_rows){list->at, list->count, stride});
}

static void dump_list(const mp_dumping *d, mp_section section) {
    dump_count(d, section);
    dump_records(d, section);
}

/* Bytes of a field without a length of its own. */
static void dump_bytes(const mp_dumping *d, unsigned field, uint64_t offset, uint64_t length) {
    const nl_path path = nl_key(NULL, mp_field_name(field));
    if (length != 0) nl_dump_bytes(d->dump, &path, offset, length);
}

static void dump_maps(const mp_dumping *d) {
    const mp_list *const unused = &d->doc->lists[MP_UNUSED_WORDS];
    dump_records(d, MP_GROUND_MAP);
    dump_records(d, MP_FLYER_MAP);
    dump_bytes(d, MP_UNUSED_BITS, unused->at, (uint64_t)unused->count * MP_WORD_BYTES);
}

static void dump_points(const mp_dumping *d) {
    const mp_document *const doc = d->doc;
    if (doc->has_points && doc->lists[MP_GRAPH_POINTS].at == 0 && !doc->loss.happened)
        nl_dump_field(d->dump, NULL, MP_POINT_LIST_COUNT, doc->end - MP_WORD_BYTES);
    dump_list(d, MP_GRAPH_POINTS);
    dump_list(d, MP_POINT_LINKS);
    dump_list(d, MP_POINT_COSTS);
    dump_records(d, MP_POINT_MAP);
}

void mp_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const mp_document *const doc = document;
    const mp_dumping d = {dump, doc};
    dump->holding = doc->layout->holding;
    (void)nl_dump_record(dump, NULL, MP_HEAD_RECORD, 0);
    dump_list(&d, MP_NODES);
    dump_list(&d, MP_LINKS);
    dump_list(&d, MP_REGIONS);
    dump_maps(&d);
    dump_list(&d, MP_LOOKUPS);
    dump_list(&d, MP_OCTREE);
    dump_points(&d);
    if (!doc->loss.happened)
        dump_bytes(&d, doc->tail == MP_TAIL_RIGHT ? MP_END_FILL : MP_END_TAIL, doc->end,
                   job->length - doc->end);
}
