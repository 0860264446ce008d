/* An entry of the pakfile, read in place: its central header, its local one, its bytes. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_ENTRIES_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_ENTRIES_H

#include "containers/source_bsp/layout.h"

enum {
    BSP_LOCAL_MARK_WORD = 0x04034B50,
    BSP_ENTRY_MARK_WORD = 0x02014B50,
    BSP_END_MARK_WORD = 0x06054B50,
    BSP_METHOD_STORED = 0,
    BSP_METHOD_DEFLATE = 8,
    BSP_METHOD_LZMA = 14,
    BSP_FLAG_ENCRYPTED = 1 << 0,
    BSP_FLAG_END_MARK = 1 << 1, /* of method 14 */
    BSP_FLAG_DESCRIPTOR = 1 << 3
};

#define BSP_NAV_MAGIC 0xFEEDFACEu

typedef struct bsp_entry {
    const uint8_t *central;
    uint64_t at; /* of the central header: an offset in the input, as all of these */
    box_name name;
    uint32_t method, flags, packed, unpacked, crc;
    uint64_t local_at;
    uint64_t data_at; /* where the game reads: it counts the lengths of the central header */
    bool is_inside;   /* [local_at, data_at + packed) lies in the lump */
    bool has_local;   /* and there is a local header at local_at */
} bsp_entry;

/* The entry in this row of the directory. */
bsp_entry bsp_entry_of(const uint8_t *bytes, const bsp_document *doc, uint32_t row);

/* Its name alone. */
box_name bsp_name_of(const uint8_t *bytes, const bsp_document *doc, uint32_t row);

/* Bytes [at, end) of the input. */
typedef struct bsp_part {
    uint64_t at, end;
} bsp_part;

/* What an entry with a local header takes of the lump, in order and without gaps: where the two
 * headers do not agree about lengths, names end where the data starts, and the extra is all that is
 * between. */
typedef struct bsp_file_parts {
    bsp_part header, name, extra, data;
} bsp_file_parts;

bsp_file_parts bsp_parts_of(const uint8_t *bytes, const bsp_entry *entry);

/* What a record takes that is read in front of the data: that of a packed entry, or of a .nav that
 * is stored open. BSP_RECORD_COUNT: none, or it is not all there. */
unsigned bsp_data_head(const uint8_t *bytes, const bsp_entry *entry);

/* The version of a .nav with such a head, and the size of the map that it was made for. */
uint32_t bsp_nav_version(const uint8_t *bytes, const bsp_entry *entry);
uint32_t bsp_nav_bsp_size(const uint8_t *bytes, const bsp_entry *entry, unsigned head);

#endif
