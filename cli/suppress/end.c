#include "cli/suppress/end.h"

#include <string.h>

#include "cli/output.h"
#include "cli/print/counts.h"
#include "cli/suppress/file.h"

/* More of them are counted. */
enum { SHOWN = 10 };

/* What has gone from the disk is judged, in a way. */
static void settle_judged(cli_suppress *suppress) {
    const cli_suppressions *const known = &suppress->known;
    for (size_t i = 0; i < known->count; i++) {
        cli_suppression *const one = &known->items[i];
        const bool is_same = i > 0 && !known->items[i - 1].is_seen && !one->is_seen &&
                             strcmp(known->items[i - 1].file, one->file) == 0;
        if (is_same)
            one->is_judged |= known->items[i - 1].is_judged;
        else if (!one->is_seen && !cli_names_exists(&suppress->names, one->file))
            one->is_judged = true;
    }
}

static size_t met_count(const cli_suppression *one) {
    size_t count = 0;
    for (size_t i = 0; i < one->count; i++)
        count += one->known[i].is_met;
    return count;
}

/* ---- What is said ---- */

/* Says the first of many. Returns whether there is more to be said. */
static bool is_shown(size_t *shown) {
    return ++*shown <= SHOWN;
}

static void say_ended(const cli_suppress *suppress) {
    size_t shown = 0;
    for (size_t i = 0; i < suppress->known.count; i++) {
        const cli_suppression *const one = &suppress->known.items[i];
        if (one->has_ended && met_count(one) > 0 && is_shown(&shown))
            cli_complain("%s: the suppression of %s in %s ended on %s", suppress->path, one->code,
                         one->file, one->until);
    }
    if (shown > SHOWN)
        cli_complain("%s: %zu more suppressions have ended", suppress->path, shown - SHOWN);
}

/* Returns how many findings are known for nothing. */
static size_t say_unused(const cli_suppress *suppress) {
    size_t shown = 0, all = 0;
    for (size_t i = 0; i < suppress->known.count; i++) {
        const cli_suppression *const one = &suppress->known.items[i];
        const size_t unused = one->is_judged ? one->count - met_count(one) : 0;
        all += unused;
        if (unused > 0 && !suppress->settings->quiet && is_shown(&shown))
            cli_complain("%s: %s in %s: %zu of %zu suppressed findings are not there any more",
                         suppress->path, one->code, one->file, unused, one->count);
    }
    if (shown > SHOWN)
        cli_complain("%s: %zu more suppressions are not used", suppress->path, shown - SHOWN);
    if (shown > 0) cli_complain("%s: --prune-suppressions removes them", suppress->path);
    return all;
}

static int report_unused(const cli_suppress *suppress) {
    const bool is_unused = say_unused(suppress) > 0;
    return is_unused && suppress->settings->fail_on_unused ? CLI_FINDINGS : CLI_OK;
}

static size_t file_count(const cli_suppressions *known) {
    size_t count = 0;
    for (size_t i = 0; i < known->count; i++)
        count += i == 0 || strcmp(known->items[i - 1].file, known->items[i].file) != 0;
    return count;
}

/* ---- What is written ---- */

static void say_saved(const cli_suppress *suppress) {
    char findings[CLI_COUNT_CAPACITY], files[CLI_COUNT_CAPACITY];
    const size_t total = cli_suppressions_total(&suppress->known);
    const size_t file_total = file_count(&suppress->known);
    cli_complain("%s: %s known %s in %s %s", suppress->path, cli_print_count(findings, total),
                 total == 1 ? "finding" : "findings", cli_print_count(files, file_total),
                 file_total == 1 ? "file" : "files");
}

static int save(const cli_suppress *suppress) {
    const int code = cli_suppressions_save(&suppress->known, suppress->path);
    if (code == CLI_OK && !suppress->settings->quiet) say_saved(suppress);
    return code;
}

static int add_notes(cli_suppress *suppress) {
    if (suppress->note_count == 0 && suppress->known.count == 0) return CLI_OK;
    if (cli_suppressions_merge(&suppress->known, suppress->notes, suppress->note_count))
        return save(suppress);
    cli_complain("out of memory");
    return CLI_INTERNAL;
}

int cli_suppress_end(cli_suppress *suppress) {
    const cli_check_settings *const settings = suppress->settings;
    if (settings->suppress_all || settings->suppress_rules.count > 0) return add_notes(suppress);
    settle_judged(suppress);
    if (!settings->quiet) say_ended(suppress);
    if (!settings->prune_suppressions) return report_unused(suppress);
    (void)cli_suppressions_prune(&suppress->known);
    return save(suppress);
}
