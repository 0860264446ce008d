/* Words for the flags of nodes and of links. */
#include "parsers/gta_nodes/layout.h"

#define NODE(bits, number, text)                                                                   \
    { .kind = "node", .mask = (bits), .value = (number), .word = (text) }
#define LINK(bits, number, text)                                                                   \
    { .kind = "link", .mask = (bits), .value = (number), .word = (text) }

/* Names of gta-reversed (PathFind.h) and of Fastman92's limit adjuster. */
const navlint_flag gta_flag_words[] = {
    NODE(0x80, 0x80, "water"),
    NODE(0x40, 0x40, "road block"),
    NODE(0x20, 0x20, "switched off"),
    NODE(0xF00000, 0x100000, "parking, parallel"),
    NODE(0xF00000, 0x200000, "parking, perpendicular"),
    NODE(0xF00000, 0x300000, "valet"),
    NODE(0xF00000, 0x400000, "nightclub"),
    NODE(0xF00000, 0x500000, "deliveries"),
    NODE(0xF00000, 0x600000, "valet, unloading"),
    NODE(0xF00000, 0x700000, "nightclub, unloading"),
    NODE(0xF00000, 0x800000, "drive-through"),
    NODE(0xF00000, 0x900000, "drive-through window"),
    NODE(0xF00000, 0xA00000, "deliveries, unloading"),
    NODE(0x400, 0x400, "no wandering"),
    NODE(0x3000, 0x2000, "highway"),
    NODE(0x10, 0x10, "dead end"),
    LINK(0x2, 0x2, "traffic light"),
    LINK(0x1, 0x1, "crosses a road"),
    {.word = NULL},
};
