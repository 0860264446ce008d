/* Two versions of a file as records and their values, side by side. What the files of compare/
 * share.
 *
 * Everything is in flat arrays on the heap, in the order of the dump, and referred to by index. A
 * file of n bytes has at most n values that are not empty; docs/limits.md says what that takes. */
#ifndef NAVLINT_COMPARE_MODEL_H
#define NAVLINT_COMPARE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/kinds.h"
#include "core/place.h"
#include "validator/raw.h"

enum { CMP_NONE = UINT32_MAX, CMP_OLD = 0, CMP_NEW = 1, CMP_SIDES = 2, CMP_MOST_SENSES = 2 };

/* ---- Shapes: where values are, the same for both sides ---- */

/* A path below a record with its numbers left out: "connections/north/N". */
typedef struct cmp_shape {
    uint32_t up;          /* CMP_NONE: the record itself, in one of its homes */
    uint32_t first, next; /* the first one below; the next one beside */
    uint32_t latest;      /* below it, the one that was asked for last */
    uint32_t list; /* the one above or here that ends in the first N; CMP_NONE: not in a list */
    char *key;     /* heap; NULL: N */
    char *text;    /* heap: the path; of a record that is a value, the name of its list */
    uint16_t home; /* of the record: index into nl_kinds.homes; homes + 0 stands for the file */
    uint8_t kind;  /* of the record */
    uint16_t first_home;                     /* what begins here; */
    uint16_t home_count;                     /* 0: nothing */
    const nl_sense *senses[CMP_MOST_SENSES]; /* NULL: none */
    int8_t axis;                             /* 0 to 2 of the record's position; -1: none */
    bool is_wide;                            /* of its wide_point */
    int8_t key_part;                         /* of the record's key; -1: none */
    bool is_seen[CMP_SIDES];
} cmp_shape;

typedef struct cmp_shapes {
    const nl_kinds *kinds;
    cmp_shape *items;
    size_t count, capacity;
    uint32_t *roots; /* one for each home, and the file's behind them */
} cmp_shapes;

/* ---- A side ---- */

typedef enum cmp_class { CMP_WHOLE = 0, CMP_REAL, CMP_BYTES } cmp_class;

typedef struct cmp_value {
    uint32_t record; /* index into the side's records */
    uint32_t shape;
    uint32_t item;   /* the number in the list that the shape is in */
    uint32_t inner;  /* in the innermost one of several */
    uint64_t bits;   /* the number, the bits of a double, or a pointer to the bytes */
    uint64_t at;     /* from the start of the input, or of what `packed` unpacks to */
    uint32_t length; /* bytes */
    uint32_t packed; /* index into the side's packed ranges; CMP_NONE */
    uint8_t type;    /* nl_type */
    uint8_t role;    /* navlint_role */
    uint8_t class;   /* cmp_class */
} cmp_value;

typedef struct cmp_record {
    uint32_t outer;        /* CMP_NONE: the file */
    uint32_t number;       /* in its list */
    uint32_t first, count; /* its values, once they are sorted */
    uint32_t rank;         /* among those of its kind */
    uint32_t partner;      /* on the other side; CMP_NONE */
    uint32_t name;         /* the value that users know it by; CMP_NONE */
    uint16_t home;
    uint8_t kind;
    bool has_key, has_place;
    uint64_t first_key; /* the first half of a key of two */
    uint64_t key;       /* equal where the keys are */
    uint64_t print;     /* of its content, without references */
    double place[3];    /* units of the game */
} cmp_record;

typedef struct cmp_keyed {
    uint64_t key;
    uint32_t record;
} cmp_keyed;

/* The records of a kind. */
typedef struct cmp_kind_list {
    uint32_t *records; /* those of an outer record together, in the order of their numbers */
    size_t count, capacity;
    cmp_keyed *by_key; /* sorted; those that have one */
    size_t key_count;
    uint32_t run_outer, run_first; /* while loading: the latest outer record's begin here */
} cmp_kind_list;

typedef struct cmp_side {
    nl_decoded_kind decoded;
    const char *name;
    uint64_t bytes; /* of the input */
    cmp_value *values;
    size_t value_count, value_capacity;
    cmp_record *records;
    size_t record_count, record_capacity;
    cmp_kind_list lists[NL_MOST_KINDS];
    nl_packed *packed;
    size_t packed_count, packed_capacity;
    uint8_t **copies; /* of what only was there while it was unpacked */
    size_t copy_count, copy_capacity;
} cmp_side;

/* ---- What has changed ---- */

typedef enum cmp_detail_kind {
    CMP_FIELD = 0,  /* a value, or one in an item of a list */
    CMP_LINK_ADDED, /* an item of a list */
    CMP_LINK_REMOVED,
    CMP_PAIR_ADDED, /* a bit of a map of pairs */
    CMP_PAIR_REMOVED
} cmp_detail_kind;

