#include "cli/diff/print.h"

#include <inttypes.h>

#include "draw/out.h"

enum { SAFE_CAPACITY = 4 * CLI_COMPLAINT_CAPACITY };

static const char *const words[] = {"added", "removed", "changed", "same", "notCompared"};

static void raise(cli_diff_printer *printer, int code) {
    if (code > printer->code) printer->code = code;
}

/* ---- Text ---- */

static void print_text_line(const cli_diff_printer *printer, const cli_diff_result *result) {
    char name[SAFE_CAPACITY], more[SAFE_CAPACITY];
    cli_make_safe(name, sizeof name, result->name);
    switch (result->status) {
    case CLI_DIFF_ADDED:
    case CLI_DIFF_REMOVED:
        cli_make_safe(more, sizeof more,
                      printer->names[result->status == CLI_DIFF_ADDED ? CLI_NEW : CLI_OLD]);
        cli_print("only in %s: %s\n", more, name);
        break;
    case CLI_DIFF_EQUAL:
        cli_print("same: %s", name);
        if (result->different_bytes > 0)
            cli_print(" (same navigation, %" PRIu64 " byte%s)", result->different_bytes,
                      result->different_bytes == 1 ? " differs" : "s differ");
        cli_print("\n");
        break;
    default:
        cli_make_safe(more, sizeof more, result->reason);
        cli_print("not compared: %s: %s\n", name, more);
    }
}

/* A comparison is several lines, with one that is empty behind them. */
static void print_text(cli_diff_printer *printer, const cli_diff_result *result) {
    if (result->status != CLI_DIFF_CHANGED) print_text_line(printer, result);
    if (!result->diff) return;
    raise(printer, cli_diff_print(printer->settings, result->diff, true));
    cli_print("\n");
}

static void print_counts(const cli_diff_printer *printer) {
    static const char *const names[] = {"added", "removed", "changed", "the same", "not compared"};
    const char *before = "files: ";
    for (unsigned i = 0; i < CLI_DIFF_STATUSES; i++) {
        if (printer->counts[i] == 0) continue;
        cli_print("%s%" PRIu64 " %s", before, printer->counts[i], names[i]);
        before = ", ";
    }
    if (printer->others > 0)
        cli_print("; %" PRIu64 " skipped that %s no navigation file%s", printer->others,
                  printer->others == 1 ? "is" : "are", printer->others == 1 ? "" : "s");
    cli_print("\n");
}

/* ---- JSON: a line for each file ---- */

static bool write_part(void *context, const char *bytes, size_t length) {
    (void)context;
    return cli_write(bytes, length);
}

static void print_string(const char *before, const char *text) {
    draw_out out = {.write = write_part};
    cli_print("%s", before);
    draw_put_json(&out, text);
    (void)draw_out_end(&out);
}

static void open_json(const cli_diff_printer *printer) {
    cli_print("{\n  \"$schema\": \"urn:navlint:schema:diff-files:1\",\n");
    print_string("  \"old\": ", printer->names[CLI_OLD]);
    print_string(",\n  \"new\": ", printer->names[CLI_NEW]);
    cli_print(",\n  \"files\": [");
}

static void print_json(cli_diff_printer *printer, const cli_diff_result *result, bool is_first) {
    print_string(is_first ? "\n    {\"name\": " : ",\n    {\"name\": ", result->name);
    cli_print(", \"status\": \"%s\"", words[result->status]);
    if (result->status == CLI_DIFF_EQUAL)
        cli_print(", \"differentBytes\": %" PRIu64, result->different_bytes);
    if (result->status == CLI_DIFF_NOT_COMPARED) print_string(", \"reason\": ", result->reason);
    if (result->diff) {
        cli_print(", \"diff\": ");
        raise(printer, cli_diff_print(printer->settings, result->diff, true));
    }
    cli_print("}");
}

static bool is_same(const cli_diff_printer *printer) {
    uint64_t differing = 0;
    for (unsigned i = 0; i < CLI_DIFF_STATUSES; i++)
        if (i != CLI_DIFF_EQUAL) differing += printer->counts[i];
    return differing == 0 && printer->is_whole;
}

