/* Suppressions as JSON (RFC 8259): the text of navlint-suppressions.json, which
 * schemas/suppressions.schema.json describes. */
#ifndef NAVLINT_CLI_SUPPRESS_TEXT_H
#define NAVLINT_CLI_SUPPRESS_TEXT_H

#include "cli/suppress/suppressions.h"

#define CLI_SUPPRESSIONS_SCHEMA "urn:navlint:schema:suppressions:1"

/* Above this a text is refused: about two million findings. */
enum { CLI_SUPPRESSIONS_BYTES = 64 << 20 };

/* Reads them. The counts of the text are for people: the fingerprints decide.
 * text: `length` bytes. name: of the file, for complaints.
 * all: {0}; cli_suppressions_free it, also after a failure.
 * Returns CLI_OK, or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_suppressions_read(cli_suppressions *all, const char *text, size_t length, const char *name);

/* Writes them: what was read so is written the same, however it was written before.
 * Returns a heap text that ends in a line end and a NUL; NULL if memory ran out. */
char *cli_suppressions_write(const cli_suppressions *all);

/* Is this a day of some year after 1000 and before 9999, "2027-03-01"? */
bool cli_is_date(const char *text);

#endif
