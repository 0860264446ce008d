/* Records and values as users know them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/model.h"

enum { MOST_OUTER = 3, MOST_ITEM_VALUES = 6, MOST_SHOWN_BYTES = 48 };

/* ---- Records ---- */

static void put_form_id(nl_text *text, uint64_t form_id) {
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%08" PRIX64, form_id);
    nl_put(text, digits);
}

static bool is_plain_word(const cmp_value *value) {
    const uint8_t *const bytes = (const uint8_t *)(uintptr_t)value->bits;
    for (uint32_t i = 0; i < value->length; i++)
        if (bytes[i] < 'A' || bytes[i] > 'Z') return false;
    return value->length == 4;
}

/* A name: the signature of a field as it is, text in quotes, up to its NUL. */
static void put_bytes(nl_text *text, const cmp_value *value) {
    const uint8_t *const bytes = (const uint8_t *)(uintptr_t)value->bits;
    const bool is_word = is_plain_word(value);
    size_t length = value->length;
    while (length > 0 && bytes[length - 1] == 0)
        length--;
    if (!is_word) nl_put_char(text, '"');
    nl_put_bytes(text, bytes, length);
    if (!is_word) nl_put_char(text, '"');
}

static void put_name(nl_text *text, const struct navlint_diff *diff, unsigned side,
                     const cmp_record *record) {
    const nl_kind *const kind = &diff->kinds->kinds[record->kind];
    const cmp_value *const name =
        record->name == CMP_NONE ? NULL : &diff->sides[side].values[record->name];
    if (!name)
        nl_put_uint(text, record->number);
    else if (name->class == CMP_BYTES)
        put_bytes(text, name);
    else if (kind->is_form)
        put_form_id(text, name->bits);
    else
        nl_put_uint(text, name->bits);
}

/* Without what it is in. */
static void put_short(nl_text *text, const struct navlint_diff *diff, unsigned side,
                      uint32_t record) {
    const cmp_record *const r = &diff->sides[side].records[record];
    nl_put(text, diff->kinds->kinds[r->kind].name);
    if (record == 0) return;
    nl_put_char(text, ' ');
    put_name(text, diff, side, r);
}

void cmp_put_record(nl_text *text, const struct navlint_diff *diff, unsigned side,
                    uint32_t record) {
    const cmp_record *const records = diff->sides[side].records;
    put_short(text, diff, side, record);
    uint32_t outer = records[record].outer;
    for (unsigned i = 0; i < MOST_OUTER && outer != CMP_NONE && outer != 0; i++) {
        nl_put(text, " of ");
        put_short(text, diff, side, outer);
        outer = records[outer].outer;
    }
}

/* ---- Paths ---- */

/* A home's or shape's path with its first N and its last one as numbers. */
static void put_path(nl_text *text, const char *path, uint32_t first, uint32_t last) {
    bool is_first = true;
    const char *at = path;
    if (*path != '\0') nl_put_char(text, '/');
    for (; *at != '\0'; at++) {
        const bool is_number =
            at[0] == 'N' && (at == path || at[-1] == '/') && (at[1] == '/' || at[1] == '\0');
        if (is_number) {
            nl_put_uint(text, is_first ? first : last);
            is_first = false;
        } else {
            nl_put_char(text, *at);
        }
    }
}

static void put_outer_path(nl_text *text, const cmp_side *side, const nl_kinds *kinds,
                           uint32_t record, uint16_t home) {
    const cmp_record *chain[8];
    unsigned depth = 0;
    for (uint32_t at = side->records[record].outer; at != 0 && at != CMP_NONE && depth < 8;
         at = side->records[at].outer)
        chain[depth++] = &side->records[at];
    for (; depth > 0; depth--)
        put_path(text, kinds->homes[chain[depth - 1]->home].path, chain[depth - 1]->number, 0);
    if (home < kinds->home_count)
        put_path(text, kinds->homes[home].path, side->records[record].number, 0);
}

void cmp_put_record_path(nl_text *text, const cmp_side *side, const nl_kinds *kinds,
                         uint32_t record) {
    put_outer_path(text, side, kinds, record, side->records[record].home);
}

