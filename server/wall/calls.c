#include "server/wall/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/wall/build.h"

/* What pthread_create asks clone for; a namespace or a process of its own is asked for by other
 * bits. */
#define SRV_CLONE_THREAD (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD)
#define SRV_CLONE_MASK                                                                             \
    (SRV_CLONE_THREAD | CLONE_VFORK | CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |               \
     CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

/* -1 as an int: the upper half of the register does not count. */
#define SRV_NO_DESCRIPTOR ((uint64_t)UINT32_MAX)

#define SRV_OWN_PROCESS ((uint64_t)getpid())

enum { MOST_TESTS = 2 };

/* A call is allowed where all of its tests hold. */
typedef struct test {
    unsigned argument;
    uint64_t mask;
    uint64_t value;
} test;

typedef enum kind { CALL, FILE_CALL, NO_CALL, NO_FILE_CALL } kind;

typedef struct row {
    int number;
    kind kind;
    uint16_t error; /* that the call fails with; 0: it is left */
    unsigned test_count;
    test tests[MOST_TESTS];
} row;

#define ANY                         .test_count = 0
#define BITS(argument, mask, value) .test_count = 1, .tests = {{argument, mask, value}}
#define NO_BITS(argument, bits)     BITS(argument, bits, 0)
#define IS(argument, value)         BITS(argument, UINT64_MAX, value)
#define ARE(a, value_a, b, value_b)                                                                \
    .test_count = 2, .tests = {{a, UINT64_MAX, value_a}, {b, UINT64_MAX, value_b}}

/* libseccomp's own macro for this does not pass our warnings. */
static struct scmp_arg_cmp comparison_of(const test *t) {
    return (struct scmp_arg_cmp){
        .arg = t->argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = t->mask, .datum_b = t->value};
}

static bool add(scmp_filter_ctx filter, const row *r) {
    struct scmp_arg_cmp comparisons[MOST_TESTS];
    for (unsigned i = 0; i < r->test_count; i++)
        comparisons[i] = comparison_of(&r->tests[i]);
    const uint32_t action = r->error > 0 ? SCMP_ACT_ERRNO(r->error) : SCMP_ACT_ALLOW;
    return seccomp_rule_add_array(filter, action, r->number, r->test_count, comparisons) == 0;
}

static bool add_rows(scmp_filter_ctx filter, const row *rows, size_t count, kind passed_over) {
    for (size_t i = 0; i < count; i++)
        if (rows[i].kind != passed_over && !add(filter, &rows[i])) return false;
    return true;
}

#define SRV_CALL(name, test, where, reason) {.number = SCMP_SYS(name), .kind = CALL, test},
#define SRV_FILE_CALL(name, test, where, reason)                                                   \
    {.number = SCMP_SYS(name), .kind = FILE_CALL, test},
#define SRV_NO_CALL(name, error_number, where, reason)                                             \
    {.number = SCMP_SYS(name), .kind = NO_CALL, .error = error_number},
#define SRV_NO_FILE_CALL(name, error_number, where, reason)                                        \
    {.number = SCMP_SYS(name), .kind = NO_FILE_CALL, .error = error_number},

static bool add_of_service(scmp_filter_ctx filter, kind passed_over) {
    const row rows[] = {
#include "server/wall/calls.def"
    };
    return add_rows(filter, rows, sizeof rows / sizeof rows[0], passed_over);
}

static bool add_of_judge(scmp_filter_ctx filter) {
    static const row rows[] = {
#include "server/wall/judge_calls.def"
    };
    return add_rows(filter, rows, sizeof rows / sizeof rows[0], FILE_CALL);
}

static bool add_all(scmp_filter_ctx filter, srv_calls which) {
    switch (which) {
    case SRV_CALLS_WITHOUT_FILES:
        return add_of_service(filter, FILE_CALL);
    case SRV_CALLS_WITH_FILES:
        return add_of_service(filter, NO_FILE_CALL);
    case SRV_CALLS_OF_JUDGE:
        break;
    }
    return add_of_judge(filter);
}

bool srv_calls_confine(srv_calls which) {
    scmp_filter_ctx filter = seccomp_init(SRV_WALL_HOLDS ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_LOG);
    if (!filter) return false;
    const bool done = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
                      seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0 &&
                      add_all(filter, which) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return done;
}
