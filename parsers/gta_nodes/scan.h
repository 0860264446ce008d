/* The usual file in one pass: every link has a link back that agrees with it. */
#ifndef NAVLINT_GTA_NODES_SCAN_H
#define NAVLINT_GTA_NODES_SCAN_H

#include "parsers/gta_nodes/check.h"

/* Marks the links that are not plain, and counts those that lead out of the file. The nodes' links
 * must follow each other. false: no telling which, all have to be judged. */
bool gta_scan_links(gta_check *c);

/* Whether the direction of a navi node is that of (x, y), in hundredths, to within two: every one
 * is that of (0, 0). Both at most 2^24 either way. */
bool gta_is_direction(const uint8_t *navi, int64_t x, int64_t y);

/* Whether a link of this many units may join nodes at this squared distance in 1/64 units: the
 * length is cut off, and the stored positions are rounded. */
static inline bool gta_is_length(uint32_t length, int64_t squared) {
    const int64_t low = (int64_t)length - 1;
    const int64_t high = (int64_t)length + 2;
    return squared < 64 * high * high && (low <= 0 || squared >= 64 * low * low);
}

/* Whether the squared distance is beyond what a length byte can say. */
static inline bool gta_is_long(int64_t squared) {
    return squared >= 64 * (int64_t)256 * 256;
}

#endif