void cmp_put_value_path(nl_text *text, const struct navlint_diff *diff, unsigned side,
                        const cmp_value *value) {
    const cmp_shape *const shape = &diff->shapes.items[value->shape];
    put_outer_path(text, &diff->sides[side], diff->kinds, value->record, shape->home);
    if (shape->up != CMP_NONE) put_path(text, shape->text, value->item, value->inner);
}

/* ---- Values ---- */

navlint_value cmp_plain_value(const cmp_value *value, nl_text *text) {
    double real;
    if (value->class == CMP_BYTES) {
        nl_put_bytes(text, (const uint8_t *)(uintptr_t)value->bits, value->length);
        return nl_string(text->chars);
    }
    memcpy(&real, &value->bits, sizeof real);
    if (value->class == CMP_REAL) return nl_real(real);
    const bool is_negative = (int64_t)value->bits < 0;
    return is_negative ? nl_int((int64_t)value->bits) : nl_uint(value->bits);
}

bool cmp_has_two_texts(const struct navlint_diff *diff, const cmp_detail *detail,
                       const cmp_value *texts[CMP_SIDES]) {
    for (unsigned side = 0; side < CMP_SIDES; side++) {
        if (detail->values[side] == CMP_NONE) return false;
        texts[side] = &diff->sides[side].values[detail->values[side]];
        if (texts[side]->class != CMP_BYTES) return false;
    }
    return true;
}

/* Opaque data say nothing to a reader. */
bool cmp_is_opaque(const cmp_value *value) {
    return value->class == CMP_BYTES && value->length > MOST_SHOWN_BYTES;
}

static void put_plain(nl_text *text, const cmp_value *value) {
    char chars[512];
    if (cmp_is_opaque(value)) {
        nl_put_uint(text, value->length);
        nl_put(text, " bytes");
        return;
    }
    nl_text shown = nl_text_over(chars, sizeof chars);
    const navlint_value plain = cmp_plain_value(value, &shown);
    nl_put_value(text, &plain);
}

void cmp_put_meaning(nl_text *text, const struct navlint_diff *diff, unsigned side,
                     const cmp_value *value) {
    const cmp_meaning meaning = cmp_meaning_of(diff, side, value);
    if (meaning.target != CMP_NONE)
        put_short(text, diff, side, meaning.target);
    else if (meaning.sense && meaning.sense->meaning == NL_FORM)
        put_form_id(text, value->bits);
    else if (meaning.sense && meaning.sense->meaning == NL_BITS)
        nl_put_uint(text, value->bits & meaning.sense->keep);
    else
        put_plain(text, value);
}

/* The last part of a name: "here" of "approachAreas/N/here". */
static const char *last_part(const char *name) {
    const char *const slash = strrchr(name, '/');
    const char *const last = slash ? slash + 1 : name;
    return strcmp(last, "N") == 0 ? "" : last;
}

static void put_item_value(nl_text *text, const struct navlint_diff *diff, unsigned side,
                           const cmp_value *value) {
    const char *const name = last_part(diff->shapes.items[value->shape].text);
    const bool leads_on = cmp_meaning_of(diff, side, value).target != CMP_NONE;
    if (text->length > 0) nl_put(text, ", ");
    if (!leads_on && *name != '\0') {
        nl_put(text, name);
        nl_put_char(text, ' ');
    }
    cmp_put_meaning(text, diff, side, value);
}

void cmp_put_item(nl_text *text, const struct navlint_diff *diff, unsigned side,
                  const cmp_item *item) {
    const cmp_value *const values = diff->sides[side].values + item->first;
    unsigned shown = 0;
    const bool is_record =
        item->record != CMP_NONE &&
        !diff->kinds->kinds[diff->sides[side].records[item->record].kind].is_item;
    if (is_record) {
        put_short(text, diff, side, item->record);
        return;
    }
    for (uint32_t i = 0; i < item->count && shown <= MOST_ITEM_VALUES; i++) {
        if (!cmp_is_compared(diff, &values[i])) continue;
        if (shown++ < MOST_ITEM_VALUES)
            put_item_value(text, diff, side, &values[i]);
        else
            nl_put(text, ", ...");
    }
}
