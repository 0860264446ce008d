/* What the files share that read a file into a document. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_READING_H
#define NAVLINT_PARSERS_MGS_NAV2_READING_H

#include "parsers/mgs_nav2/findings.h"

/* One file while it is read. A file that is shorter than it says is read quietly first: if what is
 * missing matters, nothing else is said of it. */
typedef struct nav2_reading {
    nl_job *job;
    nav2_document *doc;
    bool is_quiet;
    bool lacks_chunks;   /* a chunk is of no known type, or of the wrong group */
    uint32_t unknown_at; /* the first chunk of type 2; 0: there is none */
    uint32_t unknown_chunks;
    uint32_t missing; /* chunks of groups */
    uint32_t errors;  /* that keep something from being read, reported or not */
} nav2_reading;

/* Notes that the rule is broken, which keeps something from being read if it is an error. Returns
 * whether to report it. */
bool nav2_note(nav2_reading *r, unsigned rule);

/* Notes and reports it at a field of the file's header. */
void nav2_note_header(nav2_reading *r, unsigned rule, unsigned field, const nl_draft *draft);

/* A section behind the chunks. */
typedef struct nav2_section {
    const char *name; /* as messages have it */
    unsigned field;   /* of the file's header: its offset */
    uint32_t header_bytes;
} nav2_section;

extern const nav2_section nav2_island_section, nav2_search_section, nav2_tiles_section;

/* Where the section is; 0 if there is none, or if its header is not in the file. */
uint32_t nav2_find_section(nav2_reading *r, const nav2_section *section);

#endif
