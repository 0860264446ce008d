/* From fields to rows: which record a byte is in, and what is too deep to be shown one by one. */
#include <string.h>

#include "cli/dump.h"
#include "cli/dump_path.h"

/* ---- Depth ---- */

typedef struct row_maker {
    cli_dump *dump;
    cli_row_fn put;
    void *context;
    navlint_field sum;  /* of the neighbours so far */
    uint64_t summed;    /* how many; 0: none */
    bool is_sum_marked; /* one of them has the byte */
    char path[CLI_PATH_CAPACITY];
} row_maker;

static bool put_row(row_maker *maker, const cli_row *row) {
    maker->dump->row_count++;
    return maker->put(maker->context, row);
}

static bool put_sum(row_maker *maker) {
    const cli_row row = {&maker->sum, maker->summed, maker->is_sum_marked};
    if (maker->summed == 0) return true;
    maker->summed = 0;
    return put_row(maker, &row);
}

static bool has_byte(const cli_dump *dump, const navlint_field *field) {
    return dump->has_byte && !field->encoding && dump->byte >= field->offset &&
           dump->byte - field->offset < field->length;
}

static bool is_in_sum(const row_maker *maker, const navlint_field *field, size_t length) {
    return maker->summed != 0 && strlen(maker->path) == length &&
           memcmp(maker->path, field->path, length) == 0;
}

static void start_sum(row_maker *maker, const navlint_field *field, size_t length) {
    memcpy(maker->path, field->path, length);
    maker->path[length] = '\0';
    maker->is_sum_marked = false;
    maker->sum = *field;
    maker->sum.path = maker->path;
}

static bool add_to_sum(row_maker *maker, const navlint_field *field, size_t length) {
    if (!is_in_sum(maker, field, length)) {
        if (!put_sum(maker)) return false;
        start_sum(maker, field, length);
    }
    const uint64_t end = field->offset + field->length;
    if (end > maker->sum.offset + maker->sum.length) maker->sum.length = end - maker->sum.offset;
    maker->is_sum_marked |= has_byte(maker->dump, field);
    maker->summed++;
    return true;
}

static bool take_field(void *context, const navlint_field *field) {
    row_maker *const maker = context;
    const cli_dump *const dump = maker->dump;
    const size_t whole = strlen(field->path);
    const size_t shown =
        dump->depth == 0 ? whole : cli_path_down_to(field->path, dump->base, dump->depth);
    if (shown < whole && shown < CLI_PATH_CAPACITY) return add_to_sum(maker, field, shown);
    return put_sum(maker) && put_row(maker, &(cli_row){field, 0, has_byte(dump, field)});
}

navlint_status cli_dump_rows(cli_dump *dump, cli_row_fn put, void *context) {
    row_maker maker = {.dump = dump, .put = put, .context = context};
    const navlint_status status = navlint_dump(&dump->options, &dump->input, dump->memory,
                                               dump->memory_bytes, take_field, &maker);
    (void)put_sum(&maker);
    return status;
}

/* ---- The record of a byte ---- */

typedef struct finder {
    cli_dump *dump;
    bool is_found;
} finder;

static bool find_record(void *context, const navlint_field *field) {
    finder *const f = context;
    const size_t length = cli_record_length(field->path);
    if (!has_byte(f->dump, field) || length >= sizeof f->dump->record) return true;
    memcpy(f->dump->record, field->path, length);
    f->dump->record[length] = '\0';
    f->is_found = true;
    return false;
}

bool cli_dump_narrow(cli_dump *dump, navlint_status *status) {
    finder f = {.dump = dump};
    navlint_options at = dump->options;
    at.dump_from = dump->byte;
    at.dump_to = dump->byte + 1;
    *status = navlint_dump(&at, &dump->input, dump->memory, dump->memory_bytes, find_record, &f);
    if (!f.is_found) return false;
    if (dump->record[0] == '\0' && dump->depth == 0) dump->depth = 1;
    dump->options.dump_path = dump->base = dump->record;
    return true;
}
