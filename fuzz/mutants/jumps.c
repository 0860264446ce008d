#define _GNU_SOURCE /* REG_RIP */
#include "fuzz/mutants/jumps.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* The linker gives these names to the ends of a section whose name is an identifier. */
extern const jump __start_navlint_jumps[];
extern const jump __stop_navlint_jumps[];

const jump *const jumps = __start_navlint_jumps;

/* Intel's manual, volume 2: Jcc rel8 is 70+cc cb, Jcc rel32 is 0F 80+cc cd. */
enum {
    SHORT_CONDITION = 0x70,
    LONG_PREFIX = 0x0F,
    SHORT_JUMP = 0xEB,
    LONG_JUMP = 0xE9,
    NOTHING = 0x90,
    TRAP = 0xCC,
    SHORT_BYTES = 2,
    LONG_BYTES = 6
};

/* EFLAGS */
enum { CARRY = 1 << 0, PARITY = 1 << 2, ZERO = 1 << 6, SIGN = 1 << 7, OVERFLOW = 1 << 11 };

static uint8_t *ways_seen; /* NULL: nothing is watched */
static uint16_t *looks;    /* at each jump and its copies */
static unsigned most_looks;
static uint8_t *first_bytes;  /* of the jumps that are trapped */
static const jump **sorted;   /* the table by address; NULL: not yet made */
static uint32_t *firsts;      /* of each jump: the index of its first copy; NULL: not yet made */
static bool code_is_writable; /* whether the pages of the jumps can be written */

size_t jump_count(void) {
    return (size_t)(__stop_navlint_jumps - __start_navlint_jumps);
}

static const char *after(const char *word) {
    return word + strlen(word) + 1;
}

const char *jump_function(const jump *j) {
    return after(j->owner);
}

const char *jump_place(const jump *j) {
    return after(jump_function(j));
}

bool jump_differs(uint8_t ways, jump_way way) {
    return (ways & (way == JUMP_ALWAYS ? JUMP_STAYED : JUMP_JUMPED)) != 0;
}

const char *jump_way_text(jump_way way) {
    return way == JUMP_ALWAYS ? "always" : "never";
}

static bool is_copy(const jump *a, const jump *b) {
    return a->number == b->number && strcmp(a->owner, b->owner) == 0;
}

const jump *jump_by_name(const char *name, const char **end) {
    const char *const mark = strchr(name, '#');
    if (!mark) return NULL;
    const size_t owner_length = (size_t)(mark - name);
    char *rest = NULL;
    const uint64_t number = strtoull(mark + 1, &rest, 10);
    *end = rest;
    for (const jump *each = jumps; each < __stop_navlint_jumps; each++)
        if (each->number == number && strlen(each->owner) == owner_length &&
            memcmp(each->owner, name, owner_length) == 0)
            return each;
    return NULL;
}

static void die(const char *what) {
    perror(what);
    exit(EXIT_FAILURE);
}

static uint32_t index_of_first(size_t index) {
    uint32_t first = 0;
    while (!is_copy(&jumps[first], &jumps[index]))
        first++;
    return first;
}

static void find_firsts(void) {
    if (firsts) return;
    firsts = calloc(jump_count() + 1, sizeof *firsts);
    if (!firsts) die("calloc");
    for (size_t i = 0; i < jump_count(); i++)
        firsts[i] = index_of_first(i);
}

bool jump_is_first(const jump *j) {
    find_firsts();
    return firsts[j - jumps] == (uint32_t)(j - jumps);
}

static void make_writable(uint8_t *code) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uint8_t *const start = code - (uintptr_t)code % page;
    const size_t length = (size_t)(code + LONG_BYTES - start);
    if (mprotect(start, length, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) die("mprotect");
}

static void make_all_writable(void) {
    if (code_is_writable) return;
    for (size_t i = 0; i < jump_count(); i++)
        make_writable(jumps[i].address);
    code_is_writable = true;
}

static void force(uint8_t *code, jump_way way) {
    const bool is_long = code[0] == LONG_PREFIX;
    if (way == JUMP_NEVER) {
        memset(code, NOTHING, is_long ? LONG_BYTES : SHORT_BYTES);
    } else if (is_long) {
        code[0] = NOTHING; /* the distance counts from the end, which stays */
        code[1] = LONG_JUMP;
    } else {
        code[0] = SHORT_JUMP;
    }
}

