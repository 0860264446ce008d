#include "parsers/gta_nodes/fix_parts.h"

#include <stdio.h>
#include <string.h>

gta_file gta_fix_file(const nl_fixer *fixer, size_t input) {
    const nl_member *const member = &fixer->members[input];
    return (gta_file){&member->job, member->job.bytes, member->document, 0};
}

bool gta_fix_input_of(const nl_fixer *fixer, uint32_t area, size_t *input) {
    for (size_t i = 0; i < fixer->input_count; i++) {
        const gta_document *const doc = fixer->members[i].document;
        if (!doc || doc->area != area) continue;
        *input = i;
        return true;
    }
    return false;
}

bool gta_fix_number(const char *path, uint32_t *number) {
    const char *p = path;
    while (*p && !(p[0] == '/' && p[1] >= '0' && p[1] <= '9'))
        p++;
    if (!*p) return false;
    uint64_t value = 0;
    for (p++; *p >= '0' && *p <= '9' && value <= UINT32_MAX; p++)
        value = 10 * value + (uint64_t)(*p - '0');
    *number = (uint32_t)value;
    return value <= UINT32_MAX;
}

bool gta_fix_row(const gta_file *f, const char *path, uint32_t *row) {
    const gta_document *const doc = f->doc;
    return doc && doc->is_complete && doc->shape->rule == GTA_RULE_COUNT &&
           gta_fix_number(path, row) && *row < doc->link_count;
}

bool gta_fix_field(nl_fixer *fixer, unsigned field, uint32_t index, uint64_t at,
                   navlint_field *found) {
    const nl_field *const f = &gta_fields.fields[field];
    const char *const list = gta_fields.records[f->record].path;
    char path[96];
    (void)snprintf(path, sizeof path, "%.*s/%u", (int)(strrchr(list, '/') - list), list, index);
    const char *const head = nl_fix_path(fixer, path, f->is_value ? "" : "/");
    *found =
        (navlint_field){.path = head ? nl_fix_path(fixer, head, f->is_value ? "" : f->name) : NULL,
                        .type = nl_type_name((nl_type)f->type),
                        .offset = at + f->at,
                        .length = nl_field_bytes(f)};
    return found->path;
}
