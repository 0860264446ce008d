/* What the versions make of the file. */
#include "parsers/metroid_path/layout.h"

const mp_layout mp_layouts[MP_VERSION_COUNT] = {
    [MP_PRIME] = {4, "prime", "Metroid Prime (version 4)", 80, 0x4C, true, true, MP_NO_POINTS},
    [MP_ECHOES] = {6, "echoes", "Metroid Prime 2: Echoes (version 6)", 92, 0x58, true, true,
                   MP_POINTS},
    [MP_CORRUPTION] = {7, "corruption-unconfirmed", "Metroid Prime 3: Corruption (version 7)", 92,
                       0x58, false, false, MP_MAYBE_POINTS},
};

const mp_layout *mp_layout_of(uint32_t version) {
    for (int i = 0; i < MP_VERSION_COUNT; i++)
        if (mp_layouts[i].version == version) return &mp_layouts[i];
    return NULL;
}
