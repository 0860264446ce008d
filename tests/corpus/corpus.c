/* navlint-corpus [--check] DIR: writes DIR/<room>/seed, one smallest and one larger valid file of
 * each dialect that a room builds, or says whether the files there are these and no others. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/files.h"
#include "tests/support/judge.h"
#include "validator/build.h"

enum { SEED_BYTES = 1 << 16 };

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

static void put_seed(corpus *c, const char *path, const uint8_t *bytes, size_t length) {
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
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    (void)closedir(directory);
    return count;
}

static void make_room(corpus *c, const char *format_id) {
    char folder[512];
    const unsigned variants = nl_build_variants(format_id);
    (void)snprintf(folder, sizeof folder, "%s/%s/seed", c->folder, file_room(format_id));
    for (unsigned variant = 0; variant < variants; variant++)
        for (size_t size = 0; size < SIZES; size++)
            make_seed(c, format_id, folder, variant, size);
    if (count_files(folder) == (size_t)variants * SIZES) return;
    (void)fprintf(stderr, "%s has files that navlint-corpus did not write\n", folder);
    c->differences++;
}

int main(int argc, char **argv) {
    corpus c = {.is_check = argc == 3 && strcmp(argv[1], "--check") == 0};
    if (argc != 2 && !c.is_check) {
        (void)fprintf(stderr, "usage: navlint-corpus [--check] DIR\n");
        return 2;
    }
    c.folder = argv[argc - 1];
    for (size_t i = 0; i < navlint_format_count(); i++)
        make_room(&c, navlint_format_at(i)->id);
    return c.differences == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
