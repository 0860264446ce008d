/* Ids that stand twice in a list. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/navi/checks.h"

static uint32_t id_at(const sky_id_column *column, uint32_t row) {
    return nl_load_u32(column->ids + (size_t)row * column->stride);
}

static void repeats_of_few(const sky_id_column *column, sky_repeat_fn found, void *context) {
    for (uint32_t again = 1; again < column->count; again++) {
        uint32_t first = 0;
        while (id_at(column, first) != id_at(column, again))
            first++;
        if (first != again) found(context, first, again);
    }
}

bool sky_each_repeat(nl_arena *arena, const sky_id_column *column, sky_repeat_fn found,
                     void *context) {
    enum { FEW = 24 };
    if (column->count <= FEW) {
        repeats_of_few(column, found, context);
        return true;
    }
    const size_t mark = nl_arena_mark(arena);
    uint64_t *const keys = NL_NEW(arena, uint64_t, column->count);
    if (!keys) return false;
    for (uint32_t i = 0; i < column->count; i++)
        keys[i] = (uint64_t)id_at(column, i) << 32 | i;
    nl_sort_keys(keys, column->count);
    uint32_t first = 0;
    for (uint32_t i = 1; i < column->count; i++) {
        if (keys[i] >> 32 != keys[first] >> 32)
            first = i;
        else
            found(context, (uint32_t)keys[first], (uint32_t)keys[i]);
    }
    nl_arena_release(arena, mark);
    return true;
}
