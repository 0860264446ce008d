/* Addons of Garry's Mod: the document. fields.def says where the fields of a record are, README.md
 * where each fact comes from. */
#ifndef NAVLINT_CONTAINERS_GMOD_GMA_LAYOUT_H
#define NAVLINT_CONTAINERS_GMOD_GMA_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "containers/gmod_gma/fields.h"
#include "containers/names.h"
#include "core/reader.h"
#include "parsers/format.h"

#define GMA_MAGIC "GMAD"
#define GMA_LEAST_SIZE                                                                             \
    ((uint64_t)GMA_HEAD_BYTES + 3 + GMA_EDITION_BYTES + GMA_LAST_BYTES) /* of version 1 */
#define GMA_UNKNOWN_SIZE UINT64_MAX           /* of a packed addon with an end mark */
#define GMA_MOST_SUMMED  ((uint64_t)64 << 20) /* bytes that a CRC is computed over */
#define GMA_MOST_WINDOW  ((uint32_t)64 << 20) /* dictionary of LZMA, bytes */
#define GMA_NOWHERE      UINT32_MAX           /* no offset: inputs are shorter */

enum {
    GMA_LATEST_VERSION = 3,
    GMA_ROW_BYTES = GMA_FILE_BYTES + 1 + GMA_DATA_BYTES, /* a row with an empty path */
    GMA_PROPERTIES = 225,                                /* (pb * 5 + lp) * 9 + lc is less */
    GMA_STREAM_LEAST = 5 /* a stream of LZMA has at least the range coder's first five */
};

/* A row of the table of files. */
typedef struct gma_row {
    uint32_t at;         /* offset of the row */
    uint32_t path_bytes; /* without the NUL */
    uint32_t data_at;    /* offset of the file's bytes; GMA_NOWHERE: they are not all there */
} gma_row;

typedef struct gma_document {
    bool is_packed; /* nothing else but is_whole is known then */
    uint32_t version;
    uint32_t required_at, required_count; /* the empty one at the end included */
    uint32_t name_at, about_at, author_at;
    uint32_t edition_at; /* of the last field in front of the table */
    gma_row *rows;
    uint32_t row_count;
    uint32_t last_at;  /* of the 0 that ends the table; GMA_NOWHERE */
    uint32_t data_end; /* of the files' bytes; GMA_NOWHERE: the table does not say, or the file ends
                          before */
    bool is_whole; /* of a packed addon: its stream can be unpacked, as far as its header says */
} gma_document;

/* Whether the sum over all bytes, and nothing else, stands behind the files' bytes. */
static inline bool gma_has_sum(const gma_document *doc, uint64_t length) {
    return doc->data_end != GMA_NOWHERE && length - doc->data_end >= GMA_SUM_BYTES;
}

static inline box_name gma_path_of(const uint8_t *bytes, const gma_row *row) {
    return (box_name){bytes + row->at + GMA_FILE_BYTES, row->path_bytes};
}

/* Offset of the row's record GMA_DATA. */
static inline uint32_t gma_data_record(const gma_row *row) {
    return row->at + GMA_FILE_BYTES + row->path_bytes + 1;
}

/* The size as it stands there: signed. */
static inline uint64_t gma_size_of(const uint8_t *bytes, const gma_row *row) {
    return nl_load_u64(bytes + gma_data_record(row) + GMA_DATA_SIZE_AT);
}

static inline uint32_t gma_crc_of(const uint8_t *bytes, const gma_row *row) {
    return nl_load_u32(bytes + gma_data_record(row) + GMA_DATA_CRC_AT);
}

static inline uint32_t gma_number_of(const uint8_t *bytes, const gma_row *row) {
    return nl_load_u32(bytes + row->at);
}

/* What navigation may be in: what the game asks for itself, and maps, which carry some. */
static inline bool gma_is_carrier(box_name path) {
    return box_name_is_navigation(path) || box_name_ends(path, ".bsp");
}

/* Whether the bytes have the header of an LZMA file, whatever its properties. */
bool gma_is_lzma(const uint8_t *bytes, size_t length);

/* Reads the header of a packed addon, and reports what is wrong with it. */
void gma_read_packed(nl_job *job, gma_document *doc);

/* ---- What format.c shows to the house: parsers/format.h ---- */

extern const nl_format nl_format_gmod_gma;

bool gma_has_magic(const uint8_t *bytes, size_t length);
bool gma_is_plausible(const uint8_t *bytes, size_t length);
const void *gma_decode(nl_job *job);
void gma_check_document(nl_job *job, const void *document);
void gma_dump(const nl_job *job, const void *document, nl_dump *dump);
void gma_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context);
void gma_follow(const nl_job *job, const void *document, nl_patch *patch);
extern const struct nl_witnesses gma_witnesses;
void gma_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
uint64_t gma_arena_bound(uint64_t input_bytes);

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "containers/gmod_gma/rules.def"
#undef NL_RULE
    GMA_RULE_COUNT
};

#endif
