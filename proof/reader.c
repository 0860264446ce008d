/* Contracts of core/reader.h and core/reader.c. */
#include <string.h>

#include "checked.c"

/*@ logic integer le16(uint8_t *p) = p[0] + 0x100 * p[1];
    logic integer be16(uint8_t *p) = 0x100 * p[0] + p[1];
    logic integer le32(uint8_t *p) = p[0] + 0x100 * p[1] + 0x10000 * p[2] + 0x1000000 * p[3];
    logic integer be32(uint8_t *p) = 0x1000000 * p[0] + 0x10000 * p[1] + 0x100 * p[2] + p[3];
    logic integer le64(uint8_t *p) = le32(p) + 0x100000000 * le32(p + 4);
*/

/* The prover's memory is typed: it knows no bytes of a number, so memcpy cannot tell it anything.
 * In its place stands what memcpy does on a little-endian machine: it reads n bytes, all of which
 * must be readable, and they make up the number. */
/*@ requires \valid_read(from + (0 .. n - 1));
    assigns \result \from from[0 .. n - 1];
    ensures n == 2 ==> \result == le16(from);
    ensures n == 4 ==> \result == le32(from);
    ensures n == 8 ==> \result == le64(from);
*/
uint64_t number_of(const uint8_t *from, size_t n);
#define memcpy(to, from, n) (*(to) = number_of((from), (n)))

/*@ assigns \result \from x;
    ensures \result == 0x100 * (x % 0x100) + x / 0x100;
*/
uint16_t __builtin_bswap16(uint16_t x);

/*@ assigns \result \from x;
    ensures \result == 0x1000000 * (x % 0x100) + 0x10000 * (x / 0x100 % 0x100) +
                       0x100 * (x / 0x100 / 0x100 % 0x100) + x / 0x100 / 0x100 / 0x100;
*/
uint32_t __builtin_bswap32(uint32_t x);

#include "core/reader.c"

/*@ predicate window(uint8_t *bytes, integer length) =
        bytes != \null && \valid_read(bytes + (0 .. length - 1)) &&
        \object_pointer(bytes + (0 .. length));

    predicate placed(nl_reader *r) =
        \valid_read(r) && r->at <= r->length && r->base + r->length <= UINT64_MAX;

    predicate usable(nl_reader *r) =
        \valid(r) && placed(r) && window(r->bytes, r->length) &&
        \separated(r, r->bytes + (0 .. r->length - 1)) && (r->failed ==> r->at == r->length);

    logic integer left(nl_reader *r) = r->length - r->at;

    predicate sticky{Before, After}(nl_reader *r) =
        \at(r->failed, Before) ==> \at(*r, Before) == \at(*r, After);

    predicate passed{Before, After}(nl_reader *r, integer n) =
        \at(r->at, After) == \at(r->at, Before) + n &&
        \at(r->length, After) == \at(r->length, Before) &&
        \at(r->failed, After) == \at(r->failed, Before);

    predicate ended{Before, After}(nl_reader *r) =
        \at(r->failed && r->at == r->length, After) && \at(r->at, After) == \at(r->at, Before);

    predicate took{Before, After}(nl_reader *r, integer n) =
        \at(usable(r), After) && sticky{Before, After}(r) &&
        \at(r->bytes, After) == \at(r->bytes, Before) &&
        \at(r->base, After) == \at(r->base, Before) &&
        (n <= \at(left(r), Before) ? passed{Before, After}(r, n) : ended{Before, After}(r));
*/

/*@ requires window(bytes, length);
    assigns \nothing;
    ensures \result.bytes == bytes && \result.length == length && \result.at == 0;
    ensures \result.base == 0 && !\result.failed;
*/
static inline nl_reader nl_reader_over(const uint8_t *bytes, size_t length);

/*@ requires \valid_read(r);
    assigns \nothing;
    ensures \result <==> !r->failed;
*/
static inline bool nl_ok(const nl_reader *r);

/*@ requires placed(r);
    assigns \nothing;
    ensures \result == left(r);
*/
static inline size_t nl_left(const nl_reader *r);

/*@ requires placed(r);
    assigns \nothing;
    ensures \result == r->base + r->at;
*/
static inline uint64_t nl_at_offset(const nl_reader *r);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, \old(left(r)) + 1);
    ensures !\old(r->failed) ==> r->fail_at == r->base + r->at && r->fail_need == need &&
        r->fail_left == \old(left(r)) && r->fail_count == count;
