/* A judge: a process that judges what it finds in its slot, and can do nothing else. */
#ifndef NAVLINT_SERVER_ISOLATE_JUDGE_H
#define NAVLINT_SERVER_ISOLATE_JUDGE_H

#include "server/isolate/slot.h"

typedef struct srv_judge_terms {
    size_t data_bytes;    /* of a slot */
    uint64_t own_bytes;   /* of address space that a judge starts with; 0: not known */
    uint64_t most_memory; /* bytes beyond that */
    uint64_t timeout_s;
    const srv_masters *masters;
} srv_judge_terms;

/* The exit status of a judge that cannot even begin. */
enum { SRV_JUDGE_UNABLE = 1 };

/* Judges until it is to be replaced, which ends the process. Call in a process of its own that has
 * nothing mapped that is none of its business. */
_Noreturn void srv_judge_run(srv_slot *slot, const srv_judge_terms *terms);

/* What is judged. Tests put something worse in its place. */
extern void (*srv_judge_work)(srv_upload *upload, srv_reply *reply);

#endif
