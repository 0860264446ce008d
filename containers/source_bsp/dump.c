/* The header, the lump table, and then every piece of the file in order. */
#include "containers/source_bsp/pieces.h"

#include <string.h>

typedef struct dumping {
    const nl_job *job;
    nl_dump *dump;
    const bsp_document *doc;
} dumping;

static uint32_t conditions_of(const bsp_shape *shape) {
    if (shape->is_goldsrc) return 1u << BSP_GOLDSRC;
    const uint32_t order = shape->order == BSP_LEFT4DEAD2 ? 1u << BSP_LATE : 1u << BSP_IN_ORDER;
    return 1u << BSP_VALVE | order | (shape->version == BSP_CONTAGION ? 1u << BSP_WIDE : 0);
}

static void dump_header(const dumping *d) {
    const bsp_shape *const shape = &d->doc->shape;
    const unsigned head = shape->is_goldsrc ? BSP_OLD_HEAD_RECORD : BSP_HEAD_RECORD;
    const unsigned lump = shape->is_goldsrc ? BSP_OLD_LUMP_RECORD : BSP_LUMP_RECORD;
    const uint64_t at = nl_dump_record(d->dump, NULL, head, 0);
    if (shape->version == BSP_CONTAGION) (void)nl_dump_record(d->dump, NULL, BSP_EXTRA_RECORD, at);
    nl_dump_rows(d->dump, NULL, "lumps", lump,
                 (nl_rows){shape->lumps_at, shape->lump_count, shape->stride});
    if (!shape->is_goldsrc)
        (void)nl_dump_record(d->dump, NULL, BSP_REVISION_RECORD,
                             shape->header_bytes - BSP_REVISION_BYTES);
}

/* Opaque bytes: the field of this number. */
static void dump_bytes(const dumping *d, const nl_path *path, unsigned field, bsp_part part) {
    const nl_path name = nl_key(path, bsp_fields.fields[field].name);
    if (part.at < part.end) nl_dump_bytes(d->dump, &name, part.at, part.end - part.at);
}

/* A record, and the offset behind it. */
static uint64_t dump_inner(const dumping *d, const nl_path *path, unsigned record, uint64_t at) {
    (void)nl_dump_record(d->dump, path, record, at);
    return at + bsp_fields.records[record].bytes;
}

/* ---- Pieces ---- */

static bool has_lzma(const dumping *d, const bsp_lump *lump) {
    return lump->unpacked != 0 && lump->length >= BSP_LZMA_BYTES &&
           memcmp(d->job->bytes + lump->offset, "LZMA", 4) == 0;
}

static void dump_lump(const dumping *d, const bsp_piece *piece) {
    const bsp_lump *const lump = &d->doc->lumps[piece->index];
    const nl_path list = nl_key(NULL, "lumps");
    const nl_path item = nl_item(&list, piece->index);
    const nl_path lzma = nl_key(&item, "lzma");
    uint64_t at = piece->at;
    if (has_lzma(d, lump)) at = dump_inner(d, &lzma, BSP_LZMA_RECORD, at);
    dump_bytes(d, &item, BSP_CONTENT_DATA, (bsp_part){at, piece->end});
}

/* What is read in front of the data of a file, and the offset behind it. */
static uint64_t dump_data_head(const dumping *d, const nl_path *file, const bsp_entry *entry) {
    const unsigned head = bsp_data_head(d->job->bytes, entry);
    const nl_path path = nl_key(file, head == BSP_ZIP_LZMA_RECORD ? "lzma" : "nav");
    return head == BSP_RECORD_COUNT ? entry->data_at : dump_inner(d, &path, head, entry->data_at);
}

static void dump_local(const dumping *d, const nl_path *file, const bsp_entry *entry) {
    const bsp_file_parts parts = bsp_parts_of(d->job->bytes, entry);
    (void)nl_dump_record(d->dump, file, BSP_LOCAL_RECORD, parts.header.at);
    dump_bytes(d, file, BSP_LOCAL_TEXT_NAME, parts.name);
    dump_bytes(d, file, BSP_LOCAL_TEXT_EXTRA, parts.extra);
}

