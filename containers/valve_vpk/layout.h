/* Valve's packages: the tree, the sections behind it and the document. fields.def has the records,
 * README.md what their values mean. */
#ifndef NAVLINT_CONTAINERS_VALVE_VPK_LAYOUT_H
#define NAVLINT_CONTAINERS_VALVE_VPK_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "containers/names.h"
#include "containers/valve_vpk/fields.h"
#include "core/reader.h"
#include "parsers/format.h"

#define VPK_MAGIC_WORD 0x55AA1234u

enum {
    VPK_RESPAWN = 0x00030002, /* version of Titanfall and Apex Legends */
    VPK_HERE = 0x7FFF,        /* archive: the data are in the package itself */
    VPK_LAST = 0xFFFF,        /* terminator: no further fragment */
    VPK_HASH_HERE = 0x8000,   /* bit of the type of a hash: of the package itself, archive 0 */
    VPK_HASH_MD5 = 0,         /* type of a hash; 1 is BLAKE3 */
    VPK_USUAL_PRELOAD = 1000, /* bytes at most */
    VPK_MD5_BYTES = 16,
    VPK_MOST_HASHED_BYTES = 64 << 20 /* size of a file whose data are hashed */
};

/* ---- The tree ---- */

typedef struct vpk_string {
    uint32_t at;     /* offset in the input */
    uint32_t length; /* bytes, without the NUL */
} vpk_string;

/* What a walk through the tree meets: a name of one of three lists, or the end of the list. */
typedef enum vpk_level { VPK_EXTENSIONS = 0, VPK_FOLDERS, VPK_FILES, VPK_LEVEL_COUNT } vpk_level;

typedef struct vpk_item {
    vpk_level level;
    bool is_end;
    vpk_string name;
    uint32_t number[VPK_LEVEL_COUNT]; /* of the extension, of the folder in it, of the file in that:
                                         as far as the level goes; of an end, of what is ended */
    uint32_t entry_at;                /* of a file */
} vpk_item;

/* Where a walk cannot go on. */
typedef enum vpk_loss { VPK_NO_LOSS = 0, VPK_IN_NAME, VPK_IN_ENTRY, VPK_IN_PRELOAD } vpk_loss;

/* A walk through the tree: linear in its bytes, and without memory. */
typedef struct vpk_walk {
    const uint8_t *bytes; /* of the input */
    uint64_t at;          /* of the next name; at the end or at a loss, where that is */
    uint64_t end;         /* of the tree */
    vpk_level level;      /* of the list that the next name is in */
    uint32_t next[VPK_LEVEL_COUNT];
    bool is_done; /* the tree has ended */
    vpk_loss loss;
} vpk_walk;

/* A walk from the start of the tree that [at, end) of the input holds. */
vpk_walk vpk_walk_over(const uint8_t *bytes, uint64_t at, uint64_t end);

/* The next item; false once the tree has ended or is lost. */
bool vpk_next(vpk_walk *walk, vpk_item *item);

/* ---- The document ---- */

/* What the files of an extension are, whatever their folder. */
typedef enum vpk_content {
    VPK_ANY = 0,
    VPK_NAVIGATION, /* or a map, which may hold some */
    VPK_DAT,        /* that too if the base name begins with "nodes" */
    VPK_UNNAMED     /* there is no extension: what the base name ends with says it */
} vpk_content;

/* Those that have files. */
typedef struct vpk_extension {
    vpk_string name;
    uint32_t number; /* in the tree */
    vpk_content content;
} vpk_extension;

typedef struct vpk_folder {
    vpk_string name;
    uint32_t number;     /* in its extension */
    uint32_t extension;  /* row */
    uint32_t first_file; /* row of its file 0; the others follow */
} vpk_folder;

typedef struct vpk_file {
    uint32_t name_at;  /* of the base name, which ends with the NUL before the entry */
    uint32_t entry_at; /* of VPK_ENTRY */
    uint32_t folder;   /* row */
} vpk_file;

typedef enum vpk_signature_form {
    VPK_UNSIGNED = 0, /* or cut off */
    VPK_OLD_FORM,
    VPK_NEW_FORM,
    VPK_ODD_FORM
} vpk_signature_form;

/* Offsets of what the header says; the file may end before. */
typedef struct vpk_sections {
    uint64_t tree, data, chunks, hashes, signature;
    uint64_t keys; /* of the new form: behind the signature that the header counts */
    uint64_t end;
} vpk_sections;

typedef struct vpk_document {
    uint32_t version;
    uint64_t length; /* of the input */
    vpk_sections at;
    uint64_t tree_end; /* at.data, or where the file ends in the tree */
    uint64_t walk_end; /* where the walk through the tree has ended */
    vpk_loss loss;
    bool is_cut;          /* the file ends in the tree */
    bool is_short;        /* it ends there or in a section behind it, and that is reported */
    bool has_hashes;      /* the three hashes are there */
    bool is_tree_whole;   /* it ends where it should */
    uint32_t chunk_count; /* rows that are wholly there */
    vpk_signature_form form;
    vpk_extension *extensions;
    vpk_folder *folders;
    vpk_file *files;
    uint32_t extension_count, folder_count, file_count;
} vpk_document;

