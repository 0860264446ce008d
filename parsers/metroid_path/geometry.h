/* Vectors and boxes in area-local coordinates; z is up. Without libm: the library needs none. */
#ifndef NAVLINT_PARSERS_METROID_PATH_GEOMETRY_H
#define NAVLINT_PARSERS_METROID_PATH_GEOMETRY_H

#include <math.h>

#include "core/reader.h"

typedef struct mp_vector {
    double x, y, z;
} mp_vector;

typedef struct mp_box {
    mp_vector min, max;
} mp_box;

/* Two numbers side by side, and the answers about them, two words each: all bits of a true one are
 * set. */
typedef double mp_lanes __attribute__((vector_size(16)));
typedef int32_t mp_answers __attribute__((vector_size(16)));

static inline mp_lanes mp_both(double number) {
    return (mp_lanes){number, number};
}

/* Whether each number of `a` is at most, or less than, that of `b`; false for what is not a number.
 * They are bits before they are combined: compilers are slow to combine comparisons. */
static inline mp_answers mp_are_at_most(mp_lanes a, mp_lanes b) {
    return (mp_answers)(a <= b);
}

static inline mp_answers mp_are_below(mp_lanes a, mp_lanes b) {
    return (mp_answers)(a < b);
}

/* Whether neither of two numbers is farther from 0. */
static inline mp_answers mp_are_within(mp_lanes numbers, double limit) {
    return mp_are_at_most(numbers, mp_both(limit)) & mp_are_at_most(mp_both(-limit), numbers);
}

static inline bool mp_all(mp_answers answers) {
    return (answers[0] & answers[2]) != 0;
}

/* The word of eight bytes at p. */
static inline uint64_t mp_long_word(const uint8_t *p) {
    return __builtin_bswap64(nl_load_u64(p));
}

/* The two words of four bytes at p, each as the machine has it, the first one first. */
static inline uint64_t mp_two_words(const uint8_t *p) {
    const uint64_t words = mp_long_word(p);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return words << 32 | words >> 32;
#else
    return words;
#endif
}

/* Four floats, and what they are widened to. */
typedef float mp_four_floats __attribute__((vector_size(16)));
typedef double mp_four_reals __attribute__((vector_size(32)));

/* The four floats at p: two are turned round at a time, and all widened together. */
static inline void mp_load_four(const uint8_t *p, double *numbers) {
    const uint64_t words[2] = {mp_two_words(p), mp_two_words(p + 2 * sizeof(float))};
    mp_four_floats floats;
    memcpy(&floats, words, sizeof floats);
    const mp_four_reals four = __builtin_convertvector(floats, mp_four_reals);
    memcpy(numbers, &four, sizeof four);
}

/* The three floats at p. */
static inline mp_vector mp_vector_at(const uint8_t *p) {
    return (mp_vector){(double)nl_load_f32be(p), (double)nl_load_f32be(p + 4),
                       (double)nl_load_f32be(p + 8)};
}

/* The first two of them: as seen from above. */
static inline mp_lanes mp_flat_at(const uint8_t *p) {
    return (mp_lanes){(double)nl_load_f32be(p), (double)nl_load_f32be(p + 4)};
}

/* The six floats at p: the lower corner, then the upper one. */
static inline mp_box mp_box_at(const uint8_t *p) {
    return (mp_box){mp_vector_at(p), mp_vector_at(p + 12)};
}

static inline double mp_larger(double a, double b) {
    return a > b ? a : b;
}

static inline double mp_smaller(double a, double b) {
    return a < b ? a : b;
}

static inline double mp_largest(double a, double b, double c) {
    return mp_larger(a, mp_larger(b, c));
}

/* The square root by Newton's steps: from half the exponent, which has at least 3 bits right, each
 * doubles the right digits. */
static inline double mp_root(double square) {
    uint64_t bits;
    double root;
    if (!(square > 0)) return 0;
    memcpy(&bits, &square, sizeof bits);
    bits = (bits >> 1) + ((uint64_t)1023 << 51);
    memcpy(&root, &bits, sizeof root);
    for (int i = 0; i < 5; i++)
        root = (root + square / root) / 2;
    return root;
}

static inline double mp_dot(mp_vector a, mp_vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The same, seen from above. */
static inline double mp_flat_dot(mp_vector a, mp_vector b) {
    return a.x * b.x + a.y * b.y;
}

/* Seen from above, positive where b turns left of a. */
static inline double mp_cross(mp_vector a, mp_vector b) {
    return a.x * b.y - a.y * b.x;
}

static inline mp_vector mp_minus(mp_vector a, mp_vector b) {
    return (mp_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

/* Whether no corner is beyond the other; false for what is not a number. */
static inline bool mp_is_ordered(const mp_box *box) {
    return box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
}

/* The coordinate of the box that is farthest from the origin. */
static inline double mp_farthest(const mp_box *box) {
    return mp_larger(mp_largest(fabs(box->min.x), fabs(box->min.y), fabs(box->min.z)),
                     mp_largest(fabs(box->max.x), fabs(box->max.y), fabs(box->max.z)));
}

/* Units that the rounding of floats may make, at coordinates so far from the origin. */
static inline double mp_slack_at(double farthest) {
    return mp_larger(1e-3, 1e-4 * farthest);
}

/* The same at the box's coordinates. */
static inline double mp_slack(const mp_box *box) {
    return mp_slack_at(mp_farthest(box));
}

/* How far `part` reaches out of `whole`, on its worst axis; negative: not at all. */
static inline double mp_reach_out(const mp_box *part, const mp_box *whole) {
    return mp_larger(mp_largest(whole->min.x - part->min.x, whole->min.y - part->min.y,
                                whole->min.z - part->min.z),
                     mp_largest(part->max.x - whole->max.x, part->max.y - whole->max.y,
                                part->max.z - whole->max.z));
}

/* How far `at` is outside of the box, on its worst axis; negative inside. */
static inline double mp_outside(const mp_box *box, mp_vector at) {
    return mp_reach_out(&(mp_box){at, at}, box);
}

/* The distance of the boxes on the axis where it is largest; negative if they overlap. */
static inline double mp_gap(const mp_box *a, const mp_box *b) {
    return mp_larger(mp_largest(a->min.x - b->max.x, a->min.y - b->max.y, a->min.z - b->max.z),
                     mp_largest(b->min.x - a->max.x, b->min.y - a->max.y, b->min.z - a->max.z));
}

#endif
