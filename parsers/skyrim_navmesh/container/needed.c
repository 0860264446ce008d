/* The masters that a plugin names, without judging it. */
#include <string.h>

#include "core/checked.h"
#include "parsers/skyrim_navmesh/container/container.h"

enum { MOST_NAME_BYTES = 255 };

static bool is_file_name(const char *name) {
    for (size_t i = 0; name[i]; i++)
        if ((unsigned char)name[i] < ' ' || name[i] == 127 || strchr("/\\:", name[i])) return false;
    return name[0] != '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

static void visit_name(const sky_body *field, navlint_name_fn visit, void *context) {
    char name[MOST_NAME_BYTES + 1] = {0};
    if (field->length > sizeof name) return; /* with its NUL */
    if (field->length != 0) memcpy(name, field->bytes, field->length);
    if (name[MOST_NAME_BYTES] == '\0' && is_file_name(name)) visit(context, name);
}

/* A packed header, which no plugin has, names none here: it would have to be unpacked. */
void sky_each_needed(const uint8_t *bytes, size_t length, navlint_name_fn visit, void *context) {
    if (length < SKY_HEADER_BYTES || nl_load_u32(bytes) != SKY_TES4) return;
    const sky_record header = sky_read_record(bytes, 0, 0);
    if (sky_is_compressed(&header)) return;
    const uint32_t there = (uint32_t)nl_min(header.data_bytes, length - SKY_HEADER_BYTES);
    const sky_body data = {bytes + SKY_HEADER_BYTES, there, SKY_HEADER_BYTES, NULL};
    sky_fields fields = sky_fields_of(data);
    sky_field field;
    uint32_t count = 0;
    while (count < SKY_MOST_MASTERS && sky_next_field(&fields, &field)) {
        if (field.type != SKY_MAST) continue;
        visit_name(&field.body, visit, context);
        count++;
    }
}
