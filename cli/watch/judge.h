/* Judges inputs as `navlint check` does, and prints nothing but why some cannot be. */
#ifndef NAVLINT_CLI_WATCH_JUDGE_H
#define NAVLINT_CLI_WATCH_JUDGE_H

#include "cli/config/terms_book.h"
#include "cli/inputs/walk.h"
#include "cli/watch/marks.h"

/* book: open; its command keeps marks. inputs: change hands. marks: receives what was found, to be
 * freed in either case. Returns CLI_OK, or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_watch_judge(cli_terms_book *book, cli_inputs *inputs, cli_marks *marks);

#endif