*/
static inline void nl_reader_fail(nl_reader *r, uint64_t need, uint64_t count);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, n);
    ensures n > \old(left(r)) ==> \result == \null;
    ensures n <= \old(left(r)) ==> \result == r->bytes + \old(r->at) && \result != \null &&
        \valid_read(\result + (0 .. n - 1));
*/
static inline const uint8_t *nl_take(nl_reader *r, size_t n);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, n);
*/
static inline void nl_skip(nl_reader *r, size_t n);

/*@ requires usable(r) && record_size > 0;
    assigns *r;
    ensures took{Pre, Post}(r, count * record_size);
*/
static inline void nl_skip_records(nl_reader *r, uint64_t count, size_t record_size);

/*@ requires usable(r) && at + n <= r->at;
    assigns \nothing;
    ensures \result.bytes == r->bytes + at && \result.length == n && \result.at == 0;
    ensures \result.base == r->base + at && !\result.failed;
    ensures window(\result.bytes, n);
*/
static nl_reader child(const nl_reader *r, size_t at, size_t n);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, n);
    ensures \result.bytes == r->bytes + \old(r->at) && \result.base == r->base + \old(r->at);
    ensures \result.length == r->at - \old(r->at) && \result.at == 0 && !\result.failed;
    ensures window(\result.bytes, \result.length);
*/
nl_reader nl_window(nl_reader *r, size_t n);

/*@ requires usable(r) && record_size > 0;
    assigns *r;
    ensures took{Pre, Post}(r, count * record_size);
    ensures \result.bytes == r->bytes + \old(r->at) && \result.base == r->base + \old(r->at);
    ensures \result.length == r->at - \old(r->at) && \result.at == 0 && !\result.failed;
    ensures window(\result.bytes, \result.length);
*/
nl_reader nl_records(nl_reader *r, uint64_t count, size_t record_size);

/*@ requires \valid_read(p + (0 .. 1));
    assigns \nothing;
    ensures \result == le16(p);
*/
static inline uint16_t nl_load_u16(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
    ensures \result == le32(p);
*/
static inline uint32_t nl_load_u32(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 7));
    assigns \nothing;
    ensures \result == le64(p);
*/
static inline uint64_t nl_load_u64(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 1));
    assigns \nothing;
    ensures \result == (int16_t)le16(p);
*/
static inline int16_t nl_load_i16(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
    ensures \result == (int32_t)le32(p);
*/
static inline int32_t nl_load_i32(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 1));
    assigns \nothing;
    ensures \result == be16(p);
*/
static inline uint16_t nl_load_u16be(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
    ensures \result == be32(p);
*/
static inline uint32_t nl_load_u32be(const uint8_t *p);

/* Not proved: the typed memory knows no bits of a float. It copies one local to another. */
/*@ assigns \result \from bits; */
static inline float nl_float_of(uint32_t bits);

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
*/
static inline float nl_load_f32(const uint8_t *p);

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
*/
static inline float nl_load_f32be(const uint8_t *p);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, 1);
    ensures \result == (1 <= \old(left(r)) ? \old(r->bytes[r->at]) : 0);
*/
static inline uint8_t nl_u8(nl_reader *r);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, 2);
    ensures \result == (2 <= \old(left(r)) ? \old(le16(r->bytes + r->at)) : 0);
*/
static inline uint16_t nl_u16(nl_reader *r);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, 4);
    ensures \result == (4 <= \old(left(r)) ? \old(le32(r->bytes + r->at)) : 0);
*/
static inline uint32_t nl_u32(nl_reader *r);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, 2);
    ensures \result == (2 <= \old(left(r)) ? \old(be16(r->bytes + r->at)) : 0);
*/
static inline uint16_t nl_u16be(nl_reader *r);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, 4);
    ensures \result == (4 <= \old(left(r)) ? \old(be32(r->bytes + r->at)) : 0);
*/
static inline uint32_t nl_u32be(nl_reader *r);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, 4);
    ensures \old(left(r)) < 4 ==> \result == 0;
*/
static inline float nl_f32(nl_reader *r);

/*@ requires usable(r);
    assigns *r;
    ensures took{Pre, Post}(r, 4);
    ensures \old(left(r)) < 4 ==> \result == 0;
*/
static inline float nl_f32be(nl_reader *r);
