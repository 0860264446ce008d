/* Fixes: what a room changes of a file about which it has found something. A fix is a row of the
 * room's fixes.def: the rule, how safe it is, the function that says which bytes change, and what
 * is done in words. The engine (validator/fix.h) applies what functions say, lets sizes and offsets
 * follow, packs again what was packed, judges the result, and keeps it only if the finding is gone
 * and no error came instead. So a function may be simple; it must not be clever. */
#ifndef NAVLINT_PARSERS_FIX_H
#define NAVLINT_PARSERS_FIX_H

#include "parsers/format.h"

/* ---- What functions say: edits ---- */

/* One change. Those of one fix are done all or none. */
typedef struct nl_fix_edit {
    struct nl_fix_edit *next; /* of the same fix, in the order in which they were said */
    size_t input;             /* index of the input that it changes */
    nl_packed packed; /* encoding NULL: `at` counts from the start of the input; else of what
                         these bytes of it unpack to */
    uint64_t at;
    uint64_t removed;     /* bytes that go */
    uint64_t added;       /* bytes that come in their place */
    const uint8_t *bytes; /* the new ones; NULL: `delta` is added to the number that is there */
    int64_t delta;
    nl_type type;                       /* of the number; NL_NO_TYPE or NL_BYTES for other bytes */
    const char *path;                   /* of the field, or of the record that goes or comes */
    navlint_value old_value, new_value; /* of a number */
} nl_fix_edit;

/* A fix while a room makes it. */
typedef struct nl_fixer {
    const nl_format *format;
    const nl_member *members; /* the inputs of the check, decoded; of others than this format, and
                                 where nothing could be decoded, the document is NULL */
    size_t input_count;
    size_t input;      /* index of the one that the finding is in */
    nl_arena *arena;   /* of this round: for edits, and for whatever a room needs to make them */
    nl_arena *scratch; /* for bytes that are not needed any more when the fix is made; may be
                          `arena` */
    nl_fix_edit *first, *last;
    uint32_t edit_count;
    uint64_t lookups; /* fields visited so far: shared by all fixes of a round */
    bool is_used_up;  /* memory or look-ups were too few: whatever was found, or was not, does not
                         count, and the fix is tried again in the next round */
    bool is_tired;    /* it was the look-ups */
    void *memo; /* NL_FIX_MEMO_BYTES, zero when the round begins: what a room remembers from one fix
                   to the next, while the inputs stay as they are */
} nl_fixer;

enum { NL_FIX_MEMO_BYTES = 1024 };

/* Says in edits how to repair what was found: all of it, also what else has to change with it, but
 * for what `follow` does. false if it cannot be repaired here; edits that were said are dropped. */
typedef bool (*nl_fix_fn)(nl_fixer *fixer, const navlint_finding *finding);

/* ---- What a room shows ---- */

typedef struct nl_fix_row {
    navlint_safety safety;
    nl_fix_fn make;   /* NULL: the rule cannot be fixed */
    const char *deed; /* what is done, as "navlint fix ..." goes on: "removes the connection" */
    unsigned shared_segments; /* the fix of one finding makes good all of its rule whose paths begin
                                 with the same so many segments; 0: that one */
} nl_fix_row;

