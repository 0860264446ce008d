/* The public view of a format's records. */
#include "core/fields.h"
#include "core/sized.h"

const char *navlint_role_text(navlint_role role) {
    static const char *const words[] = {"plain", "count", "reference", "identity"};
    const unsigned number = (unsigned)role;
    return number < sizeof words / sizeof *words ? words[number] : "unknown";
}

/* Whether files have it: a record may be there for findings alone, which name what they cannot tell
 * apart. */
static bool is_in_files(const nl_layout *layout, unsigned record) {
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(layout, record, &count);
    bool has_type = false;
    for (size_t i = 0; i < count; i++)
        has_type |= fields[i].type != NL_NO_TYPE;
    return has_type;
}

/* The number of the record at `index` of those that files have; that of all if there is none. */
static unsigned record_number(const nl_layout *layout, size_t index) {
    unsigned number = 0;
    for (; number < layout->record_count; number++)
        if (is_in_files(layout, number) && index-- == 0) break;
    return number;
}

size_t navlint_record_count(const navlint_format *format) {
    size_t count = 0;
    for (unsigned i = 0; format && format->layout && i < format->layout->record_count; i++)
        count += is_in_files(format->layout, i);
    return count;
}

static const char *endianness_of(const nl_field *fields, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (fields[i].type != NL_BYTES && nl_type_bytes((nl_type)fields[i].type) > 1)
            return fields[i].type >= NL_U16BE ? "big" : "little";
    return NULL;
}

bool navlint_record_at(const navlint_format *format, size_t index, navlint_record *record) {
    if (index >= navlint_record_count(format)) return false;
    const unsigned number = record_number(format->layout, index);
    const nl_record *const row = &format->layout->records[number];
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(format->layout, number, &count);
    navlint_record known = {.name = row->name,
                            .path = row->path,
                            .when = format->layout->conditions[row->when],
                            .endianness = endianness_of(fields, count),
                            .bytes = row->bytes,
                            .field_count = count};
    const size_t first_bytes = NL_BYTES_UP_TO(navlint_record, field_count);
    return nl_sized_write((nl_sized){&known, sizeof known, first_bytes}, record);
}

bool navlint_record_field_at(const navlint_format *format, size_t record, size_t index,
                             navlint_record_field *field) {
    if (record >= navlint_record_count(format)) return false;
    size_t count = 0;
    const nl_field *const fields =
        nl_fields_of(format->layout, record_number(format->layout, record), &count);
    if (index >= count) return false;
    const nl_field *const row = &fields[index];
    navlint_record_field known = {.name = row->name,
                                  .type = nl_type_name((nl_type)row->type),
                                  .role = (navlint_role)row->role,
                                  .offset = row->at,
                                  .length = nl_field_bytes(row),
                                  .when = format->layout->conditions[row->when],
                                  .is_value = row->is_value};
    const size_t first_bytes = NL_BYTES_UP_TO(navlint_record_field, is_value);
    return nl_sized_write((nl_sized){&known, sizeof known, first_bytes}, field);
}
