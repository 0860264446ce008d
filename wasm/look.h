/* What fronts show of a file besides its report: its geometry and its fields, as rows of numbers
 * and texts in the session's output (wasm/look.js reads them). */
#ifndef NAVLINT_WASM_LOOK_H
#define NAVLINT_WASM_LOOK_H

#include "wasm/session.h"

/* Writes a row for each shape of the first input (navlint_draw): kind, offset, length, inner offset
 * (-1: not packed), inner length, flags; the corners' numbers, or the three coordinates; the path,
 * the subject's kind and number, or the name of the part. */
navlint_status wasm_look_draw(wasm_session *session);

/* A part of a file. */
typedef struct wasm_window {
    uint64_t from, to; /* bytes of the input; to 0: to its end */
    const char *path;  /* of a record or a field; NULL: all */
} wasm_window;

/* Writes a row for each field of the first input that is in the window (navlint_dump): offset,
 * length, inner offset (-1: not packed), inner length, the value if it is a real (else 0), its kind
 * (navlint_value_kind); type, role, path, and the value if it is not a real. */
navlint_status wasm_look_fields(wasm_session *session, const wasm_window *window);

/* Writes what the first packed record of the window unpacks to (navlint_unpack). */
navlint_status wasm_look_unpack(wasm_session *session, const wasm_window *window);

#endif
