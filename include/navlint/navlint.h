/* navlint: is a game navigation file safe to ship?
 *
 * The one public header. Typical use:
 *
 *     navlint_options options;
 *     navlint_options_init(&options, sizeof options);
 *     const navlint_input input = {.name = "de_dust2.nav", .bytes = bytes, .length = length};
 *     const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
 *     void *memory = malloc(memory_bytes);
 *     const navlint_report *report = NULL;
 *     if (navlint_check(&options, &input, 1, memory, memory_bytes, &report) == NAVLINT_OK)
 *         puts(navlint_verdict_text(navlint_report_verdict(report)));
 *     free(memory);
 *
 * Everything a check needs lives in the block that the caller hands in (but for a decompressor of
 * 12 KB where data are packed: docs/limits.md); the library keeps no global state, so any number of
 * checks may run at once, each with a block of its own. Functions of the last section (rendered
 * text) allocate with malloc and say so.
 *
 * How structs grow, so that a program runs with a later library than it was compiled for:
 * - Those that the library hands out by pointer (rules, findings, facts, ...) are read-only and may
 *   grow at their end: never take them by value or in arrays of your own.
 * - Those that the caller allocates and that may grow begin with `struct_bytes`, which is the
 *   caller's sizeof (options, styles, records of a layout). 0 is the default of what they gain. A
 *   program that sets members which the library does not know is told so and not half obeyed.
 * - All others never change: inputs and overrides, which stand in arrays, ranges, positions, values
 *   and what is returned by value.
 */
#ifndef NAVLINT_NAVLINT_H
#define NAVLINT_NAVLINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define NAVLINT_API __attribute__((visibility("default")))
#else
#define NAVLINT_API
#endif

/* ---- Words --------------------------------------------------------------------------------- */

/* How a call ended. Anything but NAVLINT_OK means that no report was made. */
typedef enum navlint_status {
    NAVLINT_OK = 0,
    NAVLINT_BAD_ARGUMENT,   /* a required pointer is NULL, nothing but context is given, or
                               struct_bytes is wrong: navlint_options_init sets it */
    NAVLINT_UNKNOWN_FORMAT, /* options.format names no known format */
    NAVLINT_UNKNOWN_RULE,   /* an ignore, only or override entry names no known rule */
    NAVLINT_UNKNOWN_GAME,   /* options.game names no game that any format knows */
    NAVLINT_NO_MEMORY,      /* the block is too small even for an empty report */
    NAVLINT_NOT_RECOGNISED, /* dump, draw: no format recognises the bytes */
    NAVLINT_UNSUPPORTED, /* dump, draw, unpack, witness, members: the format is known but cannot do
                            this */
    NAVLINT_NOT_PACKED   /* unpack: there are no packed bytes where they are looked for */
} navlint_status;

/* What a rule's breakage means: error = the game crashes, hangs, refuses the file or loses
 * navigation; warning = probably unintended: look before you ship; info = worth knowing. */
typedef enum navlint_severity {
    NAVLINT_ERROR = 0,
    NAVLINT_WARNING,
    NAVLINT_INFO,
    NAVLINT_OFF /* only as an override: never reported */
} navlint_severity;

/* What the game does with such a file. */
typedef enum navlint_impact {
    NAVLINT_CRASH = 0, /* reads or writes out of bounds, dereferences NULL */
    NAVLINT_HANG,      /* endless loop or memory growth without end */
    NAVLINT_REJECTED,  /* the loader refuses the file */
    NAVLINT_BROKEN,    /* loads, but agents stand still or walk wrong */
    NAVLINT_COSMETIC   /* no effect in play */
} navlint_impact;

typedef enum navlint_verdict {
    NAVLINT_VALID = 0,    /* no error */
    NAVLINT_INVALID,      /* at least one error */
    NAVLINT_INDETERMINATE /* a limit or an unsupported dialect kept us from judging */
} navlint_verdict;

typedef enum navlint_value_kind {
    NAVLINT_NO_VALUE = 0,
    NAVLINT_UINT,
    NAVLINT_INT,
    NAVLINT_REAL, /* may be NaN or infinite when it comes from a file */
    NAVLINT_TEXT  /* NUL-terminated printable ASCII; other bytes are escaped as \xNN */
} navlint_value_kind;

typedef struct navlint_value {
    navlint_value_kind kind;
    union {
        uint64_t uint;
        int64_t sint;
        double real;
        const char *text;
    } as;
} navlint_value;

/* What a fix may cost. */
typedef enum navlint_safety {
    NAVLINT_NOT_FIXABLE = 0,
    NAVLINT_SAFE,  /* the file becomes what the game makes of it anyway, or gets the only value that
                      can be right */
    NAVLINT_UNSAFE /* something is lost, or chosen among several that may be right */
} navlint_safety;

/* ---- Formats and rules ----------------------------------------------------------------------- */

/* One row of a format's rule table. */
typedef struct navlint_rule {
    const char *code; /* NAV_CONN_UNRESOLVED: upper snake, never reused */
    navlint_severity severity;
    navlint_impact impact;
    const char *message;     /* template: {actual} {expected} {0} {1} {2} {3} */
    const char *explanation; /* why it matters, what the engine does */
    const char *remedy;      /* how to repair it, in the words of the format's tools */
    const char *source;      /* where the fact comes from */
    bool is_pedantic;        /* there is nothing to repair: off unless options.pedantic, or an
                                override or `only` names it */
} navlint_rule;

/* A game whose way of loading options.game can ask for. */
typedef struct navlint_game {
    const char *id;    /* "gmod" */
    const char *title; /* "Garry's Mod" */
} navlint_game;

/* What a file of a format is made of and can be judged by itself, if options.format says so: it is
 * never told from the bytes. */
typedef struct navlint_part {
    const char *id;    /* "skyrim-nvmi" */
    const char *title; /* "one NVMI field, without its header" */
} navlint_part;

/* Which number of a position grows in a direction: 1, 2, 3 for x, y, z; -1, -2, -3 for the one that
 * shrinks; 0 where the format names no such direction. */
typedef struct navlint_axes {
    int8_t up;
    int8_t north; /* as the format's own words or its game's map have it */
    int8_t east;
} navlint_axes;

/* The word for a flag, or for a value of several bits: it holds if (flags & mask) == value. */
typedef struct navlint_flag {
    const char *kind; /* of the subject that has it, as shapes name it: "area", "node" */
    uint64_t mask;
    uint64_t value;
    const char *word; /* "crouch" */
} navlint_flag;

/* The records of a format: navlint_record_at shows them. */
typedef struct navlint_layout navlint_layout;

typedef struct navlint_format {
    const char *id;                /* "source-nav" */
    const char *title;             /* "Source engine navigation mesh" */
    const char *summary;           /* versions and dialects, one line */
    const char *const *extensions; /* ".nav", ..., NULL */
    const navlint_game *games;
    size_t game_count;
    const navlint_rule *rules;
    size_t rule_count;
    bool has_sets; /* files of one map are judged together: hand them to one navlint_check */
    const navlint_part *parts;
    size_t part_count;
    bool is_measured; /* what a file takes shows only when it is there: navlint_memory_bound looks
                         at its bytes, navlint_arena_bound is far above what most files take */
    const navlint_layout *layout;
    navlint_axes axes;
    bool is_container; /* files of it hold other files: navlint_each_member visits them */
    bool sets_go_on;   /* of a container: files of one set may be in several of one archive */
    bool sets_by_need; /* what a set shows of a file depends on what the file needs alone: a part of
                          a set may be judged with what navlint_each_needed names as context */
} navlint_format;

