/* The counts of the header: which of them is wrong, and what it should be. */
#ifndef NAVLINT_PARSERS_GTA_NODES_COUNTS_H
#define NAVLINT_PARSERS_GTA_NODES_COUNTS_H

#include "parsers/gta_nodes/records.h"

/* The one count that, corrected, makes a file of exactly this size. */
typedef struct gta_repair {
    unsigned field;    /* GTA_COUNTS_NODES, _NAVIS or _LINKS */
    uint32_t right;    /* what it should be */
    gta_counts counts; /* of the header, with this one corrected */
} gta_repair;

/* Finds it for a file that no shape fits; the spare link slots then stand where the counts say.
 * false if there is none. One walk over the bytes. */
bool gta_find_repair(const uint8_t *bytes, size_t length, gta_header header, gta_repair *repair);

/* Reports the count that `repair` corrects as the cause of all else. */
void gta_found_repair(const gta_file *f, const gta_repair *repair);

/* Of a file that no count explains: whether the spare link slots are somewhere else than the counts
 * say, so that no section is where they say, and that is reported: the cause of all else. */
bool gta_is_lost(const gta_file *f);

/* Checks the numbers of vehicle and ped nodes against that of all nodes. is_sized: the file is as
 * long as the counts say; then the nodes' flags show which number is wrong, and it is corrected in
 * the document. */
void gta_check_kinds(const gta_file *f, gta_document *doc, bool is_sized);

/* Checks the counts against what the engine can hold. false if one is beyond that. */
bool gta_check_limits(const gta_file *f);

#endif
