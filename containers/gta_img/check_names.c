/* Names: what the game makes of them, and tools that unpack. */
#include "containers/gta_img/checks.h"

/* ---- Files of any kind ---- */

static uint32_t count_dots(box_name name) {
    uint32_t dots = 0;
    for (uint32_t i = 0; i < name.length; i++)
        dots += name.chars[i] == '.';
    return dots;
}

/* What is odd about its dots; NULL: nothing. */
static const char *odd_dots(const img_entry *entry) {
    if (entry->dot == entry->name.length)
        return "has no dot, so no extension: the game passes over it";
    if (entry->dot > IMG_LAST_DOT)
        return "has its dot behind the first 21 characters: the game passes over it";
    if (count_dots(entry->name) == 1) return NULL;
    return "has more than one dot: the game takes what follows the first one for the extension";
}

static const char *odd_chars(box_name name) {
    for (uint32_t i = 0; i < name.length; i++) {
        if (name.chars[i] > 0x7F) return "has bytes that are not ASCII";
        if (name.chars[i] == '/' || name.chars[i] == '\\') return "has separators of folders";
    }
    return box_name_danger(name);
}

static void found_name(const img_check *c, const img_entry *entry, unsigned rule,
                       const char *what) {
    const nl_place place = img_place_of(c, entry);
    nl_found(&place, rule, IMG_ENTRY_NAME, &(nl_draft){.args = {nl_string(what)}});
}

static void check_form(const img_check *c, const img_entry *entry) {
    const char *const dots = odd_dots(entry);
    const char *const chars = odd_chars(entry->name);
    if (!entry->has_end) found_name(c, entry, IMG_NAME_END, NULL);
    if (dots) found_name(c, entry, IMG_NAME_DOT, dots);
    if (chars) found_name(c, entry, IMG_NAME_CHARS, chars);
}

/* A path file by its name, whose dot stands so far back that the game does not see ".dat". */
static bool is_lost_path_file(const img_entry *entry) {
    const bool is_meant = img_is_called_path_file(entry);
    const bool is_too_far = entry->kind == IMG_SKIPPED && entry->dot != entry->name.length;
    const bool is_cut =
        !entry->has_end && box_name_ends(entry->name, ".da") && entry->dot == IMG_LAST_DOT;
    return is_meant && (is_too_far || is_cut);
}

void img_check_name(const img_check *c, const img_entry *entry) {
    if (is_lost_path_file(entry))
        found_name(c, entry, IMG_NODES_LOST, NULL);
    else
        check_form(c, entry);
}

/* ---- Path files ---- */

static const char *put_number(nl_text *text, const img_number *number) {
    if (!number->is_read)
        nl_put(text, "no number");
    else if (number->value == INT64_MAX || number->value == INT64_MIN)
        nl_put(text, "a number of more than 32 bits");
    else
        nl_put_int(text, number->value);
    return text->chars;
}

static void found_number(const img_check *c, const img_entry *entry, const img_number *number) {
    char chars[48];
    nl_text text = nl_text_over(chars, sizeof chars);
    const nl_place place = img_place_of(c, entry);
    nl_found(&place, IMG_NODES_NUMBER, IMG_ENTRY_NAME,
             &(nl_draft){.actual = nl_string(put_number(&text, number)),
                         .expected = nl_string("a number from 0 to 63")});
}

static void found_odd(const img_check *c, const img_entry *entry, const img_number *number) {
    const nl_place place = img_place_of(c, entry);
    nl_found(&place, IMG_NODES_NAME, IMG_ENTRY_NAME,
             &(nl_draft){.args = {nl_string(number->odd), nl_int(number->value)}});
}

/* Of several dots and the like nothing is said where the number is wrong: that explains it. */
void img_check_path_name(const img_check *c, const img_entry *entry) {
    const img_number number = img_number_of(entry);
    if (img_area_of(entry) == IMG_AREAS) {
        found_number(c, entry, &number);
        return;
    }
    if (number.odd) found_odd(c, entry, &number);
    check_form(c, entry);
}
