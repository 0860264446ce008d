/* What the files of navlint-bench share. */
#ifndef NAVLINT_BENCH_BENCH_H
#define NAVLINT_BENCH_BENCH_H

#include <jansson.h>
#include <navlint/navlint.h>

typedef struct bench_file {
    uint8_t *bytes;
    size_t length;
} bench_file;

/* What is done with the files of an input. */
typedef enum bench_task {
    BENCH_JUDGE = 0,  /* each by itself */
    BENCH_JUDGE_SET,  /* all of them together */
    BENCH_WRITE_JSON, /* the one file is a report as JSON, which is written */
    BENCH_WRITE_SARIF /* the same as SARIF */
} bench_task;

/* Files that are judged one after another; one row of the table. */
typedef struct bench_input {
    const navlint_format *format;
    const char *name; /* "samples", "4 KiB", ...; static */
    bench_task task;
    struct bench_judged *judged; /* whose report is written; NULL for the other tasks */
    navlint_scope scope;
    bench_file *files;
    size_t file_count;
    size_t left_out;  /* files found that navlint cannot judge, so that timing them would flatter */
    uint64_t bytes;   /* of all files together */
    bool has_members; /* of containers: judge what lies open in them, too */
} bench_input;

/* A report, its memory and the file that it is about. */
typedef struct bench_judged {
    bench_input input;
    void *memory;
    const navlint_report *report;
} bench_judged;

typedef struct bench_row {
    const bench_input *input;
    double check_ns; /* best time of judging all files once */
    double sha256_ns;
    double read_ns;
    double unpack_ns;    /* of what is packed in the input and has to be unpacked for judging */
    double members_ns;   /* of judging and summing up members alone; 0: has_members is not set */
    navlint_usage usage; /* of the file that took the most arena */
} bench_row;

/* Reads the files of `folder` that detection takes for `format` and that get a verdict.
 * Returns an input without files if the folder is absent. Free with bench_input_free. */
bench_input bench_load_samples(const navlint_format *format, const char *folder);

/* A file of about `target_bytes`. */
typedef struct bench_size {
    const char *name; /* "4 KiB"; static */
    unsigned variant; /* of the format's builder */
    uint64_t target_bytes;
} bench_size;

/* One such file, made by the format's own builder; no files if it cannot. */
bench_input bench_build(const navlint_format *format, bench_size size);

/* The same, with packed records that no navmesh touches behind the file that `size.variant` gives;
 * no files for a format that has no such records. */
bench_input bench_build_packed(const navlint_format *format, bench_size size);

/* Files of one map, of which there are some numbers of each format that has sets. */
typedef struct bench_set {
    const char *format_id;
    const char *name;        /* of the row that judges each by itself; static */
    const char *name_of_all; /* of the row that judges them together; static */
    uint32_t count;          /* of files */
    uint32_t dim;            /* of files along an edge of the map */
} bench_set;

/* Set `index` of the format; NULL past the last one. */
const bench_set *bench_set_at(const navlint_format *format, size_t index);

/* Its files. */
bench_input bench_build_set(const navlint_format *format, const bench_set *set);

/* A report with as many findings as are kept. Of a format for which no such file can be made it has
 * no files. Free with bench_report_free. */
bench_input bench_build_report(const navlint_format *format, bench_task task);
void bench_report_free(bench_input *input);

/* The report of such an input as text, which the caller frees with navlint_text_free. */
navlint_text bench_write_report(const bench_input *input);

/* Unpacks, with libdeflate and nothing else, what a check of a file of the input unpacks. Returns
 * the number of unpacked bytes: 0 if there is nothing packed, as in all files of most formats. */
uint64_t bench_unpack(const bench_input *input, const bench_file *file);

/* Files that lie open in containers and are judged there. */
typedef struct bench_members {
    bench_file *files; /* heap; slices of the containers */
    size_t count;
    bool have_sums; /* CRC-32, which the container's rules compare */
} bench_members;

/* Whether a member is one of these; receives its slice. */
bool bench_member_file(const bench_file *container, const navlint_member *member, bench_file *file);

/* All of the input's. The caller frees the list. */
bench_members bench_members_of(const bench_input *input);

/* A map of 3 MB with a mesh in its pakfile, to be judged with that. */
bench_input bench_build_map(const navlint_format *format);

void bench_input_free(bench_input *input);

/* For what the bench cannot do without: says what failed and ends it. */
void bench_must(bool holds, const char *what);

/* Times judging, SHA-256, one plain read of the input, and what else the row has, in turns, and
 * keeps the best of each. */
bench_row bench_measure(const bench_input *input);

/* Judges all files once and times nothing, for a tool that counts instructions. */
void bench_judge_once(const bench_input *input);

/* One line of the table; bench_print_head prints the line above the first. */
void bench_print_head(void);
void bench_print_row(const bench_row *row);

/* The row with the keys that `./dev bench --json` documents. The caller owns the reference. */
json_t *bench_row_json(const bench_row *row);

#endif