/* NL_FIX(NAV_CONN_UNRESOLVED, UNSAFE, nl_fix_remove_item, "removes the connection") */
#define NL_FIX_ROW(rule, safety_word, function, deed_text)                                         \
    [rule] = {NAVLINT_##safety_word, function, deed_text, 0},

/* NL_FIX_ONCE(2, SKYRIM_NVNM_GRID_STEP, SAFE, sky_fix_grid, "computes the grid"): /records/7 */
#define NL_FIX_ONCE_ROW(segments, rule, safety_word, function, deed_text)                          \
    [rule] = {NAVLINT_##safety_word, function, deed_text, segments},

/* A list of the dump and the field that counts it, both below the same record:
 * {"hidingSpots", "hidingSpotCount"}. */
typedef struct nl_fix_list {
    const char *items;
    const char *count;
} nl_fix_list;

/* Bytes that come or go somewhere. */
typedef struct nl_fix_splice {
    size_t input;
    nl_packed packed; /* as in nl_fix_edit */
    uint64_t at;
    uint64_t removed, added;
} nl_fix_splice;

typedef struct nl_fixes {
    const nl_fix_row *rows; /* by rule, one for each */
    const nl_fix_list
        *lists; /* for nl_fix_remove_item; a row without items ends them; NULL: none */

    /* Says what else changes with a splice of the file or of packed bytes: sizes of what is around
     * it, offsets to what is behind it. With nl_fix_add alone, so that the changes of many fixes
     * add up. NULL: nothing does. */
    bool (*follow)(nl_fixer *fixer, const nl_fix_splice *splice);

    /* Packs `inner` again, which replace what the packed bytes of the fixer's input unpack to: says
     * the edit that replaces those bytes, and those of whatever says how many they unpack to. What
     * depends on the new length is left to `follow`. NULL: the format packs nothing. */
    bool (*repack)(nl_fixer *fixer, const nl_packed *packed, const uint8_t *inner, uint64_t length);
} nl_fixes;

/* ---- Looking up ---- */

/* The field that the finding is about, or the place without a type, as the functions below want it.
 * Text is borrowed from the finding. */
navlint_field nl_fix_field_of(const navlint_finding *finding);

/* The field of the fixer's input with this path (RFC 6901), as a dump shows it.
 * field: receives it; its path lives as long as the round.
 * Returns false if there is none. */
bool nl_fix_find(nl_fixer *fixer, const char *path, navlint_field *field);

/* The record with this path and all that is below it: from the first byte of it to the last,
 * without a type or value. Returns false if there is none, or if what lies between is not all of
 * it. */
bool nl_fix_find_record(nl_fixer *fixer, const char *path, navlint_field *record);

/* The numbers in a path, in their order: 4 and 12 of "/chunks/4/links/12/node". Those above 32 bits
 * are UINT32_MAX.
 * numbers: receives at most `most` of them. Returns how many it has received. */
uint32_t nl_fix_numbers(const char *path, uint32_t *numbers, uint32_t most);

/* The field with this number in the record that starts at `at` of the input, without a look at the
 * file.
 * numbers: of the records in the path of this one, as many as that has.
 * Returns it, with a path that lives as long as the round: NULL if there is no memory. */
navlint_field nl_fix_field_at(nl_fixer *fixer, unsigned field, uint64_t at,
                              const uint32_t *numbers);

/* Bytes of the input that are no field. path: of what they are. */
static inline navlint_field nl_fix_place(const char *path, uint64_t at, uint64_t length) {
    return (navlint_field){.path = path, .offset = at, .length = length};
}

/* `head` with `tail` behind it, as long as the round; NULL if the memory is used up. */
const char *nl_fix_path(nl_fixer *fixer, const char *head, const char *tail);

/* What of `path` is in front of `end`, which is in it: as long as the round; NULL if the memory is
 * used up. */
const char *nl_fix_cut_path(nl_fixer *fixer, const char *path, const char *end);

/* The bytes that a place is in: of the input, or what the packed ones unpack to, in scratch.
 * length: receives how many. NULL if they cannot be unpacked. */
const uint8_t *nl_fix_bytes(nl_fixer *fixer, const navlint_field *place, uint64_t *length);

/* Counts work that a function does besides looking up: `steps`, each about as long as a field
 * takes. Returns false if this round has no more to give: the fix is tried again in the next one.
 */
bool nl_fix_spend(nl_fixer *fixer, uint64_t steps);

/* Counts work on so many bytes that are only read through: unpacked, compared, copied. */
bool nl_fix_spend_bytes(nl_fixer *fixer, uint64_t bytes);

/* Zeroed memory that lives as long as the round, for bytes and numbers alike.
 * Returns NULL if there is not enough: the fix is tried again in the next round. */
void *nl_fix_alloc(nl_fixer *fixer, uint64_t bytes);

/* The same, but not cleared, and good until the fix is made. */
void *nl_fix_scratch(nl_fixer *fixer, uint64_t bytes);

/* ---- Saying edits ---- */

/* All return false if the edit cannot be: a number that the type cannot hold, no memory. */

/* Writes a number into a field, in the field's type. */
bool nl_fix_set(nl_fixer *fixer, const navlint_field *field, navlint_value value);

/* Adds to the number in a field. Unlike nl_fix_set it goes together with other fixes that add to
 * the same one. */
bool nl_fix_add(nl_fixer *fixer, const navlint_field *field, int64_t delta);

/* Puts `length` bytes into the place of those that are there; how many those are may differ. The
 * bytes are copied. */
bool nl_fix_replace(nl_fixer *fixer, const navlint_field *place, const void *bytes,
                    uint64_t length);

/* Takes out the bytes of a place. */
bool nl_fix_remove(nl_fixer *fixer, const navlint_field *place);

/* Puts bytes in front of a place. path: of what comes. */
bool nl_fix_insert(nl_fixer *fixer, const navlint_field *place, const char *path, const void *bytes,
                   uint64_t length);

/* Lets sizes and offsets follow each splice among the edits that are there: nl_fixes.follow. Those
 * that this says are not followed. */
bool nl_fix_follow(nl_fixer *fixer);

/* ---- Functions that most rows need ---- */

bool nl_fix_as_found(nl_fixer *fixer, const navlint_finding *finding); /* the finding's own fix */
bool nl_fix_write_expected(nl_fixer *fixer, const navlint_finding *finding); /* that one number */
bool nl_fix_clamp(nl_fixer *fixer, const navlint_finding *finding); /* the nearest one expected */
bool nl_fix_zero(nl_fixer *fixer, const navlint_finding *finding);  /* zeros over the field */
bool nl_fix_cut_tail(nl_fixer *fixer, const navlint_finding *finding); /* from there to the end */

/* Removes the item of a list that the finding is about or in: of the room's `lists` the last one in
 * the finding's path; and counts one less. */
bool nl_fix_remove_item(nl_fixer *fixer, const navlint_finding *finding);

/* The same for the item with this path. */
bool nl_fix_remove_item_at(nl_fixer *fixer, const char *path);

/* The path of that item; NULL if the finding is in no list. */
const char *nl_fix_item_of(nl_fixer *fixer, const navlint_finding *finding);

#endif
