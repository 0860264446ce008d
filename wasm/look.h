/* What fronts show of a file besides its report: its geometry and its fields, as rows of numbers
 * and texts in the session's output (wasm/look.js reads them). */
#ifndef NAVLINT_WASM_LOOK_H
#define NAVLINT_WASM_LOOK_H

#include "wasm/session.h"

/* Writes a row for each shape of the first input (navlint_draw): kind, offset, length, inner offset
 * (-1: not packed), inner length, flags; the corners' numbers, or the three coordinates; the path,
 * the subject's kind and number, or the name of the part. */
navlint_status wasm_look_draw(wasm_session *session);

#endif
