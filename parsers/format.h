/* What a room of parsers/ shows to the rest of the house. */
#ifndef NAVLINT_PARSERS_FORMAT_H
#define NAVLINT_PARSERS_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/budget.h"
#include "core/dump.h"
#include "core/mesh.h"
#include "core/patch.h"
#include "core/report.h"
#include "core/writer.h"
#include "navlint/navlint.h"

/* A row of a room's rules.def as a navlint_rule. The severity PEDANTIC is that of an info that asks
 * for no repair: off unless asked for. */
#define NL_RULE_ROW(rule, severity_word, impact_word, message_text, explanation_text, remedy_text, \
                    source_text)                                                                   \
    {.code = #rule,                                                                                \
     NL_RULE_##severity_word,                                                                      \
     .impact = NAVLINT_##impact_word,                                                              \
     .message = message_text,                                                                      \
     .explanation = explanation_text,                                                              \
     .remedy = remedy_text,                                                                        \
     .source = source_text},
#define NL_RULE_ERROR    .severity = NAVLINT_ERROR
#define NL_RULE_WARNING  .severity = NAVLINT_WARNING
#define NL_RULE_INFO     .severity = NAVLINT_INFO
#define NL_RULE_PEDANTIC .severity = NAVLINT_INFO, .is_pedantic = true

/* One input on its way through a room. */
typedef struct nl_job {
    const char *name;         /* of the input, as in the report */
    const char *own_name;     /* of the file, without folders and archives */
    const uint8_t *bytes;     /* the input; never NULL */
    size_t length;            /* bytes; at most NL_HIGHEST_INPUT_BYTES */
    uint64_t file_bytes;      /* of the file: more than length where the input is its beginning */
    const navlint_game *game; /* judge as this game loads; NULL: tell from the bytes */
    unsigned part;            /* 0: a whole file; else part - 1 is an index into info.parts */
    bool has_company;         /* the input is one of a set that the room's check_set will see */
    bool navmesh_only;        /* of what else is in the input, judge what navigation needs alone */
    bool is_context;          /* decoded for what others refer to; what is found is not reported */
    nl_arena *arena;
    nl_budget *budget;
    navlint_report *report;
} nl_job;

/* One input of a set, decoded and checked by itself. */
typedef struct nl_member {
    nl_job job;           /* its report is not yet sealed: what the set shows goes there */
    const void *document; /* NULL if it could not be decoded */
} nl_member;

/* Inputs of one format that are judged together. */
typedef struct nl_set {
    const nl_member *members; /* in the order of the inputs */
    size_t count;
    nl_arena *arena;        /* what is left of it */
    nl_budget *budget;      /* of the set: the sum of its members' */
    navlint_report *report; /* for what is true of the set as a whole */
} nl_set;

