/* What the records of a format are to somebody who compares two files: which of them keep their
 * identity from version to version, how they are known again, and what their references lead to. A
 * room's kinds.c has the tables; compare/ reads them, over the fields of a dump.
 *
 * Paths are those of a dump, below the record that is meant, with N for each number: an area's
 * "connections/north/N". Of a record that is one value, the name is that of its list: "lengths". */
#ifndef NAVLINT_CORE_KINDS_H
#define NAVLINT_CORE_KINDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a record is known again. What all have in common comes first: same content and same name;
 * then the same content. */
typedef enum nl_naming {
    NL_NAMED = 0, /* its name is its own for good: FormIDs, names of places. No content counts */
    NL_NUMBERED,  /* a number that tools may give anew: the number, if no content speaks up */
    NL_PLACED     /* nothing, or its place in a list: what is nearest, then what is between the same
                     neighbours */
} nl_naming;

/* A kind of records. The first one of a format is the file itself. */
typedef struct nl_kind {
    const char *name;   /* "area" */
    const char *plural; /* "areas" */
    nl_naming naming;
    const char *key[2];     /* fields that are its name, the last one as users know it */
    const char *points[2];  /* it is in the middle of these: "nwCorner", of which "nwCorner/x" and
                               so on are the fields; "" if these are "x" and so on */
    const char *wide_point; /* where that is, in the dialects that have it */
    double scale;           /* units of the game in 1 of the fields; 0: 1 */
    double reach;           /* units: PLACED ones that are nearer are taken for the same */
    bool is_form;           /* the key is a FormID */
    bool is_scaled;         /* counts from nl_kinds.origin, in nl_kinds.divisor */
    bool is_aside;          /* not navigation: left out if only that is asked for */
    bool is_item;           /* never by itself: it is an item of a slice */
} nl_kind;

/* Where the records of a kind are. Several homes of a kind are lists that go side by side: the
 * record is what has the same number in each. */
typedef struct nl_home {
    uint8_t outer; /* the kind of the record around it */
    uint8_t kind;
    const char *path; /* "hidingSpots/N" */
    const char *tag;  /* its first field, if that says whether it is of this kind */
    uint64_t value;   /* the field then has; of text its first 8 bytes, the first one lowest */
} nl_home;

typedef enum nl_meaning {
    NL_UNSEEN = 0, /* where things are in the file, or what else says: not compared */
    NL_BITS,       /* a value of which the bits `keep` count */
    NL_BY_KEY,     /* the name of a record, wherever it is */
    NL_BY_INDEX,   /* its number in the same outer record, or in that of `sibling` */
    NL_FORM        /* a FormID: of the file itself or one of its masters */
} nl_meaning;

/* A field that is more or less than a value. A field may have several rows: the first one counts
 * whose condition holds. */
typedef struct nl_sense {
    uint8_t kind; /* whose field */
    const char *field;
    uint8_t meaning;  /* nl_meaning */
    uint8_t target;   /* BY_KEY, BY_INDEX: the kind that it leads to */
    uint8_t shift;    /* of the value, the part that counts starts at this bit; */
    uint32_t mask;    /* and has these bits; 0: all */
    uint32_t keep;    /* bits of the value that are compared besides, as they are */
    uint32_t bias;    /* the first record has this number */
    bool is_content;  /* tells the record from others, as its values do; what it leads to is matched
                         before */
    const char *with; /* BY_KEY: the field beside it with the first half of the key */
    uint8_t sibling;  /* BY_INDEX: kind of another record beside the outer one, with its key */
    /* Holds if `if_field`, beside it, has the bits `if_mask` set as in `if_value`; NULL: the value
     * itself, if if_mask is not 0. */
    const char *if_field;
    uint32_t if_mask;
    uint32_t if_value;
    /* Only if the part of `own_field` (NULL: the value) from bit own_shift on is the first half of
     * the key of the first `own_kind`: it means a record of this file. */
    uint8_t own_kind;
    const char *own_field;
    uint8_t own_shift;
    /* Added to the number: base_field of the record of base_kind with the number in `base_by`, from
     * bit base_shift on, in that of base_sibling. */
    const char *base_by;
    const char *base_field;
    uint8_t base_kind;
    uint8_t base_sibling;
    uint8_t base_shift;
    uint32_t base_mask;
} nl_sense;

/* A list of a record that stands elsewhere: so many records of another kind, from this one on. */
typedef struct nl_slice {
    uint8_t owner;
    uint8_t item;
    const char *list;  /* "links" */
    const char *first; /* the owner's fields */
    const char *count;
    uint32_t count_mask; /* 0: all bits */
} nl_slice;

/* A bit for each pair of records of a kind, in words of 32 bits: of the records i < j that of
 * number j * (j - 1) / 2 + i. */
typedef struct nl_pairs {
    const char *list; /* of the file: "groundMap" */
    uint8_t kind;
} nl_pairs;

/* All of a format. */
typedef struct nl_kinds {
    const nl_kind *kinds; /* outer records before inner ones, targets before those whose content
                             they are */
    size_t kind_count;    /* at most NL_MOST_KINDS */
    const nl_home *homes;
    size_t home_count;
    const nl_sense *senses;
    size_t sense_count;
    const nl_slice *slices;
    size_t slice_count;
    const nl_pairs *pairs;
    size_t pairs_count;
    uint8_t masters;    /* NL_FORM: the kind of the names of masters, in their order */
    const char *origin; /* of the file, as nl_kind.points */
    const char *divisor;
} nl_kinds;

enum { NL_MOST_KINDS = 32 };

#define NL_KINDS_COUNT(table) (sizeof(table) / sizeof(table)[0])

#endif
