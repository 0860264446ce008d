/* A pack from its tables to its end, piece by piece. */
#include "containers/fox_fpk/layout.h"

fpk_part fpk_part_of(const fpk_document *doc, uint32_t row, uint32_t *index) {
    const uint32_t entries = doc->entry_count;
    const fpk_part part = row < entries       ? FPK_PART_DATA
                          : row < 2 * entries ? FPK_PART_NAME
                                              : FPK_PART_REFERENCE;
    *index = row - (uint32_t)part * entries;
    return part;
}

fpk_range fpk_range_of(const nl_job *job, const fpk_document *doc, uint32_t row) {
    uint32_t index = 0;
    switch (fpk_part_of(doc, row, &index)) {
    case FPK_PART_DATA:
        return fpk_data_of(job, index);
    case FPK_PART_NAME:
        return fpk_name_of(job, index);
    default:
        return fpk_reference_name_of(job, doc, index);
    }
}

fpk_walk fpk_walk_of(const nl_job *job, const fpk_document *doc) {
    const bool has_pieces = !doc->is_lost;
    return (fpk_walk){.doc = doc,
                      .end = has_pieces ? job->length : 0,
                      .at = has_pieces ? doc->tables_end : 0,
                      .before = FPK_NO_ROW};
}

static void take_gap(fpk_walk *walk, fpk_piece *piece, const box_extent *behind) {
    const uint64_t end = behind ? behind->start : walk->end;
    *piece =
        (fpk_piece){walk->at, end, FPK_NO_ROW, walk->before, behind ? behind->row : FPK_NO_ROW};
    walk->at = end;
}

bool fpk_next_piece(fpk_walk *walk, fpk_piece *piece) {
    for (; walk->next < walk->doc->extent_count; walk->next++) {
        const box_extent *const extent = &walk->doc->extents[walk->next];
        const bool is_empty = extent->start == extent->end;
        if (is_empty || extent->end <= walk->at) continue;
        if (extent->start > walk->at) {
            take_gap(walk, piece, extent);
            return true;
        }
        *piece = (fpk_piece){walk->at, extent->end, extent->row, FPK_NO_ROW, FPK_NO_ROW};
        walk->at = extent->end;
        walk->before = extent->row;
        return true;
    }
    if (walk->at >= walk->end) return false;
    take_gap(walk, piece, NULL);
    return true;
}
