/* The version, and the words for the public enumerations. */
#include "navlint/navlint.h"

const char *navlint_version(void) {
    return NAVLINT_VERSION;
}

const char *navlint_status_text(navlint_status status) {
    switch (status) {
    case NAVLINT_OK:
        return "ok";
    case NAVLINT_BAD_ARGUMENT:
        return "bad argument";
    case NAVLINT_UNKNOWN_FORMAT:
        return "unknown format";
    case NAVLINT_UNKNOWN_RULE:
        return "unknown rule";
    case NAVLINT_UNKNOWN_GAME:
        return "unknown game";
    case NAVLINT_NO_MEMORY:
        return "not enough memory";
    case NAVLINT_NOT_RECOGNISED:
        return "no known format recognises the bytes";
    case NAVLINT_UNSUPPORTED:
        return "not supported";
    case NAVLINT_NOT_PACKED:
        return "nothing is packed there";
    }
    return "unknown status";
}

/* What is no value of the enumeration comes from callers in other languages. */
#define WORD_OF(words, value)                                                                      \
    ((unsigned)(value) < sizeof(words) / sizeof *(words) ? (words)[(unsigned)(value)] : "unknown")

const char *navlint_severity_text(navlint_severity severity) {
    static const char *const words[] = {"error", "warning", "info", "off"};
    return WORD_OF(words, severity);
}

const char *navlint_impact_text(navlint_impact impact) {
    static const char *const words[] = {"crash", "hang", "rejected", "broken", "cosmetic"};
    return WORD_OF(words, impact);
}

const char *navlint_verdict_text(navlint_verdict verdict) {
    static const char *const words[] = {"valid", "invalid", "indeterminate"};
    return WORD_OF(words, verdict);
}

const char *navlint_packing_text(navlint_packing packing) {
    static const char *const words[] = {"stored", "deflate", "LZMA", "LZMA",   "LZMA",
                                        "zlib",   "LZO",     "CMPD", "unknown"};
    return WORD_OF(words, packing);
}

const char *navlint_safety_text(navlint_safety safety) {
    static const char *const words[] = {"none", "safe", "unsafe"};
    return WORD_OF(words, safety);
}
