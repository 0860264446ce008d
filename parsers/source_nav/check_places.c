/* Place names: each legal, unique and used. */
#include <string.h>

#include "parsers/source_nav/checks.h"

enum { LONGEST = 255 }; /* bytes of a name with its NUL: all readers have at least 256 */

typedef struct place_name {
    uint32_t index;
    uint32_t at;
    uint16_t length; /* of the text, in bytes */
    const uint8_t *text;
} place_name;

static place_name name_at(const nav_check *c, uint32_t index) {
    const uint32_t at = c->doc->place_at[index];
    return (place_name){.index = index,
                        .at = at,
                        .length = nl_load_u16(nav_bytes(c, at + NAV_NAME_LENGTH_AT)),
                        .text = nav_bytes(c, at + NAV_NAME_TEXT_AT)};
}

static nl_place name_place(const nav_check *c, const place_name *name) {
    return nl_place_in(nav_file_place(c, 0), "places", name->index, name->at);
}

/* An empty name has no bytes to point at: its length word stands for it. */
static void found_text(const nav_check *c, unsigned rule, const place_name *name,
                       const nl_draft *more) {
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    nl_text shown = nl_text_over(chars, sizeof chars);
    const uint8_t *const nul = memchr(name->text, 0, name->length);
    nl_put_bytes(&shown, name->text, nul ? (size_t)(nul - name->text) : name->length);
    nl_draft draft = *more;
    draft.length = name->length;
    draft.actual = nl_string(shown.chars);
    draft.args[0] = nl_uint(name->index + 1);
    nav_found(name_place(c, name), rule, name->length ? NAV_NAME_TEXT : NAV_NAME_LENGTH, &draft);
}

static void found_length(const nav_check *c, unsigned rule, const place_name *name,
                         navlint_relation relation, uint64_t bytes) {
    nav_found(name_place(c, name), rule, NAV_NAME_LENGTH,
              &(nl_draft){.expected = nl_uint(bytes),
                          .relation = relation,
                          .args = {nl_uint(name->index + 1)}});
}

static void check_length(const nav_check *c, const place_name *name) {
    if (name->length == 0) found_length(c, NAV_PLACE_EMPTY, name, NAVLINT_AT_LEAST, 1);
    if (name->length > LONGEST) found_length(c, NAV_PLACE_LENGTH, name, NAVLINT_AT_MOST, LONGEST);
}

bool nav_is_printable(const uint8_t *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] != 0 && (text[i] < 0x20 || text[i] > 0x7E)) return false;
    return true;
}

static void check_characters(const nav_check *c, const place_name *name) {
    if (name->length == 0) return;
    const size_t last = name->length - 1u;
    if (name->text[last] != 0) found_text(c, NAV_PLACE_UNTERMINATED, name, &(nl_draft){0});
    if (memchr(name->text, 0, last)) found_text(c, NAV_PLACE_EMBEDDED_NUL, name, &(nl_draft){0});
    if (!nav_is_printable(name->text, name->length))
        found_text(c, NAV_PLACE_CHARACTERS, name, &(nl_draft){0});
}

static uint8_t folded(uint8_t byte) {
    return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 0x20) : byte;
}

/* FNV-1a of the name as the game compares it: up to the NUL, case folded. */
static uint32_t name_key(const uint8_t *bytes, size_t length) {
    uint32_t key = 2166136261u;
    for (size_t i = 0; i < length && bytes[i] != 0; i++)
        key = (key ^ folded(bytes[i])) * 16777619u;
    return key;
}

static bool is_same_name(const place_name *a, const place_name *b) {
    for (size_t i = 0;; i++) {
        const uint8_t ca = i < a->length ? folded(a->text[i]) : 0;
        const uint8_t cb = i < b->length ? folded(b->text[i]) : 0;
        if (ca != cb || ca == 0) return ca == cb;
    }
}

static void check_repetition(const nav_check *c, const place_name *name, uint32_t first_index) {
    if (first_index == name->index) return;
    const place_name first = name_at(c, first_index);
    if (is_same_name(name, &first))
        found_text(c, NAV_PLACE_DUPLICATE, name,
                   &(nl_draft){.args = {[1] = nl_uint(first_index + 1)},
                               .related = {{first.at, NAV_NAME_TEXT_AT + (uint64_t)first.length,
                                            "first here"}}});
}

/* An index over the names' keys: place names are few, but a hostile directory has 65535. */
static bool index_names(const nav_check *c, nl_index *index) {
    const uint32_t count = c->doc->place_count;
    uint32_t *const keys = NL_NEW(c->job->arena, uint32_t, count);
    for (uint32_t i = 0; keys && i < count; i++) {
        const place_name name = name_at(c, i);
        keys[i] = name_key(name.text, name.length);
    }
    return keys && nl_index_build(index, c->job->arena, c->job->budget, keys, count);
}

void nav_check_places(const nav_check *c) {
    nl_index index;
    if (!index_names(c, &index)) return;
    for (uint32_t i = 0; i < c->doc->place_count; i++) {
        const place_name name = name_at(c, i);
        check_length(c, &name);
        check_characters(c, &name);
        check_repetition(c, &name, nl_index_find(&index, index.keys[i]));
        if (!c->place_used[i] && nav_resolves(c))
            found_text(c, NAV_PLACE_UNUSED, &name, &(nl_draft){0});
    }
}
