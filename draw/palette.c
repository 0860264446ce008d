#include "draw/palette.h"

#include <string.h>

/* Okabe and Ito's colours (2008) without black and vermilion, which is that of errors, then four of
 * Paul Tol's (muted, 2021). */
static const draw_colour hues[] = {0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9,
                                   0xC9B700, 0x332288, 0x882255, 0x44AA99, 0x999933};
enum { HUE_COUNT = sizeof hues / sizeof hues[0] };

/* The flags of a scene get the hues in the order in which the format lists them: its first ones are
 * the first ones of the list in every picture of one kind of file. */
static unsigned rank_of(const draw_scene *scene, const draw_category *category) {
    unsigned rank = 0;
    for (uint32_t i = 0; i < scene->categories.count; i++) {
        const draw_category *const other = draw_category_at(scene, i);
        if (other->flag && other->flag < category->flag) rank++;
    }
    return rank;
}

/* What more than half of a kind have is no exception that would need a colour. */
static bool is_plain(const draw_scene *scene, uint32_t category) {
    const draw_category *const c = draw_category_at(scene, category);
    uint64_t all = 0;
    for (uint32_t i = 0; i < scene->categories.count; i++)
        if (draw_category_at(scene, i)->kind == c->kind) all += draw_category_at(scene, i)->count;
    return !c->flag || c->count > all / 2;
}

unsigned draw_category_rank(const draw_scene *scene, uint32_t category) {
    unsigned rank = 0;
    for (uint32_t i = 0; i < category; i++)
        rank += draw_category_at(scene, i)->kind == draw_category_at(scene, category)->kind;
    return rank;
}

static unsigned rank_of_plain(const draw_scene *scene, uint32_t category) {
    unsigned rank = 0;
    for (uint32_t i = 0; i < category; i++)
        rank += is_plain(scene, i) &&
                draw_category_at(scene, i)->kind == draw_category_at(scene, category)->kind;
    return rank;
}

draw_colour draw_category_colour(const draw_scene *scene, uint32_t category) {
    static const draw_colour faces[] = {0x8AA0AE, 0xB0A58F, 0xA39BB5};
    static const draw_colour lines[] = {0x5B6770, 0x7A4B2A, 0x3F3F74};
    static const draw_colour nodes[] = {0x455A64, 0x8D6E63, 0x5E35B1};
    static const draw_colour marks[] = {0x1B5E20, 0x4A148C, 0x263238};
    static const draw_colour *const plain[] = {faces, lines, nodes, marks};
    const draw_category *const c = draw_category_at(scene, category);
    if (!is_plain(scene, category)) return hues[rank_of(scene, c) % HUE_COUNT];
    return plain[c->kind][rank_of_plain(scene, category) % 3];
}

static uint32_t mix(uint32_t from, uint32_t to, double share) {
    uint32_t mixed = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8) {
        const double a = from >> shift & 0xff, b = to >> shift & 0xff;
        mixed |= (uint32_t)(a + (b - a) * share + 0.5) << shift;
    }
    return mixed;
}

draw_colour draw_shade(draw_colour colour, unsigned band) {
    const double height = (double)band / (DRAW_BANDS - 1);
    return height < 0.5 ? mix(colour, 0x1C2B36, 0.42 * (1 - 2 * height))
                        : mix(colour, 0xFFFFFF, 0.62 * (2 * height - 1));
}

draw_colour draw_severity_colour(navlint_severity severity) {
    static const draw_colour colours[] = {0xD55E00, 0xF0C000, 0x3C6E91, 0x888888};
    return colours[severity];
}
