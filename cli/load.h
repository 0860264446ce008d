/* One input from its path to its bytes, and what it is. */
#ifndef NAVLINT_CLI_LOAD_H
#define NAVLINT_CLI_LOAD_H

#include "cli/input.h"
#include "cli/inputs/walk.h"
#include "cli/settings.h"
#include "intake/marks.h"

/* An archive that has been opened and of which the first bytes were read. */
typedef struct cli_source {
    int descriptor; /* as cli_open returns it */
    size_t length;  /* bytes read */
    unsigned char bytes[INTAKE_SNIFF_BYTES];
} cli_source;

typedef enum cli_kind_found {
    CLI_FOUND_FILE,    /* to be judged */
    CLI_FOUND_MEMBER,  /* of a format with sets, with neighbours: to be judged with its folder */
    CLI_FOUND_ARCHIVE, /* to be looked into */
    CLI_FOUND_NOTHING  /* in a directory and not a navigation file */
} cli_kind_found;

typedef struct cli_found {
    cli_kind_found kind;
    const navlint_format *format; /* of a member; of a file if it is a container, else NULL */
    cli_source archive;           /* whose descriptor is the caller's to close */
    const char *other_game;       /* of nothing: see navlint_other_game; NULL: none */
} cli_found;

/* The name under which an input is reported; borrowed. */
const char *cli_input_name(const cli_check_settings *settings, const cli_input *input);

/* Brings the input into `file`; of an archive and of what is nothing perhaps only the start.
 * Returns 0 or an errno, ENOMEM among them. */
int cli_load(const navlint_options *options, const cli_input *input, cli_buffer *file,
             cli_found *found);

/* How much of what the user did not name is read to tell whether it is a navigation file. */
size_t cli_detection_bytes(const navlint_options *options, const char *name);

/* What something that the user did not name is to be judged as, or a container that it is, under
 * whatever options; NULL: it is left alone. input: the bytes may be the first ones. */
const navlint_format *cli_wanted_format(const navlint_options *options, const navlint_input *input);

/* Whether these first bytes are those of an archive, or compressed, and of no known format. */
bool cli_is_archive(const void *bytes, size_t length);

/* Something that can be read bit by bit, for cli_load_wanted. */
typedef struct cli_stream {
    void *source;
    /* Reads on until the buffer holds limit_bytes or the end is there. Returns 0 or an errno. */
    int (*read)(void *source, size_t limit_bytes, cli_buffer *buffer);
} cli_stream;

/* Reads what the user did not name, a file of a directory or a member of an archive, if it is a
 * navigation file, and else just enough to tell.
 * format: receives what it is to be judged as; NULL if it is no navigation file, or none of the
 *   format that the user asks for. Returns 0 or an errno. */
int cli_load_wanted(const navlint_options *options, const char *name, const cli_stream *stream,
                    cli_buffer *file, const navlint_format **format);

#endif
