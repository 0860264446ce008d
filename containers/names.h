/* Names of members: paths that an author chose. No game makes files of them; tools that unpack a
 * container do. Source: the containers' fact sheet, section 1.2. */
#ifndef NAVLINT_CONTAINERS_NAMES_H
#define NAVLINT_CONTAINERS_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of a file, or several parts of one: not terminated. */
typedef struct box_name {
    const uint8_t *chars;
    uint32_t length; /* bytes */
} box_name;

/* Most bytes of a name that is handed out, with its NUL (navlint_member). */
enum { BOX_NAME_BYTES = 1024 };

/* What a tool that unpacks the container would be hurt by: "goes up a folder", "begins at the
 * root", "names a drive", "has a control character"; static. NULL: nothing. A container whose names
 * begin with a slash (FPK) hands in what follows it. */
const char *box_name_danger(box_name name);

/* Whether the name has nothing but small letters, digits, '_' and '-', as nearly all words of names
 * have: nothing can be wrong with it. */
bool box_name_is_plain(box_name name);

/* Whether the name ends so; case does not count. ending: lower case, ".nav". */
bool box_name_ends(box_name name, const char *ending);

/* Whether the name begins so; case does not count. beginning: lower case, "maps/". */
bool box_name_begins(box_name name, const char *beginning);

/* Whether the name is that of a navigation file, of whatever game, or may be: .nav, .nav2, .path,
 * nodes*.dat, .esp, .esm, .esl. What is lost of such a file is lost to navigation. */
bool box_name_is_navigation(box_name name);

/* Whether two names are the same where case does not count. */
bool box_name_same_folded(box_name a, box_name b);

/* Whether a letter A to Z stands in the name. */
bool box_name_has_capitals(box_name name);

/* What stands behind the last separator, / or \. */
box_name box_name_base(box_name name);

/* Copies the name for navlint_member: what is too long is cut, control bytes become '_'.
 * copy: of BOX_NAME_BYTES. Returns the bytes written, without the NUL. */
uint32_t box_name_copy(char *copy, box_name name);

/* Appends more to such a copy of `length` bytes, as far as it fits: parts of a name that a
 * container keeps apart. Returns the new length. */
uint32_t box_name_append(char *copy, uint32_t length, box_name more);

#endif
