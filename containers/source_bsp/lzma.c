#include "containers/source_bsp/lzma.h"

#include <string.h>

static const bsp_lzma_fault none = {.what = NULL};

static bsp_lzma_fault unequal(const char *what, unsigned field, uint64_t expected) {
    return (bsp_lzma_fault){what, field, nl_uint(expected), NAVLINT_EQUAL};
}

static bsp_lzma_fault too_large(const char *what, unsigned field, uint64_t most) {
    return (bsp_lzma_fault){what, field, nl_uint(most), NAVLINT_AT_MOST};
}

bsp_lzma_fault bsp_lzma_fault_of(const uint8_t *bytes, const bsp_lump *lump) {
    const uint8_t *const p = bytes + lump->offset;
    if (lump->length < BSP_LZMA_BYTES)
        return (bsp_lzma_fault){.what = "it is not all there", .field = NL_NO_FIELD};
    if (memcmp(p, "LZMA", 4) != 0)
        return (bsp_lzma_fault){.what = "it does not begin with \"LZMA\"", .field = NL_NO_FIELD};
    if (nl_load_u32(p + BSP_LZMA_UNPACKED_AT) != lump->unpacked)
        return unequal("it states another unpacked length than the lump table", BSP_LZMA_UNPACKED,
                       lump->unpacked);
    if (nl_load_u32(p + BSP_LZMA_PACKED_AT) != lump->length - BSP_LZMA_BYTES)
        return unequal("it states another packed length than the lump table", BSP_LZMA_PACKED,
                       lump->length - BSP_LZMA_BYTES);
    if (p[BSP_LZMA_PROPERTIES_AT] > BSP_MOST_PROPERTIES)
        return too_large("its properties are none", BSP_LZMA_PROPERTIES, BSP_MOST_PROPERTIES);
    if (nl_load_u32(p + BSP_LZMA_DICTIONARY_AT) > BSP_MOST_DICTIONARY_BYTES)
        return too_large("its dictionary is too large", BSP_LZMA_DICTIONARY,
                         BSP_MOST_DICTIONARY_BYTES);
    return none;
}

bsp_lzma_fault bsp_zip_lzma_fault_of(const uint8_t *bytes, const bsp_entry *entry) {
    const uint8_t *const p = bytes + entry->data_at;
    if (entry->packed < BSP_ZIP_LZMA_BYTES)
        return (bsp_lzma_fault){.what = "it is not all there", .field = NL_NO_FIELD};
    if (nl_load_u16(p + BSP_ZIP_LZMA_LENGTH_AT) != BSP_PROPERTIES_BYTES)
        return unequal("its properties have another length", BSP_ZIP_LZMA_LENGTH,
                       BSP_PROPERTIES_BYTES);
    if (p[BSP_ZIP_LZMA_PROPERTIES_AT] > BSP_MOST_PROPERTIES)
        return too_large("its properties are none", BSP_ZIP_LZMA_PROPERTIES, BSP_MOST_PROPERTIES);
    if (nl_load_u32(p + BSP_ZIP_LZMA_DICTIONARY_AT) > BSP_MOST_DICTIONARY_BYTES)
        return too_large("its dictionary is too large", BSP_ZIP_LZMA_DICTIONARY,
                         BSP_MOST_DICTIONARY_BYTES);
    return none;
}
