/* Words for the flags of triangles. */
#include "parsers/skyrim_navmesh/layout.h"

#define TRIANGLE(bit, text)                                                                        \
    { .kind = "navmesh", .mask = (bit), .value = (bit), .word = (text) }

/* Names of xEdit (wbDefinitionsTES5.pas) and of the Creation Kit. */
const navlint_flag sky_flag_words[] = {
    TRIANGLE(0x8, "deleted"),
    TRIANGLE(0x200, "water"),
    TRIANGLE(0x400, "door"),
    TRIANGLE(0x40, "preferred"),
    TRIANGLE(0x10, "no large creatures"),
    TRIANGLE(0x20, "overlapping"),
    {.word = NULL},
};