/* An item of a list of a record: values, or a record of a slice. */
typedef struct cmp_item {
    uint32_t first, count; /* values of the side */
    uint32_t record;       /* CMP_NONE: it stands in its record */
} cmp_item;

typedef struct cmp_detail {
    cmp_detail_kind kind;
    uint32_t values[CMP_SIDES]; /* FIELD; CMP_NONE: there is none */
    cmp_item item;              /* LINK_ */
    const char *list;           /* LINK_, PAIR_: the list's name */
    uint32_t pair[2];           /* PAIR_: records of the old side */
} cmp_detail;

typedef enum cmp_status { CMP_ADDED = 0, CMP_REMOVED, CMP_CHANGED } cmp_status;

typedef struct cmp_change {
    cmp_status status;
    uint32_t records[CMP_SIDES]; /* CMP_NONE: there is none */
    bool is_moved;
    double distance;       /* units of the game */
    uint32_t first, count; /* details */
} cmp_change;

typedef struct cmp_tally {
    uint64_t old_count, new_count;
    uint64_t added, removed;
    uint64_t changed; /* also those that are moved and nothing else */
    uint64_t moved;
    uint64_t renumbered; /* whose name is another; not a change */
} cmp_tally;

/* An item of a list while lists are compared. */
typedef struct cmp_listed {
    uint64_t hash;       /* of all that it says */
    uint64_t references; /* of its references alone; 0: it has none */
    uint32_t list;       /* a shape, or a slice behind all shapes */
    uint32_t number;
    cmp_item item;
    bool is_done;
} cmp_listed;

typedef struct cmp_list {
    cmp_listed *items;
    size_t count, capacity;
    cmp_keyed *keys; /* of those that a step pairs */
    size_t key_count, key_capacity;
} cmp_list;

/* What comparing two records needs and the next two use again. */
typedef struct cmp_scratch {
    cmp_list lists[CMP_SIDES];
    uint32_t *marks;  /* for each shape, a value of the new record */
    uint32_t *stamps; /* which comparison set the mark */
    uint32_t stamp;
    uint32_t *next;        /* for each new value, the next one of its shape */
    uint64_t slice_budget; /* items of slices that may be looked at: slices may overlap */
} cmp_scratch;

struct navlint_diff {
    const nl_kinds *kinds;
    cmp_scratch scratch;
    cmp_shapes shapes;
    cmp_side sides[CMP_SIDES];
    cmp_tally tallies[NL_MOST_KINDS];
    cmp_change *changes;
    size_t change_count, change_capacity;
    uint64_t change_total; /* those that max_changes left out included */
    uint64_t max_changes;
    cmp_detail *details;
    size_t detail_count, detail_capacity;
    bool has_wide[NL_MOST_KINDS][CMP_SIDES]; /* the side's dialect has a wide_point */
    bool navigation_only;
    uint64_t different_bytes; /* places in which the files differ, byte for byte */
    bool is_cut;              /* lists are not compared to their ends */
    bool failed;              /* out of memory */
};

/* ---- Arrays ---- */

/* Makes room for one item more. Returns false when memory runs out. */
bool cmp_grow(void *items, size_t *capacity, size_t count, size_t item_bytes);

/* ---- Hashes: the finaliser of splitmix64, https://prng.di.unimi.it/splitmix64.c ---- */

