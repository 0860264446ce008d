/* Writes several files as one tar archive (POSIX ustar): how a witness that takes more than one
 * file is handed out. Reading archives is not the library's business. */
#ifndef NAVLINT_CORE_TAR_H
#define NAVLINT_CORE_TAR_H

#include <stdint.h>

#include "core/writer.h"

enum { NL_TAR_BLOCK_BYTES = 512 };

/* The header of a file of `length` bytes, which the caller writes next, followed by
 * nl_tar_pad. name: at most 99 bytes. The archive says nothing of the time, owner or machine. */
void nl_tar_header(nl_writer *out, const char *name, uint64_t length);

/* Fills the last block of a file of `length` bytes. */
void nl_tar_pad(nl_writer *out, uint64_t length);

/* The two empty blocks at the end of the archive. */
void nl_tar_end(nl_writer *out);

#endif