/* How many formats this build knows. */
NAVLINT_API size_t navlint_format_count(void);

/* The format at `index`, in the order of parsers/rooms.def; NULL past the end. */
NAVLINT_API const navlint_format *navlint_format_at(size_t index);

/* The format with this id, or with a part of this id; NULL if there is none or id is NULL. */
NAVLINT_API const navlint_format *navlint_format_by_id(const char *id);

/* The word at `index` for the flags of drawn shapes, those first that say most about walking there;
 * NULL past the end or if format is NULL. */
NAVLINT_API const navlint_flag *navlint_flag_at(const navlint_format *format, size_t index);

/* The rule with this code, of whatever format; NULL if there is none or code is NULL.
 * format: receives the format that owns it; may be NULL. */
NAVLINT_API const navlint_rule *navlint_rule_by_code(const char *code,
                                                     const navlint_format **format);

/* Whether navlint_fix_apply repairs what the rule finds, where it can, and how safely.
 * deed: receives what it does, "removes the connection"; static, NULL for NAVLINT_NOT_FIXABLE; may
 *   itself be NULL.
 * Returns NAVLINT_NOT_FIXABLE if rule is NULL. */
NAVLINT_API navlint_safety navlint_rule_fix(const navlint_rule *rule, const char **deed);

/* "1.2.3", static. */
NAVLINT_API const char *navlint_version(void);

/* The words used in reports and in this library's own messages; static, never NULL. */
NAVLINT_API const char *navlint_status_text(navlint_status status);
NAVLINT_API const char *navlint_severity_text(navlint_severity severity);
NAVLINT_API const char *navlint_impact_text(navlint_impact impact);
NAVLINT_API const char *navlint_verdict_text(navlint_verdict verdict);
NAVLINT_API const char *navlint_safety_text(navlint_safety safety); /* "none", "safe", "unsafe" */

/* ---- Options --------------------------------------------------------------------------------- */

typedef struct navlint_override {
    const char *code;
    navlint_severity severity;
} navlint_override;

/* What of a file is judged. What is not read counts as unclaimed. */
typedef enum navlint_scope {
    NAVLINT_SCOPE_ALL = 0, /* every record of a plugin */
    NAVLINT_SCOPE_NAVMESH  /* those that navigation needs: faster, and blind to damage elsewhere */
} navlint_scope;

/* Where an input lies among the others, by numbers of the caller's. */
typedef struct navlint_location {
    uint32_t archive; /* or container, or folder on the disk with those below it */
    uint32_t folder;  /* in it */
} navlint_location;

/* Borrowed pointers must stay alive during the call they are handed to. Call navlint_options_init
 * first: it sets every default named here. */
typedef struct navlint_options {
    size_t struct_bytes; /* sizeof(navlint_options) of the caller */
    const char *format;  /* judge as this format or part; NULL (default): tell it from the bytes */
    const char *game;    /* judge as this game would load it; NULL (default): tell from the bytes */
    const navlint_override *overrides; /* later rows win; default none */
    size_t override_count;
    const char *const *ignore; /* codes never reported; default none */
    size_t ignore_count;
    const char *const *only; /* if not empty, only these codes are reported; default none */
    size_t only_count;
    bool pedantic;                  /* report what needs no repair, too; default false */
    navlint_severity min_severity;  /* less severe findings are counted, not kept; default info */
    uint32_t max_findings;          /* kept of one input; errors stay longest; default 1000 */
    uint32_t max_findings_per_rule; /* kept of one rule in one input; default 100 */
    uint64_t max_input_bytes;       /* larger inputs are indeterminate; default 1 GiB */
    uint64_t max_steps;             /* work units for one input; 0 (default): linear in its size */
    const char *set_name;           /* of several inputs as a whole, as it will appear in their
                                       report; alive as long as that; NULL (default): "set" */
    navlint_scope scope;            /* of files that hold more than navigation; default all */
    uint64_t dump_from;         /* navlint_dump: fields that have bytes of the input from here */
    uint64_t dump_to;           /* up to here, itself excluded; 0 (default): to the end */
    uint64_t dump_inner_from;   /* the same of what packed bytes unpack to, for the fields that */
    uint64_t dump_inner_to;     /* stand there */
    const char *dump_path;      /* only the record or field with this path and what is below it;
                                   NULL (default): all */
    const uint64_t *file_bytes; /* one for each input of a check: the size of the file that it is
                                   the beginning of, for context of which no more is needed: of the
                                   map beside a mesh, its first 4 bytes; 0, or the length of the
                                   input: it is the file; NULL (default): each is */
    const navlint_location *locations; /* one for each input of a check; those of one folder alone
                                          are judged as a set. What they need (navlint_each_needed)
                                          is the file of that name in another folder of their
                                          archive, unless there are different ones, else context,
                                          whose location does not count. NULL (default): all lie in
                                          one folder */
} navlint_options;

/* Sets every default.
 * struct_bytes: sizeof *options. Not a byte behind them is touched, so that a later library, whose
 *   options are longer, serves a program that was compiled before it. */
NAVLINT_API void navlint_options_init(navlint_options *options, size_t struct_bytes);

/* Says whether `options` are such as this library knows: their size and the names in them.
 * culprit: receives the offending name (borrowed from options), else NULL; may be NULL.
 * Returns NAVLINT_OK, NAVLINT_UNKNOWN_FORMAT, NAVLINT_UNKNOWN_RULE, NAVLINT_UNKNOWN_GAME, or
 * NAVLINT_BAD_ARGUMENT: options is NULL, was not initialised, or sets what only a later library
 * knows. */
NAVLINT_API navlint_status navlint_options_check(const navlint_options *options,
                                                 const char **culprit);

/* ---- Checking -------------------------------------------------------------------------------- */

/* One named buffer. The library reads inside [bytes, bytes + length) only. */
typedef struct navlint_input {
    const char *name;  /* as it will appear in the report; NULL stands for "-" */
    const void *bytes; /* may be NULL when length is 0 */
    size_t length;     /* bytes */
    bool is_context;   /* read for what the other inputs refer to, and never reported: a master of a
                          plugin, say; not the only input */
    const char *inner_name; /* of a file in an archive or a container its name there, maps/a.nav of
                               x.zip!maps/a.nav, else `name`; NULL: told from `name`, which fails
                               for files that have a dot and then a ! in their own name */
} navlint_input;

/* Tells the format from the content; the name only breaks ties.
 * Returns NULL if nothing fits. detected_by: receives "magic", "content" or "name" (static), NULL
 * with no format; may itself be NULL. */
NAVLINT_API const navlint_format *navlint_detect(const navlint_input *input,
                                                 const char **detected_by);

