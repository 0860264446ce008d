#include "cli/fix_text.h"

#include <inttypes.h>
#include <string.h>

#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/print/counts.h"

enum { NAME_BYTES = 4 * FILENAME_MAX };

static const char *safe_name(char name[NAME_BYTES], const char *text) {
    cli_make_safe(name, NAME_BYTES, text);
    return name;
}

/* ---- Lines ---- */

static const char *word_of(const cli_fix_story *story, const navlint_applied *fix) {
    if (fix->reason) return "not fixed";
    return cli_fix_is_dry(story->settings) ? "would fix" : "fixed";
}

static void tell_line(const cli_fix_story *story, const navlint_applied *fix) {
    char name[NAME_BYTES];
    fprintf(story->out, "%s:+0x%" PRIx64 ": %s: %s (%s%s%s%s) [%s]\n",
            safe_name(name, story->inputs[fix->input].name), fix->offset, word_of(story, fix),
            fix->message, fix->deed, fix->safety == NAVLINT_UNSAFE ? ", unsafe" : "",
            fix->reason ? ": " : "", fix->reason ? fix->reason : "", fix->rule->code);
}

/* ---- Changes ---- */

static void print_value(FILE *out, const navlint_value *value) {
    char real[CLI_REAL_CAPACITY];
    if (value->kind == NAVLINT_UINT)
        fprintf(out, "%" PRIu64, value->as.uint);
    else if (value->kind == NAVLINT_INT)
        fprintf(out, "%" PRId64, value->as.sint);
    else if (value->kind == NAVLINT_REAL && value->as.real == value->as.real)
        cli_print_real(real, value->as.real), fputs(real, out);
    else
        fputs(value->kind == NAVLINT_REAL ? "NaN" : "-", out);
}

static void print_bytes(FILE *out, const uint8_t *bytes, uint64_t length) {
    const uint64_t shown = length < 16 ? length : 16;
    for (uint64_t i = 0; i < shown; i++)
        fprintf(out, "%s%02x", i > 0 ? " " : "", bytes[i]);
    if (length > shown) fprintf(out, " ... (%" PRIu64 " bytes)", length);
}

static void tell_side(FILE *out, char sign, const navlint_value *value, const uint8_t *bytes,
                      uint64_t length) {
    if (length == 0) return;
    fputc(sign, out);
    if (value->kind == NAVLINT_NO_VALUE)
        print_bytes(out, bytes, length);
    else
        print_value(out, value);
    fputc('\n', out);
}

static void tell_edit(const cli_fix_story *story, const navlint_edit *edit) {
    FILE *const out = story->out;
    fprintf(out, "@@ +0x%" PRIx64, edit->offset);
    if (edit->encoding) fprintf(out, ">+0x%" PRIx64, edit->inner_offset);
    fprintf(out, " -%" PRIu64 " +%" PRIu64 " @@ %s%s%s\n", edit->removed, edit->added,
            edit->path[0] != '\0' ? edit->path : "(file)", edit->type ? " " : "",
            edit->type ? edit->type : "");
    const bool has_bytes = !edit->encoding;
    if (edit->old_value.kind != NAVLINT_NO_VALUE || has_bytes)
        tell_side(out, '-', &edit->old_value, edit->removed_bytes, edit->removed);
    else if (edit->removed > 0)
        fprintf(out, "-(%" PRIu64 " bytes)\n", edit->removed);
    tell_side(out, '+', &edit->new_value, edit->added_bytes, edit->added);
}

static void tell_edits(const cli_fix_story *story, size_t input, const navlint_applied *fix) {
    for (size_t i = 0; i < fix->edit_count; i++)
        if (fix->edits[i].input == input) tell_edit(story, &fix->edits[i]);
}

static bool touches(const navlint_applied *fix, size_t input) {
    for (size_t i = 0; i < fix->edit_count; i++)
        if (fix->edits[i].input == input) return true;
    return false;
}

