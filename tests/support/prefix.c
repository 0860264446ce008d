#include "tests/support/prefix.h"

#include <string.h>

enum {
    HEADER_BYTES = 24,
    SIZE_AT = 4, /* of a record without its header, of a group with it */
    SUM_BYTES = 4
};

static uint64_t size_at(const uint8_t *bytes, uint64_t at) {
    const uint8_t *const p = bytes + at + SIZE_AT;
    return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24;
}

bool prefix_ends_between_groups(const uint8_t *bytes, size_t length, size_t cut) {
    if (length < HEADER_BYTES || memcmp(bytes, "TES4", 4) != 0) return false;
    uint64_t at = HEADER_BYTES + size_at(bytes, 0);
    while (at < cut && length - at >= HEADER_BYTES && size_at(bytes, at) >= HEADER_BYTES)
        at += size_at(bytes, at);
    return at == cut && cut < length;
}

static bool tells(const navlint_finding *finding) {
    return strcmp(finding->rule->code, "SKYRIM_HEDR_COUNT") == 0 &&
           finding->severity == NAVLINT_WARNING &&
           finding->actual.as.uint > finding->expected.as.uint;
}

bool prefix_is_told(const navlint_report *report) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        if (tells(navlint_report_finding(report, i))) return true;
    return false;
}

bool prefix_lacks_sum(const uint8_t *bytes, size_t length, size_t cut) {
    return cut > SUM_BYTES && memcmp(bytes, "GMAD", 4) == 0 && length - cut <= SUM_BYTES;
}
