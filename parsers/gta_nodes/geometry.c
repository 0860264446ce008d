#include "parsers/gta_nodes/geometry.h"

bool gta_is_near_middle(int64_t doubled_squared, int64_t link_squared) {
    return gta_root((uint64_t)doubled_squared) <= gta_root((uint64_t)link_squared) + 16;
}

/* Whether p times the root of `square` is at most d: exact, without the root. */
static bool is_at_most(int64_t p, int64_t square, int64_t d) {
    const uint64_t left = (uint64_t)(p * p) * (uint64_t)square;
    const uint64_t right = (uint64_t)d * (uint64_t)d;
    return p >= 0 ? d >= 0 && left <= right : d >= 0 || right <= left;
}

bool gta_is_direction(const uint8_t *navi, int64_t x, int64_t y) {
    const int64_t square = x * x + y * y;
    const int64_t dx = gta_direction_x(navi);
    const int64_t dy = gta_direction_y(navi);
    return is_at_most(dx - 2, square, 100 * x) && is_at_most(-dx - 2, square, -100 * x) &&
           is_at_most(dy - 2, square, 100 * y) && is_at_most(-dy - 2, square, -100 * y);
}
