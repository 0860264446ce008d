#include "parsers/metroid_path/groups.h"

void mp_groups_clear(mp_groups *groups) {
    for (uint32_t i = 0; i < groups->count; i++)
        groups->parent[i] = i;
}

bool mp_own(uint8_t *marks, uint32_t start, uint32_t count) {
    for (uint32_t i = start; i < start + count; i++) {
        if (marks[i]) return false;
        marks[i] = 1;
    }
    return true;
}

uint32_t mp_unowned(const uint8_t *marks, uint32_t count, uint32_t *first) {
    uint32_t unowned = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i]) continue;
        if (unowned++ == 0) *first = i;
    }
    return unowned;
}