/* An entry of the tree. */
typedef struct vpk_entry {
    uint32_t crc32;
    uint32_t preload; /* bytes, behind the entry */
    uint32_t archive;
    uint32_t offset; /* from the start of the data, or of that archive */
    uint32_t length; /* bytes there */
    uint32_t terminator;
} vpk_entry;

static inline vpk_entry vpk_entry_of(const uint8_t *bytes, const vpk_file *file) {
    const uint8_t *const p = bytes + file->entry_at;
    return (vpk_entry){
        .crc32 = nl_load_u32(p + VPK_ENTRY_CRC_AT),
        .preload = nl_load_u16(p + VPK_ENTRY_PRELOADED_AT),
        .archive = nl_load_u16(p + VPK_ENTRY_ARCHIVE_AT),
        .offset = nl_load_u32(p + VPK_ENTRY_OFFSET_AT),
        .length = nl_load_u32(p + VPK_ENTRY_LENGTH_AT),
        .terminator = nl_load_u16(p + VPK_ENTRY_TERMINATOR_AT),
    };
}

static inline bool vpk_is_none(box_name name) {
    return name.length == 1 && name.chars[0] == ' ';
}

/* The parts of a file's name: a single space says that there is none. */
static inline box_name vpk_string_of(const uint8_t *bytes, vpk_string string) {
    return (box_name){bytes + string.at, string.length};
}

static inline box_name vpk_base_of(const uint8_t *bytes, const vpk_file *file) {
    return (box_name){bytes + file->name_at, file->entry_at - 1 - file->name_at};
}

static inline box_name vpk_folder_of(const uint8_t *bytes, const vpk_document *doc,
                                     const vpk_file *file) {
    return vpk_string_of(bytes, doc->folders[file->folder].name);
}

static inline box_name vpk_extension_of(const uint8_t *bytes, const vpk_document *doc,
                                        const vpk_file *file) {
    return vpk_string_of(bytes, doc->extensions[doc->folders[file->folder].extension].name);
}

/* Writes "maps/x.nav" into `copy`, of BOX_NAME_BYTES, as far as it fits. */
void vpk_put_name(char *copy, const uint8_t *bytes, const vpk_document *doc, const vpk_file *file);

/* What files of the extension are. Constant time. */
vpk_content vpk_content_of(box_name extension);

static inline vpk_content vpk_file_content(const vpk_document *doc, const vpk_file *file) {
    return doc->extensions[doc->folders[file->folder].extension].content;
}

/* Whether the file is a navigation mesh, or a map, which may hold one. Constant time. */
bool vpk_holds_navigation(const uint8_t *bytes, const vpk_document *doc, const vpk_file *file);

/* Whether an entry of the package itself lies in its data, and in the file. */
bool vpk_is_inside(const vpk_document *doc, const vpk_entry *entry);

/* Bytes of the data section, as the header says. */
static inline uint64_t vpk_data_bytes(const vpk_document *doc) {
    return doc->at.chunks - doc->at.data;
}

/* ---- What the room builds ---- */

typedef enum vpk_variant {
    VPK_BUILD_1 = 0,
    VPK_BUILD_1_DIRECTORY, /* data are in an archive */
    VPK_BUILD_2,           /* without hashes */
    VPK_BUILD_2_HASHED,    /* with an empty signature of the new form */
    VPK_BUILD_2_SIGNED,    /* in the old form */
    VPK_BUILD_2_KEYED,     /* in the new form, with keys behind it */
    VPK_BUILD_2_DIRECTORY,
    VPK_BUILD_VARIANTS
} vpk_variant;

/* ---- What the room shows ---- */

bool vpk_has_magic(const uint8_t *bytes, size_t length);
bool vpk_matches_name(const char *name);
const void *vpk_decode(nl_job *job);
void vpk_check_document(nl_job *job, const void *document);
void vpk_dump(const nl_job *job, const void *document, nl_dump *dump);
void vpk_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context);
void vpk_follow(const nl_job *job, const void *document, nl_patch *patch);
extern const struct nl_witnesses vpk_witnesses;
extern const struct nl_kinds vpk_kinds;
void vpk_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
void vpk_resize(uint8_t *bytes, size_t length, uint64_t at, int64_t growth);
uint64_t vpk_arena_bound(uint64_t input_bytes);
uint64_t vpk_arena_need(const uint8_t *bytes, size_t length);

extern const nl_format nl_format_valve_vpk;

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "containers/valve_vpk/rules.def"
#undef NL_RULE
    VPK_RULE_COUNT
};

#endif
