/* The last verdicts of `navlint watch`, and what changes in them. */
#ifndef NAVLINT_CLI_WATCH_STATE_H
#define NAVLINT_CLI_WATCH_STATE_H

#include "cli/inputs/walk.h"
#include "cli/settings.h"
#include "cli/watch/marks.h"

/* Start with {0}; cli_watch_state_free at the end. */
typedef struct cli_watch_state {
    cli_marks marks; /* by the bytes of their names */
} cli_watch_state;

/* Words that belong to the holder. Start with {0}; cli_paths_free at the end. */
typedef struct cli_paths {
    char **items; /* heap, and each */
    size_t count;
    size_t capacity;
} cli_paths;

/* path: copied. Returns false if memory ran out. */
bool cli_paths_add(cli_paths *paths, const char *path);
void cli_paths_free(cli_paths *paths);

/* From paths that changed to what is to be judged anew.
 * changed: receives besides what changes with them: what lay in folders that are gone, and the
 * files of the sets that changed files belong to, belonged to, or may belong to from now on.
 * walk: how folders are walked, and what is left out; also of what is named.
 * inputs: receives those that are there, in the order of their paths. Returns false after a
 * complaint. */
bool cli_watch_gather(const cli_watch_state *state, const cli_walk *walk, cli_paths *changed,
                      cli_inputs *inputs);

/* Brings inputs into the order of their paths, each once. */
void cli_watch_sort_inputs(cli_inputs *inputs);

/* Hears what became of a file, or of what is about a set alone.
 * before, now: NULL: there was, or is, none. */
typedef void cli_watch_hear(void *context, const cli_mark *before, const cli_mark *now);

/* Puts new marks in the place of those of the changed paths and of what is in them, and tells of
 * each, in the order of their names.
 * now: its marks move away. Returns false if memory ran out. */
bool cli_watch_update(cli_watch_state *state, const cli_paths *changed, cli_marks *now,
                      cli_watch_hear *hear, void *context);

void cli_watch_state_free(cli_watch_state *state);

#endif
