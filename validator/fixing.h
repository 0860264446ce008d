/* Fixing, from the inside. A round: judge (fix_judge.c), plan a fix for each finding (fix_plan.c),
 * write what the chosen ones make of the files (fix_write.c), judge that, keep it or try fewer
 * (fix.c); fix_result.c reports what was kept. All memory is the caller's block. */
#ifndef NAVLINT_VALIDATOR_FIXING_H
#define NAVLINT_VALIDATOR_FIXING_H

#include "parsers/fix.h"
#include "validator/check_inputs.h"

enum {
    NL_FIX_MOST_SHOWN = 1000,   /* fixes that are kept for the result, and refused ones */
    NL_FIX_SHOWN_BYTES = 1024,  /* of texts and edits of each, on average */
    NL_FIX_MOST_REFUSED = 4096, /* that are remembered, not to be tried again */
    NL_FIX_DEFAULT_ROUNDS = 16,
    NL_FIX_MOST_REFILLS = 8,  /* look-ups as of a round that are granted besides, in all */
    NL_FIX_MOST_TRIALS = 128, /* judgements in all */
    NL_FIX_MOST_BUDGETS = 8   /* that judgements may use up together: real files take a hundredth of
                                 their step budget, those that are made to be slow half of it */
};

/* What a judgement found: how many findings of each severity, and of each rule of each format. */
typedef struct nl_fix_score {
    uint64_t errors, warnings, infos;
    bool is_limited; /* something kept us from judging */
    uint64_t *rules; /* nl_fix_rule_count of them */
} nl_fix_score;

/* What a fix is known by in later rounds. */
typedef struct nl_fix_key {
    size_t rule; /* among the rules of all formats */
    size_t input;
    uint64_t offset; /* of the finding, in the input as it was given; of one that shares its fix
                        with others, what their paths begin with, as a hash */
    uint64_t inner_offset; /* in packed bytes */
} nl_fix_key;

/* A fix that is planned. */
typedef struct nl_fix_group {
    navlint_applied shown; /* but for its edits; texts live as long as the round */
    nl_fix_key key;
    bool is_shared; /* it makes good other findings with this key as well */
    nl_fix_edit *edits;
    uint32_t edit_count;
    bool is_deferred; /* it overlaps one that is made in this round */
    bool is_torn;     /* its own edits overlap: it can never be made */
    bool is_chosen;   /* for the trial */
} nl_fix_group;

/* An edit of the round, for sorting. */
typedef struct nl_fix_entry {
    nl_fix_edit *edit;
    uint32_t group; /* index; UINT32_MAX: it follows from others */
    uint32_t order; /* of those at the same place */
} nl_fix_entry;

/* An input: as it is now and as it may become. */
typedef struct nl_fix_file {
    uint8_t *spare[2]; /* room for two states besides the bytes that were given */
    size_t capacity;   /* bytes of each */
    const uint8_t *next;
    size_t next_length;
    navlint_change
        *steps; /* of the trial: what the round would change; before: bytes as they are */
    uint32_t step_count;
    navlint_change *changes; /* since the beginning */
    navlint_change *spare_changes;
    uint32_t change_count;
    uint32_t change_cap;
} nl_fix_file;

/* What is shown of fixes: the first ones, each with all its texts and edits. */
typedef struct nl_fix_shown {
    navlint_applied *items;
    uint32_t count;
    uint64_t total; /* of those that are not shown, too */
    bool is_full;   /* one did not fit */
    nl_arena arena; /* for texts and edits */
} nl_fix_shown;

struct navlint_fixed {
    navlint_options options; /* of the caller */
    navlint_options judging; /* the same, so that nothing is left out */
    navlint_fix_options wishes;
    const navlint_input *given;
    navlint_input *now;
    size_t input_count;
    nl_fix_file *files;
    nl_arena kept;  /* for the result */
    nl_arena round; /* emptied for each */
    void *check_memory;
    size_t check_bytes;
    nl_arena check_arena;
    nl_member *members;
    const navlint_report *report;
    nl_fix_score score; /* of `report` */
    nl_fix_score tried;
    nl_fix_group *groups;
    uint32_t group_count;
    uint32_t group_cap;
    uint32_t deferred;
    void *memo;        /* of this round: nl_fixer */
    uint64_t lookups;  /* of this round: nl_fixer */
    uint32_t refills;  /* since the beginning */
    bool is_too_big;   /* a fix was left out for which the look-ups or memory of a whole round are
                          too few, or for which there were no more look-ups */
    bool is_truncated; /* there were more findings than are kept when the round was planned */
    nl_fix_entry *entries;
    uint32_t entry_count;
    nl_fix_key *refusals;
    uint32_t refusal_count;
    bool is_refusal_stale; /* something has changed since */
    nl_fix_shown applied, refused;
    uint32_t rounds, trials;
    uint64_t steps, step_limit; /* of all judgements */
    bool is_judged;             /* `report` and `members` are of the inputs as they are now */
    navlint_limit limit;
};
typedef struct navlint_fixed nl_fixing;

/* The rules of all formats, and the number of one among them. */
size_t nl_fix_rule_count(void);
size_t nl_fix_rule_number(const navlint_rule *rule);

/* Whether there may be another judgement. */
static inline bool nl_fix_may_judge(const nl_fixing *f) {
    return f->trials < NL_FIX_MOST_TRIALS && f->steps <= f->step_limit;
}

/* Records what ended the fixing; the first one counts. Texts are static. */
void nl_fix_limit(nl_fixing *f, const char *name, const char *message);

/* Judges the inputs as they are now: members, report and `score`. false if the block is too small.
 */
bool nl_fix_judge(nl_fixing *f, nl_fix_score *score);

/* Why the state with the score `tried` may not be kept; NULL: it may. */
const char *nl_fix_objection(const nl_fixing *f);

/* Plans a fix for each finding that is to be fixed, and defers those that overlap others. */
void nl_fix_plan(nl_fixing *f);

/* Writes what the chosen groups make of the inputs into `next` of their files. false if it cannot
 * be: it does not fit, or two changes meet. */
bool nl_fix_write(nl_fixing *f);

/* Whether two edits, of which `b` does not come before `a` in the order of nl_fix_sort, change the
 * same bytes. */
bool nl_fix_overlap(const nl_fix_edit *a, const nl_fix_edit *b);
void nl_fix_sort(nl_fix_entry *entries, uint32_t count);

/* Adds the steps of a file to what has changed since the beginning. */
void nl_fix_note_changes(nl_fix_file *file);

/* Where a place of the file as it is now was in the input as it was given. */
uint64_t nl_fix_given_offset(const nl_fix_file *file, uint64_t offset);

/* Counts a group, and keeps it for the result if there is room. reason: NULL for one that was made.
 */
void nl_fix_show(nl_fixing *f, const nl_fix_group *group, const char *reason);

#endif
