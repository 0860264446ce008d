/* Options by name, as texts. */
#ifndef NAVLINT_WASM_OPTIONS_H
#define NAVLINT_WASM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <navlint/navlint.h>

typedef struct wasm_codes {
    const char **items; /* heap; the codes are borrowed */
    size_t count;
} wasm_codes;

typedef struct wasm_overrides {
    navlint_override *items; /* heap; the codes are borrowed */
    size_t count;
} wasm_overrides;

typedef struct wasm_options {
    navlint_options check; /* but for its lists, which are those below */
    wasm_codes ignore, only;
    wasm_overrides overrides;
    navlint_text_style text;
    navlint_export_style export; /* but for its form */
    const char *archive;         /* that holds the inputs; NULL: none */
} wasm_options;

/* Every default. */
wasm_options wasm_options_make(void);

/* Frees the lists and sets every default. */
void wasm_options_free(wasm_options *options);

/* Sets an option, or adds to one that is a list.
 * value: borrowed until wasm_options_free, and changed where it has two parts.
 * Returns NULL, or what is wrong with it, static: "is no option". */
const char *wasm_options_set(wasm_options *options, const char *name, char *value);

/* What the library takes: borrows from `options`. */
navlint_options wasm_options_check(const wasm_options *options);

#endif
