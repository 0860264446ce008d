/* Bytes to a vpk_document: header, sections, tree. */
#include "containers/valve_vpk/findings.h"
#include "core/checked.h"

/* ---- How the format is recognised ---- */

bool vpk_has_magic(const uint8_t *bytes, size_t length) {
    return length >= 4 && nl_load_u32(bytes) == VPK_MAGIC_WORD;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* The data archives of a package, "pak01_000.vpk", have no header and are no packages. */
bool vpk_matches_name(const char *name) {
    const box_name whole = {(const uint8_t *)name, (uint32_t)nl_min(strlen(name), UINT32_MAX)};
    if (!box_name_ends(whole, ".vpk")) return false;
    const char *const end = name + whole.length - 4;
    const bool is_numbered = whole.length >= 8 && end[-4] == '_' && is_digit(end[-3]) &&
                             is_digit(end[-2]) && is_digit(end[-1]);
    return !is_numbered;
}

/* ---- Sections ---- */

static uint32_t header_bytes(uint32_t version) {
    return version == 2 ? VPK_HEAD_BYTES + VPK_SIZES_BYTES : VPK_HEAD_BYTES;
}

static uint32_t size_at(const nl_job *job, uint32_t field_at) {
    return nl_load_u32(job->bytes + VPK_HEAD_BYTES + field_at);
}

static void find_sections(const nl_job *job, vpk_document *doc) {
    vpk_sections *const at = &doc->at;
    at->tree = header_bytes(doc->version);
    at->data = at->tree + nl_load_u32(job->bytes + VPK_HEAD_TREE_AT);
    at->chunks = at->hashes = at->signature = at->keys = at->end = nl_max(at->data, job->length);
    if (doc->version != 2) return;
    at->chunks = at->data + size_at(job, VPK_SIZES_DATA_AT);
    at->hashes = at->chunks + size_at(job, VPK_SIZES_CHUNKS_AT);
    at->signature = at->hashes + size_at(job, VPK_SIZES_HASHES_AT);
    at->keys = at->end = at->signature + size_at(job, VPK_SIZES_SIGNATURE_AT);
}

/* key and signature behind their sizes make up the section */
static bool is_old_form(const uint8_t *section, uint64_t length) {
    if (length < 2 * VPK_OLD_KEY_RAW_AT) return false;
    const uint64_t key = nl_load_u32(section);
    if (key > length - 2 * VPK_OLD_KEY_RAW_AT) return false;
    const uint64_t signature = nl_load_u32(section + VPK_OLD_KEY_RAW_AT + key);
    return key + signature + 2 * VPK_OLD_KEY_RAW_AT == length;
}

static bool is_new_form(const uint8_t *section, uint64_t length) {
    return length == VPK_NEW_SIGNATURE_BYTES && nl_load_u32(section) == VPK_MAGIC_WORD;
}

/* The keys of the new form stand behind the section, and are not counted by the header. */
static void find_form(const nl_job *job, vpk_document *doc) {
    vpk_sections *const at = &doc->at;
    const uint64_t length = at->keys - at->signature;
    if (length == 0 || at->keys > job->length) return;
    const uint8_t *const section = job->bytes + at->signature;
    doc->form = is_new_form(section, length)   ? VPK_NEW_FORM
                : is_old_form(section, length) ? VPK_OLD_FORM
                                               : VPK_ODD_FORM;
    if (doc->form != VPK_NEW_FORM) return;
    at->end = at->keys + nl_load_u32(section + VPK_NEW_SIGNATURE_KEY_AT) +
              (uint64_t)nl_load_u32(section + VPK_NEW_SIGNATURE_SIZE_AT);
}

static void measure(const nl_job *job, vpk_document *doc) {
    const vpk_sections *const at = &doc->at;
    const uint64_t chunks_end = nl_min(at->hashes, job->length);
    if (at->chunks < chunks_end)
        doc->chunk_count = (uint32_t)((chunks_end - at->chunks) / VPK_CHUNK_BYTES);
    doc->has_hashes =
        at->signature - at->hashes == VPK_HASHES_BYTES && at->signature <= job->length;
}

/* ---- The tree ---- */

/* First only counted: so the document has no spare rows. */
static void count_files(const nl_job *job, vpk_document *doc) {
    vpk_item item;
    bool is_new = false;
    vpk_walk walk = vpk_walk_over(job->bytes, doc->at.tree, doc->tree_end);
    while (vpk_next(&walk, &item)) {
        if (item.is_end) continue;
        if (item.level == VPK_EXTENSIONS) is_new = true;
        if (item.level != VPK_FILES) continue;
        doc->file_count++;
        if (item.number[VPK_FILES] != 0) continue;
        doc->folder_count++;
        doc->extension_count += is_new;
        is_new = false;
    }
    doc->walk_end = walk.at;
    doc->loss = walk.loss;
}

static bool make_tables(const nl_job *job, vpk_document *doc) {
    doc->extensions = NL_NEW(job->arena, vpk_extension, doc->extension_count);
    doc->folders = NL_NEW(job->arena, vpk_folder, doc->folder_count);
    doc->files = NL_NEW(job->arena, vpk_file, doc->file_count);
    return !job->arena->exhausted;
}

/* The rows that are next to be filled, and what is not a row until a file is in it. */
typedef struct filling {
    uint32_t extensions, folders, files;
    vpk_extension extension;
    vpk_folder folder;
    bool is_new; /* the extension is not a row yet */
} filling;

static void add_file(vpk_document *doc, filling *f, const vpk_item *item) {
    if (item->number[VPK_FILES] == 0) {
        if (f->is_new) doc->extensions[f->extensions++] = f->extension;
        f->is_new = false;
        f->folder.extension = f->extensions - 1;
        f->folder.first_file = f->files;
        doc->folders[f->folders++] = f->folder;
    }
    doc->files[f->files++] = (vpk_file){item->name.at, item->entry_at, f->folders - 1};
}

static vpk_extension extension_of(const nl_job *job, const vpk_item *item) {
    return (vpk_extension){.name = item->name,
                           .number = item->number[VPK_EXTENSIONS],
                           .content = vpk_content_of(vpk_string_of(job->bytes, item->name))};
}

static void fill_tables(const nl_job *job, vpk_document *doc) {
    vpk_item item;
    filling f = {.is_new = false};
    vpk_walk walk = vpk_walk_over(job->bytes, doc->at.tree, doc->tree_end);
    while (vpk_next(&walk, &item)) {
        if (item.is_end) continue;
        if (item.level == VPK_EXTENSIONS) {
            f.extension = extension_of(job, &item);
            f.is_new = true;
        } else if (item.level == VPK_FOLDERS) {
            f.folder = (vpk_folder){.name = item.name, .number = item.number[VPK_FOLDERS]};
        } else {
            add_file(doc, &f, &item);
        }
    }
}

static bool read_tree(const nl_job *job, vpk_document *doc) {
    doc->is_cut = doc->at.data > job->length;
    doc->tree_end = nl_min(doc->at.data, job->length);
    if (!nl_spend(job->budget, 2 * (doc->tree_end - doc->at.tree))) return false;
    count_files(job, doc);
    doc->is_tree_whole = !doc->loss && !doc->is_cut && doc->walk_end == doc->tree_end;
    if (!make_tables(job, doc)) return false;
    fill_tables(job, doc);
    return true;
}

/* ---- All of it ---- */

static void found_other_magic(const nl_job *job) {
    const nl_place start = nl_place_of(job->report, job->bytes);
    job->report->undecoded = true;
    nl_found(&start, VPK_MAGIC, VPK_HEAD_MAGIC, &(nl_draft){.expected = nl_uint(VPK_MAGIC_WORD)});
}

static void found_cut_header(const nl_job *job, uint32_t needed) {
    const nl_place start = nl_place_of(job->report, job->bytes);
    job->report->undecoded = true;
    nl_found(&start, VPK_TRUNCATED, NL_NO_FIELD,
             &(nl_draft){.length = job->length,
                         .actual = nl_uint(job->length),
                         .expected = nl_uint(needed),
                         .relation = NAVLINT_AT_LEAST,
                         .args = {nl_uint(needed)}});
}

static void limit_version(const nl_job *job, uint32_t version) {
    char chars[96];
    nl_text text = nl_text_over(chars, sizeof chars);
    if (version == VPK_RESPAWN) {
        nl_put(&text,
               "a package of Respawn's games (version 3.2), which is laid out in another way");
    } else {
        nl_put(&text, "a package of version ");
        nl_put_uint(&text, version);
        nl_put(&text, ", which is not known");
    }
    job->report->undecoded = true;
    nl_limit(job->report, "unsupported", text.chars);
}

/* Whether the header is that of a package and whole. */
static bool read_header(const nl_job *job, vpk_document *doc) {
    if (job->length >= 4 && nl_load_u32(job->bytes) != VPK_MAGIC_WORD) {
        found_other_magic(job);
        return false;
    }
    if (job->length < VPK_HEAD_VERSION_AT + 4) {
        found_cut_header(job, VPK_HEAD_BYTES);
        return false;
    }
    doc->version = nl_load_u32(job->bytes + VPK_HEAD_VERSION_AT);
    if (doc->version != 1 && doc->version != 2) {
        limit_version(job, doc->version);
        return false;
    }
    if (job->length >= header_bytes(doc->version)) return true;
    found_cut_header(job, header_bytes(doc->version));
    return false;
}

/* Whether data are in archives beside the package. */
static bool is_directory(const nl_job *job, const vpk_document *doc) {
    for (uint32_t row = 0; row < doc->file_count; row++) {
        const vpk_entry entry = vpk_entry_of(job->bytes, &doc->files[row]);
        if (entry.archive != VPK_HERE && entry.length != 0) return true;
    }
    return false;
}

static void describe(const nl_job *job, const vpk_document *doc) {
    nl_text version = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put_uint(&version, doc->version);
    job->report->endianness = "little";
    job->report->dialect = is_directory(job, doc) ? "directory" : "single";
    nl_claim(job->report, 0, job->length); /* what is behind the end is the tail */
}

const void *vpk_decode(nl_job *job) {
    vpk_document *const doc = NL_NEW_ZEROED(job->arena, vpk_document, 1);
    if (!doc || !read_header(job, doc)) return NULL;
    doc->length = job->length;
    find_sections(job, doc);
    find_form(job, doc);
    measure(job, doc);
    if (!read_tree(job, doc)) return NULL;
    vpk_check_structure(job, doc);
    describe(job, doc);
    return doc;
}

/* A file of at least 20 bytes of the tree takes 12 of its row and 24 when the extents are sorted,
 * its folder of at least 3 more takes 20, and its extension of at least 3 more 16: never more than
 * 72/26 < 3 of the tree. The constant holds the document and the alignment. */
uint64_t vpk_arena_bound(uint64_t input_bytes) {
    return input_bytes * 3 + 1024;
}

uint64_t vpk_arena_need(const uint8_t *bytes, size_t length) {
    if (length < VPK_HEAD_BYTES) return vpk_arena_bound(0);
    const uint64_t tree = nl_load_u32(bytes + VPK_HEAD_TREE_AT);
    return vpk_arena_bound(nl_min(tree, length));
}
