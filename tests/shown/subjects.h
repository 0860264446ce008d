/* Files of every format: each rule's witness, member by member, and what each dialect's builder
 * writes. */
#ifndef NAVLINT_TESTS_SHOWN_SUBJECTS_H
#define NAVLINT_TESTS_SHOWN_SUBJECTS_H

#include "navlint/navlint.h"

/* One file, with a block that is large enough to judge, dump and draw it. */
typedef struct subject {
    const char *name; /* of the rule or the format, for messages */
    navlint_options options;
    navlint_input input;
    void *memory;
    size_t memory_bytes;
} subject;

typedef void (*subject_fn)(void *context, const subject *s);

/* Calls `visit` for each; what it is handed is good during the call only. Returns how many there
 * were. */
size_t each_subject(subject_fn visit, void *context);

#endif
