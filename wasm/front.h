/* What the module exports: the border to wasm/engine.js, and nothing else crosses it. Only numbers
 * come in: a text or a file comes in a block that the module has handed out (navlint_wasm_block),
 * and the call that takes it compares its contents with its size. No address is ever taken from
 * outside.
 *
 * An instance does one job at a time: navlint_wasm_begin, options, inputs, then what is asked of
 * them. Statuses are those of navlint_status; for one that is not NAVLINT_OK the output says why.
 * The output, of any call that says it has one, is good until the next call. */
#ifndef NAVLINT_WASM_FRONT_H
#define NAVLINT_WASM_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <navlint/navlint.h>

#ifdef __wasm__
#define NAVLINT_WASM_EXPORT(name) __attribute__((export_name(#name)))
#else
#define NAVLINT_WASM_EXPORT(name)
#endif

/* What navlint_wasm_report writes: one of these, or a navlint_form plus NAVLINT_WASM_EXPORTS. */
enum navlint_wasm_form {
    NAVLINT_WASM_JSON = 0, /* as `navlint check --format json` prints it of one file or one set */
    NAVLINT_WASM_LINES,    /* as --format ndjson: a line for each member, then one for the set */
    NAVLINT_WASM_TEXT,
    NAVLINT_WASM_EXPORTS
};

/* What navlint_wasm_catalogue writes. */
enum navlint_wasm_catalogue {
    NAVLINT_WASM_VERSION = 0,
    NAVLINT_WASM_FORMATS,
    NAVLINT_WASM_RULES,  /* of the format whose id comes in, of all if it is empty */
    NAVLINT_WASM_RULE,   /* whose code comes in */
    NAVLINT_WASM_LAYOUT, /* of the format whose id comes in, of all if it is empty */
    NAVLINT_WASM_SCHEMA  /* of reports */
};

/* Forgets the last job and frees what it took. */
NAVLINT_WASM_EXPORT(navlint_wasm_begin) void navlint_wasm_begin(void);

/* Hands out a block for what the next call takes; a block that no call has taken is freed.
 * size: bytes. Returns NULL when there is no memory for it. */
NAVLINT_WASM_EXPORT(navlint_wasm_block) void *navlint_wasm_block(size_t size);

/* Sets an option. The block holds its name and its value with a NUL between them: wasm/options.c
 * has the names. Output: why not. */
NAVLINT_WASM_EXPORT(navlint_wasm_option) navlint_status navlint_wasm_option(void);

/* Adds an input. The block holds its name, NUL, its SHA-256 in hexadecimal digits or nothing, NUL,
 * and its bytes: those stay where they are. name_bytes: how long the name is, so that a NUL in it
 * is seen. */
NAVLINT_WASM_EXPORT(navlint_wasm_input)
navlint_status navlint_wasm_input(size_t name_bytes, bool is_context);

/* Says what the first input is. is_found: it lies among others (navlint_detect_as).
 * Output: texts with a NUL behind each: the id of the format, how it was told, the other game that
 * the file is for, each of these or nothing; then the names of files that it needs. */
NAVLINT_WASM_EXPORT(navlint_wasm_recognise) navlint_status navlint_wasm_recognise(bool is_found);

/* Judges the inputs. The report is good until navlint_wasm_begin. */
NAVLINT_WASM_EXPORT(navlint_wasm_check) navlint_status navlint_wasm_check(void);

/* Renders the report. form: above. exit_code: as SARIF shows it. Output: the text. */
NAVLINT_WASM_EXPORT(navlint_wasm_report)
navlint_status navlint_wasm_report(uint32_t form, int exit_code);

/* Draws the first input. Output: the rows of wasm/look.h. */
NAVLINT_WASM_EXPORT(navlint_wasm_draw) navlint_status navlint_wasm_draw(void);

/* Lists the fields of the first input in a window of its bytes; to 0: to its end. A block says the
 * path of a record or a field to list alone; without one, all. Output: the rows of wasm/look.h. */
NAVLINT_WASM_EXPORT(navlint_wasm_fields) navlint_status navlint_wasm_fields(double from, double to);

/* Unpacks the packed record at a byte of the first input. Output: the bytes. */
NAVLINT_WASM_EXPORT(navlint_wasm_unpack) navlint_status navlint_wasm_unpack(double at);

/* kind: above; a block says of what, where there is a choice. Output: the text. */
NAVLINT_WASM_EXPORT(navlint_wasm_catalogue) navlint_status navlint_wasm_catalogue(uint32_t kind);

/* The block holds the code of a rule. Output: the bytes of a file that breaks it. */
NAVLINT_WASM_EXPORT(navlint_wasm_witness) navlint_status navlint_wasm_witness(void);

/* Where the output is, and how long. */
NAVLINT_WASM_EXPORT(navlint_wasm_output) const void *navlint_wasm_output(void);
NAVLINT_WASM_EXPORT(navlint_wasm_output_bytes) size_t navlint_wasm_output_bytes(void);

#endif
