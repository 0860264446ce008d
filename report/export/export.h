/* What the forms of an export share. Each form is a row of forms (export.c) and a file of its own.
 */
#ifndef NAVLINT_REPORT_EXPORT_EXPORT_H
#define NAVLINT_REPORT_EXPORT_EXPORT_H

#include "report/export/artifacts.h"
#include "report/report.h"

/* In pieces of SARIF, bytes that JSON has not stand for numbers that only the document knows:
 * EXP_FILE + the number of a file in its piece, then EXP_END; EXP_ARCHIVE for the piece's archive.
 */
enum { EXP_FILE = 1, EXP_ARCHIVE = 2, EXP_END = 3 };

/* The most commands of one kind that GitHub shows of a step: what is over is dropped without a
 * word. Source: "Setting a notice message" and its like in GitHub's documentation of workflow
 * commands; limits as of 2026: 10 warnings, 10 errors and 10 notices a step. */
enum { EXP_ANNOTATIONS = 10 };

enum { EXP_SEVERITIES = 3 }; /* error, warning, info: indexes are navlint_severity */

/* The rules that a document names. Start with {0}. */
typedef struct exp_rules {
    const navlint_rule **items; /* heap */
    size_t count;
    size_t capacity;
} exp_rules;

struct navlint_piece {
    rep_buffer text;      /* what goes into the document where it stands */
    rep_buffer files;     /* SARIF: artifacts; JUnit: what else is said of the present input */
    rep_buffer file_ends; /* SARIF: where each artifact ends; items of size_t */
    rep_buffer notes;     /* SARIF: notifications; JUnit: the errors of the present input */
    rep_buffer archive;   /* SARIF: URI of the archive as a JSON text; empty if there is none */
    exp_rules rules;
    uint64_t found[EXP_SEVERITIES]; /* findings that the text shows */
    uint64_t verdicts[NAVLINT_INDETERMINATE + 1];
    uint64_t cases, failures, errors; /* JUnit: test cases, and how many of them failed or could
                                         not be run */
    bool failed;                      /* memory ran out */
};

/* A line that is kept until the end. */
typedef struct exp_kept {
    rep_buffer lines;
    uint64_t count; /* all that there were */
} exp_kept;

struct navlint_export {
    navlint_export_style style;
    navlint_write_fn write;
    void *context;
    rep_buffer text;         /* what waits for the end: all of JUnit */
    rep_buffer notes;        /* SARIF: notifications */
    exp_artifacts artifacts; /* SARIF */
    rep_buffer file_indexes; /* SARIF: of the last piece's files among them; items of uint64_t */
    uint64_t archive_index;  /* SARIF: of the last piece's archive */
    exp_rules rules;
    exp_kept kept[EXP_SEVERITIES];
    uint64_t text_count;              /* pieces and failures that have a text */
    uint64_t cases, failures, errors; /* JUnit */
    uint64_t found[EXP_SEVERITIES];
    uint64_t verdicts[NAVLINT_INDETERMINATE + 1];
    uint64_t failed_count; /* inputs that were not judged */
    bool stopped;          /* write wants no more */
    bool failed;           /* memory ran out */
};

/* One input of an item, or the set as a whole. */
typedef struct exp_input {
    const navlint_export_style *style;
    const navlint_report *report;
    const char *name;    /* without the archive's */
    const char *archive; /* NULL: none */
    const char *sha256_hex;
    size_t number; /* in the piece */
    bool is_set;   /* a set as a whole: a folder, not a file */
} exp_input;

/* How a form is written; what it does not need is NULL. */
typedef struct exp_form {
    const char *word;
    void (*open)(navlint_export *export);
    void (*input)(navlint_piece *piece, const exp_input *input);
    void (*add)(navlint_export *export, const navlint_piece *piece);
    void (*fail)(navlint_export *export, const char *name, const char *message);
    void (*close)(navlint_export *export, int exit_code);
} exp_form;

extern const exp_form exp_sarif, exp_sarif_github, exp_github, exp_gitlab, exp_junit, exp_markdown,
    exp_csv;

/* ---- export.c ---- */

/* Writes text, or notes that nobody takes more. */
void exp_write(navlint_export *export, const char *text);
void exp_write_buffer(navlint_export *export, const rep_buffer *buffer);

/* Adds a rule if it is not there. Returns false when memory ran out. */
bool exp_rules_add(exp_rules *rules, const navlint_rule *rule);

/* Visits the findings of one input that the style shows; a message says what limit kept the rest
 * from being judged is not among them. fingerprint: see navlint_report_fingerprints. */
typedef void exp_visit(navlint_piece *piece, const exp_input *input, const navlint_finding *finding,
                       uint64_t fingerprint);
void exp_each(navlint_piece *piece, const exp_input *input, exp_visit *visit);

/* The limit of this very input; NULL if it was judged to its end, or nobody wants to know. Of a set
 * only one that no member has. */
const navlint_limit *exp_limit_of(const exp_input *input);

/* The file that the input is, or the archive that it lies in: forms that know the files of a
 * repository alone name that one. */
const char *exp_file_of(const exp_input *input);

/* Appends what such a form says before a message about a file in an archive: "maps/a.nav: ". */
void exp_put_inner_name(rep_buffer *buffer, const exp_input *input);

/* Puts a member whose text is that of the buffer, which is empty and free afterwards. */
void exp_json_take(rep_json *json, const char *key, rep_buffer *text);

/* Puts a member of 16 digits of base 16. */
void exp_json_hex(rep_json *json, const char *key, uint64_t number);

/* ---- escape.c ---- */

/* Appends the name of a file as a relative or absolute URI (RFC 3986): all but unreserved
 * characters and slashes is percent-encoded. */
void exp_put_uri(rep_buffer *buffer, const char *name);

/* Says whether such a URI is relative to where the run was started. */
bool exp_is_relative(const char *name);

/* Appends a text for XML 1.0: bytes that are not UTF-8 and control characters are shown as \xNN. */
void exp_put_xml(rep_buffer *buffer, const char *text);

/* Appends a text for a message (is_property: for a property) of GitHub's workflow commands. */
void exp_put_command(rep_buffer *buffer, const char *text, bool is_property);

/* Appends a field of CSV, quoted where it must be; what a spreadsheet would take for a formula
 * begins with an apostrophe. */
void exp_put_csv(rep_buffer *buffer, const char *text);

/* Appends a text for a cell of a table in Markdown: nothing in it means anything. */
void exp_put_markdown(rep_buffer *buffer, const char *text);

/* Appends a number in decimal digits, or (exp_put_hex) 16 of base 16. */
void exp_put_number(rep_buffer *buffer, uint64_t number);
void exp_put_hex(rep_buffer *buffer, uint64_t number);

#endif
