/* The one job of an instance: its options, its inputs, their report. */
#ifndef NAVLINT_WASM_SESSION_H
#define NAVLINT_WASM_SESSION_H

#include <navlint/navlint.h>

#include "wasm/block.h"
#include "wasm/options.h"
#include "wasm/output.h"

typedef struct wasm_session {
    wasm_block *incoming; /* handed out, and taken by no call yet; NULL: none */
    wasm_block *kept;     /* what options and inputs borrow from */
    wasm_options options;
    navlint_input *inputs; /* heap */
    size_t input_count;
    const char **sha256_hex; /* heap; one for each input that is judged, NULL where there is none */
    size_t judged_count;     /* inputs that are no context; the report of several is a set's */
    void *memory;            /* heap; of the report */
    const navlint_report *report;
    void *look_memory; /* heap; of what wasm/look.c does; NULL until then */
    wasm_output output;
} wasm_session;

/* Frees what the job took. */
void wasm_session_clear(wasm_session *session);

/* Keeps the incoming block until the job ends. Returns NULL if there is none. */
wasm_block *wasm_session_keep(wasm_session *session);

/* Adds an input that borrows from a block that is kept, and forgets the report.
 * sha256_hex: NULL, if there is none. Returns false when memory ran out. */
bool wasm_session_add(wasm_session *session, navlint_input input, const char *sha256_hex);

/* Judges the inputs. */
navlint_status wasm_session_check(wasm_session *session);

#endif
