#include "validator/resemblance.h"

#include <stdbool.h>
#include <string.h>

/* What a kind of file starts with. */
typedef struct nl_opening {
    const char *bytes;
    size_t length; /* bytes */
    const char *text;
} nl_opening;

#define OPENING(bytes, text)                                                                       \
    { bytes, sizeof(bytes) - 1, text }

/* Longer openings stand before those that they begin with. Archives of games hold navigation files:
 * the text says what to do. Sources: the containers' own documentation, as in the fact sheets. */
static const nl_opening openings[] = {
    OPENING("version https://git-lfs.github.com/spec/",
            "a Git LFS pointer, which stands for the file: run git lfs pull"),
    OPENING("PK\3\4", "a zip archive: unpack it, or let navlint check open it"),
    OPENING("7z\xBC\xAF\x27\x1C", "a 7z archive: unpack it, or let navlint check open it"),
    OPENING("Rar!\x1A\x07", "a RAR archive: unpack it, or let navlint check open it"),
    OPENING("\x1F\x8B", "a file packed by gzip: unpack it first"),
    OPENING("\x28\xB5\x2F\xFD", "a file packed by zstd: unpack it first"),
    OPENING("\xFD"
            "7zXZ",
            "a file packed by xz: unpack it first"),
    OPENING("BSA\0", "a Bethesda archive (BSA): plugins lie beside it, not in it"),
    OPENING("BTDX", "a Bethesda archive (BA2): plugins lie beside it, not in it"),
    OPENING("\x34\x12\xAA\x55", "a Valve package (VPK)"),
    OPENING("VBSP", "a Source map (BSP)"),
    OPENING("foxfpk", "a pack of the Fox Engine (FPK)"),
    OPENING(
        "SQAR",
        "a data archive of the Fox Engine (QAR), enciphered: unpack it, and check its .fpk packs"),
    OPENING("4SET", "a plugin with swapped bytes, of a console: take the one of the PC version"),
    OPENING("\x89PNG", "a PNG picture"),
    OPENING("DDS ", "a DDS texture"),
    OPENING("MZ", "a Windows program"),
    OPENING("\x7F"
            "ELF",
            "a Linux program"),
    OPENING("%PDF", "a PDF document"),
    OPENING("<!DOCTYPE html", "a web page, saved instead of the file that it links to"),
    OPENING("<!doctype html", "a web page, saved instead of the file that it links to"),
    OPENING("<html", "a web page, saved instead of the file that it links to"),
};

static bool opens(const nl_opening *opening, const uint8_t *bytes, size_t length) {
    return length >= opening->length && memcmp(bytes, opening->bytes, opening->length) == 0;
}

enum {
    LOOKED_AT_BYTES = 4096,
    LEAST_BLANK_BYTES = 512 /* a navigation file with no more than a head of zeros is shorter */
};

static size_t looked_at(size_t length) {
    return length < LOOKED_AT_BYTES ? length : LOOKED_AT_BYTES;
}

/* Letters of other alphabets have bytes above 0x7F. */
/* Of whatever encoding: all of them have ASCII somewhere. */
static bool is_text(const uint8_t *bytes, size_t length) {
    bool has_ascii = false;
    for (size_t i = 0; i < looked_at(length); i++) {
        if (bytes[i] < 0x20 && (bytes[i] < '\t' || bytes[i] > '\r')) return false;
        has_ascii |= bytes[i] < 0x7F;
    }
    return has_ascii;
}

static bool is_blank(const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < looked_at(length); i++)
        if (bytes[i] != 0) return false;
    return length >= LEAST_BLANK_BYTES;
}

const char *nl_resemblance(const uint8_t *bytes, size_t length) {
    if (length == 0) return "an empty file";
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++)
        if (opens(&openings[i], bytes, length)) return openings[i].text;
    if (is_blank(bytes, length)) return "zero bytes, as a download that was cut off leaves them";
    return is_text(bytes, length) ? "a text file" : NULL;
}
