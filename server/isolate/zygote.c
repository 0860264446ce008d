#include "server/isolate/zygote.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/wall/build.h"
#include "server/wall/files.h"
#include "server/wall/libraries.h"
#include "server/wall/privileges.h"

typedef struct zygote {
    const srv_nursery *nursery;
    pid_t *judges;  /* by slot; 0: none */
    int signals_fd; /* ends of judges */
} zygote;

srv_slot *srv_nursery_slot(const srv_nursery *nursery, size_t index) {
    return (srv_slot *)(void *)(nursery->slots + index * nursery->slot_bytes);
}

/* ---- judges ---- */

/* Nothing of the other requests, and nothing that is open. A sanitizer writes to stderr. */
static void keep_own(const srv_nursery *nursery, size_t index) {
    const size_t before = index * nursery->slot_bytes;
    const size_t behind = (nursery->count - index - 1) * nursery->slot_bytes;
    if (before > 0) (void)munmap(nursery->slots, before);
    if (behind > 0) (void)munmap(nursery->slots + before + nursery->slot_bytes, behind);
    (void)munmap(nursery->boards, nursery->count * sizeof *nursery->boards);
    (void)syscall(SYS_close_range, SRV_WALL_HOLDS ? 0U : 3U, UINT_MAX, 0U);
}

static void start_judge(zygote *z, size_t index) {
    const srv_nursery *const nursery = z->nursery;
    srv_slot *const slot = srv_nursery_slot(nursery, index);
    const pid_t parent = getpid();
    const pid_t child = fork();
    z->judges[index] = child > 0 ? child : 0;
    if (child != 0) return;
    const srv_judge_terms terms = nursery->terms;
    (void)prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
    if (getppid() != parent) _exit(1);
    keep_own(nursery, index);
    srv_judge_run(slot, &terms);
}

/* An order that nobody has taken waits for the next judge; one that was taken has failed. */
static void tell_end(const srv_nursery *nursery, size_t index, int status) {
    static const srv_turn busy[] = {SRV_TURN_TAKEN, SRV_TURN_ASKS, SRV_TURN_TOLD};
    srv_slot *const slot = srv_nursery_slot(nursery, index);
    srv_board *const board = &nursery->boards[index];
    atomic_store(&board->status, status);
    atomic_fetch_add(&board->ended, 1);
    (void)syscall(SYS_futex, &board->ended, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    for (size_t i = 0; i < sizeof busy / sizeof busy[0]; i++)
        if (srv_slot_pass_from(slot, busy[i], SRV_TURN_ENDED, false)) return;
}

static void replace_ended(zygote *z) {
    int status = 0;
    for (pid_t child = waitpid(-1, &status, WNOHANG); child > 0;
         child = waitpid(-1, &status, WNOHANG))
        for (size_t i = 0; i < z->nursery->count; i++) {
            if (z->judges[i] != child) continue;
            tell_end(z->nursery, i, status);
            start_judge(z, i);
        }
}

/* ---- the zygote ---- */

/* Returns false when the service has gone. */
static bool take_orders(const zygote *z) {
    uint32_t index = 0;
    const ssize_t got = read(z->nursery->orders_fd, &index, sizeof index);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got != (ssize_t)sizeof index) return false;
    if (index < z->nursery->count && z->judges[index] > 0) (void)kill(z->judges[index], SIGKILL);
    return true;
}

static void take_signals(const zygote *z) {
    struct signalfd_siginfo ignored;
    while (read(z->signals_fd, &ignored, sizeof ignored) > 0) {
    }
}

static void run(zygote *z) {
    struct pollfd ready[] = {{.fd = z->nursery->orders_fd, .events = POLLIN},
                             {.fd = z->signals_fd, .events = POLLIN}};
    for (bool goes_on = true; goes_on;) {
        if (poll(ready, 2, -1) < 0 && errno != EINTR) return;
        if (ready[0].revents != 0) goes_on = take_orders(z);
        if (ready[1].revents != 0) {
            take_signals(z);
            replace_ended(z);
        }
    }
}

/* The service's own signals are none of its business: it ends with the service. */
static int watch_children(void) {
    sigset_t all;
    sigset_t ends;
    sigfillset(&all);
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    (void)sigprocmask(SIG_BLOCK, &all, NULL);
    return signalfd(-1, &ends, SFD_NONBLOCK | SFD_CLOEXEC);
}

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

/* Judges inherit all of it. */
static bool give_up(void) {
    return srv_privileges_drop() &&
           (!SRV_WALL_HOLDS || srv_files_confine(NULL) != SRV_FILES_FAILED);
}

/* life_fd: closed when the zygote ends; judges have no descriptors. */
static _Noreturn void live(srv_nursery *nursery, int life_fd) {
    zygote z = {.nursery = nursery,
                .judges = calloc(nursery->count, sizeof(pid_t)),
                .signals_fd = watch_children()};
    (void)close(nursery->service_fd);
    nursery->terms.own_bytes = own_bytes(nursery);
    if (!z.judges || z.signals_fd < 0 || !give_up()) _exit(1);
    for (size_t i = 0; i < nursery->count; i++)
        start_judge(&z, i);
    if (write(life_fd, "", 1) != 1) _exit(1);
    run(&z);
    for (size_t i = 0; i < nursery->count; i++)
        if (z.judges[i] > 0) (void)kill(z.judges[i], SIGKILL);
    _exit(0);
}

/* ---- its start ---- */

/* Pages come as they are touched. */
static void *share(size_t bytes) {
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

static bool prepare(srv_nursery *nursery, int *life_fd) {
    int ends[2];
    int life[2];
    nursery->boards = share(nursery->count * sizeof *nursery->boards);
    nursery->slots = share(nursery->count * nursery->slot_bytes);
    if (!nursery->boards || !nursery->slots || pipe2(ends, O_CLOEXEC) != 0 ||
        pipe2(life, O_CLOEXEC) != 0)
        return false;
    nursery->life_fd = life[0];
    *life_fd = life[1];
    nursery->orders_fd = ends[0];
    nursery->service_fd = ends[1];
    return true;
}

bool srv_zygote_start(srv_nursery *nursery) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    nursery->slot_bytes = (sizeof(srv_slot) + nursery->terms.data_bytes + page - 1) / page * page;
    srv_libraries_prepare();
    int life_fd = -1;
    char ignored = 0;
    const pid_t child = prepare(nursery, &life_fd) ? fork() : -1;
    if (child == 0) live(nursery, life_fd);
    const int reason = errno;
    (void)close(life_fd);
    if (child > 0) (void)close(nursery->orders_fd);
    if (child > 0 && read(nursery->life_fd, &ignored, 1) == 1) return true;
    fprintf(stderr, "navlintd: --isolate: no judges: %s\n",
            child > 0 ? "their zygote has ended" : strerror(reason));
    return false;
}

bool srv_zygote_lives(const srv_nursery *nursery) {
    struct pollfd life = {.fd = nursery->life_fd, .events = POLLIN};
    return poll(&life, 1, 0) == 0;
}

void srv_zygote_stop(srv_nursery *nursery) {
    (void)close(nursery->service_fd);
    (void)close(nursery->life_fd);
    (void)munmap(nursery->boards, nursery->count * sizeof *nursery->boards);
    (void)munmap(nursery->slots, nursery->count * nursery->slot_bytes);
}
