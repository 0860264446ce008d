/* The artifacts of a SARIF document. No two are equal, as 3.14.15 wants it, and an archive that was
 * judged itself is one artifact, whatever is found in it. */
#ifndef NAVLINT_REPORT_EXPORT_ARTIFACTS_H
#define NAVLINT_REPORT_EXPORT_ARTIFACTS_H

#include "report/report.h"

/* By what an artifact is found: all of its text, or what says where it is. */
enum { EXP_BY_TEXT, EXP_BY_PLACE, EXP_KEYS };

/* Where keys part in the tree: by one bit, those that have 0 there on side 0. */
typedef struct exp_fork {
    size_t bit; /* from the highest of the first byte on */
    size_t sides[2];
} exp_fork;

typedef struct exp_artifact {
    size_t start; /* in the texts */
    size_t length;
    size_t place_length;      /* its first bytes; 0: it lies in another artifact */
    exp_fork forks[EXP_KEYS]; /* each comes into the tree with the key of its kind */
} exp_artifact;

/* Start with {0}; exp_artifacts_free at the end. A failure of texts sticks: memory ran out. */
typedef struct exp_artifacts {
    rep_buffer texts;
    exp_artifact *items; /* heap; their places are the artifacts' indexes */
    size_t count;
    size_t capacity;
    size_t root;   /* of the tree of keys */
    bool has_root; /* else there are no keys */
} exp_artifacts;

/* Adds an artifact, unless an equal one is there. It takes the place of the one that
 * exp_artifacts_at made for its file.
 * artifact: a JSON object whose first member is "location", followed by "parentIndex" if it has
 * one; copied.
 * Returns the artifact's index; 0, and sets artifacts->texts.failed, when memory runs out. */
uint64_t exp_artifacts_add(exp_artifacts *artifacts, const rep_buffer *artifact);

/* Finds the artifact of a file that lies in no other, and adds one that says nothing but where it
 * is if there is none.
 * place: as artifacts of this file begin, up to the end of "location"; copied.
 * Returns the artifact's index; 0, and sets artifacts->texts.failed, when memory runs out. */
uint64_t exp_artifacts_at(exp_artifacts *artifacts, const rep_buffer *place);

/* Appends all artifacts, in the order of their indexes, with commas between them. */
void exp_artifacts_put(const exp_artifacts *artifacts, rep_buffer *to);

/* Frees what the list holds, which must not be used afterwards. */
void exp_artifacts_free(exp_artifacts *artifacts);

#endif
