/* A dump as one row a line: as text, or as JSON. */
#include <inttypes.h>
#include <string.h>

#include "cli/dump.h"
#include "cli/dump_values.h"
#include "cli/output.h"

/* ---- Text ---- */

static void print_place(const navlint_field *field) {
    cli_print("+0x%08" PRIx64, field->offset);
    if (field->encoding) cli_print(">+0x%08" PRIx64, field->inner.offset);
}

static void print_sum(const cli_row *row) {
    const navlint_field *const sum = row->field;
    cli_print("+0x%08" PRIx64 "  %" PRIu64 "  fields  %s  %" PRIu64, sum->offset, sum->length,
              sum->path, row->summed);
}

static void print_field(const navlint_field *field) {
    print_place(field);
    cli_print("  %" PRIu64 "  %s  %s  ", field->encoding ? field->inner.length : field->length,
              field->type, field->path);
    cli_print_value(&field->value);
}

static bool put_text(void *context, const cli_row *row) {
    const cli_dump *const dump = context;
    if (row->summed != 0)
        print_sum(row);
    else
        print_field(row->field);
    if (row->is_marked) cli_print("  <- +0x%08" PRIx64, dump->byte);
    return cli_write("\n", 1);
}

navlint_status cli_dump_text(cli_dump *dump) {
    return cli_dump_rows(dump, put_text, dump);
}

/* ---- JSON ---- */

static void open_json(const cli_dump *dump) {
    cli_print("{\"input\":{\"name\":");
    cli_print_json_string(dump->name);
    cli_print(",\"bytes\":%zu},\"fields\":[", dump->input.length);
}

static void print_json_sum(const cli_row *row) {
    const navlint_field *const sum = row->field;
    cli_print(",\"fields\":%" PRIu64 ",\"offset\":%" PRIu64 ",\"length\":%" PRIu64, row->summed,
              sum->offset, sum->length);
}

static void print_json_field(const navlint_field *field) {
    cli_print(",");
    cli_print_json_place(field);
    cli_print(",\"value\":");
    cli_print_json_value(&field->value);
    if (field->encoding) cli_print_json_inner(field);
}

static bool put_json(void *context, const cli_row *row) {
    const cli_dump *const dump = context;
    if (dump->row_count == 1) open_json(dump);
    cli_print(dump->row_count > 1 ? ",\n{\"path\":" : "\n{\"path\":");
    cli_print_json_string(row->field->path);
    if (row->summed != 0)
        print_json_sum(row);
    else
        print_json_field(row->field);
    if (row->is_marked) cli_print(",\"at\":%" PRIu64, dump->byte);
    return cli_write("}", 1);
}

navlint_status cli_dump_json(cli_dump *dump) {
    const navlint_status status = cli_dump_rows(dump, put_json, dump);
    /* The library may see only at the end that something kept it from decoding the rest. */
    if (status != NAVLINT_OK && dump->row_count == 0) return status;
    if (dump->row_count == 0) open_json(dump);
    cli_print("\n]}\n");
    return status;
}
