/* What a BSP is made of, in the order of the file: every byte behind the header belongs to a lump,
 * a part of the zip, the fill at the end, or to nothing. What decoding claims, what a dump shows
 * and what is said of spare bytes come from this one walk. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_PIECES_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_PIECES_H

#include "containers/source_bsp/entries.h"

typedef enum bsp_piece_kind {
    BSP_PIECE_LUMP,      /* index: of the lump */
    BSP_PIECE_FILE,      /* index: of the entry */
    BSP_PIECE_DIRECTORY, /* all central headers */
    BSP_PIECE_END,       /* the end record with its comment */
    BSP_PIECE_ZEROS,     /* that align what follows */
    BSP_PIECE_REST,      /* of a piece that starts in one before it; index: as of a spare one */
    BSP_PIECE_SPARE,     /* what belongs to nothing; index: how many of these were before */
    BSP_PIECE_FILL       /* zeros at the end */
} bsp_piece_kind;

typedef struct bsp_piece {
    bsp_piece_kind kind;
    uint32_t index;
    uint64_t at, end; /* bytes of the input */
} bsp_piece;

/* Receives one piece. */
typedef void (*bsp_piece_fn)(void *context, const bsp_piece *piece);

/* Sorts the pieces of the document, whose zip has been read, into the job's arena. false if the
 * arena or the budget is used up. */
bool bsp_sort_pieces(nl_job *job, bsp_document *doc);

/* Visits the pieces of the file behind its header: they touch, and do not overlap. */
void bsp_each_piece(const nl_job *job, const bsp_document *doc, bsp_piece_fn visit, void *context);

#endif
