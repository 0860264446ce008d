/* A file in a zip gets other bytes, as many as it has, where it is stored open. */
#ifndef NAVLINT_CLI_INSIDE_ZIP_PUT_H
#define NAVLINT_CLI_INSIDE_ZIP_PUT_H

#include <stddef.h>

/* A change that is to be made. */
typedef struct cli_zip_put {
    const char *name;                    /* of the file, as the zip's directory has it */
    const unsigned char *before, *bytes; /* of the file: what it has, and what it gets */
    size_t length;                       /* of both */
} cli_zip_put;

/* Changes the file's bytes and its CRC-32 in both headers and, if there is one, behind the data.
 * zip: changed in place; length: its bytes. Returns NULL, or why not: static, nothing is changed
 * then. Refused is what is packed, encrypted, of zip64, twice there or not where both headers have
 * it, and what shares bytes with anything else of the zip. Source: APPNOTE 6.3.10. */
const char *cli_zip_put_file(unsigned char *zip, size_t length, const cli_zip_put *put);

#endif
