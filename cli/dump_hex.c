/* A dump with the bytes beside the names: a heading for each record, then its fields. */
#include <inttypes.h>
#include <string.h>

#include "cli/dump.h"
#include "cli/dump_path.h"
#include "cli/dump_values.h"
#include "cli/output.h"

enum { BYTES_A_LINE = 8, COLUMNS_A_BYTE = 3, DEEPEST = 16 };

typedef struct hex_page {
    const cli_dump *dump;
    char record[CLI_PATH_CAPACITY]; /* of the heading */
    bool has_heading;
} hex_page;

/* ---- Headings ---- */

/* Records in records stand further to the right. */
static int indent_of(const char *record, size_t length) {
    int depth = 0;
    for (size_t at = 0; at < length && depth < DEEPEST;) {
        const char *const step = record + at + 1;
        at += 1 + cli_step_length(step);
        depth += cli_is_item(step);
    }
    return 2 * depth;
}

static void print_heading(const navlint_field *field, size_t length) {
    cli_print("%*s%.*s", indent_of(field->path, length), "", (int)length,
              length == 0 ? "" : field->path);
    if (field->encoding)
        cli_print("  %s of +0x%08" PRIx64 ", %" PRIu64 " bytes", field->encoding, field->offset,
                  field->length);
    (void)cli_write("\n", 1);
}

static bool is_of_heading(const hex_page *page, const char *path, size_t length) {
    return page->has_heading && strlen(page->record) == length &&
           memcmp(page->record, path, length) == 0;
}

static void head(hex_page *page, const navlint_field *field, size_t length) {
    if (is_of_heading(page, field->path, length) || length >= sizeof page->record) return;
    memcpy(page->record, field->path, length);
    page->record[length] = '\0';
    page->has_heading = true;
    if (length != 0) print_heading(field, length);
}

/* ---- Bytes ---- */

static void print_hex(const unsigned char *bytes, uint64_t length) {
    for (uint64_t i = 0; i < BYTES_A_LINE; i++)
        if (i < length)
            cli_print("%02x ", bytes[i]);
        else
            cli_print("%*s", COLUMNS_A_BYTE, "");
    cli_print(length > BYTES_A_LINE ? ".. " : "   ");
}

static void print_characters(const unsigned char *bytes, uint64_t length) {
    char shown[BYTES_A_LINE + 1] = "        ";
    for (uint64_t i = 0; i < BYTES_A_LINE && i < length; i++)
        shown[i] = bytes[i] >= ' ' && bytes[i] <= '~' ? (char)bytes[i] : '.';
    cli_print("|%s|  ", shown);
}

/* ---- Rows ---- */

static void print_field(const navlint_field *field, int indent, const char *name) {
    const uint64_t length = field->encoding ? field->inner.length : field->length;
    cli_print("%c0x%08" PRIx64 "  ", field->encoding ? '>' : '+',
              field->encoding ? field->inner.offset : field->offset);
    print_hex(field->bytes, length);
    print_characters(field->bytes, length);
    cli_print("%-6s  %*s%s  ", field->type, indent, "", name);
    cli_print_value(&field->value);
    if (length > BYTES_A_LINE) cli_print("  (%" PRIu64 " bytes)", length);
}

static void print_sum(const cli_row *row, int indent, const char *name) {
    const int columns = COLUMNS_A_BYTE * (BYTES_A_LINE + 1) + BYTES_A_LINE + 4;
    cli_print("+0x%08" PRIx64 "  %*s%-6s  %*s%s  %" PRIu64 " in %" PRIu64 " bytes",
              row->field->offset, columns, "", "fields", indent, "", name, row->summed,
              row->field->length);
}

/* An item of the file's own lists that is one value gets no heading for itself. */
static size_t heading_length(const char *path) {
    const size_t length = cli_record_length(path);
    return path[length] == '\0' ? 0 : length;
}

static bool put_hex(void *context, const cli_row *row) {
    hex_page *const page = context;
    const size_t length = heading_length(row->field->path);
    const int indent = indent_of(row->field->path, length);
    const char *const name = row->field->path + length + 1;
    head(page, row->field, length);
    cli_print(row->is_marked ? "> " : "  ");
    if (row->summed != 0)
        print_sum(row, indent, name);
    else
        print_field(row->field, indent, name);
    return cli_write("\n", 1);
}

navlint_status cli_dump_hex(cli_dump *dump) {
    hex_page page = {.dump = dump};
    return cli_dump_rows(dump, put_hex, &page);
}
