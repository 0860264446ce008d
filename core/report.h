/* The report while it is made: one emitter for findings, facts, claimed bytes and the limit. */
#ifndef NAVLINT_CORE_REPORT_H
#define NAVLINT_CORE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/fields.h"
#include "core/limits.h"
#include "core/path.h"
#include "core/place.h"
#include "core/text.h"
#include "navlint/navlint.h"

/* What a check adds to the place of one breakage. Everything is borrowed for the call; what is left
 * out is absent from the finding, except as said here. */
typedef struct nl_draft {
    uint64_t length;      /* bytes; 0: the field's own length */
    navlint_value actual; /* a measure; none: the value that the field has in the file */
    navlint_value expected;
    navlint_relation relation;                 /* of `expected`; text for a field that holds none is
                                                  always NAVLINT_DESCRIBED */
    navlint_value others[NL_MAX_EXPECTED - 1]; /* NAVLINT_BETWEEN, _ONE_OF: after the first */
    navlint_value args[NL_MAX_ARGS];           /* {0} to {3} of the message */
    navlint_related related[NL_MAX_RELATED];   /* those with a message count; messages are static */
    uint32_t hint_count; /* the first so many of `related` say what the message does not */
    navlint_fix fix;     /* left out where the place is in packed bytes */
} nl_draft;

typedef struct nl_rule_state {
    uint64_t seen;
    uint64_t total; /* findings, also those that follow from others or are hidden */
    uint32_t kept;
    navlint_severity severity; /* where the report has overrides */
} nl_rule_state;

typedef struct nl_kept_finding {
    struct nl_kept_finding *next; /* of its severity, the latest first */
    navlint_finding finding;
    navlint_related related[NL_MAX_RELATED];
    navlint_value alternatives[NL_MAX_EXPECTED - 1];
    nl_rule_state *state;             /* of its rule */
    bool is_measured;                 /* finding.actual is no field's value */
    bool is_left_out;                 /* while a report is settled */
    uint64_t serial;                  /* order of emission: settles ties of the sort */
    uint32_t text_bytes;              /* used of text */
    char text[NL_FINDING_TEXT_BYTES]; /* all that the finding points to and that is not static */
} nl_kept_finding;

typedef struct nl_report_caps {
    uint32_t findings;          /* of one report */
    uint32_t findings_per_rule; /* of one rule in one report */
} nl_report_caps;

/* What the reports of one check share: memory of their own, so that nothing that a room allocates
 * can starve them. */
typedef struct nl_report_pool {
    nl_arena memory;
    nl_report_caps caps;
    bool lists_repeats; /* findings between nl_repeat(true) and nl_repeat(false) are listed, too */
} nl_report_pool;

enum { NL_SEVERITIES = NAVLINT_OFF }; /* that are kept: error, warning, info */

struct navlint_report {
    nl_report_pool *pool;
    const char *name;
    uint64_t bytes;
    const navlint_format *format;
    const char *detected_by;
    const char *endianness;
    const char *dialect;
    char version[16];
    navlint_limit limit;
    char limit_message[256];
    bool is_settled; /* navlint_report_settle was called */
    bool undecoded;  /* data was lost: never `valid`, even if the finding that says so is ignored */
    bool has_overrides; /* else rules have their own severities: to copy them costs small files 5 %
                         */
    bool has_states;    /* the states below have been cleared; those of a sound file never are */
    nl_rule_state *rules;
    const char
        *resemblance; /* what the file seems to be instead; static; NULL: what it is judged as */
    navlint_severity min_severity;        /* less severe findings are counted only */
    bool follows;                         /* what is found follows from a cause */
    uint64_t repeated;                    /* findings of which that was so */
    bool repeats;                         /* what is found says again what has been listed */
    nl_kept_finding *kept[NL_SEVERITIES]; /* chains, the latest finding first */
    nl_kept_finding **findings;           /* sorted; made by nl_report_seal */
    uint32_t finding_count;
    uint32_t finding_cap;
    uint64_t emitted;                                       /* findings so far, kept or not */
    void (*put_jump)(nl_text *text, const nl_place *place); /* of the format; NULL: none */
    navlint_summary summary;
    navlint_tally suppressed; /* of these */
    uint32_t fact_count;
    uint32_t claimed_count;
    uint32_t unclaimed_count;
    uint64_t claimed_bytes;
    navlint_usage usage;
    navlint_report **members;
    size_t member_count;
    /* As many as are counted above; the rest is never cleared. */
    navlint_fact facts[NL_MAX_FACTS];
    navlint_range claimed[NL_MAX_RANGES]; /* sorted, not touching */
    navlint_range unclaimed[NL_MAX_RANGES + 1];
};

