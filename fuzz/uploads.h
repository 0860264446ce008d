/* Bodies of uploads that the service takes for several files, made by our own code. */
#ifndef NAVLINT_FUZZ_UPLOADS_H
#define NAVLINT_FUZZ_UPLOADS_H

#include "core/writer.h"

#include <navlint/navlint.h>

/* A form of RFC 7578 with a file in each part; quotes and backslashes of names are escaped. */
void fuzz_put_form(nl_writer *out, const char *boundary, const navlint_input *files, size_t count);

/* A part of a form that is no file: it goes before what fuzz_put_form writes. */
void fuzz_put_field(nl_writer *out, const char *boundary, const char *name, const char *value);

/* A tar archive (core/tar.h). */
void fuzz_put_tar(nl_writer *out, const navlint_input *files, size_t count);

/* A RAR 4 archive (RAR archive format 3.93) whose files are stored as they are. */
void fuzz_put_rar(nl_writer *out, const navlint_input *files, size_t count);

/* A zip archive (APPNOTE 6.3.10) whose files are stored as they are. */
void fuzz_put_zip(nl_writer *out, const navlint_input *files, size_t count);

/* A gzip member (RFC 1952) whose bytes are stored as they are. */
void fuzz_put_gzip(nl_writer *out, const uint8_t *bytes, size_t length);

#endif
