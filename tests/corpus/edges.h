/* Files at a boundary: one that a room writes, with a few fields changed or its end cut off. A row
 * of corpus/<room>/edges.tsv is the base ("NAV_MAGIC", or "variant 3 of 1 bytes"), then the
 * changes: PATH=BYTES in hexadecimal, N:PATH=BYTES of the Nth file of an archive, or cut=LENGTH. */
#ifndef NAVLINT_TESTS_CORPUS_EDGES_H
#define NAVLINT_TESTS_CORPUS_EDGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

enum { EDGE_BYTES = 1 << 17, EDGE_ROW_BYTES = 1024, EDGE_VALUE_BYTES = 8 };

typedef struct edge_file {
    const navlint_format *format;
    size_t length;
    uint8_t bytes[EDGE_BYTES];
} edge_file;

/* A place that a change can name. Of a long field it is the start. */
typedef struct edge_field {
    char path[128]; /* with the number of the file in front, in an archive */
    size_t offset;  /* bytes from the start of the file or archive */
    size_t length;  /* at most EDGE_VALUE_BYTES */
} edge_field;

/* Receives a field; returns false to stop. */
typedef bool (*edge_field_fn)(void *context, const edge_field *field);

/* Writes the base of that name. Returns false if there is none or it is too large. */
bool edge_base(edge_file *file, const navlint_format *format, const char *name);

/* Visits each field that the file, or each file of the archive, is decoded to. */
void edge_fields(const edge_file *file, edge_field_fn visit, void *context);

/* Makes the file that a row describes. Returns false, having said why, if a base or path of it is
 * not there. */
bool edge_make(edge_file *file, const navlint_format *format, const char *row);

/* The inputs of the file: itself under this name, or those of the archive. Returns how many. */
size_t edge_inputs(const edge_file *file, const char *name, navlint_input *inputs, size_t capacity);

#endif
