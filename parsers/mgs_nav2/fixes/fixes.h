/* What this room's fixes are made of, and the functions that fixes.def names. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_FIXES_FIXES_H
#define NAVLINT_PARSERS_MGS_NAV2_FIXES_FIXES_H

#include "parsers/fix.h"
#include "parsers/mgs_nav2/findings.h"

enum { NAV2_FIX_NUMBERS = 4 /* in a path */ };

/* A file while it is fixed, and what of it a finding is in. */
typedef struct nav2_repair {
    nl_fixer *fixer;
    const uint8_t *bytes;
    uint64_t length;
    const nav2_document *doc;
    const nav2_group *g;                /* whose chunk the finding is in; NULL: none */
    nav2_kind kind;                     /* of that chunk */
    uint32_t numbers[NAV2_FIX_NUMBERS]; /* in the finding's path: chunk, record, item */
    uint32_t number_count;
} nav2_repair;

/* false if nothing of the file could be decoded. */
bool nav2_repair_of(nl_fixer *fixer, const navlint_finding *finding, nav2_repair *m);

/* The same, and the finding is in a chunk of a group, whose tables can be read. */
bool nav2_repair_in(nl_fixer *fixer, const navlint_finding *finding, nav2_repair *m);

/* A field of the layout in a record that starts at `at` of the file. numbers: of the record's path.
 */
typedef struct nav2_spot {
    unsigned field;
    uint64_t at;
    uint32_t numbers[NAV2_FIX_NUMBERS];
} nav2_spot;

bool nav2_fix_set(nl_fixer *fixer, const nav2_spot *spot, uint64_t value);
bool nav2_fix_add(nl_fixer *fixer, const nav2_spot *spot, int64_t delta);

/* Writes it into a field of a record of the finding's chunk. */
bool nav2_repair_set(const nav2_repair *m, unsigned field, uint64_t at, uint64_t value);

/* Bytes of the file without a type: none if `to` is in front of `from`. */
static inline navlint_field nav2_fix_bytes(const char *path, uint64_t from, uint64_t to) {
    return nl_fix_place(path, from, to > from ? to - from : 0);
}

/* Whether [from, to) is inside the file and holds zeros alone. */
bool nav2_fix_are_zeros(const nav2_repair *m, uint64_t from, uint64_t to);

/* Takes [from, to) out if it holds zeros alone and is a multiple of 16 long. */
bool nav2_fix_remove_zeros(const nav2_repair *m, const char *path, uint64_t from, uint64_t to);

/* Puts `length` bytes into the place of [from, to): only those change that differ. */
bool nav2_fix_swap(const nav2_repair *m, const char *path, navlint_range old, const uint8_t *bytes,
                   uint64_t length);

/* Where the part of the file behind `from` starts: a section, or the end. */
uint64_t nav2_fix_next_part(const nav2_repair *m, uint64_t from);

/* Where the parts of the file end. */
uint64_t nav2_fix_end_of_parts(const nav2_document *doc);

/* What follows a splice: offsets of what is behind it, sizes of what is around it. */
bool nav2_fix_follow(nl_fixer *fixer, const nl_fix_splice *splice);

/* ---- The functions of fixes.def ---- */

typedef bool nav2_fix_fn(nl_fixer *fixer, const navlint_finding *finding);

nav2_fix_fn nav2_fix_trail, nav2_fix_size_align, nav2_fix_flags, nav2_fix_tile_origin,
    nav2_fix_divisor, nav2_fix_weight_divisor, nav2_fix_descs_range, nav2_fix_descs_gap,
    nav2_fix_descs, nav2_fix_descs_count, nav2_fix_gap, nav2_fix_section, nav2_fix_section_align,
    nav2_fix_island_count;
nav2_fix_fn nav2_fix_chunks_start, nav2_fix_chunk_end, nav2_fix_chunk_data_gap, nav2_fix_chunk_type,
    nav2_fix_chunk_group, nav2_fix_blocks, nav2_fix_layout, nav2_fix_padding;
nav2_fix_fn nav2_fix_search_size, nav2_fix_search_cell, nav2_fix_search_gap, nav2_fix_search_height,
    nav2_fix_search_uid;
nav2_fix_fn nav2_fix_shifted, nav2_fix_seggraph_kind, nav2_fix_seggraph_nodes,
    nav2_fix_seglink_back;
nav2_fix_fn nav2_fix_link_node, nav2_fix_link_edge, nav2_fix_link_upper, nav2_fix_edge_ends,
    nav2_fix_node_face, nav2_fix_crossing, nav2_fix_chunk_crossing;
nav2_fix_fn nav2_fix_range, nav2_fix_member_segment, nav2_fix_members, nav2_fix_graph_ranges,
    nav2_fix_bounds;

#endif