/* How a file came to be an input. */
typedef enum navlint_origin {
    NAVLINT_NAMED = 0, /* somebody asks for this very file */
    NAVLINT_FOUND      /* it lies in a folder or an archive, among others of whatever kind */
} navlint_origin;

/* Says as which format an input is to be checked under `options`, of which the format counts alone;
 * NULL stands for none. Without a forced format that is what navlint_detect says. A forced format
 * holds for every input that is named; of those that are found, for those whose content is of that
 * format and those that carry its extension and look like no other. What macOS puts beside a file,
 * AppleDouble under the name ._NAME, is of no format if it was found.
 * input: the bytes may be the first megabyte of a larger file.
 * Returns NULL if the input is none of these: leave it alone if it was found. */
NAVLINT_API const navlint_format *navlint_detect_as(const navlint_options *options,
                                                    const navlint_input *input,
                                                    navlint_origin origin);

/* Says whether a file of this name carries an extension of the format, or of any format if it is
 * NULL; case does not count. Files of other kinds may carry it too. name: may be NULL. */
NAVLINT_API bool navlint_format_takes_name(const navlint_format *format, const char *name);

/* Says of what other game a file is that has the form of a known format, but is laid out for a game
 * that the format does not know: "Fallout 4". Checked, it is indeterminate, with the limit
 * `unsupported`; navlint_detect_as takes none that was found.
 * input: the bytes may be the first megabyte of a larger file. Returns a static text, else NULL. */
NAVLINT_API const char *navlint_other_game(const navlint_input *input);

/* Receives the name of a file. name: borrowed for the call. */
typedef void (*navlint_name_fn)(void *context, const char *name);

/* Visits the names of the files that an input says it needs: the masters of a plugin, in their
 * order. Judged together with it, as context or not, they show what it refers to. Cheap: reads the
 * file's header.
 * input: the bytes may be the first megabyte of a larger file. Names are as the file has them, of
 * at most 255 bytes, maybe in another case than the file that is meant; what cannot be a name of a
 * file in the same folder (a path, control characters, nothing at all) is left out. */
NAVLINT_API void navlint_each_needed(const navlint_input *input, navlint_name_fn visit,
                                     void *context);

/* The most arena bytes that decoding and checking an input of `input_bytes` can take: the published
 * function of the format that docs/limits.md derives. What navlint_memory_bound counts for an input
 * that is there may be less: some formats take little of what they could. Of more than 4 GiB the
 * bound of 4 GiB, for no larger input is decoded. 0 if format is NULL. */
NAVLINT_API uint64_t navlint_arena_bound(const navlint_format *format, uint64_t input_bytes);

/* The size of the block with which navlint_check never runs out of memory: the arena and the
 * largest report that the caps in `options` allow, for all inputs together. 0 for options that
 * navlint_options_check calls a bad argument. */
NAVLINT_API size_t navlint_memory_bound(const navlint_options *options, const navlint_input *inputs,
                                        size_t input_count);

typedef struct navlint_report navlint_report;

/* Judges a set of inputs; a single file is a set of one.
 * memory: caller's block of memory_bytes, any alignment, not read before it is written. A smaller
 *   block than navlint_memory_bound says is legal: the verdict is then `indeterminate` if it does
 *   not suffice.
 * report: receives the report, which lives in `memory` and borrows names and bytes from `inputs`:
 *   it is good until the block or an input goes away. With one input that is no context it is that
 *   input's report; with more it is the set's, and navlint_report_member gives the inputs' own,
 *   without context.
 * Returns NAVLINT_OK with a report for any bytes whatever; another status only for bad arguments or
 * options, or a block too small for an empty report. */
NAVLINT_API navlint_status navlint_check(const navlint_options *options,
                                         const navlint_input *inputs, size_t input_count,
                                         void *memory, size_t memory_bytes,
                                         const navlint_report **report);

/* ---- The report ------------------------------------------------------------------------------ */

/* Bytes from the start of the input, or, where a record says so, of what a part of it unpacks to.
 */
typedef struct navlint_range {
    uint64_t offset; /* bytes */
    uint64_t length; /* bytes */
} navlint_range;

/* Another place that a finding refers to; in packed bytes, the packed bytes. */
typedef struct navlint_related {
    uint64_t offset; /* bytes from the start of the input */
    uint64_t length; /* bytes */
    const char *message;
} navlint_related;

/* The right bytes, where they are known without doubt. */
typedef struct navlint_fix {
    uint64_t offset; /* bytes from the start of the input */
    size_t length;   /* bytes; 0: there is no fix */
    uint8_t bytes[16];
} navlint_fix;

/* What `expected` means. */
typedef enum navlint_relation {
    NAVLINT_EQUAL = 0, /* this value */
    NAVLINT_AT_MOST,
    NAVLINT_AT_LEAST,
    NAVLINT_BETWEEN,  /* at least the first, at most the second */
    NAVLINT_ONE_OF,   /* one of these values */
    NAVLINT_DESCRIBED /* the text says it in words: "the id of an area of this file" */
} navlint_relation;

/* What a finding is about, as users know it. Texts are printable ASCII. */
typedef struct navlint_subject {
    const char *kind;       /* "area", "navmesh"; NULL: nothing more than its path */
    uint64_t id;            /* its number, index or FormID */
    const char *name;       /* its own name, where it has one; else NULL, as all that follow */
    const char *record;     /* of a plugin: "NAVM 0001A26F" */
    const char *cell;       /* "WhiterunExterior01", "(-3, 4)" */
    const char *worldspace; /* "Tamriel" */
} navlint_subject;

/* A point in the world, in the game's units and axes; finite. */
typedef struct navlint_position {
    bool is_known;
    double x, y, z;
} navlint_position;

typedef struct navlint_finding {
    const navlint_rule *rule;
    navlint_severity severity; /* after overrides */
    const char *message;
    uint64_t offset;   /* bytes from the start of the input */
    uint64_t length;   /* bytes; 0 at the end of the input and for an empty field */
    const char *path;  /* JSON Pointer into the decoded document: "/areas/40/connections/north/2" */
    const char *field; /* name of the field; NULL if the place is not a field */
    const char *type;  /* "u32le", ...; NULL if the place is not a field */
    navlint_value expected; /* the first of its values: see relation */
    navlint_value actual;
    const navlint_related *related;
    size_t related_count;
    size_t hint_count; /* the first so many of `related` say what the message does not */
    navlint_fix fix;
    uint64_t occurrences; /* how often the rule was broken in all, on the first finding of a rule
                             that the caps cut short; else 0 */
    const char *encoding; /* "zlib": offset and length are those of packed bytes, and the place is
                             `inner`; NULL: the place stands in the input as it is */
    navlint_range inner;  /* in the unpacked bytes; zeros without an encoding */
    navlint_relation relation;         /* of `expected` */
    const navlint_value *alternatives; /* NAVLINT_BETWEEN, _ONE_OF: the values after the first */
    size_t alternative_count;
    navlint_subject subject;
    navlint_position position;
    const char *jump; /* a console command that takes the player there; NULL: the game has none */
    bool is_cause;    /* others follow from it: it comes first, and they are only counted */
    const char *suppression; /* why navlint_report_suppress has suppressed it, "" if nobody says
                                why; NULL: it has not */
} navlint_finding;

