/* Words for the types of creatures that a region is for. */
#include "parsers/metroid_path/layout.h"

#define REGION(bit, text)                                                                          \
    { .kind = "region", .mask = (bit), .value = (bit), .word = (text) }

/* The type mask of a region, as Metroid Prime's searches ask for it. */
const navlint_flag mp_flag_words[] = {
    REGION(0x4, "swimmers"),
    REGION(0x2, "flyers"),
    REGION(0x1, "ground"),
    {.word = NULL},
};