/* The most bytes that `report_count` reports of one check take, for formats of at most rule_count
 * rules. */
uint64_t nl_report_bound(nl_report_caps caps, uint64_t rule_count, uint64_t report_count);

/* An empty pool over `memory`. */
nl_report_pool nl_report_pool_over(nl_arena memory, nl_report_caps caps);

/* A new report in the pool, which must outlive it. NULL if it does not fit. */
navlint_report *nl_report_new(nl_report_pool *pool, const navlint_input *input);

/* Gives the report its format and room for that format's rules, all at their own severity: of a
 * set, each format whose files are judged together, one after the other. false if it does not fit.
 */
bool nl_report_set_format(navlint_report *report, const navlint_format *format,
                          const char *detected_by);

/* The states of the rules of the report's format: all zero at first. */
nl_rule_state *nl_report_states(navlint_report *report);

/* A rule's severity if nobody wishes another one. */
static inline navlint_severity nl_own_severity(const navlint_rule *rule) {
    return rule->is_pedantic ? NAVLINT_OFF : rule->severity;
}

/* Gives a rule of the report's format another severity than its own; NAVLINT_OFF is never reported.
 */
void nl_report_override(navlint_report *report, unsigned rule, navlint_severity severity);

/* The one emitter: severity, exact counts and caps in this order; what is kept is copied.
 * place: of the record, in whose report the finding goes; rule: index into the rules of the format
 * of that report; field: of the record, NULL for the record itself. Unless the draft brings a
 * measure, all bytes of the field are in place->bytes. */
void nl_emit(const nl_place *place, unsigned rule, const nl_field *field, const nl_draft *draft);

/* The same for the cause of others: it is the first of the report. Returns whether it is reported:
 * if its rule is off, what follows from it has no headline and is listed itself. */
bool nl_emit_cause(const nl_place *place, unsigned rule, const nl_field *field,
                   const nl_draft *draft);

/* Makes the cause of others of a finding that was emitted before. serial: report->emitted when it
 * had been. A finding that is not listed is none. */
void nl_make_cause(navlint_report *report, uint64_t serial);

/* From here on (until the same with false) findings follow from a cause that has been emitted: they
 * count, in the verdict too, but are not listed. */
void nl_follow(navlint_report *report, bool follows);

/* The same for findings that stand for themselves and say nothing new: the fourth reference to an
 * id that does not exist. Whoever repairs them asks for all of them (nl_report_pool). */
void nl_repeat(navlint_report *report, bool repeats);

enum { NL_NO_FIELD = UINT32_MAX };

/* The same for a field by its number: an index into the fields of the format's layout, or
 * NL_NO_FIELD. */
void nl_found(const nl_place *place, unsigned rule, unsigned field, const nl_draft *draft);
bool nl_found_cause(const nl_place *place, unsigned rule, unsigned field, const nl_draft *draft);

/* Adds a statistic; text is copied. Facts past NL_MAX_FACTS are dropped. name is static. */
void nl_fact(navlint_report *report, const char *name, navlint_value value);

/* Says that the bytes [offset, offset + length) are accounted for. */
void nl_claim(navlint_report *report, uint64_t offset, uint64_t length);

/* Records what kept us from judging; the first one counts. name is static, message is copied. */
void nl_limit(navlint_report *report, const char *name, const char *message);

/* Ends the making: sorts, counts occurrences, computes the gaps. */
void nl_report_seal(navlint_report *report);

#endif