/* The format's own statistics, for valid files too. */
typedef struct navlint_fact {
    const char *name;
    navlint_value value;
} navlint_fact;

/* What kept us from judging. */
typedef struct navlint_limit {
    const char *name;    /* "unsupported", "unrecognised", "arena", "steps", "inputBytes",
                            "undecoded" */
    const char *message; /* one sentence */
} navlint_limit;

typedef struct navlint_summary {
    uint64_t errors; /* exact, whatever the caps */
    uint64_t warnings;
    uint64_t infos;
    bool truncated;        /* the caps left findings out */
    uint64_t consequences; /* of these, those that follow from a cause and are not listed */
    uint64_t hidden;       /* of these, those below options.min_severity */
} navlint_summary;

/* What the check used of what it was given. */
typedef struct navlint_usage {
    uint64_t arena_peak;  /* bytes */
    uint64_t arena_bound; /* bytes: navlint_arena_bound of the input */
    uint64_t steps;
    uint64_t step_budget;
} navlint_usage;

/* Every accessor takes a report from navlint_check and returns borrowed, read-only data. */
NAVLINT_API navlint_verdict navlint_report_verdict(const navlint_report *report);
NAVLINT_API const char *navlint_report_name(const navlint_report *report);
NAVLINT_API uint64_t navlint_report_bytes(const navlint_report *report);
/* NULL if the input was not recognised, and for a set. */
NAVLINT_API const navlint_format *navlint_report_format(const navlint_report *report);
/* NULL where the format or the decoder could not tell. Detected by "magic", "content" or "name", or
 * because the "option" says so. */
NAVLINT_API const char *navlint_report_format_version(const navlint_report *report);
NAVLINT_API const char *navlint_report_dialect(const navlint_report *report);
NAVLINT_API const char *navlint_report_endianness(const navlint_report *report);
NAVLINT_API const char *navlint_report_detected_by(const navlint_report *report);
/* NULL unless the verdict is NAVLINT_INDETERMINATE; for a set, its own or its first member's. */
NAVLINT_API const navlint_limit *navlint_report_limit(const navlint_report *report);
NAVLINT_API navlint_summary navlint_report_summary(const navlint_report *report);
NAVLINT_API navlint_usage navlint_report_usage(const navlint_report *report);
/* Findings are sorted: causes first, then by offset, in packed bytes by the inner offset, then by
 * code. The getters return NULL past the end. */
NAVLINT_API size_t navlint_report_finding_count(const navlint_report *report);
NAVLINT_API const navlint_finding *navlint_report_finding(const navlint_report *report,
                                                          size_t index);
NAVLINT_API size_t navlint_report_fact_count(const navlint_report *report);
NAVLINT_API const navlint_fact *navlint_report_fact(const navlint_report *report, size_t index);
/* Bytes that a field of the format accounts for, and the gaps between them. */
NAVLINT_API uint64_t navlint_report_claimed_bytes(const navlint_report *report);
NAVLINT_API size_t navlint_report_unclaimed_count(const navlint_report *report);
NAVLINT_API const navlint_range *navlint_report_unclaimed(const navlint_report *report,
                                                          size_t index);
/* The members of a set, in the order of the inputs; 0 for the report of a single input. */
NAVLINT_API size_t navlint_report_member_count(const navlint_report *report);
NAVLINT_API const navlint_report *navlint_report_member(const navlint_report *report, size_t index);

/* ---- Suppressions -------------------------------------------------------------------------- */

/* A report may be told which of its findings are known already: text and JSON count them, most
 * exports leave them out. Judge with caps that leave out none, suppress what is known, and settle
 * the report before it is rendered. The block that it lives in is written to. */

/* Suppresses a finding of this report (members have their own). index: past the end, nothing.
 * reason: as long alive as the report; NULL or "": nobody says why. */
NAVLINT_API void navlint_report_suppress(const navlint_report *report, size_t index,
                                         const char *reason);

/* Ends the suppressing for the report and its members, once: counts what is suppressed, with what
 * follows from causes that all are, and applies max_findings, max_findings_per_rule and
 * min_severity of the options to the rest as if there was nothing else. Of findings that are left
 * out fingerprints are not known any more: take them before.
 * Returns NAVLINT_OK, or NAVLINT_BAD_ARGUMENT, having done nothing: also of a report that is
 * settled already. */
NAVLINT_API navlint_status navlint_report_settle(const navlint_report *report,
                                                 const navlint_options *options);

/* Numbers of findings by severity. */
typedef struct navlint_tally {
    uint64_t errors;
    uint64_t warnings;
    uint64_t infos;
} navlint_tally;

/* Of those that the summary counts, how many are suppressed. Of a set its members' too. */
NAVLINT_API navlint_tally navlint_report_suppressed(const navlint_report *report);

/* ---- Decoded fields, geometry, witnesses
 * ------------------------------------------------------------ */

/* What a field is for: lets tools that write boundary values or draw links find their targets. */
typedef enum navlint_role {
    NAVLINT_PLAIN = 0, /* a value of its own */
    NAVLINT_COUNT,     /* how many records follow */
    NAVLINT_REFERENCE, /* an id or index of another record */
    NAVLINT_IDENTITY   /* the id of this record */
} navlint_role;

typedef struct navlint_field {
    const char *path; /* JSON Pointer, good during the callback only */
    const char *type; /* "u32le", ... */
    navlint_role role;
    uint64_t offset; /* bytes from the start of the input */
    uint64_t length; /* bytes */
    navlint_value value;
    const char *encoding; /* "zlib": offset and length are those of packed bytes, and the place is
                             `inner`; NULL: the field stands in the input as it is */
    navlint_range inner;  /* in the unpacked bytes; zeros without an encoding */
    const void *bytes;    /* the field's own, unpacked: `inner.length` of them if it is packed, else
                             `length`; good during the callback only */
} navlint_field;

/* The word for it: "plain", "count", "reference", "identity"; static, never NULL. */
NAVLINT_API const char *navlint_role_text(navlint_role role);

/* A record of a format: fields at fixed distances from each other. What stands behind a list, so at
 * no fixed place, is a record of its own. */
typedef struct navlint_record {
    size_t struct_bytes;    /* sizeof(navlint_record) of the caller, who sets it */
    const char *name;       /* "navi node" */
    const char *path;       /* in a dump, N for each number: "/naviNodes/N"; "": the file itself */
    const char *when;       /* who has it: "FM92 and FLA4"; NULL: every file */
    const char *endianness; /* "little", "big"; NULL: nothing of it is longer than a byte */
    uint64_t bytes;         /* 0: it ends with bytes whose number the file says */
    size_t field_count;
} navlint_record;

