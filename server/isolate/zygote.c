#include "server/isolate/zygote.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/wall/build.h"

/* When a judge that could not be started is tried again. */
enum { RETRY_MS = 100 };

typedef struct zygote {
    const srv_nursery *nursery;
    pid_t *judges;  /* by slot; 0: none */
    int signals_fd; /* ends of judges */
    uint64_t tried_ms;
} zygote;

/* Ends with its parent. */
static void follow_parent(pid_t parent) {
    (void)prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
    if (getppid() != parent) _exit(1);
}

/* ---- judges ---- */

/* Nothing of the other requests, and nothing that is open. A sanitizer writes to stderr. */
static bool keep_own(const srv_nursery *nursery, size_t index) {
    return srv_nursery_keep_slot(nursery, index) &&
           syscall(SYS_close_range, SRV_WALL_HOLDS ? 0U : 3U, UINT_MAX, 0U) == 0;
}

static void start_judge(zygote *z, size_t index) {
    const srv_nursery *const nursery = z->nursery;
    srv_slot *const slot = srv_nursery_slot(nursery, index);
    const pid_t parent = getpid();
    const pid_t child = fork();
    z->judges[index] = child > 0 ? child : 0;
    if (child != 0) return;
    const srv_judge_terms terms = nursery->terms;
    follow_parent(parent);
    if (!keep_own(nursery, index)) _exit(SRV_JUDGE_UNABLE);
    srv_judge_run(slot, &terms);
}

/* Where one that could not even begin would be started again at once, nothing else would happen. */
static void replace(zygote *z, size_t index, int status) {
    z->judges[index] = 0;
    srv_nursery_note_end(z->nursery, index, status);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != SRV_JUDGE_UNABLE) start_judge(z, index);
}

static void replace_ended(zygote *z) {
    int status = 0;
    for (pid_t child = waitpid(-1, &status, WNOHANG); child > 0;
         child = waitpid(-1, &status, WNOHANG))
        for (size_t i = 0; i < z->nursery->count; i++)
            if (z->judges[i] == child) replace(z, i, status);
}

static bool is_full(const zygote *z) {
    size_t i = 0;
    while (i < z->nursery->count && z->judges[i] != 0)
        i++;
    return i == z->nursery->count;
}

static void start_missing(zygote *z) {
    z->tried_ms = srv_now_ms();
    for (size_t i = 0; i < z->nursery->count; i++)
        if (z->judges[i] == 0) start_judge(z, i);
}

/* ---- the zygote ---- */

/* Whoever gave the order waits for an end. */
static void kill_judge(const zygote *z, const srv_kill_order *order) {
    const pid_t judge = z->judges[order->index];
    if (atomic_load(&z->nursery->boards[order->index].ended) != order->ended) return;
    if (judge > 0)
        (void)kill(judge, SIGKILL);
    else
        srv_nursery_note_end(z->nursery, order->index, 0);
}

/* Returns false when the service has gone. */
static bool take_orders(const zygote *z) {
    srv_kill_order order;
    const ssize_t got = read(z->nursery->orders[0], &order, sizeof order);
    if (got < 0) return errno == EINTR;
    if (got != (ssize_t)sizeof order) return false;
    kill_judge(z, &order);
    return true;
}

static void take_signals(const zygote *z) {
    struct signalfd_siginfo ignored;
    while (read(z->signals_fd, &ignored, sizeof ignored) > 0) {
    }
}

static void run(zygote *z) {
    struct pollfd ready[] = {{.fd = z->nursery->orders[0], .events = POLLIN},
                             {.fd = z->signals_fd, .events = POLLIN}};
    for (bool goes_on = true; goes_on;) {
        if (poll(ready, 2, is_full(z) ? -1 : RETRY_MS) < 0) continue; /* interrupted */
        if (ready[0].revents != 0) goes_on = take_orders(z);
        if (ready[1].revents != 0) {
            take_signals(z);
            replace_ended(z);
        }
        if (srv_now_ms() - z->tried_ms >= RETRY_MS) start_missing(z);
    }
}

static int watch_children(void) {
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    return signalfd(-1, &ends, SFD_NONBLOCK | SFD_CLOEXEC);
}

static bool tell_start(const srv_nursery *nursery) {
    const srv_news news = {.kind = SRV_NEWS_STARTED};
    return write(nursery->news[1], &news, sizeof news) == (ssize_t)sizeof news;
}

_Noreturn void srv_zygote_run(const srv_nursery *nursery, pid_t keeper) {
    zygote z = {.nursery = nursery,
                .judges = calloc(nursery->count, sizeof(pid_t)),
                .signals_fd = watch_children()};
    follow_parent(keeper);
    if (!z.judges || z.signals_fd < 0) _exit(1);
    start_missing(&z);
    if (!tell_start(nursery)) _exit(1);
    run(&z);
    for (size_t i = 0; i < nursery->count; i++)
        if (z.judges[i] > 0) (void)kill(z.judges[i], SIGKILL);
    _exit(0);
}