/* Where there is no local header all of it is opaque. */
static void dump_file(const dumping *d, const nl_path *pakfile, const bsp_piece *piece) {
    const bsp_entry entry = bsp_entry_of(d->job->bytes, d->doc, piece->index);
    const nl_path list = nl_key(pakfile, "files");
    const nl_path item = nl_item(&list, piece->index);
    uint64_t at = piece->at;
    if (entry.has_local) {
        dump_local(d, &item, &entry);
        at = dump_data_head(d, &item, &entry);
    }
    dump_bytes(d, &item, BSP_FILE_DATA, (bsp_part){at, piece->end});
}

static void dump_entry(const dumping *d, const nl_path *list, uint32_t row) {
    const uint64_t at = d->doc->zip.entries[row];
    const uint8_t *const p = d->job->bytes + at;
    const nl_path item = nl_item(list, row);
    const uint64_t name = at + BSP_ENTRY_BYTES;
    const uint64_t extra = name + nl_load_u16(p + BSP_ENTRY_NAME_LENGTH_AT);
    const uint64_t comment = extra + nl_load_u16(p + BSP_ENTRY_EXTRA_LENGTH_AT);
    const uint64_t end = comment + nl_load_u16(p + BSP_ENTRY_COMMENT_LENGTH_AT);
    (void)nl_dump_record(d->dump, &item, BSP_ENTRY_RECORD, at);
    dump_bytes(d, &item, BSP_ENTRY_TEXT_NAME, (bsp_part){name, extra});
    dump_bytes(d, &item, BSP_ENTRY_TEXT_EXTRA, (bsp_part){extra, comment});
    dump_bytes(d, &item, BSP_ENTRY_TEXT_COMMENT, (bsp_part){comment, end});
}

static void dump_directory(const dumping *d, const nl_path *pakfile) {
    const nl_path list = nl_key(pakfile, "entries");
    for (uint32_t row = 0; row < d->doc->zip.count && !d->dump->stopped; row++)
        dump_entry(d, &list, row);
}

static void dump_end(const dumping *d, const nl_path *pakfile, const bsp_piece *piece) {
    const nl_path path = nl_key(pakfile, "end");
    (void)nl_dump_record(d->dump, &path, BSP_END_RECORD, piece->at);
    dump_bytes(d, &path, BSP_END_TEXT_COMMENT, (bsp_part){piece->at + BSP_END_BYTES, piece->end});
}

static void dump_spare(const dumping *d, const bsp_piece *piece) {
    const nl_path list = nl_key(NULL, "spare");
    const nl_path item = nl_item(&list, piece->index);
    dump_bytes(d, &item, BSP_SPARE_DATA, (bsp_part){piece->at, piece->end});
}

static void dump_piece(void *context, const bsp_piece *piece) {
    const dumping *const d = context;
    const nl_path pakfile = nl_key(NULL, "pakfile");
    if (!nl_dump_wants(d->dump, piece->at, piece->end - piece->at)) return;
    if (piece->kind == BSP_PIECE_LUMP) dump_lump(d, piece);
    if (piece->kind == BSP_PIECE_FILE) dump_file(d, &pakfile, piece);
    if (piece->kind == BSP_PIECE_DIRECTORY) dump_directory(d, &pakfile);
    if (piece->kind == BSP_PIECE_END) dump_end(d, &pakfile, piece);
    if (piece->kind == BSP_PIECE_REST || piece->kind == BSP_PIECE_SPARE) dump_spare(d, piece);
    if (piece->kind == BSP_PIECE_FILL)
        dump_bytes(d, NULL, BSP_TAIL_FILL, (bsp_part){piece->at, piece->end});
}

void bsp_dump(const nl_job *job, const void *document, nl_dump *dump) {
    dumping d = {job, dump, document};
    dump->holding = conditions_of(&d.doc->shape);
    dump_header(&d);
    bsp_each_piece(job, d.doc, dump_piece, &d);
}