typedef struct navlint_record_field {
    size_t struct_bytes; /* sizeof(navlint_record_field) of the caller, who sets it */
    const char *name;    /* below the record: "position/x"; may be NULL if is_value */
    const char *type;    /* "u32le", "bytes"; NULL: a name for the fields that stand there */
    navlint_role role;
    uint64_t offset;  /* bytes from the start of the record */
    uint64_t length;  /* bytes; 0: the file says how many */
    const char *when; /* who has it; NULL: every file that has the record */
    bool is_value;    /* the record is this value: its path ends there */
} navlint_record_field;

/* How many records the format has. 0 if format is NULL. */
NAVLINT_API size_t navlint_record_count(const navlint_format *format);

/* The record at `index`, in the order of the file.
 * record: has its struct_bytes and receives the rest; its texts are static.
 * Returns false past the end and for struct_bytes that are too few. */
NAVLINT_API bool navlint_record_at(const navlint_format *format, size_t index,
                                   navlint_record *record);

/* The field at `index` of the record with this index.
 * field: has its struct_bytes and receives the rest; its texts are static.
 * Returns false past the end and for struct_bytes that are too few. */
NAVLINT_API bool navlint_record_field_at(const navlint_format *format, size_t record, size_t index,
                                         navlint_record_field *field);

/* Receives one field; returns false to stop. */
typedef bool (*navlint_field_fn)(void *context, const navlint_field *field);

/* Calls `visit` for every field that can be decoded, in file order; of a window (options.dump_from
 * and its neighbours), for those of them that are in it, as they are in the whole dump. What is
 * outside costs little: a header here and there, but for the decoding of the file, which is needed
 * to tell what is where.
 * memory: as for navlint_check.
 * Returns NAVLINT_OK even if the file is damaged: the fields before the damage are visited. */
NAVLINT_API navlint_status navlint_dump(const navlint_options *options, const navlint_input *input,
                                        void *memory, size_t memory_bytes, navlint_field_fn visit,
                                        void *context);

/* Packed bytes of an input, unpacked. */
typedef struct navlint_unpacked {
    size_t struct_bytes;  /* sizeof(navlint_unpacked) of the caller, who sets it */
    const void *bytes;    /* in the caller's block; NULL unless NAVLINT_OK */
    uint64_t length;      /* bytes, as the file says: also where they could not be unpacked */
    const char *encoding; /* "zlib"; static */
    navlint_range packed; /* in the input */
} navlint_unpacked;

/* Unpacks the first packed record of a window (options.dump_from and its neighbours): of the one
 * at a byte, `dump_from` it and `dump_to` the next; of the one with a path, `dump_path`. Fields of
 * a dump and findings count their `inner` offsets in these bytes.
 * memory: as for navlint_check; large records want navlint_memory_bound and `length` bytes more.
 * unpacked: has its struct_bytes and receives the rest; bytes are good until the block goes away.
 * Returns NAVLINT_OK, NAVLINT_NOT_PACKED, NAVLINT_NO_MEMORY (a larger block helps), or
 * NAVLINT_UNSUPPORTED: the bytes are damaged, unpack to more than the format's limit
 * (docs/limits.md) or cost more steps than options.max_steps allows. */
NAVLINT_API navlint_status navlint_unpack(const navlint_options *options,
                                          const navlint_input *input, void *memory,
                                          size_t memory_bytes, navlint_unpacked *unpacked);

/* One step of a drawing: the walkable surface or the graph that a file describes. */
typedef enum navlint_shape_kind {
    NAVLINT_OBJECT = 0, /* a named part begins: a region, a mesh, one kind of nodes */
    NAVLINT_VERTEX,     /* numbered from 0, through all parts */
    NAVLINT_FACE,
    NAVLINT_LINE,
    NAVLINT_MARK /* a point that is no vertex: a hiding spot, a door. No part of an OBJ file */
} navlint_shape_kind;

typedef struct navlint_shape {
    navlint_shape_kind kind;
    const char *name;   /* NAVLINT_OBJECT: printable ASCII, good during the callback only */
    double position[3]; /* _VERTEX, _MARK: x, y, z in the game's units and axes; always finite */
    const uint64_t *corners; /* NAVLINT_FACE, NAVLINT_LINE: numbers of vertices already visited */
    size_t corner_count;     /* of a face at least 3, of a line 2 */
    const char *path; /* of the record that it is drawn from, as findings and dumps have it: theirs
                         go on from there; "/areas/40", good during the callback only; NULL of an
                         object, as all that follows */
    uint64_t offset;  /* bytes from the start of the input */
    uint64_t length;  /* bytes of the whole record */
    const char *encoding; /* as in navlint_finding: "zlib", and the place is `inner`; or NULL */
    navlint_range inner;
    navlint_subject subject; /* kind, id and record, as findings about the record have them */
    uint64_t flags; /* as they stand in the record: the attributes of an area, flags of a node, of a
                       triangle, of a link or a hiding spot, types of a region; the segment of a
                       face. 0 where there are none */
} navlint_shape;

/* Receives one shape; returns false to stop. */
typedef bool (*navlint_shape_fn)(void *context, const navlint_shape *shape);

/* Calls `visit` for the geometry of a file: what `navlint dump --format obj` writes, and marks.
 * memory: as for navlint_check.
 * Returns NAVLINT_OK even if the file is damaged: what can be resolved is drawn. */
NAVLINT_API navlint_status navlint_draw(const navlint_options *options, const navlint_input *input,
                                        void *memory, size_t memory_bytes, navlint_shape_fn visit,
                                        void *context);

/* Writes a smallest file that breaks the rule `code` (and no other, where that is possible).
 * buffer: receives at most `capacity` bytes; 1 MiB suffices for every witness, and part of it is
 *   worked in: one of the witness's own size does not.
 * length: receives the size written.
 * Returns NAVLINT_UNKNOWN_RULE for an unknown code, NAVLINT_NO_MEMORY if the buffer is too small.
 */
NAVLINT_API navlint_status navlint_witness(const char *code, void *buffer, size_t capacity,
                                           size_t *length);

/* ---- Containers ------------------------------------------------------------------------------ */

/* How the bytes of a member stand in its container. */
typedef enum navlint_packing {
    NAVLINT_STORED = 0,        /* open, as they are */
    NAVLINT_PACKED_DEFLATE,    /* method 8 of zip */
    NAVLINT_PACKED_LZMA_ZIP,   /* method 14 of zip */
    NAVLINT_PACKED_LZMA_VALVE, /* a lump of a BSP: "LZMA" and 17 bytes of header */
    NAVLINT_PACKED_LZMA_ALONE, /* an .lzma file: 13 bytes of header */
    NAVLINT_PACKED_ZLIB,       /* a resource of Metroid Prime: its size, then zlib */
    NAVLINT_PACKED_LZO,        /* a resource of Echoes: its size, then segments of LZO1X */
    NAVLINT_PACKED_CMPD,       /* a resource of Corruption: blocks of such segments */
    NAVLINT_PACKED_OTHERWISE   /* encrypted, or packed in a way that no game reads */
} navlint_packing;

/* "stored", "deflate", "LZMA", "zlib", "LZO", "CMPD", "unknown"; static, never NULL. */
NAVLINT_API const char *navlint_packing_text(navlint_packing packing);

