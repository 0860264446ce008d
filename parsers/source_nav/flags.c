/* Words for attributes and for what a hiding spot is good for. */
#include "parsers/source_nav/layout.h"

#define AREA(bit, text)                                                                            \
    { .kind = "area", .mask = (bit), .value = (bit), .word = (text) }
#define SPOT(bit, text)                                                                            \
    { .kind = "hiding spot", .mask = (bit), .value = (bit), .word = (text) }

/* NavAttributeType and HidingSpot's flags of the Source SDK (nav.h, nav_area.h). GoldSrc has the
 * first four attributes. */
const navlint_flag nav_flag_words[] = {
    AREA(0x80000000, "nav blocker"),
    AREA(0x1, "crouch"),
    AREA(0x2, "jump"),
    AREA(0x8, "no jump"),
    AREA(0x80, "avoid"),
    AREA(0x1000, "stairs"),
    AREA(0x8000, "cliff"),
    AREA(0x4000, "obstacle top"),
    AREA(0x40000000, "elevator"),
    AREA(0x100, "transient"),
    AREA(0x4, "precise"),
    AREA(0x10, "stop"),
    AREA(0x20, "run"),
    AREA(0x40, "walk"),
    AREA(0x400, "stand"),
    AREA(0x200, "don't hide"),
    AREA(0x800, "no hostages"),
    AREA(0x20000000, "func cost"),
    AREA(0x2000, "no merge"),
    SPOT(0x4, "ideal sniper spot"),
    SPOT(0x2, "good sniper spot"),
    SPOT(0x8, "exposed"),
    SPOT(0x1, "in cover"),
    {.word = NULL},
};
