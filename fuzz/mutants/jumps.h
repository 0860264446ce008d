/* The conditional jumps of this program's code under test, as assembler/as entered them, and what
 * can be done to one: it is patched in memory, so that a mutant costs no build. x86-64 alone.
 *
 * A condition of a header is one jump, of which each file that compiles it has a copy: what is done
 * to it is done to all copies, and the first one in the table stands for them. */
#ifndef NAVLINT_FUZZ_MUTANTS_JUMPS_H
#define NAVLINT_FUZZ_MUTANTS_JUMPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One entry of the table; the layout is what assembler/as writes. */
typedef struct jump {
    uint8_t *address;
    const char *owner; /* three strings, one behind the other: "file:function", the function, and
                          "file:line" of the condition */
    uint64_t number;   /* in its function, from 0 */
} jump;

typedef enum jump_way {
    JUMP_NEVER, /* the jump is removed */
    JUMP_ALWAYS
} jump_way;

extern const jump *const jumps;

size_t jump_count(void);
const char *jump_function(const jump *j);
const char *jump_place(const jump *j);
const char *jump_way_text(jump_way way);

/* Whether it stands for its copies, or has none. */
bool jump_is_first(const jump *j);

/* The jump "FILE:FUNCTION#NUMBER" is; NULL if there is none. `end` receives what follows the
 * number. */
const jump *jump_by_name(const char *name, const char **end);

/* Makes the jump and its copies go one way, for good. */
void jump_force(const jump *j, jump_way way);

/* Ways that a jump went, as bits. */
enum { JUMP_STAYED = 1, JUMP_JUMPED = 2 };

/* Whether a program whose jump went these ways could behave otherwise if it is forced. */
bool jump_differs(uint8_t ways, jump_way way);

/* Notes in `ways`, one byte a jump of the table, the ways that jumps and their copies go from now
 * on: of those that are marked in `wanted`, one byte a jump, or of all if it is NULL. Looking costs
 * a trap: a jump that was looked at `most` times is taken to go both ways. jumps_unwatch ends it.
 */
void jumps_watch(uint8_t *ways, const uint8_t *wanted, uint16_t most);
void jumps_unwatch(void);

#endif
