#include "parsers/gta_nodes/fix_parts.h"

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

bool gta_fix_row(const gta_file *f, const char *path, uint32_t *row) {
    const gta_document *const doc = f->doc;
    return doc && doc->is_complete && doc->shape->rule == GTA_RULE_COUNT &&
           nl_fix_numbers(path, row, 1) == 1 && *row < doc->link_count;
}
