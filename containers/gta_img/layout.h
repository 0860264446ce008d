/* IMG archives of GTA San Andreas: the document, and what the room shows to itself. fields.def says
 * where the fields of a record are; README.md where each fact comes from. */
#ifndef NAVLINT_CONTAINERS_GTA_IMG_LAYOUT_H
#define NAVLINT_CONTAINERS_GTA_IMG_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "containers/gta_img/fields.h"
#include "core/reader.h"
#include "parsers/format.h"

enum {
    IMG_SECTOR_BYTES = 2048,
    IMG_MAGIC_BYTES = 4,
    IMG_SECTORS = 1 << 21,   /* of the 4 GiB that a 32-bit position in bytes reaches */
    IMG_READ_CHARS = 23,     /* that the game reads: it ends the last byte of the name itself */
    IMG_LAST_DOT = 20,       /* where the dot of a name may stand at most, counted from 0 */
    IMG_EXTENSION_CHARS = 3, /* that the game compares */
    IMG_NUMBER_AT = 5,       /* in the name of a path file: behind "nodes" */
    IMG_AREAS = 64           /* path files that the game has room for */
};

/* An archive whose directory is read in place: the rows follow the header. */
typedef struct img_document {
    uint32_t count;    /* rows that are there */
    bool is_whole;     /* as many as the header says */
    bool is_cutscene;  /* it holds cutscenes: the game reads it apart from its streaming, and its
                          .dat files are the cameras' paths */
    uint64_t files_at; /* bytes: behind the directory, and behind the zeros that fill its sector */
    uint32_t data_sector; /* the first one behind the directory that the header states */
} img_document;

bool img_has_magic(const uint8_t *bytes, size_t length);
bool img_is_plausible(const uint8_t *bytes, size_t length);
uint64_t img_arena_bound(uint64_t input_bytes);
const void *img_decode(nl_job *job);
void img_check_document(nl_job *job, const void *document);
void img_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context);
void img_follow(const nl_job *job, const void *document, nl_patch *patch);
void img_dump(const nl_job *job, const void *document, nl_dump *dump);
void img_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
extern const struct nl_witnesses img_witnesses;
extern const nl_format nl_format_gta_img;

/* What img_build writes. */
enum { IMG_BUILD_SMALL_FILES = 0, IMG_BUILD_LARGE_FILES, IMG_BUILD_VARIANTS };

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "containers/gta_img/rules.def"
#undef NL_RULE
    IMG_RULE_COUNT
};

#endif
