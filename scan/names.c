#include "scan/names.h"

#include <stdio.h>
#include <string.h>

#include "cli/sha256.h"

void scan_id_make(const void *bytes, size_t length, scan_id *id) {
    char hex[CLI_SHA256_HEX_BYTES];
    cli_sha256_hex(bytes, length, hex);
    memcpy(id->hex, hex, SCAN_ID_DIGITS);
    id->hex[SCAN_ID_DIGITS] = '\0';
}

bool scan_id_read(const char *text, scan_id *id) {
    if (strlen(text) != SCAN_ID_DIGITS || strspn(text, "0123456789abcdef") != SCAN_ID_DIGITS)
        return false;
    memcpy(id->hex, text, sizeof id->hex);
    return true;
}

bool scan_prefix_is_good(const char *prefix) {
    static const char allowed[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    const size_t length = strlen(prefix);
    return length > 0 && length <= SCAN_PREFIX_LENGTH && strspn(prefix, allowed) == length;
}

scan_name scan_stream_name(const char *prefix, const char *stream) {
    scan_name name;
    snprintf(name.text, sizeof name.text, "%s_%s", prefix, stream);
    return name;
}

scan_name scan_subject(const char *prefix, const char *kind, const scan_id *id) {
    scan_name name;
    snprintf(name.text, sizeof name.text, "%s.%s.%s", prefix, kind, id ? id->hex : "*");
    return name;
}

bool scan_subject_read(const char *prefix, const char *subject, const char **kind, scan_id *id) {
    static const char *const kinds[] = {"task", "result", "dead", "note", "pardon", "run"};
    const size_t length = strlen(prefix);
    if (strncmp(subject, prefix, length) != 0 || subject[length] != '.') return false;
    const char *const word = subject + length + 1;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const size_t kind_length = strlen(kinds[i]);
        *kind = kinds[i];
        if (strncmp(word, kinds[i], kind_length) == 0 && word[kind_length] == '.')
            return scan_id_read(word + kind_length + 1, id);
    }
    return false;
}
