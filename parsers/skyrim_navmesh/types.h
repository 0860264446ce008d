/* The types of records and fields that are looked at: four letters each. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_TYPES_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_TYPES_H

#include <stdint.h>

/* Four letters as the little-endian word that they are in the file. */
#define SKY_TYPE(a, b, c, d)                                                                       \
    ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* ---- Records; GRUP is a group's ---- */

#define SKY_CELL SKY_TYPE('C', 'E', 'L', 'L')
#define SKY_DIAL SKY_TYPE('D', 'I', 'A', 'L')
#define SKY_GRUP SKY_TYPE('G', 'R', 'U', 'P')
#define SKY_NAVI SKY_TYPE('N', 'A', 'V', 'I')
#define SKY_NAVM SKY_TYPE('N', 'A', 'V', 'M')
#define SKY_REFR SKY_TYPE('R', 'E', 'F', 'R')
#define SKY_TES4 SKY_TYPE('T', 'E', 'S', '4')
#define SKY_WRLD SKY_TYPE('W', 'R', 'L', 'D')

/* ---- Fields ---- */

#define SKY_CNAM SKY_TYPE('C', 'N', 'A', 'M')
#define SKY_DATA SKY_TYPE('D', 'A', 'T', 'A')
#define SKY_EDID SKY_TYPE('E', 'D', 'I', 'D')
#define SKY_HEDR SKY_TYPE('H', 'E', 'D', 'R')
#define SKY_INTV SKY_TYPE('I', 'N', 'T', 'V')
#define SKY_MAST SKY_TYPE('M', 'A', 'S', 'T')
#define SKY_NNAM SKY_TYPE('N', 'N', 'A', 'M')
#define SKY_NVER SKY_TYPE('N', 'V', 'E', 'R')
#define SKY_NVMI SKY_TYPE('N', 'V', 'M', 'I')
#define SKY_NVNM SKY_TYPE('N', 'V', 'N', 'M')
#define SKY_NVPP SKY_TYPE('N', 'V', 'P', 'P')
#define SKY_NVSI SKY_TYPE('N', 'V', 'S', 'I')
#define SKY_ONAM SKY_TYPE('O', 'N', 'A', 'M')
#define SKY_PNAM SKY_TYPE('P', 'N', 'A', 'M')
#define SKY_XCLC SKY_TYPE('X', 'C', 'L', 'C')
#define SKY_XNDP SKY_TYPE('X', 'N', 'D', 'P')
#define SKY_XTEL SKY_TYPE('X', 'T', 'E', 'L')
#define SKY_XXXX SKY_TYPE('X', 'X', 'X', 'X')

#endif
