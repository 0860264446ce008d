/* Fingerprints of findings: by what a finding is known again in the next build of the file. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

#define FNV_PRIME UINT64_C(0x100000001b3)

static uint64_t with_byte(uint64_t hash, unsigned char byte) {
    return (hash ^ byte) * FNV_PRIME;
}

uint64_t rep_hash_text(uint64_t hash, const char *text) {
    for (; text && *text != '\0'; text++)
        hash = with_byte(hash, (unsigned char)*text);
    return with_byte(hash, 0);
}

static uint64_t with_number(uint64_t hash, uint64_t number) {
    for (unsigned i = 0; i < sizeof number; i++)
        hash = with_byte(hash, (unsigned char)(number >> 8 * i));
    return hash;
}

const char *rep_without_here(const char *name) {
    while (name[0] == '.' && name[1] == '/')
        name += 2;
    return name;
}

/* "/areas/40/connections/north/2" is "/areas//connections/north/": records may come and go in front
 * of this one. */
static uint64_t with_path(uint64_t hash, const char *path) {
    for (const char *at = path; *at != '\0'; at++)
        if (at == path || at[-1] != '/' || !isdigit((unsigned char)*at))
            hash = with_byte(hash, (unsigned char)*at);
        else
            at += strcspn(at, "/") - 1;
    return with_byte(hash, 0);
}

static uint64_t with_subject(uint64_t hash, const navlint_subject *subject) {
    if (!subject->kind) return with_byte(hash, 0);
    hash = with_number(rep_hash_text(hash, subject->kind), subject->id);
    return rep_hash_text(rep_hash_text(hash, subject->record), subject->cell);
}

static uint64_t likeness_of(uint64_t name, const navlint_finding *finding) {
    const uint64_t hash = with_path(rep_hash_text(name, finding->rule->code), finding->path);
    return with_subject(hash, &finding->subject);
}

/* A finding that may be one of several alike. */
typedef struct alike {
    uint64_t likeness;
    size_t index; /* of the finding */
} alike;

static int by_likeness(const void *a, const void *b) {
    const alike *const left = a, *const right = b;
    if (left->likeness != right->likeness) return left->likeness < right->likeness ? -1 : 1;
    return left->index < right->index ? -1 : 1;
}

/* Numbers those that are alike, in the order of the report. */
static void number_alike(alike *all, size_t count, uint64_t *fingerprints) {
    uint64_t ordinal = 0;
    qsort(all, count, sizeof *all, by_likeness);
    for (size_t i = 0; i < count; i++) {
        ordinal = i > 0 && all[i].likeness == all[i - 1].likeness ? ordinal + 1 : 0;
        fingerprints[all[i].index] = with_number(all[i].likeness, ordinal);
    }
}

bool navlint_report_fingerprints_as(const navlint_report *report, const char *name,
                                    uint64_t *fingerprints) {
    const size_t count = navlint_report_finding_count(report);
    const uint64_t hash = rep_hash_text(REP_HASH_START, name);
    if (count == 0) return true;
    alike *const all = calloc(count, sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < count; i++)
        all[i] = (alike){likeness_of(hash, navlint_report_finding(report, i)), i};
    number_alike(all, count, fingerprints);
    free(all);
    return true;
}

bool navlint_report_fingerprints(const navlint_report *report, uint64_t *fingerprints) {
    const char *const name = rep_without_here(navlint_report_name(report));
    return navlint_report_fingerprints_as(report, name, fingerprints);
}