typedef struct nl_format {
    navlint_format info;

    /* Whether the bytes begin with the format's magic. NULL: it has none. */
    bool (*has_magic)(const uint8_t *bytes, size_t length);

    /* Whether the counts add up although the magic is damaged, or there is none. Called only with
     * bytes in which no room sees its magic. NULL: without the magic a file is not recognised. */
    bool (*is_plausible)(const uint8_t *bytes, size_t length);

    /* Whether a file of this own name is likely to be of the format, for extensions that others use
     * too. NULL: the extension tells. */
    bool (*matches_name)(const char *name);

    /* The game that the bytes, which the room has probed as its own, are laid out for, if it is
     * known and none of the format's: "Fallout 4". NULL: the format is one game's. */
    const char *(*other_game)(const uint8_t *bytes, size_t length);

    /* Visits the names of the files that an input says it needs: see navlint_each_needed. NULL: it
     * says of none. */
    void (*each_needed)(const uint8_t *bytes, size_t length, navlint_name_fn visit, void *context);

    /* The most arena bytes that decode and check take for an input of this size. */
    uint64_t (*arena_bound)(uint64_t input_bytes);

    /* The same for these very bytes, NULL if there are none: at most arena_bound(length). NULL:
     * arena_bound. */
    uint64_t (*arena_need)(const uint8_t *bytes, size_t length);

    /* Bytes to a document in the job's arena; says in the report what is structurally wrong, and
     * claims the bytes that it understands. Goes on after a bad value as long as the structure can
     * be followed. NULL if there is nothing to check: a finding, a limit or an exhausted arena or
     * budget then says why. */
    const void *(*decode)(nl_job *job);

    /* Document to findings and facts. */
    void (*check)(nl_job *job, const void *document);

    /* What only shows when all members are seen: references across files and the like. Findings
     * with a place in a member go to that member's report. NULL: members have nothing to do with
     * each other. info.has_sets says the same to users. */
    void (*check_set)(const nl_set *set);

    /* What only shows beside a file of another format, in the same folder, whose name differs in
     * its extension alone: a map beside its mesh. Findings go to the job's report. other: one that
     * is_beside accepts; as much of it as is there, maybe no more than its beginning. NULL: nothing
     * does. */
    void (*check_beside)(nl_job *job, const void *document, const nl_job *other);

    /* Whether check_beside has anything to say about such a file, by its first bytes. NULL where
     * check_beside is. */
    bool (*is_beside)(const uint8_t *bytes, size_t length);

    /* Writes the command that takes a player to a place into the game's console: the place's
     * position or its subject's cell is known. NULL: the game has none. */
    void (*put_jump)(nl_text *text, const nl_place *place);

    /* Visits every field of the document in file order. */
    void (*dump)(const nl_job *job, const void *document, nl_dump *dump);

    /* Which of the dump's records are known again in another version of the file, and how: see
     * core/kinds.h. */
    const struct nl_kinds *kinds;

    /* Of a container: visits its members in the order of its directory until `visit` says false;
     * see navlint_each_member. NULL: the format is no container. info.is_container says the same to
     * users. */
    void (*each_member)(const nl_job *job, const void *document, navlint_member_fn visit,
                        void *context);

    /* Of a container: follows a change of a member, as containers/patch.h says, or refuses it.
     * NULL: members stay as they are. */
    void (*follow)(const nl_job *job, const void *document, nl_patch *patch);

    /* Unpacks the first packed record of the document that the view shows, into the job's arena.
     * found: receives its place and size, if there is one. Returns as navlint_unpack. NULL: the
     * format packs nothing. */
    navlint_status (*unpack)(const nl_job *job, const void *document, const nl_view *view,
                             navlint_unpacked *found);

    /* Draws the geometry of the document; work is linear in the input whatever overlaps. NULL: the
     * format has none. */
    void (*draw)(const nl_job *job, const void *document, nl_mesh *mesh);

    /* Words for the flags of drawn shapes, those first that say most about walking there; behind
     * the last one stands a row without a word. NULL: there are none. */
    const navlint_flag *flags;

    /* For each rule the smallest file that breaks it and no other, where that can be:
     * parsers/witness.h. */
    const struct nl_witnesses *witnesses;

    /* How what is found is repaired: parsers/fix.h. NULL: nothing but by the bytes that findings
     * bring along. */
    const struct nl_fixes *fixes;

    /* Writes a valid file of about target_bytes (never less than the smallest one), in one of
     * build_variants dialects. */
    void (*build)(unsigned variant, uint64_t target_bytes, nl_writer *out);
    unsigned build_variants;

    /* Of these, the one whose large files have next to nothing to judge; 0: none. */
    unsigned sparse_variant;

    /* For fuzzing: repairs the sizes that the bytes around offset `at` state, before
     * `growth` bytes are put in there (taken out, if negative). Any bytes may come. NULL: the
     * format states counts of records, not sizes of what is around them. */
    void (*resize)(uint8_t *bytes, size_t length, uint64_t at, int64_t growth);
} nl_format;

/* All formats, in the order of formats.def. */
extern const nl_format *const nl_formats[];
extern const size_t nl_format_count;

#endif
