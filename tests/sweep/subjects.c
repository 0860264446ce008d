#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/support/judge.h"
#include "tests/support/tar.h"
#include "tests/sweep/sweep.h"
#include "validator/valid_files.h"

enum { SUBJECT_BYTES = 1 << 20 };

/* Sweeps judge a file thousands of times over. A witness that has to be large, because a count only
 * overflows in a large file, is judged by the witness test and the replay. */
enum { SWEPT_BYTES = 6 * 1024 };

/* A witness is a built file with one breakage, and the built ones are swept at any size: of the
 * witnesses the small ones do, and fewer where sanitizers make each judgement five times as
 * expensive.
 */
#ifdef __SANITIZE_ADDRESS__
enum { SWEPT_WITNESS_BYTES = 256 };
#else
enum { SWEPT_WITNESS_BYTES = 1024 };
#endif

static uint8_t buffer[SUBJECT_BYTES];

static void die(const char *what, const char *name) {
    (void)fprintf(stderr, "navlint-sweep: %s: %s\n", what, name);
    exit(EXIT_FAILURE);
}

static void hand_over(subject *s, subject_fn visit) {
    if (s->length > SWEPT_BYTES) return;
    s->bytes = buffer;
    judged j = judge_bytes(NULL, buffer, s->length);
    s->is_valid = navlint_report_verdict(j.report) == NAVLINT_VALID &&
                  navlint_report_finding_count(j.report) == 0;
    judged_free(&j);
    visit(s);
}

static void visit_variants(const navlint_format *format, subject_fn visit) {
    for (unsigned i = 0; i < nl_build_variants(format->id); i++) {
        subject s = {.format = format};
        (void)snprintf(s.name, sizeof s.name, "%s variant %u", format->id, i);
        if (!nl_build_variant(format->id, i, 1, buffer, sizeof buffer, &s.length))
            die("cannot be built", s.name);
        hand_over(&s, visit);
    }
}

static void visit_witnesses(const navlint_format *format, subject_fn visit) {
    for (size_t i = 0; i < format->rule_count; i++) {
        subject s = {.format = format};
        (void)snprintf(s.name, sizeof s.name, "%s", format->rules[i].code);
        if (navlint_witness(s.name, buffer, sizeof buffer, &s.length) != NAVLINT_OK)
            die("has no witness", s.name);
        if (tar_is(buffer, s.length)) continue; /* a set is no single file */
        if (s.length <= SWEPT_WITNESS_BYTES) hand_over(&s, visit);
    }
}

static void visit_file(const navlint_format *format, const char *path, const char *name,
                       subject_fn visit) {
    subject s = {.format = format};
    (void)snprintf(s.name, sizeof s.name, "%s", name);
    FILE *const file = fopen(path, "rb");
    if (!file) die("cannot be read", path);
    s.length = fread(buffer, 1, sizeof buffer, file);
    (void)fclose(file);
    hand_over(&s, visit);
}

static void visit_regressions(const navlint_format *format, subject_fn visit) {
    char folder[512];
    (void)snprintf(folder, sizeof folder, "%s/%s/regression", NAVLINT_CORPUS, format->id);
    for (char *c = folder + strlen(NAVLINT_CORPUS); *c; c++)
        if (*c == '-') *c = '_';
    DIR *const directory = opendir(folder);
    if (!directory) return; /* a room without a bug so far */
    for (const struct dirent *entry; (entry = readdir(directory));) {
        const char *const dot = strrchr(entry->d_name, '.');
        char path[1024];
        if (!dot || strcmp(dot, format->extensions[0]) != 0) continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        visit_file(format, path, entry->d_name, visit);
    }
    (void)closedir(directory);
}

void for_each_subject(subject_fn visit) {
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        visit_variants(format, visit);
        visit_witnesses(format, visit);
        visit_regressions(format, visit);
    }
}

guarded guarded_copy(const uint8_t *bytes, size_t length) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t data = (length + page - 1) / page * page;
    guarded g = {.length = length, .mapping_bytes = data + page};
    g.mapping =
        mmap(NULL, g.mapping_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (g.mapping == MAP_FAILED) die("no memory", "mmap");
    if (mprotect((uint8_t *)g.mapping + data, page, PROT_NONE) != 0) die("refused", "mprotect");
    g.bytes = (uint8_t *)g.mapping + data - length;
    memcpy(g.bytes, bytes, length);
    return g;
}

void guarded_free(guarded *copy) {
    (void)munmap(copy->mapping, copy->mapping_bytes);
}
