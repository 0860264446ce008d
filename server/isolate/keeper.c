#include "server/isolate/keeper.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/isolate/zygote.h"
#include "server/wall/build.h"
#include "server/wall/files.h"
#include "server/wall/libraries.h"
#include "server/wall/privileges.h"

/* Before the next zygote: a machine without memory wants a moment. */
enum { PAUSE_MS = 100 };

/* ---- what it gives up, and those that it starts ---- */

/* Of address space; 0 if nobody tells. */
static uint64_t mapped_bytes(void) {
    unsigned long pages = 0;
    FILE *const statm = fopen("/proc/self/statm", "re");
    if (!statm) return 0;
    const bool is_read = fscanf(statm, "%lu", &pages) == 1;
    (void)fclose(statm);
    return is_read ? (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* A judge has one slot. */
static uint64_t own_bytes(const srv_nursery *nursery) {
    const uint64_t mapped = mapped_bytes();
    const uint64_t others = (uint64_t)(nursery->count - 1) * nursery->slot_bytes;
    return mapped > others ? mapped - others : 0;
}

static bool close_from_to(unsigned first, unsigned last) {
    return first > last || syscall(SYS_close_range, first, last, 0U) == 0;
}

/* The service's other descriptors, inherited sockets among them, are none of its business. A
 * sanitizer writes to stderr. */
static bool keep_pipes(const srv_nursery *nursery) {
    const unsigned orders = (unsigned)nursery->orders[0];
    const unsigned news = (unsigned)nursery->news[1];
    const unsigned low = orders < news ? orders : news;
    const unsigned high = orders < news ? news : orders;
    return (low == 0 || close_from_to(SRV_WALL_HOLDS ? 0U : 3U, low - 1)) &&
           close_from_to(low + 1, high - 1) && close_from_to(high + 1, UINT_MAX);
}

static bool give_up(void) {
    return srv_privileges_drop() &&
           (!SRV_WALL_HOLDS || srv_files_confine(NULL) != SRV_FILES_FAILED);
}

/* The service's own signals do not end what ends with the service. Judges that lose their zygote
 * become the keeper's, which has to see that they have ended. */
static bool prepare(srv_nursery *nursery) {
    sigset_t all;
    sigfillset(&all);
    nursery->terms.own_bytes = own_bytes(nursery);
    return sigprocmask(SIG_BLOCK, &all, NULL) == 0 &&
           prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL) == 0 && keep_pipes(nursery) &&
           give_up();
}

/* ---- zygotes ---- */

static pid_t start_zygote(const srv_nursery *nursery) {
    const pid_t keeper = getpid();
    const pid_t child = fork();
    if (child == 0) srv_zygote_run(nursery, keeper);
    return child;
}

/* Waits until the zygote and all of its judges have ended: none can write to a slot any more. */
static int wait_for_all(pid_t zygote) {
    int status = 0, of_zygote = 0;
    pid_t child = 0;
    while ((child = waitpid(-1, &status, 0)) > 0 || errno == EINTR)
        if (child == zygote) of_zygote = status;
    return of_zygote;
}

/* Nobody waits at the other end of the pipe. */
static bool has_service_gone(const srv_nursery *nursery) {
    struct pollfd orders = {.fd = nursery->orders[0], .events = POLLIN};
    return poll(&orders, 1, 0) < 0 || (orders.revents & POLLHUP) != 0;
}

static bool tell_end(const srv_nursery *nursery, int status) {
    const srv_news news = {.kind = SRV_NEWS_ENDED, .status = status};
    for (size_t i = 0; i < nursery->count; i++)
        srv_nursery_note_end(nursery, i, status);
    return write(nursery->news[1], &news, sizeof news) == (ssize_t)sizeof news;
}

/* ---- the keeper ---- */

static _Noreturn void keep(srv_nursery *nursery) {
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    if (!prepare(nursery)) _exit(1);
    for (bool is_first = true;; is_first = false) {
        const pid_t zygote = start_zygote(nursery);
        if (zygote < 0 && is_first) _exit(1);
        const int status = wait_for_all(zygote);
        if (has_service_gone(nursery)) _exit(0);
        if (zygote > 0 && !tell_end(nursery, status)) _exit(1);
        (void)nanosleep(&pause, NULL);
    }
}

static bool hear_start(const srv_nursery *nursery) {
    srv_news news;
    return srv_nursery_hear(nursery, &news) && news.kind == SRV_NEWS_STARTED;
}

bool srv_keeper_start(srv_nursery *nursery) {
    srv_libraries_prepare();
    const pid_t child = fork();
    const int reason = errno;
    if (child == 0) {
        (void)close(nursery->orders[1]);
        (void)close(nursery->news[0]);
        keep(nursery);
    }
    (void)close(nursery->orders[0]);
    (void)close(nursery->news[1]);
    if (child > 0 && hear_start(nursery)) return true;
    fprintf(stderr, "navlintd: --isolate: no judges: %s\n",
            child > 0 ? "their zygote has ended" : strerror(reason));
    srv_keeper_stop(nursery);
    return false;
}

void srv_keeper_stop(srv_nursery *nursery) {
    (void)close(nursery->orders[1]);
}
