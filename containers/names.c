#include "containers/names.h"

#include <stddef.h>
#include <string.h>

static uint8_t folded(uint8_t c) {
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

static bool is_separator(uint8_t c) {
    return c == '/' || c == '\\';
}

static bool is_letter(uint8_t c) {
    return folded(c) >= 'a' && folded(c) <= 'z';
}

static bool has_control(box_name name) {
    for (uint32_t i = 0; i < name.length; i++)
        if (name.chars[i] < 0x20 || name.chars[i] == 0x7F) return true;
    return false;
}

static bool ends_component(box_name name, uint32_t i) {
    return i == name.length || is_separator(name.chars[i]);
}

/* A component that is "..". */
static bool goes_up(box_name name) {
    if (name.length == 0 || !memchr(name.chars, '.', name.length)) return false;
    for (uint32_t i = 1; i < name.length; i++) {
        if (name.chars[i] != '.' || name.chars[i - 1] != '.') continue;
        if ((i == 1 || is_separator(name.chars[i - 2])) && ends_component(name, i + 1)) return true;
    }
    return false;
}

const char *box_name_danger(box_name name) {
    if (has_control(name)) return "has a control character";
    if (name.length > 0 && is_separator(name.chars[0])) return "begins at the root";
    if (name.length > 1 && name.chars[1] == ':' && is_letter(name.chars[0])) return "names a drive";
    return goes_up(name) ? "goes up a folder" : NULL;
}

/* Bit c % 32 of word c / 32: '-' and the digits, '_', the small letters. */
static const uint32_t plain_chars[8] = {0, 0x03FF2000, 0x80000000, 0x07FFFFFE};

bool box_name_is_plain(box_name name) {
    uint32_t are_plain = 1;
    for (uint32_t i = 0; i < name.length; i++)
        are_plain &= plain_chars[name.chars[i] >> 5] >> (name.chars[i] & 31);
    return are_plain;
}

static bool is_folded_equal(const uint8_t *chars, const char *word, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (folded(chars[i]) != (uint8_t)word[i]) return false;
    return true;
}

bool box_name_ends(box_name name, const char *ending) {
    const size_t length = strlen(ending);
    return name.length >= length &&
           is_folded_equal(name.chars + name.length - length, ending, length);
}

bool box_name_begins(box_name name, const char *beginning) {
    const size_t length = strlen(beginning);
    return name.length >= length && is_folded_equal(name.chars, beginning, length);
}

box_name box_name_base(box_name name) {
    uint32_t start = name.length;
    while (start > 0 && !is_separator(name.chars[start - 1]))
        start--;
    return (box_name){name.chars + start, name.length - start};
}

#define ENDING(a, b, c, d)                                                                         \
    ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

/* Its last four characters, as ENDING has them. name: of at least four. */
static uint32_t ending_of(box_name name) {
    const uint8_t *const last = name.chars + name.length - 4;
    return ENDING(folded(last[0]), folded(last[1]), folded(last[2]), folded(last[3]));
}

bool box_name_is_navigation(box_name name) {
    if (name.length < 4) return false;
    switch (ending_of(name)) {
    case ENDING('.', 'n', 'a', 'v'):
    case ENDING('.', 'e', 's', 'p'):
    case ENDING('.', 'e', 's', 'm'):
    case ENDING('.', 'e', 's', 'l'):
        return true;
    case ENDING('n', 'a', 'v', '2'):
    case ENDING('p', 'a', 't', 'h'):
        return name.length > 4 && name.chars[name.length - 5] == '.';
    case ENDING('.', 'd', 'a', 't'):
        return box_name_begins(box_name_base(name), "nodes");
    default:
        return false;
    }
}

bool box_name_same_folded(box_name a, box_name b) {
    if (a.length != b.length) return false;
    for (uint32_t i = 0; i < a.length; i++)
        if (folded(a.chars[i]) != folded(b.chars[i])) return false;
    return true;
}

bool box_name_has_capitals(box_name name) {
    for (uint32_t i = 0; i < name.length; i++)
        if (name.chars[i] >= 'A' && name.chars[i] <= 'Z') return true;
    return false;
}

uint32_t box_name_append(char *copy, uint32_t length, box_name more) {
    for (uint32_t i = 0; i < more.length && length + 1 < BOX_NAME_BYTES; i++) {
        const uint8_t c = more.chars[i];
        copy[length++] = c < 0x20 || c == 0x7F ? '_' : (char)c;
    }
    copy[length] = '\0';
    return length;
}

uint32_t box_name_copy(char *copy, box_name name) {
    return box_name_append(copy, 0, name);
}
