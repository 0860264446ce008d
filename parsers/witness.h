/* Witnesses: for each rule the smallest file that breaks it. A witness is data: a file that the
 * room builds and a few edits of it, one after the other. What only shows in a set, or needs a
 * file's name, is a tar archive of such files. The rows of a room stand in its witnesses.def. */
#ifndef NAVLINT_PARSERS_WITNESS_H
#define NAVLINT_PARSERS_WITNESS_H

#include <math.h>

#include "parsers/format.h"

/* ---- The rows ---- */

typedef struct nl_edit nl_edit;

/* Does an edit to a file that is ok. field: what stands at the edit's path, as it is in the file
 * now; cleared if the edit has no path. false if it cannot be done; the file is of no use then. A
 * room may have functions of its own. */
typedef bool (*nl_edit_fn)(nl_writer *file, const nl_edit *edit, const navlint_field *field);

struct nl_edit {
    nl_edit_fn apply;  /* NULL: no edit, and the end of the list */
    const char *path;  /* in the dump of the file as the edits before this one have left it (RFC
                          6901): a field whose bytes stand in the file as they are, not in packed
                          ones; NULL: none */
    double value;      /* holds every number that a field can */
    const void *bytes; /* `count` of them */
    int32_t count;     /* bytes */
};

typedef struct nl_witness_file {
    const char *name; /* in the archive, at most 99 bytes; NULL: the witness is this file alone */
    const void *spec; /* for the room's write; NULL: nothing is built */
    const nl_edit *edits;
} nl_witness_file;

/* The witnesses of a room. */
typedef struct nl_witnesses {
    /* By rule: a file without a name, or named ones and behind them one without. */
    const nl_witness_file *const *rows;

    /* Builds the file that a spec of the room's build.h describes. */
    void (*write)(nl_writer *out, const void *spec);

    /* The same in the dialect of a build variant. NULL: what `build` makes of that variant stands
     * in for every spec. */
    void (*write_as)(nl_writer *out, const void *spec, unsigned variant);
} nl_witnesses;

/* Writes the witness of the rule with this index. scratch is a copy: what is decoded to find fields
 * is gone with it. false if the rule has no row, something does not fit or an edit cannot be done.
 */
bool nl_write_witness(const nl_format *format, unsigned rule, nl_writer *out, nl_arena scratch);

/* The same in the dialect of build variant `variant`. false also if the dialect has no field of an
 * edit's path, or if nothing is left of the row: no edit, and no spec that the dialect could have.
 */
bool nl_write_witness_as(const nl_format *format, unsigned rule, unsigned variant, nl_writer *out,
                         nl_arena scratch);

/* ---- The edits: each is explained beside its word below ---- */

bool nl_edit_set(nl_writer *file, const nl_edit *edit, const navlint_field *field);
bool nl_edit_put(nl_writer *file, const nl_edit *edit, const navlint_field *field);
bool nl_edit_fill(nl_writer *file, const nl_edit *edit, const navlint_field *field);
bool nl_edit_splice(nl_writer *file, const nl_edit *edit, const navlint_field *field);
bool nl_edit_end(nl_writer *file, const nl_edit *edit, const navlint_field *field);
bool nl_edit_drop(nl_writer *file, const nl_edit *edit, const navlint_field *field);
bool nl_edit_append(nl_writer *file, const nl_edit *edit, const navlint_field *field);
bool nl_edit_pad(nl_writer *file, const nl_edit *edit, const navlint_field *field);

/* Puts `growth` zero bytes in at offset `at` of a file that is ok, or takes as many out if
 * negative. false, and nothing has changed, if they do not fit or are not there. */
bool nl_splice(nl_writer *file, uint64_t at, int64_t growth);

/* ---- The words of witnesses.def ---- */

/* A row: the file that `spec` points to, and one edit or more. */
#define NL_WITNESS(code, spec, ...)                                                                \
    [code] = (const nl_witness_file[]){MEMBER(NULL, spec, __VA_ARGS__)},

/* A row of files for an archive, each a MEMBER. */
#define NL_WITNESS_SET(code, ...) [code] = (const nl_witness_file[]){__VA_ARGS__, {.name = NULL}},

#define MEMBER(file_name, file_spec, ...)                                                          \
    { .name = (file_name), .spec = (file_spec), .edits = (const nl_edit[]){__VA_ARGS__, AS_BUILT}, }

#define NOTHING NULL /* instead of a spec: all bytes are APPENDed */
#define AS_BUILT                                                                                   \
    { .apply = NULL }

/* A number into a field, in the field's own type and byte order. */
#define SET(field_path, number)                                                                    \
    { .apply = nl_edit_set, .path = (field_path), .value = (number) }

/* The bytes of a string literal to the start of a field that is at least as long; one byte to all
 * of a field. */
#define PUT(field_path, literal)                                                                   \
    { .apply = nl_edit_put, .path = (field_path), .bytes = literal, .count = sizeof literal - 1 }
#define FILL(field_path, byte)                                                                     \
    { .apply = nl_edit_fill, .path = (field_path), .value = (byte) }

/* Bytes are taken out, zeros put in, at a field's start; the file ends in front of a field. */
#define CUT(field_path, byte_count)                                                                \
    { .apply = nl_edit_splice, .path = (field_path), .count = -(byte_count) }
#define INSERT(field_path, byte_count)                                                             \
    { .apply = nl_edit_splice, .path = (field_path), .count = (byte_count) }
#define END_AT(field_path)                                                                         \
    { .apply = nl_edit_end, .path = (field_path) }

/* Bytes off the end; those of a string literal to the end; one byte to the end, again and again. */
#define DROP(byte_count)                                                                           \
    { .apply = nl_edit_drop, .count = (byte_count) }
#define APPEND(literal)                                                                            \
    { .apply = nl_edit_append, .bytes = literal, .count = sizeof literal - 1 }
#define PAD(byte_count, byte)                                                                      \
    { .apply = nl_edit_pad, .value = (byte), .count = (byte_count) }

#define NOT_A_NUMBER ((double)NAN)
#define ENDLESS      ((double)INFINITY)

#endif
