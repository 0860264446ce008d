#define _DEFAULT_SOURCE /* mkdir, scandir */
/* navlint-corpus [--check] DIR: writes DIR/<room>/seed, one smallest and one larger valid file of
 * each dialect that a room builds, and DIR/<room>/edge, the files that edges.tsv describes, with
 * edges.txt, what is said of them, and picked.txt of the files in DIR/<room>/picked; or says
 * whether the files there are these and no others. */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/corpus/edges.h"
#include "tests/support/files.h"
#include "tests/support/judge.h"
#include "tests/support/tar.h"
#include "validator/valid_files.h"

enum { SEED_BYTES = 1 << 16, MOST_MEMBERS = 300, NAME_BYTES = 120 };

static const uint64_t targets[] = {1, 4000};
static const char *const sizes[] = {"smallest", "small"};
enum { SIZES = sizeof targets / sizeof targets[0] };

typedef struct corpus {
    const char *folder;
    bool is_check;
    size_t differences;
} corpus;

static void die(const char *what, const char *name) {
    (void)fprintf(stderr, "navlint-corpus: %s: %s\n", what, name);
    exit(EXIT_FAILURE);
}

/* "03-16.14-left-4-dead-small.nav": what the library says of the file, which has to be clean. */
static void name_seed(char *name, size_t capacity, unsigned variant, size_t size,
                      const navlint_report *report) {
    const navlint_format *const format = navlint_report_format(report);
    if (!format || navlint_report_finding_count(report) != 0 ||
        navlint_report_verdict(report) != NAVLINT_VALID)
        die("a built file is not clean", sizes[size]);
    const char *const version = navlint_report_format_version(report);
    const char *const dialect = navlint_report_dialect(report);
    (void)snprintf(name, capacity, "%02u-%s-%s-%s%s", variant, version ? version : "0",
                   dialect ? dialect : "plain", sizes[size], format->extensions[0]);
}

static void put_seed(corpus *c, const char *path, const void *bytes, size_t length) {
    if (!c->is_check) {
        file_write(path, bytes, length);
    } else if (!file_equals(path, bytes, length)) {
        (void)fprintf(stderr, "%s is not what navlint-corpus writes\n", path);
        c->differences++;
    }
}

static void make_seed(corpus *c, const char *format_id, const char *folder, unsigned variant,
                      size_t size) {
    static uint8_t bytes[SEED_BYTES];
    char name[128];
    size_t length = 0;
    if (!nl_build_variant(format_id, variant, targets[size], bytes, sizeof bytes, &length))
        die("a seed does not fit", format_id);
    judged j = judge_bytes(NULL, bytes, length);
    name_seed(name, sizeof name, variant, size, j.report);
    judged_free(&j);
    put_seed(c, file_path(folder, name), bytes, length);
}

static size_t count_files(const char *folder) {
    DIR *const directory = opendir(folder);
    size_t count = 0;
    if (!directory) die("no such folder", folder);
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    (void)closedir(directory);
    return count;
}

static void count_in(corpus *c, const char *folder, size_t expected) {
    if (count_files(folder) == expected) return;
    (void)fprintf(stderr, "%s has files that navlint-corpus did not write\n", folder);
    c->differences++;
}

static void make_seeds(corpus *c, const char *format_id) {
    char folder[512];
    const unsigned variants = nl_build_variants(format_id);
    (void)snprintf(folder, sizeof folder, "%s/%s/seed", c->folder, file_room(format_id));
    for (unsigned variant = 0; variant < variants; variant++)
        for (size_t size = 0; size < SIZES; size++)
            make_seed(c, format_id, folder, variant, size);
    count_in(c, folder, (size_t)variants * SIZES);
}

/* ---- Edges ---- */

/* Text that grows. */
typedef struct page {
    char *text;
    size_t length;
} page;

static void write_on(page *p, const char *text) {
    const size_t length = strlen(text);
    p->text = realloc(p->text, p->length + length + 1);
    if (!p->text) die("no memory", text);
    memcpy(p->text + p->length, text, length + 1);
    p->length += length;
}

/* "nav-magic-version-ff000000.nav" of "NAV_MAGIC<TAB>/version=ff000000". */
static void name_edge(char *name, const edge_file *file, const char *row) {
    size_t length = 0;
    for (const char *c = row; *c && length < NAME_BYTES; c++) {
        const bool is_word = isalnum((unsigned char)*c);
        if (is_word || (length > 0 && name[length - 1] != '-'))
            name[length++] = is_word ? (char)tolower((unsigned char)*c) : '-';
    }
    const bool is_archive = tar_is(file->bytes, file->length);
    (void)snprintf(name + length, 16, "%s", is_archive ? ".tar" : file->format->extensions[0]);
}

static bool count_field(void *context, const navlint_field *field) {
    *(size_t *)context += field->length > 0;
    return true;
}

