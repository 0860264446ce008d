/* navlint layout: where the fields of a format's records are. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/catalogue_output.h"
#include "cli/output.h"
#include "cli/verbs.h"

enum { SIZE_CHARS = 24 };

/* "4", or "..." where the file says how many. */
static const char *size_text(uint64_t bytes, char chars[SIZE_CHARS]) {
    if (bytes == 0) return "...";
    (void)snprintf(chars, SIZE_CHARS, "%" PRIu64, bytes);
    return chars;
}

static void print_field(const navlint_record_field *field) {
    char chars[SIZE_CHARS];
    cli_print("    +0x%02" PRIx64 "  %4s  %-6s  %-9s  %s", field->offset,
              size_text(field->length, chars), field->type ? field->type : "",
              navlint_role_text(field->role), field->name ? field->name : "(value)");
    if (field->when) cli_print("  (%s)", field->when);
    cli_print("\n");
}

static void print_record(const navlint_format *format, size_t index) {
    char chars[SIZE_CHARS];
    navlint_record record = {.struct_bytes = sizeof record};
    navlint_record_field field = {.struct_bytes = sizeof field};
    if (!navlint_record_at(format, index, &record)) return;
    cli_print("  %s, %s bytes", record.name, size_text(record.bytes, chars));
    if (record.endianness) cli_print(", %s-endian", record.endianness);
    if (record.path[0]) cli_print(", %s", record.path);
    if (record.when) cli_print(" (%s)", record.when);
    cli_print("\n");
    for (size_t i = 0; navlint_record_field_at(format, index, i, &field); i++)
        print_field(&field);
}

static void print_layout(const navlint_format *format) {
    cli_print("%s\n", format->id);
    for (size_t i = 0; i < navlint_record_count(format); i++)
        print_record(format, i);
}

static void print_layouts(const navlint_format *format) {
    if (format) {
        print_layout(format);
        return;
    }
    for (size_t i = 0; i < navlint_format_count(); i++)
        print_layout(navlint_format_at(i));
}

/* A description of one format in a language of another tool. */
typedef struct description {
    const char *name; /* of --format */
    navlint_text (*make)(const navlint_format *format);
} description;

enum { AS_KSY = CLI_AS_JSON + 1, AS_HEXPAT };

static const description descriptions[] = {
    [AS_KSY] = {"ksy", navlint_layout_kaitai}, [AS_HEXPAT] = {"hexpat", navlint_layout_hexpat}};

static int print_description(const navlint_format *format, const description *language) {
    if (!format) {
        cli_complain("layout --format %s describes one format: name it", language->name);
        return CLI_USAGE;
    }
    const navlint_text text = language->make(format);
    const bool is_described = !text.text || text.length != 0;
    if (!text.text) cli_complain("out of memory");
    if (!is_described)
        cli_complain("the structure of %s is not written down for --format %s", format->id,
                     language->name);
    if (text.text) cli_write(text.text, text.length);
    navlint_text_free(text);
    return !is_described ? CLI_USAGE : text.text ? CLI_OK : CLI_INTERNAL;
}

static int run(const cli_verb *verb, char **words, size_t word_count) {
    cli_catalogue_settings settings = {CLI_AS_TEXT};
    const navlint_format *format = NULL;
    const cli_words line = {words, word_count};
    const int code = cli_parse_of_format(verb, line, &settings, &format);
    if (code != CLI_OK) return code;
    if (settings.format == CLI_AS_JSON)
        return cli_print_text(navlint_layout_json(format, NAVLINT_JSON_INDENT));
    if (settings.format == AS_KSY || settings.format == AS_HEXPAT)
        return print_description(format, &descriptions[settings.format]);
    print_layouts(format);
    return CLI_OK;
}

static const cli_option options[] = {
    {"--format", NULL, CLI_CHOICE, offsetof(cli_catalogue_settings, format), "text|json|ksy|hexpat",
     "What to print; text is the default; of one format, ksy: a description for Kaitai Struct; "
     "hexpat: a "
     "pattern for ImHex."},
};

const cli_verb cli_verb_layout = {
    .name = "layout",
    .operands = "[FORMAT-ID]",
    .summary = "Shows the records of a format, or of all, and where their fields are.",
    .details = "Per field: its offset in the record, length and type, what it is for, its name\n"
               "below the record's path in a dump, and who has it if not every file does.",
    .options = options,
    .option_count = 1,
    .max_operands = 1,
    .run = run,
};