/* A file in a container. Numbers are those of the container's directory, and compared: where
 * is_absent is false, [offset, offset + length) lies in the input. */
typedef struct navlint_member {
    const char *name; /* as the directory has it, with / between folders where the container has
                         folders: hostile bytes of whatever encoding, without control characters; at
                         most 1023 of them. Borrowed for the call */
    uint64_t offset;  /* bytes from the start of the input */
    uint64_t length;  /* bytes as they stand there */
    uint64_t size;    /* bytes when unpacked, as the directory claims; UINT64_MAX: it does not. What
                           is stored has `length` bytes, whatever this says */
    navlint_packing packing;
    uint64_t head_offset; /* of bytes that the member starts with and that stand apart (VPK) */
    uint64_t head_length; /* bytes; mostly 0 */
    uint32_t volume;      /* 0: in this input; else 1 + the number of the file that it is in (VPK):
                             offset and length are of that file, and nobody has compared them */
    bool is_absent;       /* its bytes are not all in the input */
    bool has_crc32;
    bool is_passed_over; /* the game takes another one for it, or finds none: not to be judged */
    uint32_t crc32;      /* of the unpacked bytes, as the directory claims */
} navlint_member;

/* Receives one member; returns false to stop. */
typedef bool (*navlint_member_fn)(void *context, const navlint_member *member);

/* Visits the members of a container in the order of its directory: nothing is unpacked or copied.
 * options, memory: as for navlint_check of the input.
 * Returns NAVLINT_OK for damaged containers too, of which the members that can be told are visited;
 * NAVLINT_NOT_RECOGNISED for what is no container; NAVLINT_UNSUPPORTED if a limit cut it short or
 * the dialect is unknown; NAVLINT_NO_MEMORY if the block does not suffice. */
NAVLINT_API navlint_status navlint_each_member(const navlint_options *options,
                                               const navlint_input *input, void *memory,
                                               size_t memory_bytes, navlint_member_fn visit,
                                               void *context);

/* A member that is to have other bytes, as many as it has. */
typedef struct navlint_put {
    size_t struct_bytes; /* sizeof(navlint_put) of the caller, who sets it and all but the last: */
    size_t member;       /* its number: navlint_each_member visits it behind so many others */
    const void *bytes;   /* its new ones */
    size_t length;       /* of them: as many as it has */
    void *copy;          /* receives the container as it is then: as many bytes as the input has */
    const char *problem; /* receives why the member cannot be changed; static; NULL */
} navlint_put;

/* Changes a member of a container in a copy of it: the bytes of the member, and the sums that the
 * container has of them. A sum that was wrong before stays as it is. Nothing else changes, and
 * nothing is allocated.
 * options, memory: as for navlint_check of the input. put->copy: must not overlap with the input.
 * Returns NAVLINT_UNSUPPORTED with a problem if the member is packed, in another file or not all
 * there, shares bytes with another one or with tables of the container, or if there is a sum that
 * cannot be computed, as a signature; NAVLINT_BAD_ARGUMENT if there is no such member or it has
 * another length; else as navlint_each_member. With another status than NAVLINT_OK what the copy
 * holds means nothing. */
NAVLINT_API navlint_status navlint_put_member(const navlint_options *options,
                                              const navlint_input *input, navlint_put *put,
                                              void *memory, size_t memory_bytes);

/* ---- Fixing -------------------------------------------------------------------------------------
 */

typedef struct navlint_fix_options {
    size_t struct_bytes;     /* sizeof(navlint_fix_options) of the caller */
    bool unsafe;             /* fix also what loses something; default false */
    const char *const *only; /* if not empty, only what these rules find; default all */
    size_t only_count;
    uint32_t max_rounds; /* fixes that overlap are made one after the other; 0 (default): 16 */
} navlint_fix_options;

/* Sets every default. struct_bytes: sizeof *options. */
NAVLINT_API void navlint_fix_options_init(navlint_fix_options *options, size_t struct_bytes);

/* One change of a fix. */
typedef struct navlint_edit {
    size_t input;         /* index of the input that is changed */
    const char *path;     /* of the field, or of the record that comes or goes */
    const char *type;     /* "u32le", ...; NULL where it is no single field */
    uint64_t offset;      /* bytes from the start of the input as it was given */
    uint64_t removed;     /* bytes that went */
    uint64_t added;       /* bytes that came in their place */
    const char *encoding; /* "zlib": offset is that of packed bytes, and the change is at
                             `inner_offset` of what they unpack to; NULL */
    uint64_t inner_offset;
    navlint_value old_value; /* of a field that is a number */
    navlint_value new_value;
    uint8_t removed_bytes[16]; /* the first of them; of packed bytes none */
    uint8_t added_bytes[16];   /* the first of them */
} navlint_edit;

/* A fix that was made, or refused. */
typedef struct navlint_applied {
    const navlint_rule *rule;
    navlint_safety safety;
    const char *deed;    /* "removes the connection" */
    size_t input;        /* index of the input that the finding was in */
    uint32_t round;      /* from 1 on */
    const char *message; /* of the finding */
    const char *path;    /* of the finding */
    uint64_t offset;     /* of the finding, in the input as it was given */
    const navlint_edit *edits;
    size_t edit_count;
    const char *reason; /* why it was refused; NULL: it was made */
} navlint_applied;

/* Bytes of an input and what became of them. Everything between two changes is as it was. */
typedef struct navlint_change {
    navlint_range before; /* in the input as it was given */
    navlint_range after;  /* in the repaired bytes */
} navlint_change;

/* What navlint_fix_apply did. */
typedef struct navlint_fixed navlint_fixed;

/* The size of the block with which navlint_fix_apply finds room for all that it needs, unless a
 * file grows by more than an eighth and 64 KiB. 0 for bad options. */
NAVLINT_API size_t navlint_fix_bound(const navlint_options *options, const navlint_input *inputs,
                                     size_t input_count);

/* Repairs what the rules find that can be repaired. Judges, makes the fixes that do not overlap,
 * judges again, and keeps what it made only if the findings are gone and no rule finds more errors
 * than before; so until nothing is left to fix. Never changes an input that is context.
 * options: as for navlint_check; what they ignore is not fixed.
 * wishes: NULL stands for the defaults.
 * memory: caller's block of memory_bytes, any alignment.
 * fixed: receives what was done; it lives in `memory` and borrows from `inputs`: it is good until
 *   the block or an input goes away.
 * Returns NAVLINT_OK for any bytes whatever, NAVLINT_NO_MEMORY if the block is too small, or as
 * navlint_check; NAVLINT_UNKNOWN_RULE also for `only` of the wishes. */
NAVLINT_API navlint_status navlint_fix_apply(const navlint_options *options,
                                             const navlint_fix_options *wishes,
                                             const navlint_input *inputs, size_t input_count,
                                             void *memory, size_t memory_bytes,
                                             const navlint_fixed **fixed);

/* The repaired bytes of the input at `index`. length: receives how many; may be NULL.
 * Returns NULL if nothing was changed. */
NAVLINT_API const void *navlint_fixed_bytes(const navlint_fixed *fixed, size_t index,
                                            size_t *length);

