/* Contracts of core/checked.h. */
#include "core/checked.h"

/*@ requires \valid(sum);
    assigns *sum;
    ensures \result <==> a + b <= UINT64_MAX;
    ensures *sum == (\result ? a + b : \old(*sum));
*/
static inline bool nl_add(uint64_t a, uint64_t b, uint64_t *sum);

/*@ requires \valid(difference);
    assigns *difference;
    ensures \result <==> b <= a;
    ensures *difference == (\result ? a - b : \old(*difference));
*/
static inline bool nl_sub(uint64_t a, uint64_t b, uint64_t *difference);

/*@ requires \valid(product);
    assigns *product;
    ensures \result <==> a * b <= UINT64_MAX;
    ensures *product == (\result ? a * b : \old(*product));
*/
static inline bool nl_mul(uint64_t a, uint64_t b, uint64_t *product);

/*@ requires size > 0;
    assigns \nothing;
    ensures \result <==> count * size <= room;
*/
static inline bool nl_fits(uint64_t count, uint64_t size, uint64_t room);

/*@ assigns \nothing;
    ensures a + b <= UINT64_MAX ==> \result == a + b;
    ensures a + b > UINT64_MAX ==> \result == UINT64_MAX;
*/
static inline uint64_t nl_add_sat(uint64_t a, uint64_t b);

/*@ assigns \nothing;
    ensures a * b <= UINT64_MAX ==> \result == a * b;
    ensures a * b > UINT64_MAX ==> \result == UINT64_MAX;
*/
static inline uint64_t nl_mul_sat(uint64_t a, uint64_t b);

/*@ assigns \nothing;
    ensures \result == \min(a, b);
*/
static inline uint64_t nl_min(uint64_t a, uint64_t b);

/*@ assigns \nothing;
    ensures \result == \max(a, b);
*/
static inline uint64_t nl_max(uint64_t a, uint64_t b);
