/* What the files of the mutator share: the map of an input, and the mutation under way. */
#ifndef NAVLINT_FUZZ_MUTATE_PARTS_H
#define NAVLINT_FUZZ_MUTATE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fuzz/mutate.h"
#include "navlint/navlint.h"

/* Reading the map costs more than all else, so what lies beyond these is left to the engine. */
enum {
    MUT_MAX_FIELDS = 4096,
    MUT_MAX_GROUPS = 256,
    MUT_MAX_RECORDS = 2048,
    MUT_MAX_LISTS = 2048,
    MUT_MAX_DEPTH = 8,
    MUT_ROLES = NAVLINT_IDENTITY + 1,
    MUT_NONE = UINT16_MAX
};

typedef enum mut_kind { MUT_INTEGER, MUT_FLOAT, MUT_OPAQUE } mut_kind;

typedef struct mut_field {
    uint32_t at;     /* bytes from the start of the input */
    uint32_t length; /* bytes */
    uint16_t group;
    uint8_t role; /* navlint_role */
    uint8_t kind; /* mut_kind */
    bool is_big_endian;
} mut_field;

/* The fields whose paths differ in nothing but the indexes: all `/areas/N/id`. */
typedef struct mut_group {
    uint64_t hash;         /* of the path without its indexes */
    uint32_t first, count; /* into mut_map.grouped */
    uint8_t role;
} mut_group;

/* Consecutive fields whose paths begin with the same index of the same array. */
typedef struct mut_record {
    uint32_t at, end; /* bytes from the start of the input */
    uint16_t list;
} mut_record;

typedef struct mut_list {
    uint32_t first, count;  /* into mut_map.listed */
    uint16_t count_field;   /* says how many there are; MUT_NONE */
    uint16_t counts_before; /* while the map is made: the COUNT fields before its first record */
} mut_list;

typedef struct mut_map {
    mut_field fields[MUT_MAX_FIELDS];
    mut_group groups[MUT_MAX_GROUPS];
    mut_record records[MUT_MAX_RECORDS];
    mut_list lists[MUT_MAX_LISTS];
    uint16_t grouped[MUT_MAX_FIELDS];              /* fields, group by group */
    uint16_t listed[MUT_MAX_RECORDS];              /* records, list by list */
    uint16_t groups_of[MUT_ROLES][MUT_MAX_GROUPS]; /* role by role */
    uint16_t counts[MUT_MAX_FIELDS];               /* the fields that are COUNTs */
    uint32_t field_count, group_count, record_count, list_count, count_count;
    uint32_t groups_of_count[MUT_ROLES];
    bool is_cut_short; /* there are more fields than fit */
} mut_map;

/* Fills the map of an input. Returns false if nothing worth the name was decoded. */
bool mut_map_read(mut_map *map, const char *format_id, const uint8_t *bytes, size_t length);

typedef struct mut_work {
    const char *format_id;
    uint8_t *data;
    size_t size, max_size; /* bytes */
    nl_mutate_engine engine;
    const mut_map *map; /* of the bytes as they came: good until the size changes */
    uint64_t random;    /* state; never 0 */
} mut_work;

/* A number below `limit`, which is at least 1. */
uint32_t mut_below(mut_work *work, uint32_t limit);

/* True once in `times`. */
bool mut_once_in(mut_work *work, uint32_t times);

uint64_t mut_load(const uint8_t *data, const mut_field *field);
void mut_store(uint8_t *data, const mut_field *field, uint64_t value);

/* A field of the role, every group as likely as the next; NULL if there is none. */
const mut_field *mut_pick_role(mut_work *work, navlint_role role);
/* The same, but of some groups the one that was edited least, if nl_mutate_fairly was called. */
const mut_field *mut_pick_fairly(mut_work *work, navlint_role role);
/* The same of any role, every role as likely as the next. There is always one. */
const mut_field *mut_pick(mut_work *work);

/* A field that is no number; NULL if some tries find none. */
const mut_field *mut_pick_opaque(mut_work *work);

/* Sets one field to a value that is likely to be on a border. Opaque fields are left alone. */
void mut_edit_value(mut_work *work, const mut_field *field);

/* Sets a COUNT to a few more or less, or to a number of records at the edge of what fits or wraps;
 * false if there is none. */
bool mut_edit_count(mut_work *work);

/* Puts new_length bytes in the place of old_length ones. bytes: not inside data.
 * Returns false, with nothing changed, if the result would not fit. */
bool mut_splice(mut_work *work, size_t at, size_t old_length, const uint8_t *bytes,
                size_t new_length);

/* Each changes whole records and mostly repairs their count; false if there is nothing to change.
 */
bool mut_insert_records(mut_work *work);
bool mut_remove_records(mut_work *work);
bool mut_move_record(mut_work *work);
bool mut_overwrite_record(mut_work *work);
/* Ends the file at the border of a record or some bytes before its end, or repeats a record behind
 * it. */
bool mut_cut_or_extend(mut_work *work);

#endif
