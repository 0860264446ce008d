#include "parsers/mgs_nav2/dumper.h"

#include "core/checked.h"

/* Nothing goes out that is in front of d->at. */
bool nav2_may_go_on(const nav2_dumper *d) {
    return !d->dump->stopped && !nl_dump_is_behind(d->dump, d->at) && nl_spend(d->job->budget, 1);
}

static void put_field(nav2_dumper *d, const nl_path *record, const nl_field *field,
                      uint64_t record_at) {
    const nl_path member = nl_key(record, field->name);
    const nl_path *const path = field->is_value ? record : &member;
    const uint64_t at = record_at + field->at;
    if (at < d->at) return;
    nav2_put_pad(d, path->up, "unlisted", at); /* entries that are skipped in a table */
    if (field->type == NL_BYTES)
        nl_dump_bytes(d->dump, path, at, field->length);
    else
        nl_dump_value(d->dump, path, (nl_type)field->type, (navlint_role)field->role, at);
    d->at = at + (field->length ? field->length : nl_type_bytes((nl_type)field->type));
}

void nav2_put_field(nav2_dumper *d, const nl_path *record, unsigned field, uint64_t at) {
    put_field(d, record, &d->dump->layout->fields[field], at);
}

void nav2_put_record(nav2_dumper *d, const nl_path *path, unsigned record, uint64_t at) {
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(d->dump->layout, record, &count);
    for (size_t i = 0; i < count && nav2_may_go_on(d); i++)
        put_field(d, path, &fields[i], at);
}

void nav2_put_pad(nav2_dumper *d, const nl_path *outer, const char *name, uint64_t to) {
    const nl_path path = nl_key(outer, name);
    if (to <= d->at || !nav2_may_go_on(d)) return;
    nl_dump_bytes(d->dump, &path, d->at, to - d->at);
    d->at = to;
}

/* Rows of `rows.count` that are passed over as if they had gone out: from `row` on, up to `to`.
 * Returns the next one: `row` if they would not have gone out as a whole. */
static uint32_t pass_rows(nav2_dumper *d, const nl_rows *rows, uint32_t row, uint64_t to) {
    const uint32_t next = (uint32_t)nl_min(to, rows->count);
    if (next <= row) return row;
    const uint64_t last = rows->at + (next - 1) * rows->stride;
    if (last < d->at) return row;
    d->at = last + rows->stride;
    return next;
}

static void put_row(nav2_dumper *d, const nl_path *item, unsigned record, uint64_t at) {
    const nl_field *const first = &d->dump->layout->fields[d->dump->layout->records[record].first];
    if (first->is_value)
        put_field(d, item, first, at);
    else
        nav2_put_record(d, item, record, at);
}

void nav2_put_rows(nav2_dumper *d, const nl_path *outer, nav2_rows rows) {
    const uint64_t bytes = d->dump->layout->records[rows.record].bytes;
    const nl_rows all = {rows.at, rows.count, bytes};
    const nl_path list = nl_key(outer, rows.key);
    const nl_span shown = nl_dump_span(d->dump, &list, all);
    for (uint32_t i = pass_rows(d, &all, 0, shown.first); i < rows.count && nav2_may_go_on(d);) {
        const nl_path item = nl_item(&list, i);
        put_row(d, &item, rows.record, rows.at + i * bytes);
        i++;
        if (i >= shown.end) i = pass_rows(d, &all, i, rows.count);
    }
}

/* The table that comes next in the file; of those at one place the first. */
static uint32_t next_table(const nav2_dump_table *tables, uint32_t count, const bool *done) {
    uint32_t next = count;
    for (uint32_t i = 0; i < count; i++)
        if (!done[i] && (next == count || tables[i].rows.at < tables[next].rows.at)) next = i;
    return next;
}

static void put_table(nav2_dumper *d, const nl_path *outer, const nav2_dump_table *table) {
    char chars[32];
    nl_text padding = nl_text_over(chars, sizeof chars);
    nl_put(&padding, table->rows.key);
    nl_put(&padding, "Padding");
    nav2_put_pad(d, outer, padding.chars, table->rows.at);
    if (table->put)
        table->put(d, outer, table->what);
    else
        nav2_put_rows(d, outer, table->rows);
}

void nav2_put_tables(nav2_dumper *d, const nl_path *outer, const nav2_dump_table *tables,
                     uint32_t count) {
    bool done[NAV2_MOST_TABLES] = {false};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t next = next_table(tables, count, done);
        done[next] = true;
        put_table(d, outer, &tables[next]);
    }
}
