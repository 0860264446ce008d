/* What the dump files of this room share. */
#ifndef NAVLINT_MGS_NAV2_DUMP_H
#define NAVLINT_MGS_NAV2_DUMP_H

#include "parsers/mgs_nav2/place.h"
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

/* A field of `record` at this place of the file. */
void nav2_put(nav2_dumper *d, const nl_path *path, nl_type type, navlint_role role, uint64_t at);

/* Fields of a record, up to the one without a name. */
void nav2_put_fields(nav2_dumper *d, const nl_path *record, const nav2_field *fields, uint64_t at);

/* Bytes up to `to`, as record/name; nothing if there are none. */
void nav2_put_pad(nav2_dumper *d, const nl_path *record, const char *name, uint64_t to);

/* A table of `count` records with these fields, one after the other, `bytes` each. */
typedef struct nav2_rows {
    const char *name;
    const nav2_field *fields;
    uint64_t at;
    uint32_t count, bytes;
} nav2_rows;

void nav2_put_rows(nav2_dumper *d, const nl_path *record, const nav2_rows *rows);

/* The same as a step. */
void nav2_put_table(nav2_dumper *d, const nl_path *record, const void *rows);

/* A list whose items are the values of one field, as a step. */
typedef struct nav2_values {
    const nav2_field *field;
    uint64_t at;
    uint32_t count;
} nav2_values;

void nav2_put_list(nav2_dumper *d, const nl_path *record, const void *values);

/* A list whose items are the values. */
void nav2_put_values(nav2_dumper *d, const nl_path *record, const nav2_field *field, uint64_t at,
                     uint32_t count);

/* Whether more may be shown: records that are shown over and over use the budget up. */
bool nav2_may_go_on(const nav2_dumper *d);

extern const nav2_field nav2_position_fields[];

/* A table and how it goes out. */
typedef struct nav2_step {
    uint64_t at;
    const char *padding; /* name of what is in front of it */
    void (*put)(nav2_dumper *d, const nl_path *record, const void *what);
    const void *what;
} nav2_step;

enum { NAV2_MOST_STEPS = 6 };

/* The tables of a record in the order of their places. */
void nav2_put_steps(nav2_dumper *d, const nl_path *record, const nav2_step *steps, uint32_t count);

/* ---- Chunks ---- */

#define NAV2_END_OF_FIELDS                                                                         \
    { NULL, NL_NO_TYPE, NAVLINT_PLAIN, 0 }

/* A chunk on its way out. */
typedef struct nav2_out {
    nav2_dumper *d;
    const nl_path *path;
    const nav2_group *g;
    const nav2_chunk *chunk;
} nav2_out;

void nav2_put_chunk_header(const nav2_out *o, const nav2_field *fields);
nav2_rows nav2_positions_of(uint32_t at, uint32_t count);
void nav2_put_segments(const nav2_out *o);
void nav2_put_seggraph(const nav2_out *o);

void nav2_dump_chunks(nav2_dumper *d);
void nav2_dump_islands(nav2_dumper *d);
void nav2_dump_search(nav2_dumper *d);
void nav2_dump_tiles(nav2_dumper *d);

#endif