static void tell_diff(const cli_fix_story *story, size_t input) {
    char name[NAME_BYTES];
    size_t length = 0;
    if (!navlint_fixed_bytes(story->fixed, input, &length)) return;
    safe_name(name, story->inputs[input].name);
    fprintf(story->out, "--- %s\t%zu bytes\n+++ %s\t%zu bytes\n", name, story->inputs[input].length,
            name, length);
    for (size_t i = 0; i < navlint_fixed_count(story->fixed); i++) {
        const navlint_applied *const fix = navlint_fixed_at(story->fixed, i);
        if (!touches(fix, input)) continue;
        fprintf(story->out, "# %s: %s (%s%s)\n", fix->rule->code, fix->message, fix->deed,
                fix->safety == NAVLINT_UNSAFE ? ", unsafe" : "");
        tell_edits(story, input, fix);
    }
}

void cli_fix_tell(const cli_fix_story *story) {
    if (story->settings->diff) {
        for (size_t i = 0; i < story->count; i++)
            tell_diff(story, i);
        return;
    }
    for (size_t i = 0; i < navlint_fixed_count(story->fixed); i++)
        tell_line(story, navlint_fixed_at(story->fixed, i));
    for (size_t i = 0; i < navlint_refused_count(story->fixed); i++)
        tell_line(story, navlint_refused_at(story->fixed, i));
    const navlint_limit *const limit = navlint_fixed_limit(story->fixed);
    if (limit) cli_complain("%s: %s", story->inputs[0].name, limit->message);
}

void cli_fix_tell_json(const cli_fix_story *story) {
    const navlint_text text = navlint_fixed_json(story->fixed, NAVLINT_JSON_COMPACT);
    if (text.text) fprintf(story->out, "%s\n", text.text);
    if (!text.text) cli_complain("out of memory");
    navlint_text_free(text);
}

/* ---- Counts ---- */

static void count_left(const navlint_report *report, const cli_fix_story *story,
                       cli_fix_tally *tally) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        tally->unsafe +=
            !story->settings->unsafe && navlint_rule_fix(finding->rule, NULL) == NAVLINT_UNSAFE;
    }
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        count_left(navlint_report_member(report, i), story, tally);
}

void cli_fix_count(const cli_fix_story *story, cli_fix_tally *tally) {
    const navlint_report *const report = navlint_fixed_report(story->fixed);
    const navlint_summary summary = navlint_report_summary(report);
    for (size_t i = 0; i < story->count; i++) {
        if (story->inputs[i].is_context) continue;
        tally->files++;
        tally->changed_files += navlint_fixed_bytes(story->fixed, i, NULL) != NULL;
    }
    tally->applied += navlint_fixed_total(story->fixed);
    tally->refused += navlint_refused_total(story->fixed);
    tally->left += summary.errors + summary.warnings;
    count_left(report, story, tally);
}

void cli_fix_close(const cli_fix_settings *settings, const cli_fix_tally *tally) {
    char count[CLI_COUNT_CAPACITY];
    if (settings->check.quiet) return;
    fprintf(stderr, "%s %s in %" PRIu64 " of %" PRIu64 " %s",
            cli_print_count(count, tally->applied),
            cli_fix_is_dry(settings) ? "would be fixed" : "fixed", tally->changed_files,
            tally->files, tally->files == 1 ? "file" : "files");
    if (tally->refused > 0) fprintf(stderr, "; %s refused", cli_print_count(count, tally->refused));
    fprintf(stderr, "; %s %s left", cli_print_count(count, tally->left),
            tally->left == 1 ? "error or warning" : "errors and warnings");
    if (tally->unsafe > 0)
        fprintf(stderr, "; --unsafe may fix %s more", cli_print_count(count, tally->unsafe));
    if (tally->unwritten > 0)
        fprintf(stderr, "; %s %s not written", cli_print_count(count, tally->unwritten),
                tally->unwritten == 1 ? "file" : "files");
    fputc('\n', stderr);
}
