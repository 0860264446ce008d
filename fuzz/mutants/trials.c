#define _GNU_SOURCE /* scandir */
#include "fuzz/mutants/trials.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/files.h"
#include "tests/support/tar.h"
#include "validator/valid_files.h"

enum { FILE_BYTES = 1 << 20, MOST_MEMBERS = 300, PATH_BYTES = 1024 };

static const uint64_t built_sizes[] = {1, 512, 4000, 1 << 16};
enum { BUILT_SIZES = sizeof built_sizes / sizeof built_sizes[0] };

static uint8_t buffer[FILE_BYTES];

static void die(const char *what, const char *name) {
    fprintf(stderr, "mutants: %s: %s\n", what, name);
    exit(EXIT_FAILURE);
}

static void *kept(const void *bytes, size_t length) {
    void *const copy = malloc(length + 1);
    if (!copy) die("no memory", "");
    memcpy(copy, bytes, length);
    return copy;
}

static trial *append(trial_list *list, const navlint_format *format, const char *name) {
    list->rows = realloc(list->rows, (list->count + 1) * sizeof *list->rows);
    if (!list->rows) die("no memory", name);
    trial *const t = &list->rows[list->count++];
    *t = (trial){.subject.format = format};
    (void)snprintf(t->name, sizeof t->name, "%s", name);
    return t;
}

static void append_hard(trial_list *list, subject judged, const char *name) {
    if (!subject_is_small(&judged)) return;
    trial *const t = append(list, judged.format, name);
    t->subject = judged;
    t->is_hard = true;
}

/* An archive stands for the files of a set. */
static void append_judging(trial_list *list, const navlint_format *format, const char *name,
                           size_t length, bool is_clean) {
    static navlint_input inputs[MOST_MEMBERS];
    const uint8_t *const bytes = kept(buffer, length);
    trial *const t = append(list, format, name);
    const char *const shown = kept(name, strlen(name) + 1);
    inputs[0] = (navlint_input){.name = shown, .bytes = bytes, .length = length};
    const size_t count =
        tar_is(bytes, length) ? tar_inputs(bytes, length, inputs, MOST_MEMBERS) : 1;
    t->subject.inputs = kept(inputs, count * sizeof inputs[0]);
    t->subject.input_count = count;
    t->is_clean = is_clean;
    append_hard(list, t->subject, name);
}

/* ---- What the room writes: making it is a trial, judging it another ---- */

static void append_witness(trial_list *list, const navlint_format *format, const char *code) {
    char name[128];
    size_t length = 0;
    (void)snprintf(name, sizeof name, "making %s", code);
    append(list, format, name)->code = code;
    if (navlint_witness(code, buffer, sizeof buffer, &length) != NAVLINT_OK) return;
    (void)snprintf(name, sizeof name, "%s%s", code, format->extensions[0]);
    append_judging(list, format, name, length, false);
}

static void append_built(trial_list *list, const navlint_format *format, unsigned variant,
                         uint64_t built_bytes) {
    char name[128];
    size_t length = 0;
    (void)snprintf(name, sizeof name, "making variant %u of %llu bytes", variant,
                   (unsigned long long)built_bytes);
    append(list, format, name)->build = (trial_build){format, variant, built_bytes};
    if (!nl_build_variant(format->id, variant, built_bytes, buffer, sizeof buffer, &length)) return;
    append_judging(list, format, name + strlen("making "), length, true);
}

/* ---- Files ---- */

static void append_file(trial_list *list, const navlint_format *format, const char *folder,
                        const char *name) {
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const file = fopen(path, "rb");
    if (!file) die("cannot be read", path);
    const size_t length = fread(buffer, 1, sizeof buffer, file);
    (void)fclose(file);
    append_judging(list, format, name, length, false);
}

static int is_input(const struct dirent *entry) {
    const char *const name = entry->d_name;
    return name[0] != '.' && !strstr(name, ".md") && !strstr(name, ".tsv");
}

static void append_folder(trial_list *list, const navlint_format *format, const char *folder) {
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_input, alphasort);
    if (count < 0 && errno == ENOENT) return; /* no room needs edges or finds of fuzzing */
    if (count < 0) die("cannot be listed", folder);
    for (int i = 0; i < count; i++) {
        append_file(list, format, folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static void append_corpus(trial_list *list, const navlint_format *format, const char *corpus) {
    static const char *const kinds[] = {"seed", "regression", "edge", "picked", "fuzz"};
    char folder[PATH_BYTES];
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        (void)snprintf(folder, sizeof folder, "%s/%s/%s", corpus, file_room(format->id), kinds[i]);
        append_folder(list, format, folder);
    }
}

/* Once each: the programs try out memory and steps themselves. */
static void append_judged(trial_list *list, const navlint_format *format, const char *judged) {
    const size_t before = list->count;
    append_folder(list, format, file_path(judged, file_room(format->id)));
    append_folder(list, format, file_path(judged, "unknown"));
    size_t kept = before;
    for (size_t i = before; i < list->count; i++)
        if (!list->rows[i].is_hard) list->rows[kept++] = list->rows[i];
    list->count = kept;
}

void trials_of_format(trial_list *list, const navlint_format *format, const char *corpus,
                      const char *judged) {
    append_file(list, format, "/dev", "null");
    for (size_t i = 0; i < format->rule_count; i++)
        append_witness(list, format, format->rules[i].code);
    for (unsigned variant = 0; variant < nl_build_variants(format->id); variant++)
        for (size_t size = 0; size < BUILT_SIZES; size++)
            append_built(list, format, variant, built_sizes[size]);
    append_corpus(list, format, corpus);
    append_judged(list, format, judged);
}

uint64_t trial_run(const trial *t) {
    if (t->is_hard) return digest_of_hardships(&t->subject);
    if (t->subject.input_count > 0) return digest_of_verdict(&t->subject);
    if (t->code) return digest_of_witness(t->code);
    return digest_of_built(&t->build);
}
