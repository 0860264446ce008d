/* FPK and FPKD: the document, and rows read in place. fields.def has the records, README.md what
 * their values mean. */
#ifndef NAVLINT_CONTAINERS_FOX_FPK_LAYOUT_H
#define NAVLINT_CONTAINERS_FOX_FPK_LAYOUT_H

#include <string.h>

#include "containers/fox_fpk/fields.h"
#include "containers/members.h"
#include "containers/names.h"
#include "core/reader.h"
#include "parsers/format.h"

#define FPK_NAV2_VERSION 0x0C012B6Au /* first word of a .nav2, of which the second is its size */

enum {
    FPK_TYPE_FPK = 0,
    FPK_TYPE_SPACE = ' ', /* tools take it for 0 */
    FPK_TYPE_FPKD = 'd',
    FPK_UNIT = 16,               /* what data and packs are filled up to, bytes */
    FPK_CONSTANT = 2,            /* the word at 32 */
    FPK_NAV2_HEAD_BYTES = 8,     /* version and size */
    FPK_LONGEST_NAME = 1023,     /* that is compared: what navlint_member has room for */
    FPK_CIPHER_OF_SCRIPTS = 0x1B /* first byte of an enciphered script; or the next one */
};

/* Bytes that a row says where they are. */
typedef struct fpk_range {
    uint64_t at; /* from the start of the pack */
    uint64_t length;
} fpk_range;

typedef struct fpk_document {
    bool is_fpkd;             /* by the type byte */
    bool is_lost;             /* the tables do not fit: of the rows there some are none */
    bool is_cut;              /* the pack is shorter than it says, and that is reported */
    bool is_sound;            /* every row leads into the pack */
    uint32_t entry_count;     /* rows that are in the pack */
    uint32_t reference_count; /* as well */
    uint64_t tables_end;
    uint64_t said_bytes; /* the size in the header */
    /* Files and names that are in the pack, sorted. Rows: the file of entry i is i, its name
     * entry_count + i, the name of reference i 2 * entry_count + i. */
    box_extent *extents;
    uint32_t extent_count;
} fpk_document;

/* ---- Rows ---- */

static inline fpk_range fpk_load_range(const uint8_t *p) {
    return (fpk_range){nl_load_u64(p), nl_load_u64(p + 8)};
}

static inline uint64_t fpk_entry_at(uint32_t index) {
    return FPK_HEADER_BYTES + (uint64_t)index * FPK_ENTRY_BYTES;
}

static inline uint64_t fpk_reference_at(const fpk_document *doc, uint32_t index) {
    return fpk_entry_at(doc->entry_count) + (uint64_t)index * FPK_REFERENCE_BYTES;
}

static inline fpk_range fpk_data_of(const nl_job *job, uint32_t index) {
    return fpk_load_range(job->bytes + fpk_entry_at(index) + FPK_ENTRY_DATA_AT_AT);
}

static inline fpk_range fpk_name_of(const nl_job *job, uint32_t index) {
    return fpk_load_range(job->bytes + fpk_entry_at(index) + FPK_ENTRY_NAME_AT_AT);
}

static inline fpk_range fpk_reference_name_of(const nl_job *job, const fpk_document *doc,
                                              uint32_t index) {
    return fpk_load_range(job->bytes + fpk_reference_at(doc, index));
}

/* Whether the range lies in the pack, behind its tables. */
static inline bool fpk_is_inside(const nl_job *job, const fpk_document *doc, fpk_range range) {
    return range.at >= doc->tables_end && range.at <= job->length &&
           range.length <= job->length - range.at;
}

/* The name there, which is inside. */
static inline box_name fpk_name_at(const nl_job *job, fpk_range range) {
    return (box_name){job->bytes + range.at, (uint32_t)range.length};
}

/* The name of the input. */
static inline box_name fpk_input_name(const nl_job *job) {
    return (box_name){(const uint8_t *)job->name, (uint32_t)strlen(job->name)};
}

/* Whether the MD5 of the name is the one in the entry's row. name: at most FPK_LONGEST_NAME. */
bool fpk_has_digest(const nl_job *job, uint32_t index, box_name name);

/* Whether the file there, which is inside, is an enciphered script. Source: GzsTool, FpkEntry.cs.
 */
static inline bool fpk_is_enciphered(const nl_job *job, fpk_range data) {
    return data.length != 0 && (job->bytes[data.at] == FPK_CIPHER_OF_SCRIPTS ||
                                job->bytes[data.at] == FPK_CIPHER_OF_SCRIPTS + 1);
}

/* ---- What lies where ---- */

/* What an extent is of. */
typedef enum fpk_part { FPK_PART_DATA, FPK_PART_NAME, FPK_PART_REFERENCE } fpk_part;

/* index: receives the number of its entry or reference. */
fpk_part fpk_part_of(const fpk_document *doc, uint32_t row, uint32_t *index);

/* What the row says that an extent is. */
fpk_range fpk_range_of(const nl_job *job, const fpk_document *doc, uint32_t row);

#define FPK_NO_ROW UINT32_MAX

/* A part of a pack behind its tables: of an extent, or of none. */
typedef struct fpk_piece {
    uint64_t start;
    uint64_t end;
    uint32_t row;    /* FPK_NO_ROW: a gap */
    uint32_t before; /* of a gap: the row that ends in front of it, FPK_NO_ROW: none does */
    uint32_t behind; /* of a gap: the row that starts behind it, FPK_NO_ROW: the pack ends */
} fpk_piece;

/* A way through all pieces. */
typedef struct fpk_walk {
    const fpk_document *doc;
    uint64_t end; /* of the pack */
    uint64_t at;
    uint32_t next; /* extent */
    uint32_t before;
} fpk_walk;

fpk_walk fpk_walk_of(const nl_job *job, const fpk_document *doc);

/* The next piece in the order of the file, never empty: each byte is in one, of extents that
 * overlap in that of the first. false: there is none. */
bool fpk_next_piece(fpk_walk *walk, fpk_piece *piece);

/* ---- The room ---- */

bool fpk_has_magic(const uint8_t *bytes, size_t length);
const void *fpk_decode(nl_job *job);
void fpk_check_document(nl_job *job, const void *document);
void fpk_dump(const nl_job *job, const void *document, nl_dump *dump);
void fpk_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context);
void fpk_follow(const nl_job *job, const void *document, nl_patch *patch);
void fpk_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
void fpk_resize(uint8_t *bytes, size_t length, uint64_t at, int64_t growth);
uint64_t fpk_arena_bound(uint64_t input_bytes);
extern const struct nl_witnesses fpk_witnesses;
extern const nl_format nl_format_fox_fpk;

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "containers/fox_fpk/rules.def"
#undef NL_RULE
    FPK_RULE_COUNT
};

#endif