static bool count_shape(void *context, const navlint_shape *shape) {
    *(size_t *)context += shape->kind != NAVLINT_OBJECT;
    return true;
}

/* "17 fields, 4 shapes" of all files. */
static void describe_views(page *p, const edge_file *file, const navlint_input *inputs,
                           size_t count) {
    static uint8_t memory[4 << 20];
    char line[64];
    size_t fields = 0;
    size_t shapes = 0;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = file->format->id;
    for (size_t i = 0; i < count; i++) {
        (void)navlint_dump(&options, &inputs[i], memory, sizeof memory, count_field, &fields);
        (void)navlint_draw(&options, &inputs[i], memory, sizeof memory, count_shape, &shapes);
    }
    (void)snprintf(line, sizeof line, ", %zu fields, %zu shapes\n", fields, shapes);
    write_on(p, line);
}

/* The verdict, how much there is to see, and the text report. */
static void describe(page *p, const edge_file *file, const char *name) {
    static navlint_input inputs[MOST_MEMBERS];
    const size_t count = edge_inputs(file, name, inputs, MOST_MEMBERS);
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.max_findings = 8; /* the text says how many there are */
    judged j = judge_set(&options, inputs, count);
    const navlint_text text = navlint_report_text(j.report, NULL);
    if (!text.text) die("no report", name);
    write_on(p, name);
    write_on(p, ": ");
    write_on(p, navlint_verdict_text(navlint_report_verdict(j.report)));
    describe_views(p, file, inputs, count);
    write_on(p, text.text);
    navlint_text_free(text);
    judged_free(&j);
}

static void make_edge(corpus *c, const navlint_format *format, const char *folder, const char *row,
                      page *descriptions) {
    static edge_file file;
    char name[NAME_BYTES + 16];
    if (!edge_make(&file, format, row)) die("no edge", row);
    name_edge(name, &file, row);
    put_seed(c, file_path(folder, name), file.bytes, file.length);
    describe(descriptions, &file, name);
}

static size_t make_rows(corpus *c, const navlint_format *format, const char *folder, FILE *table,
                        page *descriptions) {
    char row[EDGE_ROW_BYTES];
    size_t count = 0;
    while (fgets(row, sizeof row, table)) {
        row[strcspn(row, "\n")] = '\0';
        if (row[0] == '#') continue;
        make_edge(c, format, folder, row, descriptions);
        count++;
    }
    return count;
}

static void make_edges(corpus *c, const navlint_format *format) {
    const char *const room = file_path(c->folder, file_room(format->id));
    char folder[480];
    page descriptions = {.length = 0};
    FILE *const table = fopen(file_path(room, "edges.tsv"), "r");
    if (!table) return; /* a room may have none */
    (void)snprintf(folder, sizeof folder, "%s/edge", room);
    if (!c->is_check) (void)mkdir(folder, 0777);
    const size_t count = make_rows(c, format, folder, table, &descriptions);
    (void)fclose(table);
    count_in(c, folder, count);
    (void)snprintf(folder, sizeof folder, "%s/%s/edges.txt", c->folder, file_room(format->id));
    put_seed(c, folder, descriptions.text, descriptions.length);
    free(descriptions.text);
}

/* ---- Picked files: they are there, only what is said of them is made ---- */

static int is_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static void describe_picked(page *p, const navlint_format *format, const char *folder,
                            const char *name) {
    static edge_file file;
    FILE *const stream = fopen(file_path(folder, name), "rb");
    if (!stream) die("cannot be read", name);
    file.format = format;
    file.length = fread(file.bytes, 1, sizeof file.bytes, stream);
    (void)fclose(stream);
    describe(p, &file, name);
}

static void make_picked(corpus *c, const navlint_format *format) {
    char room[480];
    char folder[512];
    page descriptions = {.length = 0};
    struct dirent **entries = NULL;
    (void)snprintf(room, sizeof room, "%s/%s", c->folder, file_room(format->id));
    (void)snprintf(folder, sizeof folder, "%s/picked", room);
    const int count = scandir(folder, &entries, is_visible, alphasort);
    if (count < 0) return; /* a room may have none */
    for (int i = 0; i < count; i++) {
        describe_picked(&descriptions, format, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    put_seed(c, file_path(room, "picked.txt"), descriptions.text, descriptions.length);
    free(descriptions.text);
}

int main(int argc, char **argv) {
    corpus c = {.is_check = argc == 3 && strcmp(argv[1], "--check") == 0};
    if ((argc != 2 && !c.is_check) || argv[argc - 1][0] == '-') {
        (void)fprintf(stderr, "usage: navlint-corpus [--check] DIR\n");
        return 2;
    }
    c.folder = argv[argc - 1];
    for (size_t i = 0; i < navlint_format_count(); i++) {
        make_seeds(&c, navlint_format_at(i)->id);
        make_edges(&c, navlint_format_at(i));
        make_picked(&c, navlint_format_at(i));
    }
    return c.differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