/* The report of the files as they are now, under the options of the call: as of navlint_check. */
NAVLINT_API const navlint_report *navlint_fixed_report(const navlint_fixed *fixed);

/* The fixes that were made, and those that were refused, each in their order. Of either the first
 * 1,000 are kept, or fewer if these take more than 1 MB of texts and edits; the totals count all.
 * The getters return NULL past the end. */
NAVLINT_API size_t navlint_fixed_count(const navlint_fixed *fixed);
NAVLINT_API uint64_t navlint_fixed_total(const navlint_fixed *fixed);
NAVLINT_API const navlint_applied *navlint_fixed_at(const navlint_fixed *fixed, size_t index);
NAVLINT_API size_t navlint_refused_count(const navlint_fixed *fixed);
NAVLINT_API uint64_t navlint_refused_total(const navlint_fixed *fixed);
NAVLINT_API const navlint_applied *navlint_refused_at(const navlint_fixed *fixed, size_t index);

/* What changed in the input at `index`, in the order of its bytes. */
NAVLINT_API size_t navlint_change_count(const navlint_fixed *fixed, size_t index);
NAVLINT_API const navlint_change *navlint_change_at(const navlint_fixed *fixed, size_t index,
                                                    size_t change);

/* What kept navlint_fix_apply from going on: "rounds", "trials", "work", "findings",
 * "size". NULL: it ended by itself. What was done so far is good in any case. */
NAVLINT_API const navlint_limit *navlint_fixed_limit(const navlint_fixed *fixed);

/* ---- Rendered text --------------------------------------------------------------------------- */

/* A heap string; free with navlint_text_free. text is NULL when memory ran out. */
typedef struct navlint_text {
    char *text;    /* NUL-terminated UTF-8 */
    size_t length; /* bytes, without the NUL */
} navlint_text;

enum navlint_json_style {
    NAVLINT_JSON_COMPACT = 0,
    NAVLINT_JSON_INDENT = 1,    /* two spaces a level */
    NAVLINT_JSON_SET_ALONE = 2, /* compact; of a set what holds for it as a whole, without its
                                   members' reports */
};

/* The report as JSON of schemas/report.schema.json, without a final newline.
 * sha256_hex: 64 hexadecimal digits to show as the input's digest, or NULL. */
NAVLINT_API navlint_text navlint_report_json(const navlint_report *report,
                                             enum navlint_json_style style, const char *sha256_hex);

/* The same for a set whose members show their digests.
 * sha256_hex: one entry for each member, 64 hexadecimal digits or NULL; may itself be NULL. */
NAVLINT_API navlint_text navlint_set_json(const navlint_report *set, enum navlint_json_style style,
                                          const char *const *sha256_hex);

/* What navlint_report_text shows of a report. Zeros show errors, all that are kept. */
typedef struct navlint_text_style {
    size_t struct_bytes;           /* sizeof(navlint_text_style) of the caller */
    navlint_severity min_severity; /* findings less severe than this are left out */
    uint32_t findings_per_rule;    /* shown of one rule in one input; 0: all that are kept */
    const char *more; /* how to see what is left out, "--all": said behind its number; may be NULL
                       */
    bool hints_only;  /* of the notes of a finding those alone that say what its message does not */
    const uint64_t *outer_offsets; /* of inputs in a larger file, as navlint_report_json_within has
                                      them; NULL: there is none */
    const char *outer_name;        /* of that file; NULL stands for "-" */
} navlint_text_style;

/* One line for each finding, `name:+0x2e60: error: message [CODE]` (in packed bytes
 * `name:+0x2e60>+0x1c: ...`, the second place being in what they unpack to), behind which come
 * ` (+0x4a60 in x.gma)`, the place in the larger file, and ` jump: setpos ...` where the game has a
 * command that takes the player there; below it its notes, `name:+0x10: note: ...`. `name: ... and
 * 248 more CODE (--all)` stands in the place of those that are left out, `name: ... and 1,203
 * findings that follow from it` below a cause, and a limit has a line. Empty for a clean file. Of a
 * set the members' lines come first, then its own. style: NULL stands for all that is kept, of
 * every severity. The text is NULL if memory ran out or struct_bytes are wrong. */
NAVLINT_API navlint_text navlint_report_text(const navlint_report *report,
                                             const navlint_text_style *style);

/* {"formats": [...]}, {"rules": [...]} of one format or (NULL) of all, and one rule with its
 * explanation: what GET /formats, GET /rules and GET /rules/{code} answer. */
NAVLINT_API navlint_text navlint_formats_json(enum navlint_json_style style);
NAVLINT_API navlint_text navlint_rules_json(const navlint_format *format,
                                            enum navlint_json_style style);
NAVLINT_API navlint_text navlint_rule_json(const navlint_rule *rule, enum navlint_json_style style);

/* Either of these, for inputs that lie in a larger file: findings that have a place say as
 * `outerOffset` where that is in the larger file.
 * sha256_hex: one entry for each input, as above; may be NULL.
 * outer_offsets: one for each input: where its bytes begin in the larger file; UINT64_MAX: they do
 *   not stand there as they are. */
NAVLINT_API navlint_text navlint_report_json_within(const navlint_report *report,
                                                    enum navlint_json_style style,
                                                    const char *const *sha256_hex,
                                                    const uint64_t *outer_offsets);

/* What a fix did, {"fixed": [...], "refused": [...], "report": {...}} of schemas/fixed.schema.json:
 * fixes with their changes, and the report of the files as they are now. */
NAVLINT_API navlint_text navlint_fixed_json(const navlint_fixed *fixed,
                                            enum navlint_json_style style);

/* {"layouts": [...]}: the records of one format or (NULL) of all, with their fields. */
NAVLINT_API navlint_text navlint_layout_json(const navlint_format *format,
                                             enum navlint_json_style style);

/* The records of a format as a Kaitai Struct description (.ksy), in UTF-8. Empty for a format whose
 * structure is not written down. */
NAVLINT_API navlint_text navlint_layout_kaitai(const navlint_format *format);

/* The same as a pattern for the hex editor ImHex (.hexpat). */
NAVLINT_API navlint_text navlint_layout_hexpat(const navlint_format *format);

/* One call for other languages: JSON in, JSON out.
 * request: an object (schemas/request.schema.json) of request_bytes bytes, with the keys of
 *   .navlint.json that concern files which are given, `format` (how the report is rendered), and
 *   `inputs`, whose bytes are in base64. At most 100,000 values.
 * inputs: more of them, which stand behind those of the request; may be NULL if there are none.
 * Allocates what navlint_memory_bound says besides the request's values and decoded bytes; of a
 * `maxFindings` above 1,000 no more than 16 findings for each byte of the inputs.
 * Returns a text that the caller frees with navlint_text_free (schemas/response.schema.json):
 * {"report": ...} as navlint_report_json makes it, {"verdict", "format", "output"} for another
 * format, or {"error": {"code", "message", ...}} with the place in the request; {NULL, 0} when
 * memory ran out. */
NAVLINT_API navlint_text navlint_check_json(const char *request, size_t request_bytes,
                                            const navlint_input *inputs, size_t input_count);