static void end_json(const cli_diff_printer *printer, bool is_empty) {
    cli_print("%s],\n  \"summary\": {", is_empty ? "" : "\n  ");
    for (unsigned i = 0; i < CLI_DIFF_STATUSES; i++)
        cli_print("\"%s\": %" PRIu64 ", ", words[i], printer->counts[i]);
    cli_print("\"others\": %" PRIu64 "},\n  \"same\": %s,\n  \"whole\": %s\n}\n", printer->others,
              is_same(printer) ? "true" : "false",
              printer->is_whole && printer->counts[CLI_DIFF_NOT_COMPARED] == 0 ? "true" : "false");
}

/* ---- Markdown: a section for each file ---- */

/* Names of files come from strangers: no backtick ends the code that they stand in. */
static void print_code(const char *text) {
    char ascii[SAFE_CAPACITY];
    cli_make_ascii(ascii, sizeof ascii, text);
    for (char *at = ascii; *at != '\0'; at++)
        if (*at == '`') *at = '\'';
    cli_print("`%s`", ascii);
}

static void open_markdown(const cli_diff_printer *printer) {
    cli_print("## ");
    print_code(printer->names[CLI_OLD]);
    cli_print(" and ");
    print_code(printer->names[CLI_NEW]);
    cli_print("\n");
}

static void print_markdown_line(const cli_diff_printer *printer, const cli_diff_result *result) {
    cli_print("\n### ");
    print_code(result->name);
    if (result->status == CLI_DIFF_ADDED || result->status == CLI_DIFF_REMOVED) {
        cli_print("\n\nOnly in ");
        print_code(printer->names[result->status == CLI_DIFF_ADDED ? CLI_NEW : CLI_OLD]);
        cli_print(".\n");
    } else if (result->status == CLI_DIFF_EQUAL) {
        cli_print("\n\nThe same%s.\n", result->different_bytes > 0 ? " navigation" : "");
    } else {
        cli_print("\n\nNot compared: ");
        print_code(result->reason);
        cli_print("\n");
    }
}

static void print_markdown(cli_diff_printer *printer, const cli_diff_result *result) {
    if (result->status != CLI_DIFF_CHANGED) print_markdown_line(printer, result);
    if (!result->diff) return;
    cli_print("\n");
    raise(printer, cli_diff_print(printer->settings, result->diff, true));
}

static void end_markdown(const cli_diff_printer *printer) {
    cli_print("\n### Files\n\n| added | removed | changed | same | not compared |\n"
              "|---|---|---|---|---|\n");
    for (unsigned i = 0; i < CLI_DIFF_STATUSES; i++)
        cli_print("| %" PRIu64 " ", printer->counts[i]);
    cli_print("|\n");
}

/* ---- All ---- */

static void begin(cli_diff_printer *printer) {
    printer->is_open = true;
    if (printer->settings->format == CLI_DIFF_JSON) open_json(printer);
    if (printer->settings->format == CLI_DIFF_MARKDOWN) open_markdown(printer);
}

static int code_of(const cli_diff_printer *printer, const cli_diff_result *result) {
    if (result->status == CLI_DIFF_NOT_COMPARED) return CLI_DIFF_TROUBLE;
    if (result->status != CLI_DIFF_EQUAL) return CLI_DIFF_DIFFERENT;
    const bool differs = printer->settings->is_strict && result->different_bytes > 0;
    return differs ? CLI_DIFF_DIFFERENT : CLI_DIFF_SAME;
}

void cli_diff_printer_take(cli_diff_printer *printer, const cli_diff_result *result) {
    const int code = code_of(printer, result);
    const bool is_first = !printer->is_open;
    printer->counts[result->status]++;
    raise(printer, code);
    if (printer->settings->is_quiet && code == CLI_DIFF_SAME) return;
    if (is_first) begin(printer);
    if (printer->settings->format == CLI_DIFF_JSON)
        print_json(printer, result, is_first);
    else if (printer->settings->format == CLI_DIFF_MARKDOWN)
        print_markdown(printer, result);
    else
        print_text(printer, result);
}

void cli_diff_printer_end(cli_diff_printer *printer) {
    const bool is_empty = !printer->is_open;
    if (!printer->is_whole) raise(printer, CLI_DIFF_TROUBLE);
    if (is_empty && printer->settings->is_quiet && printer->is_whole) return;
    if (is_empty) begin(printer);
    if (printer->settings->format == CLI_DIFF_JSON)
        end_json(printer, is_empty);
    else if (printer->settings->format == CLI_DIFF_MARKDOWN)
        end_markdown(printer);
    else
        print_counts(printer);
}