void jump_force(const jump *j, jump_way way) {
    make_all_writable();
    for (size_t i = 0; i < jump_count(); i++)
        if (is_copy(&jumps[i], j)) force(jumps[i].address, way);
}

static int by_address(const void *a, const void *b) {
    const uint8_t *const left = (*(const jump *const *)a)->address;
    const uint8_t *const right = (*(const jump *const *)b)->address;
    return (left > right) - (left < right);
}

static void sort_table(void) {
    if (sorted) return;
    sorted = calloc(jump_count() + 1, sizeof *sorted);
    if (!sorted) die("calloc");
    for (size_t i = 0; i < jump_count(); i++)
        sorted[i] = &jumps[i];
    qsort(sorted, jump_count(), sizeof *sorted, by_address);
}

static size_t jump_at(uint8_t *address) {
    const jump key = {.address = address};
    const jump *const wanted = &key;
    const jump *const *const found =
        bsearch(&wanted, sorted, jump_count(), sizeof *sorted, by_address);
    if (!found) abort(); /* a trap that is not ours */
    return (size_t)(*found - jumps);
}

/* The manual's table of conditions: the lowest bit turns one round. */
static bool is_met(unsigned condition, uint64_t flags) {
    const bool is_less = ((flags & SIGN) != 0) != ((flags & OVERFLOW) != 0);
    const bool met[8] = {(flags & OVERFLOW) != 0,
                         (flags & CARRY) != 0,
                         (flags & ZERO) != 0,
                         (flags & (CARRY | ZERO)) != 0,
                         (flags & SIGN) != 0,
                         (flags & PARITY) != 0,
                         is_less,
                         is_less || (flags & ZERO) != 0};
    return met[condition >> 1 & 7] != ((condition & 1) != 0);
}

/* Where the program goes on behind the jump that is trapped at `code`. */
static const uint8_t *follow(size_t index, const uint8_t *code, uint64_t flags) {
    const bool is_long = first_bytes[index] == LONG_PREFIX;
    const uint8_t *const next = code + (is_long ? LONG_BYTES : SHORT_BYTES);
    int32_t distance = (int8_t)code[1];
    if (is_long) memcpy(&distance, code + 2, sizeof distance);
    const bool jumps_away = is_met(is_long ? code[1] : first_bytes[index], flags);
    ways_seen[firsts[index]] |= jumps_away ? JUMP_JUMPED : JUMP_STAYED;
    return jumps_away ? next + distance : next;
}

/* The trap is one byte; behind it the processor stands one byte too far. It does what the jump
 * would do, and stays until both ways were seen or there were too many looks. */
static void on_trap(int signal_number, siginfo_t *info, void *context) {
    (void)signal_number;
    (void)info;
    greg_t *const registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    uint8_t *const code = (uint8_t *)(uintptr_t)registers[REG_RIP] - 1;
    const size_t index = jump_at(code);
    registers[REG_RIP] = (greg_t)(uintptr_t)follow(index, code, (uint64_t)registers[REG_EFL]);
    uint8_t *const ways = &ways_seen[firsts[index]];
    if (++looks[firsts[index]] >= most_looks) *ways = JUMP_JUMPED | JUMP_STAYED;
    if (*ways == (JUMP_JUMPED | JUMP_STAYED)) *code = first_bytes[index];
}

static void watch(size_t index) {
    looks[index] = 0;
    first_bytes[index] = jumps[index].address[0];
    jumps[index].address[0] = TRAP;
}

void jumps_watch(uint8_t *ways, const uint8_t *wanted, uint16_t most) {
    struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
    if (sigaction(SIGTRAP, &action, NULL) != 0) die("sigaction");
    make_all_writable();
    sort_table();
    find_firsts();
    ways_seen = ways;
    most_looks = most;
    if (!first_bytes) first_bytes = calloc(jump_count() + 1, 1);
    if (!looks) looks = calloc(jump_count() + 1, sizeof *looks);
    if (!first_bytes || !looks) die("calloc");
    for (size_t i = 0; i < jump_count(); i++)
        if (!wanted || wanted[firsts[i]]) watch(i);
}

/* No instruction starts with a zero that a jump starts with: zero stands for "not watched". */
void jumps_unwatch(void) {
    for (size_t i = 0; i < jump_count(); i++) {
        if (first_bytes[i] != 0) jumps[i].address[0] = first_bytes[i];
        first_bytes[i] = 0;
    }
}
