#include "containers/gta_img/entry.h"

#include <string.h>

static uint8_t lower(uint8_t c) {
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

static bool is_digit(uint8_t c) {
    return c >= '0' && c <= '9';
}

/* ---- What the game takes it for ---- */

/* Characters up to a byte of which there is one, or all of them. */
static uint32_t length_up_to(const uint8_t *chars, uint32_t length, uint8_t byte) {
    const uint8_t *const found = memchr(chars, byte, length);
    return found ? (uint32_t)(found - chars) : length;
}

/* Characters behind the end of the name are NULs: the game has ended it, or what is there is no
 * letter. */
bool img_has_extension(const img_entry *entry, const char *extension) {
    const uint32_t start = entry->dot + 1;
    if (start + IMG_EXTENSION_CHARS > entry->name.length) return false;
    for (uint32_t i = 0; i < IMG_EXTENSION_CHARS; i++)
        if (lower(entry->name.chars[start + i]) != (uint8_t)extension[i]) return false;
    return true;
}

bool img_is_called_path_file(const img_entry *entry) {
    return box_name_begins(entry->name, "nodes") && entry->name.length > IMG_NUMBER_AT &&
           is_digit(entry->name.chars[IMG_NUMBER_AT]);
}

static bool is_loaded(const img_entry *entry) {
    static const char *const known[] = {"dff", "txd", "col", "ipl", "ifp", "rrr", "scm"};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (img_has_extension(entry, known[i])) return true;
    return false;
}

static img_kind kind_of(const img_document *doc, const img_entry *entry) {
    if (entry->dot == entry->name.length || entry->dot > IMG_LAST_DOT) return IMG_SKIPPED;
    if (img_has_extension(entry, "dat")) return doc->is_cutscene ? IMG_UNKNOWN : IMG_PATHS;
    return is_loaded(entry) ? IMG_LOADED : IMG_UNKNOWN;
}

img_entry img_entry_at(const uint8_t *bytes, const img_document *doc, uint32_t row) {
    const uint8_t *const p = bytes + img_row_at(row);
    img_entry entry = {.row = row,
                       .offset = nl_load_u32(p + IMG_ENTRY_OFFSET_AT),
                       .size = nl_load_u16(p + IMG_ENTRY_SIZE_AT),
                       .archive_size = nl_load_u16(p + IMG_ENTRY_ARCHIVE_SIZE_AT),
                       .name = {p + IMG_ENTRY_NAME_AT, 0}};
    entry.sectors = entry.archive_size ? entry.archive_size : entry.size;
    entry.name.length = length_up_to(entry.name.chars, IMG_READ_CHARS, '\0');
    entry.has_end = entry.name.chars[entry.name.length] == '\0';
    entry.dot = length_up_to(entry.name.chars, entry.name.length, '.');
    entry.kind = kind_of(doc, &entry);
    return entry;
}

/* ---- The number of a path file ---- */

/* What is left of a name for the number: the game ends it at the dot and starts at character 5,
 * also where the name is shorter. */
static box_name number_part(const img_entry *entry) {
    const uint8_t *const chars = entry->name.chars + IMG_NUMBER_AT;
    const uint32_t end = entry->dot < IMG_NUMBER_AT ? IMG_READ_CHARS : entry->dot;
    return (box_name){chars, length_up_to(chars, end - IMG_NUMBER_AT, '\0')};
}

static uint32_t skip_spaces(box_name text, uint32_t at) {
    while (at < text.length &&
           (text.chars[at] == ' ' || (text.chars[at] >= 9 && text.chars[at] <= 13)))
        at++;
    return at;
}

static int64_t bounded(int64_t value, bool is_negative) {
    if (value > INT32_MAX) return is_negative ? INT64_MIN : INT64_MAX;
    return is_negative ? -value : value;
}

/* As sscanf reads "%d". end: receives where the number ends. */
static bool read_number(box_name text, int64_t *value, uint32_t *end) {
    uint32_t at = skip_spaces(text, 0);
    const bool has_sign = at < text.length && (text.chars[at] == '-' || text.chars[at] == '+');
    const bool is_negative = has_sign && text.chars[at] == '-';
    at += has_sign;
    int64_t sum = 0;
    const uint32_t first = at;
    for (; at < text.length && is_digit(text.chars[at]); at++)
        sum = sum > INT32_MAX ? sum : sum * 10 + (text.chars[at] - '0');
    *end = at;
    *value = bounded(sum, is_negative);
    return at > first;
}

/* How the part of the name that the number is read from is more than a number. */
static const char *odd_digits(box_name text, uint32_t end) {
    if (!is_digit(text.chars[0])) return "has more than digits between \"nodes\" and the dot";
    if (end < text.length) return "has more than digits between \"nodes\" and the dot";
    return text.length > 1 && text.chars[0] == '0' ? "has a number that begins with 0" : NULL;
}

static const char *odd_name(const img_entry *entry, box_name text, uint32_t end) {
    if (entry->dot < IMG_NUMBER_AT || !box_name_begins(entry->name, "nodes"))
        return "does not begin with \"nodes\"";
    const char *const odd = odd_digits(text, end);
    if (odd) return odd;
    const bool is_longer = entry->name.length > entry->dot + 1 + IMG_EXTENSION_CHARS;
    return is_longer ? "goes on behind \".dat\"" : NULL;
}

img_number img_number_of(const img_entry *entry) {
    img_number number = {0};
    uint32_t end = 0;
    const box_name text = number_part(entry);
    number.is_read = read_number(text, &number.value, &end);
    if (number.is_read) number.odd = odd_name(entry, text, end);
    return number;
}

uint32_t img_area_of(const img_entry *entry) {
    if (entry->kind != IMG_PATHS) return IMG_AREAS;
    const img_number number = img_number_of(entry);
    const bool is_area = number.is_read && number.value >= 0 && number.value < IMG_AREAS;
    return is_area ? (uint32_t)number.value : IMG_AREAS;
}