/* The JSON Schema that navlint_report_json conforms to; static. */
NAVLINT_API const char *navlint_report_schema(void);

/* Frees what the functions above returned; text.text may be NULL. */
NAVLINT_API void navlint_text_free(navlint_text text);

/* ---- Two versions of a file ---- */

/* What one version of a file says and the other does not: records by what they are called, by their
 * content and by their place, references by what they lead to. What only was numbered anew or
 * stands elsewhere in the file is no change; docs/diff.md says what is compared. */
typedef struct navlint_diff navlint_diff;

typedef enum navlint_diff_form {
    NAVLINT_DIFF_TEXT = 0,
    NAVLINT_DIFF_JSON, /* schemas/diff.schema.json */
    NAVLINT_DIFF_JSON_INDENT,
    NAVLINT_DIFF_MARKDOWN
} navlint_diff_form;

/* Compares two inputs of one format. Damaged files are compared as far as they can be decoded.
 * options: format, game, max_input_bytes, max_steps and scope count: with NAVLINT_SCOPE_NAVMESH
 *   only the records of a plugin that are navigation are compared.
 * max_changes: changes beyond these are counted and not kept.
 * diff: receives what navlint_diff_free frees. It borrows the inputs' names and bytes.
 * Allocates from the heap: docs/limits.md says how much.
 * Returns NAVLINT_OK, NAVLINT_NOT_RECOGNISED for either input, NAVLINT_UNSUPPORTED for inputs of
 * different formats and those that a limit keeps from being decoded, NAVLINT_NO_MEMORY, or as
 * navlint_options_check. */
NAVLINT_API navlint_status navlint_diff_make(const navlint_options *options,
                                             const navlint_input *old_input,
                                             const navlint_input *new_input, uint64_t max_changes,
                                             navlint_diff **diff);
NAVLINT_API void navlint_diff_free(navlint_diff *diff); /* may be NULL */

/* Whether the versions say the same; their bytes may differ. */
NAVLINT_API bool navlint_diff_is_same(const navlint_diff *diff);

/* Whether all of both was compared: false for damaged files, and if a limit cut lists short. */
NAVLINT_API bool navlint_diff_is_whole(const navlint_diff *diff);

/* In how many bytes the inputs differ, counted at equal offsets; what one is longer counts. */
NAVLINT_API uint64_t navlint_diff_different_bytes(const navlint_diff *diff);

/* The comparison, rendered. is_summary: without the changes themselves.
 * Returns a text that the caller frees with navlint_text_free; {NULL, 0} when memory ran out. */
NAVLINT_API navlint_text navlint_diff_text(const navlint_diff *diff, navlint_diff_form form,
                                           bool is_summary);

/* ---- Reports for other tools -------------------------------------------------------------------
 */

/* A number for each finding of a report (its own: members have theirs) by which it is known again:
 * made of its rule, the name of the input (without "./" in front), what it is about (by the number
 * that the file gives it, where it does) and its path without the numbers of records, so that it
 * stays the same when bytes and records are put in front of it. Of findings that are alike in all
 * of these the first one, the second one and so on differ.
 * fingerprints: receives one for each finding, in their order; room for
 *   navlint_report_finding_count.
 * Returns false when memory ran out. */
NAVLINT_API bool navlint_report_fingerprints(const navlint_report *report, uint64_t *fingerprints);

/* The same as if the input had another name: that of its file in a repository, say, wherever the
 * check was started. */
NAVLINT_API bool navlint_report_fingerprints_as(const navlint_report *report, const char *name,
                                                uint64_t *fingerprints);

/* Who reads an export. */
typedef enum navlint_form {
    NAVLINT_SARIF = 0,    /* SARIF 2.1.0, places in bytes alone, as its section 3.30 wants them */
    NAVLINT_SARIF_GITHUB, /* the same with line 1 beside the bytes: GitHub shows nothing without */
    NAVLINT_GITHUB,       /* workflow commands: annotations of a run on GitHub */
    NAVLINT_GITLAB,       /* Code Quality report: JSON */
    NAVLINT_JUNIT,        /* XML, a test case for each input */
    NAVLINT_MARKDOWN,     /* tables for job summaries and comments */
    NAVLINT_CSV           /* a row for each finding (RFC 4180) */
} navlint_form;

/* The word for it, "sarif-github"; static; NULL past the last one. */
NAVLINT_API const char *navlint_form_text(navlint_form form);

typedef struct navlint_export_style {
    size_t struct_bytes; /* sizeof(navlint_export_style) of the caller */
    navlint_form form;
    navlint_severity min_severity; /* findings less severe than this are left out */
    navlint_severity unjudged; /* as what an input without a verdict is shown: NAVLINT_OFF, not */
} navlint_export_style;

/* A report that is to be exported. */
typedef struct navlint_export_item {
    size_t struct_bytes; /* sizeof(navlint_export_item) of the caller */
    const navlint_report *report;
    const char *archive; /* name of the archive that holds the inputs, whose own names are then
                            `archive!name`; NULL: they are files */
    const char *const *sha256_hex; /* one entry for each input, 64 hexadecimal digits or NULL; may
                                      itself be NULL */
} navlint_export_item;

/* A whole document about one report. exit_code: as SARIF shows it.
 * Returns a text that the caller frees with navlint_text_free; {NULL, 0} when memory ran out or
 * struct_bytes are wrong. */
NAVLINT_API navlint_text navlint_report_export(const navlint_export_style *style,
                                               const navlint_export_item *item, int exit_code);

/* A report made ready; any thread may make one. */
typedef struct navlint_piece navlint_piece;

/* Renders a report, with its members. The piece borrows nothing but static texts.
 * Returns NULL when memory ran out or struct_bytes are wrong; else free it with
 * navlint_piece_free. */
NAVLINT_API navlint_piece *navlint_piece_make(const navlint_export_style *style,
                                              const navlint_export_item *item);
NAVLINT_API void navlint_piece_free(navlint_piece *piece); /* may be NULL */

/* Takes the bytes of an export, in their order; returns false to be given no more. */
typedef bool (*navlint_write_fn)(void *context, const char *bytes, size_t length);

/* A document on its way: one for each output. */
typedef struct navlint_export navlint_export;

/* Begins a document. write, context: called by the functions below.
 * Returns NULL when memory ran out or struct_bytes are wrong; else navlint_export_close frees it.
 */
NAVLINT_API navlint_export *navlint_export_open(const navlint_export_style *style,
                                                navlint_write_fn write, void *context);

/* Puts a piece of the same form behind those that are there. */
NAVLINT_API void navlint_export_add(navlint_export *document, const navlint_piece *piece);

/* Says of an input why nothing was judged. name: as it is shown. */
NAVLINT_API void navlint_export_fail(navlint_export *document, const char *name,
                                     const char *message);

/* Writes the end and frees the document.
 * exit_code: of the whole run, as SARIF shows it.
 * Returns false if memory ran out on the way: the document is not whole. */
NAVLINT_API bool navlint_export_close(navlint_export *document, int exit_code);

#ifdef __cplusplus
}
#endif

#endif