static inline uint64_t cmp_mix(uint64_t a, uint64_t b) {
    uint64_t z = a * UINT64_C(0x9E3779B97F4A7C15) + b + UINT64_C(0x632BE59BD9B4E019);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* ---- common.c ---- */

uint64_t cmp_hash_bytes(const uint8_t *bytes, size_t length, bool ignores_case);

/* By key, and records of one key in their order. */
void cmp_sort_keyed(cmp_keyed *keys, size_t count);

/* Whether a value takes part in comparisons: not what counts, names or says where things are, and
 * nothing that only one of the versions knows. */
bool cmp_is_compared(const struct navlint_diff *diff, const cmp_value *value);

/* Whether the records of a kind stand somewhere else in the dialect of the other version: then
 * their places are compared, and not the fields. */
bool cmp_is_placed_elsewhere(const struct navlint_diff *diff, unsigned kind);

/* Sets diff->failed when memory runs out. */
void cmp_add_detail(struct navlint_diff *diff, cmp_detail detail);

/* ---- shapes.c ---- */

bool cmp_shapes_make(cmp_shapes *shapes, const nl_kinds *kinds);
void cmp_shapes_free(cmp_shapes *shapes);

/* The shape of the member `key` (NULL: an item) below `up`; CMP_NONE when memory runs out. */
uint32_t cmp_shape_below(cmp_shapes *shapes, uint32_t up, const char *key);

/* ---- load.c ---- */

/* Loads a side. block: as for navlint_check.
 * Returns as nl_visit_raw; NAVLINT_NO_MEMORY too if the heap has no more. */
navlint_status cmp_load(struct navlint_diff *diff, unsigned side, const navlint_options *options,
                        const navlint_input *input);
void cmp_side_free(cmp_side *side);

/* ---- identify.c: keys, places and content ---- */

/* Of all records of a side; the keys first, which are looked up. */
bool cmp_find_keys(struct navlint_diff *diff, unsigned side);

/* Content and places of the records of a kind, after those of its targets. */
void cmp_find_prints(struct navlint_diff *diff, unsigned side, unsigned kind);

/* ---- references.c ---- */

/* What a value says. */
typedef struct cmp_meaning {
    const nl_sense *sense; /* NULL: its bits */
    uint32_t target;       /* the record that it leads to; CMP_NONE */
} cmp_meaning;

cmp_meaning cmp_meaning_of(const struct navlint_diff *diff, unsigned side, const cmp_value *value);

/* A number that is equal on both sides for values that say the same. */
uint64_t cmp_canonical(const struct navlint_diff *diff, unsigned side, const cmp_value *value);

/* The same for a record: partners have the same. */
uint64_t cmp_pair_number(const struct navlint_diff *diff, unsigned side, uint32_t record);

/* The same for a FormID. */
uint64_t cmp_form(const struct navlint_diff *diff, unsigned side, uint64_t form_id);

/* The records of a kind that an outer record has: the first one's rank. */
uint32_t cmp_children(const cmp_side *side, unsigned kind, uint32_t outer, uint32_t *count);

/* That with this number; CMP_NONE. */
uint32_t cmp_child(const cmp_side *side, unsigned kind, uint32_t outer, uint64_t number);

/* A value of a record outside of its lists, by its name: of the same home as `beside`, if there is
 * such a one; NULL: there is none. */
const cmp_value *cmp_named_value(const struct navlint_diff *diff, unsigned side, uint32_t record,
                                 const char *name, const cmp_value *beside);

/* ---- match.c ---- */

static inline double cmp_squared_distance(const cmp_record *a, const cmp_record *b) {
    const double x = a->place[0] - b->place[0];
    const double y = a->place[1] - b->place[1];
    const double z = a->place[2] - b->place[2];
    return x * x + y * y + z * z;
}

/* Finds partners for the records of a kind. */
bool cmp_match(struct navlint_diff *diff, unsigned kind);

/* ---- values.c, lists.c, pairs.c: set diff->failed when memory runs out ---- */

typedef struct cmp_span {
    uint32_t first, count;
} cmp_span;

/* Whether an old and a new value say the same. */
bool cmp_says_the_same(const struct navlint_diff *diff, const cmp_value *a, const cmp_value *b);

/* How many bytes two values have in common, from their starts; both are CMP_BYTES. */
uint32_t cmp_first_difference(const cmp_value *a, const cmp_value *b);

/* Adds what differs between values of both sides that are in the same places of a record (is_item:
 * of an item of a list). */
void cmp_compare_values(struct navlint_diff *diff, cmp_span old_span, cmp_span new_span,
                        bool is_item);
void cmp_compare_lists(struct navlint_diff *diff, uint32_t old_record, uint32_t new_record);
void cmp_compare_pairs(struct navlint_diff *diff);

/* ---- changes.c ---- */

/* All of them. Sets diff->failed when memory runs out. */
void cmp_find_changes(struct navlint_diff *diff);

/* Whether the two versions say the same, and whether all of both was compared. */
bool cmp_is_same(const struct navlint_diff *diff);
bool cmp_is_whole(const struct navlint_diff *diff);

/* ---- words.c ---- */

/* "area 40", "NAVM 0001A26F". */
void cmp_put_record(nl_text *text, const struct navlint_diff *diff, unsigned side, uint32_t record);

/* "/areas/12". */
void cmp_put_record_path(nl_text *text, const cmp_side *side, const nl_kinds *kinds,
                         uint32_t record);
void cmp_put_value_path(nl_text *text, const struct navlint_diff *diff, unsigned side,
                        const cmp_value *value);

/* The value as users read it: what it leads to, else the number. */
void cmp_put_meaning(nl_text *text, const struct navlint_diff *diff, unsigned side,
                     const cmp_value *value);
navlint_value cmp_plain_value(const cmp_value *value, nl_text *text);

/* The values of a detail that is a field, if both sides have bytes there. */
bool cmp_has_two_texts(const struct navlint_diff *diff, const cmp_detail *detail,
                       const cmp_value *texts[CMP_SIDES]);

/* Whether a value is shown by its length alone. */
bool cmp_is_opaque(const cmp_value *value);

/* What an item of a list says: "area 41", "area 41, length 12". */
void cmp_put_item(nl_text *text, const struct navlint_diff *diff, unsigned side,
                  const cmp_item *item);

#endif
