/* Every field of the document in file order. */
#include "containers/valve_vpk/layout.h"
#include "core/checked.h"

/* Opaque bytes [at, end) of the record whose path is `outer`. */
static void dump_bytes(nl_dump *dump, const nl_path *outer, unsigned field, nl_section bytes) {
    const nl_path path = nl_key(outer, vpk_fields.fields[field].name);
    if (bytes.from < bytes.to) nl_dump_bytes(dump, &path, bytes.from, bytes.to - bytes.from);
}

/* ---- The tree ---- */

static void dump_name(nl_dump *dump, const nl_path *outer, unsigned field, vpk_string name) {
    dump_bytes(dump, outer, field, (nl_section){name.at, (uint64_t)name.at + name.length + 1});
}

static void dump_file(nl_dump *dump, const nl_path *path, const vpk_item *item) {
    const uint8_t *const preload = dump->bytes + item->entry_at + VPK_ENTRY_PRELOADED_AT;
    const uint64_t start = (uint64_t)item->entry_at + VPK_ENTRY_BYTES;
    dump_name(dump, path, VPK_BASE_NAME, item->name);
    (void)nl_dump_record(dump, path, VPK_ENTRY_RECORD, item->entry_at);
    dump_bytes(dump, path, VPK_PRELOAD_BYTES_RAW,
               (nl_section){start, start + nl_load_u16(preload)});
}

/* The item's own record; of an end, the last field of what it ends. */
static void dump_item(nl_dump *dump, const vpk_item *item) {
    const uint32_t *const number = item->number;
    const nl_path extensions = nl_key(NULL, "extensions");
    const nl_path extension = nl_item(&extensions, number[VPK_EXTENSIONS]);
    const nl_path folders = nl_key(&extension, "folders");
    const nl_path folder = nl_item(&folders, number[VPK_FOLDERS]);
    const nl_path files = nl_key(&folder, "files");
    const nl_path file = nl_item(&files, number[VPK_FILES]);
    const vpk_level level = item->level;
    if (item->is_end && level == VPK_EXTENSIONS)
        nl_dump_field(dump, NULL, VPK_TREE_END_NUL, item->name.at);
    else if (item->is_end && level == VPK_FOLDERS)
        nl_dump_field(dump, &extension, VPK_FOLDERS_END_NUL, item->name.at);
    else if (item->is_end)
        nl_dump_field(dump, &folder, VPK_FILES_END_NUL, item->name.at);
    else if (level == VPK_EXTENSIONS)
        dump_name(dump, &extension, VPK_EXTENSION_NAME, item->name);
    else if (level == VPK_FOLDERS)
        dump_name(dump, &folder, VPK_FOLDER_NAME, item->name);
    else
        dump_file(dump, &file, item);
}

static void dump_tree(nl_dump *dump, const vpk_document *doc) {
    vpk_item item;
    vpk_walk walk = vpk_walk_over(dump->bytes, doc->at.tree, doc->tree_end);
    if (!nl_dump_wants(dump, doc->at.tree, doc->tree_end - doc->at.tree)) return;
    while (!dump->stopped && vpk_next(&walk, &item))
        dump_item(dump, &item);
}

/* ---- Sections ---- */

static void dump_hashes(nl_dump *dump, const vpk_document *doc) {
    const vpk_sections *const at = &doc->at;
    const uint64_t rows_end = at->chunks + (uint64_t)doc->chunk_count * VPK_CHUNK_BYTES;
    nl_dump_rows(dump, NULL, "chunkHashes", VPK_CHUNK_RECORD,
                 (nl_rows){at->chunks, doc->chunk_count, VPK_CHUNK_BYTES});
    dump_bytes(dump, NULL, VPK_CHUNKS_LEFT_RAW,
               (nl_section){rows_end, nl_min(at->hashes, doc->length)});
    if (doc->has_hashes)
        (void)nl_dump_record(dump, NULL, VPK_HASHES_RECORD, at->hashes);
    else
        dump_bytes(dump, NULL, VPK_HASHES_LEFT_RAW,
                   (nl_section){at->hashes, nl_min(at->signature, doc->length)});
}

/* Behind their sizes: key and signature. */
static void dump_old_form(nl_dump *dump, const nl_path *path, const vpk_document *doc) {
    const uint64_t at = doc->at.signature;
    const uint64_t key = at + VPK_OLD_KEY_RAW_AT;
    const uint64_t second = key + nl_load_u32(dump->bytes + at);
    nl_dump_field(dump, path, VPK_OLD_KEY_SIZE, at);
    dump_bytes(dump, path, VPK_OLD_KEY_RAW, (nl_section){key, second});
    nl_dump_field(dump, path, VPK_OLD_SIGNATURE_SIZE, second);
    dump_bytes(dump, path, VPK_OLD_SIGNATURE_RAW,
               (nl_section){second + VPK_OLD_SIGNATURE_RAW_AT, doc->at.keys});
}

static void dump_new_form(nl_dump *dump, const nl_path *path, const vpk_document *doc) {
    const uint8_t *const size = dump->bytes + doc->at.signature + VPK_NEW_SIGNATURE_KEY_AT;
    const uint64_t second = nl_min(doc->at.keys + nl_load_u32(size), doc->length);
    (void)nl_dump_record(dump, path, VPK_NEW_SIGNATURE_RECORD, doc->at.signature);
    dump_bytes(dump, path, VPK_OLD_KEY_RAW, (nl_section){doc->at.keys, second});
    dump_bytes(dump, path, VPK_OLD_SIGNATURE_RAW,
               (nl_section){second, nl_min(doc->at.end, doc->length)});
}

static void dump_signature(nl_dump *dump, const vpk_document *doc) {
    const nl_path path = nl_key(NULL, "signature");
    const uint64_t end = nl_min(doc->at.keys, doc->length);
    if (doc->form == VPK_OLD_FORM)
        dump_old_form(dump, &path, doc);
    else if (doc->form == VPK_NEW_FORM)
        dump_new_form(dump, &path, doc);
    else
        dump_bytes(dump, &path, VPK_ODD_SIGNATURE_RAW, (nl_section){doc->at.signature, end});
}

void vpk_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const vpk_document *const doc = document;
    (void)job;
    dump->holding = doc->version == 2 ? 1u << VPK_IN_2 : 0;
    (void)nl_dump_record(dump, NULL, VPK_HEAD_RECORD, 0);
    if (doc->version == 2) (void)nl_dump_record(dump, NULL, VPK_SIZES_RECORD, VPK_HEAD_BYTES);
    dump_tree(dump, doc);
    dump_bytes(dump, NULL, VPK_LEFT_RAW, (nl_section){doc->walk_end, doc->tree_end});
    dump_bytes(dump, NULL, VPK_DATA_RAW,
               (nl_section){doc->at.data, nl_min(doc->at.chunks, doc->length)});
    if (doc->version == 2) {
        dump_hashes(dump, doc);
        dump_signature(dump, doc);
    }
    dump_bytes(dump, NULL, VPK_TAIL_RAW, (nl_section){doc->at.end, doc->length});
}
