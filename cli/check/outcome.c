#include "cli/check/outcome.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/inside/outer_path.h"
#include "cli/output.h"

/* ---- exit codes ---- */

navlint_tally cli_outcome_left(const navlint_summary *summary, const navlint_tally *suppressed) {
    return (navlint_tally){summary->errors - suppressed->errors,
                           summary->warnings - suppressed->warnings,
                           summary->infos - suppressed->infos};
}

static uint64_t failing_count(const cli_check_settings *settings, const cli_result *result) {
    const navlint_tally left = cli_outcome_left(&result->summary, &result->suppressed);
    switch (settings->fail_on) {
    case NAVLINT_ERROR:
        return left.errors;
    case NAVLINT_WARNING:
        return left.errors + left.warnings;
    case NAVLINT_INFO:
        return left.errors + left.warnings + left.infos;
    default:
        return 0;
    }
}

static int code_of_judged(const cli_check_settings *settings, const cli_result *result) {
    if (result->verdict == NAVLINT_INDETERMINATE &&
        settings->on_indeterminate == CLI_UNJUDGED_FAILS)
        return CLI_UNJUDGED;
    return failing_count(settings, result) > 0 ? CLI_FINDINGS : CLI_OK;
}

int cli_outcome_code(const cli_check_settings *settings, const cli_result *result) {
    switch (result->outcome) {
    case CLI_JUDGED:
        return code_of_judged(settings, result);
    case CLI_UNREADABLE:
        return CLI_UNJUDGED;
    case CLI_FAILED:
        return CLI_INTERNAL;
    default:
        return CLI_OK;
    }
}

/* ---- complaints ---- */

/* What is cut ends in an ellipsis. Returns true. */
static bool say(char text[CLI_COMPLAINT_CAPACITY], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool say(char text[CLI_COMPLAINT_CAPACITY], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, CLI_COMPLAINT_CAPACITY, format, arguments);
    va_end(arguments);
    if (length >= CLI_COMPLAINT_CAPACITY)
        strcpy(text + CLI_COMPLAINT_CAPACITY - sizeof "...", "...");
    return true;
}

static bool say_skipped(const cli_check_settings *settings, const char *name,
                        const cli_result *result, char text[CLI_COMPLAINT_CAPACITY]) {
    if (settings->quiet) return false;
    if (result->other_game)
        return say(text, "%s: a file of %s, not judged", name, result->other_game);
    return result->reason && settings->verbose && say(text, "%s: %s", name, result->reason);
}

/* Other verbs take the name of a member. */
static bool say_unreadable(const char *name, const cli_result *result,
                           char text[CLI_COMPLAINT_CAPACITY]) {
    if (result->reason) return say(text, "cannot read %s: %s", name, result->reason);
    const bool is_member = result->read_error == ENOENT && cli_is_inside(name);
    return say(text, "cannot read %s: %s%s", name, strerror(result->read_error),
               is_member ? ": members are judged with the file that they are in: name that" : "");
}

bool cli_outcome_complaint(const cli_check_settings *settings, const char *name,
                           const cli_result *result, char text[CLI_COMPLAINT_CAPACITY]) {
    switch (result->outcome) {
    case CLI_UNREADABLE:
        return say_unreadable(name, result, text);
    case CLI_FAILED:
        return say(text, "%s: %s", name, navlint_status_text(result->status));
    case CLI_SKIPPED:
        return say_skipped(settings, name, result, text);
    default:
        return false;
    }
}

/* ---- folders and archives ---- */

void cli_yield_add(cli_yield *yield, const cli_result *result) {
    const bool is_others = result->outcome == CLI_SKIPPED && result->other_game;
    if (result->outcome == CLI_JUDGED || result->outcome == CLI_POSTPONED)
        *yield = CLI_HAD_FILES;
    else if (is_others && *yield == CLI_HAD_NOTHING)
        *yield = CLI_HAD_OTHERS;
}

const char *cli_yield_complaint(cli_yield yield) {
    return yield == CLI_HAD_OTHERS ? "nothing to judge: all files found are of other games"
                                   : "no navigation file found";
}
