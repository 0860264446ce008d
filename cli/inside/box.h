/* What holds files, gone through member by member: an archive that a library unpacks as it goes, or
 * a container, whose directory is there at once and whose members mostly lie open in its bytes. */
#ifndef NAVLINT_CLI_INSIDE_BOX_H
#define NAVLINT_CLI_INSIDE_BOX_H

#include "cli/input.h"
#include "cli/inside/allowance.h"
#include "intake/archive.h"
#include "navlint/navlint.h"

typedef struct cli_box cli_box;

/* Where the rest of a container's members is: files that go with it. */
typedef struct cli_volumes {
    void *context;
    /* Puts [offset, offset + length) of the file with this number behind what the buffer holds.
     * Returns NULL or why not, static. */
    const char *(*read)(void *context, uint32_t number, uint64_t offset, uint64_t length,
                        cli_buffer *buffer);
} cli_volumes;

/* Each returns a box for cli_box_close, even for damaged bytes; NULL if memory ran out. What is
 * handed in is borrowed. As cli_archive_open and cli_archive_open_inside: */
cli_box *cli_box_open_file(const intake_source *source, const char *name, cli_allowance *allowance);
cli_box *cli_box_open_archive(const navlint_input *outer, cli_allowance *allowance);

/* options: as of cli_directory_read. volumes: NULL: there are none. */
cli_box *cli_box_open_container(const navlint_options *options, const navlint_input *container,
                                const cli_volumes *volumes, cli_allowance *allowance);

/* A member, as the box describes it. */
typedef struct cli_inner {
    const char *name; /* hostile; good until the next member */
    uint64_t length;  /* bytes as they stand there; UINT64_MAX: only unpacking tells */
    uint64_t size;    /* bytes when unpacked, as the box claims; UINT64_MAX: it does not */
    navlint_packing packing;
    const navlint_member *member; /* of a container; NULL: of an archive */
} cli_inner;

/* Whether it is an archive; else a container. */
bool cli_box_is_archive(const cli_box *box);

/* Of a container: the number of the member that the box stands at, from 0. */
size_t cli_box_number(const cli_box *box);

/* Moves on. Returns false at the end, and where a limit or damage ends the box. */
bool cli_box_next(cli_box *box, cli_inner *inner);

/* The bytes of a member, or its first ones. */
typedef struct cli_view {
    const unsigned char *bytes; /* of the box; good until the next call of it */
    size_t length;
    bool is_in_place; /* bytes of the container themselves, not a copy: good as long as these */
    uint64_t offset;  /* of such in the container */
} cli_view;

/* Shows the first `least_bytes` of the member, or more; all of a shorter one. What is unpacked is
 * counted, what lies open is not: see cli_box_hand_out.
 * Returns 0, ENOMEM, or EIO: this member cannot be read. */
int cli_box_view(cli_box *box, size_t least_bytes, cli_view *view);

/* Counts bytes that were shown where they lie and are to be worked on: many members may lie in the
 * same place. Returns false if the allowance has no more. */
bool cli_box_hand_out(cli_box *box, const cli_view *view);

/* Moves the bytes that were shown last out of the box, unless they lie in place: then the buffer
 * stays empty. */
cli_buffer cli_box_take(cli_box *box);

/* Why the member could not be read, while the box goes on; NULL: there is no such reason. */
const char *cli_box_member_problem(const cli_box *box);

/* Why not all of the box could be read; NULL if it could, as far as is known, and if the allowance
 * has ended it. Borrowed. */
const char *cli_box_problem(const cli_box *box);

/* Whether memory ran out on the way. */
bool cli_box_lacks_memory(const cli_box *box);

/* NULL is allowed. */
void cli_box_close(cli_box *box);

#endif
