/* The input of target_report.c, for the target and its mutator.
 *
 *   report := name (string of cut.h), length of the input (u16)
 *   input  := number of the format (u8), report, ops
 *   op     := u8, modulo REPORT_OPS, and what it needs
 *   value  := kind (u8, modulo REPORT_VALUES), then a string or a number: its 64 bits, the highest
 *             two bytes first, each two with the lower byte first; a float's bits are the lower 32
 */
#ifndef NAVLINT_FUZZ_REPORT_OPS_H
#define NAVLINT_FUZZ_REPORT_OPS_H

enum report_op {
    REPORT_FINDING, /* its place, values, and a fix: length (u8), bytes, offset (u16) */
    REPORT_FACT,    /* a value */
    REPORT_CLAIM,   /* offset and length (u16 each) */
    REPORT_LIMIT,   /* its message: a string */
    REPORT_NEXT,    /* the next report of the set */
    REPORT_OPS
};

enum report_value {
    REPORT_NO_VALUE,
    REPORT_UINT,
    REPORT_INT,
    REPORT_REAL,
    REPORT_TEXT,
    REPORT_VALUES
};

enum {
    REPORT_PLACE_BYTES = 2 + 1 + 8 + 2, /* item, rule, offset, length */
    REPORT_FINDING_VALUES = 2 + 4,      /* actual, expected, arguments */
    REPORT_FIX_BYTES = 16
};

#endif
