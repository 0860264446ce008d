#include "containers/source_bsp/build_nav.h"

#include "containers/source_bsp/entries.h"

static void put_zeros(nl_writer *out, int count) {
    for (int i = 0; i < count; i++)
        nl_write_u8(out, 0);
}

static void put_floats(nl_writer *out, const float *values, int count) {
    for (int i = 0; i < count; i++)
        nl_write_f32(out, values[i]);
}

/* A square of 100 units, with nothing around it. */
static void put_area(nl_writer *out) {
    static const float corners[] = {0, 0, 0, 100, 100, 0, 0, 0};
    static const float light[] = {1, 1, 1, 1};
    nl_write_u32(out, 1); /* id */
    nl_write_u32(out, 0); /* attributes */
    put_floats(out, corners, 8);
    put_zeros(out, 16); /* connections, 4 counts */
    put_zeros(out, 1);  /* hiding spots */
    put_zeros(out, 4);  /* encounters */
    put_zeros(out, 2);  /* place */
    put_zeros(out, 8);  /* ladders, 2 counts */
    put_zeros(out, 8);  /* earliest occupy times */
    put_floats(out, light, 4);
    put_zeros(out, 12); /* visible areas, inherited visibility, attributes of the game */
}

void bsp_write_nav(nl_writer *out, uint32_t bsp_size, uint32_t sub_version) {
    nl_write_u32(out, BSP_NAV_MAGIC);
    nl_write_u32(out, 16);
    nl_write_u32(out, sub_version);
    nl_write_u32(out, bsp_size);
    nl_write_u8(out, 1);  /* analysed */
    nl_write_u16(out, 0); /* places */
    nl_write_u8(out, 0);  /* areas without a place */
    nl_write_u32(out, 1); /* areas */
    put_area(out);
    nl_write_u32(out, 0); /* ladders */
}
