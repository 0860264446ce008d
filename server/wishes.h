/* What a client asks for: the words of the query or of a form's fields, and what they mean. */
#ifndef NAVLINT_SERVER_WISHES_H
#define NAVLINT_SERVER_WISHES_H

#include "server/access/tokens.h"
#include "server/masters.h"
#include "server/target.h"

/* Codes in one list, patterns written out: more than any format has. */
enum { SRV_MOST_CODES = 256 };

/* What the service allows; words are held against it. */
typedef struct srv_terms {
    uint64_t max_body_bytes;
    uint32_t max_findings;
    const srv_masters *masters; /* NULL: none */
    srv_tokens *tokens;         /* NULL: everybody may ask */
} srv_terms;

typedef struct srv_codes {
    size_t count;
    const char *items[SRV_MOST_CODES]; /* the library's, static; the others say nothing */
} srv_codes;

/* Plain data: it may be copied as long as the words live, which some of it borrows. */
typedef struct srv_wishes {
    const char *format; /* NULL: not asked for, as the next three */
    const char *game;
    const char *name;
    const char *masters; /* a list of names, separated by commas, or "none" */
    navlint_scope scope;
    navlint_severity min_severity; /* info without has_min_severity */
    bool has_min_severity;
    bool pedantic;
    bool unsafe;           /* of a fix */
    uint32_t max_findings; /* the service's own without has_max_findings */
    bool has_max_findings;
    size_t override_count;
    srv_codes only;
    srv_codes ignore;
    navlint_override overrides[SRV_MOST_CODES];
} srv_wishes;

/* Makes it ask for nothing. The lists have 8 KiB, of which most clients need none: only their
 * counts are cleared. max_findings: the service's own. */
void srv_wishes_clear(srv_wishes *wishes, uint32_t max_findings);

/* Reads the words; NULL stands for one that was not given. A pure function.
 * Returns what is wrong with the first bad one; its answer is SRV_OK if nothing is. */
srv_problem srv_wishes_read(srv_wishes *wishes, const char *const words[SRV_PARAM_COUNT],
                            const srv_terms *terms);

/* The words that scope, minSeverity and unsafe take, NULL behind the last; NULL for the others. */
const char *const *srv_wish_words(srv_param param);

/* The library's options for them. options: borrows from the wishes. */
void srv_wishes_apply(const srv_wishes *wishes, navlint_options *options);

#endif
