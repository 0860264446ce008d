/* What is in the files of an upload: members of containers, and of archives that lie in an archive
 * or a container. The whole tree shares the limits of the upload. */
#ifndef NAVLINT_SERVER_INSIDE_H
#define NAVLINT_SERVER_INSIDE_H

#include "server/package.h"

/* Most files in one another, the upload itself among them: an archive, an addon, a map and what is
 * packed into it are four. */
enum { SRV_MOST_LEVELS = 5 };

/* Does the file hold others that are to be judged, too? options: decide what is recognised. */
bool srv_inside_is_container(const navlint_options *options, const navlint_input *file);

/* What kind of archive the file is, an intake_kind: tar, zip, 7-Zip, or compressed as a whole;
 * 0: none. */
unsigned srv_inside_archive_kind(const navlint_input *file);

/* Whether others may be in a file that is not judged: an archive, or a container where another
 * format is asked for. */
bool srv_inside_may_hold(const navlint_options *options, const navlint_input *file);

/* Whether it is a file with data of a package, which is judged through the package's directory. */
bool srv_inside_is_side(const navlint_options *options, const navlint_input *file);

/* Puts the navigation files behind the member that they are in, under the names OUTER!INNER;
 * archives give way to what they hold. What lies open in a container stays where it is, all else is
 * unpacked into blocks of the members.
 * members: made by srv_members_make; give them back whatever the answer is.
 * Returns the problem, with the answer SRV_OK if there is none. */
srv_problem srv_inside_add(const srv_package *package, srv_members *members);

/* Gives all blocks of the members back. */
void srv_members_give(srv_memory *memory, srv_members *members);

/* The bytes of all of them. */
uint64_t srv_members_bytes(const srv_members *members);

#endif
