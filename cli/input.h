/* Files into memory. They are read, not mapped: a mapped file that shrinks while it is judged kills
 * the process (SIGBUS). */
#ifndef NAVLINT_CLI_INPUT_H
#define NAVLINT_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that are reused from file to file. Start with {0}; cli_buffer_free at the end. */
typedef struct cli_buffer {
    unsigned char *bytes; /* heap */
    size_t length;        /* bytes read */
    size_t capacity;      /* bytes */
    uint64_t file_bytes;  /* of a regular file when its first bytes were read; 0: not known */
    bool at_end;          /* all that there is was read */
} cli_buffer;

/* Opens a file for reading.
 * path: NULL stands for standard input.
 * regular_only: refuse pipes, devices and the like, and never wait for them.
 * Returns a descriptor for cli_close, or -1 with errno set. */
int cli_open(const char *path, bool regular_only);

/* Closes what cli_open returned; standard input stays open. */
void cli_close(int descriptor);

/* Reads on until the buffer holds limit_bytes or the file ends.
 * Returns 0 or an errno, ENOMEM among them. The file has ended if length < limit_bytes. */
int cli_read(int descriptor, size_t limit_bytes, cli_buffer *buffer);

/* How much to read of an input of which max_bytes may be judged: one byte more, so that what is too
 * large shows, and never more than memory can address. */
size_t cli_read_limit(uint64_t max_bytes);

/* Makes room for `capacity` bytes in all. Returns 0 or ENOMEM. */
int cli_buffer_reserve(cli_buffer *buffer, size_t capacity);

/* Makes room for at least one byte more, but none beyond limit_bytes. Returns 0 or ENOMEM. */
int cli_buffer_grow(cli_buffer *buffer, size_t limit_bytes);

void cli_buffer_free(cli_buffer *buffer);

#endif
