/* What the dump files of this room share. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_DUMPER_H
#define NAVLINT_PARSERS_MGS_NAV2_DUMPER_H

#include "parsers/mgs_nav2/records.h"

/* Fields go out in the order of the file, and no byte twice: what is in front of the next one and
 * belongs to none goes out as padding; a list that starts before the end of the one before, as
 * lists can be made to, does not go out as far as that is so. */
typedef struct nav2_dumper {
    nl_dump *dump;
    const nl_job *job;
    const nav2_document *doc;
    uint64_t at; /* behind the last field */
} nav2_dumper;

/* Whether more may be shown: records that are shown over and over use the budget up. */
bool nav2_may_go_on(const nav2_dumper *d);

/* A field of the record that starts at `at` of the file and whose path is `record`. */
void nav2_put_field(nav2_dumper *d, const nl_path *record, unsigned field, uint64_t at);

/* All of its fields. record: index into the layout's records. */
void nav2_put_record(nav2_dumper *d, const nl_path *path, unsigned record, uint64_t at);

/* Bytes up to `to`, as outer/name; nothing if there are none. */
void nav2_put_pad(nav2_dumper *d, const nl_path *outer, const char *name, uint64_t to);

/* A list of `count` records of the layout, one after the other. */
typedef struct nav2_rows {
    const char *key;
    unsigned record;
    uint64_t at;
    uint32_t count;
} nav2_rows;

void nav2_put_rows(nav2_dumper *d, const nl_path *outer, nav2_rows rows);

/* A table and how it goes out: row by row, or in a way of its own, for which rows say only the name
 * and the place. What stands in front of it goes out as its name with "Padding". */
typedef struct nav2_dump_table {
    nav2_rows rows;
    void (*put)(nav2_dumper *d, const nl_path *outer, const void *what); /* NULL: row by row */
    const void *what;
} nav2_dump_table;

enum { NAV2_MOST_TABLES = 6 };

/* The tables of a record in the order of their places. */
void nav2_put_tables(nav2_dumper *d, const nl_path *outer, const nav2_dump_table *tables,
                     uint32_t count);

/* A chunk on its way out. */
typedef struct nav2_out {
    nav2_dumper *d;
    const nl_path *path;
    const nav2_group *g;
    const nav2_chunk *chunk;
} nav2_out;

#endif
