/* Nothing can be loaded here: no LZO. */
#include "intake/lzo.h"

bool intake_lzo_prepare(void) {
    return false;
}

bool intake_lzo_unpack(const unsigned char *packed, size_t packed_bytes, unsigned char *unpacked,
                       size_t unpacked_bytes) {
    (void)packed, (void)packed_bytes, (void)unpacked, (void)unpacked_bytes;
    return false;
}
