/* navlint-scan work: a process that judges, and one that sees it end.
 *
 * The judging process dies with a file that kills it. The other knows by what, has in shared memory
 * what was in hand, and starts the next, which tells the broker: no task waits for its time to run
 * out, and who gives it up knows the cause. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/output.h"
#include "cli/pool.h"
#include "scan/letters.h"
#include "scan/queue.h"
#include "scan/verbs.h"
#include "scan/worker.h"

enum { TICK_MS = 200, PATIENCE_MS = 2000, FLUSH_MS = 1000, PAUSE_US = 200 * 1000 };

/* The exit status of a process that judges and has noted itself why another is to follow. */
enum { IS_STUCK = 64 };

/* What signals ask for; of the process that judges. */
static volatile sig_atomic_t told_to_end;

/* Of the process that looks after it. */
static volatile sig_atomic_t judging_process;

static void note_end(int number) {
    (void)number;
    told_to_end = 1;
}

static void pass_on(int number) {
    told_to_end = 1;
    if (judging_process > 0) kill((pid_t)judging_process, number);
}

static void on_end(void (*handler)(int number)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

/* ---- the process that judges ---- */

typedef struct crew_run {
    scan_crew crew;
    scan_broker broker;
    scan_slots *slots;
    scan_worker *workers; /* heap */
    pthread_t *threads;   /* heap */
    unsigned count;       /* that run */
} crew_run;

static void name_crew(scan_crew *crew) {
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    cli_make_ascii(crew->name, sizeof crew->name, host);
    const size_t length = strlen(crew->name);
    snprintf(crew->name + length, sizeof crew->name - length, ":%jd", (intmax_t)getpid());
}

/* Returns whether the task is to be given up. A task that was waiting has nothing to do with the
 * end of its worker. */
static bool charge(crew_run *run, scan_publisher *publisher, scan_slot *slot, bool *is_noted) {
    *is_noted = true;
    if (!atomic_load(&slot->is_judging)) return scan_pardon(&run->broker, &slot->id), false;
    *is_noted = scan_note(publisher, slot, run->slots->cause);
    return scan_deaths(&run->broker, publisher->js, slot) >= run->crew.settings->max_deliver.value;
}

/* Tells the broker what became of the tasks that the process before had in hand. */
static void settle_slot(crew_run *run, scan_publisher *publisher, scan_slot *slot) {
    bool is_noted;
    const bool is_lost = charge(run, publisher, slot, &is_noted);
    if (!is_noted || (is_lost && !scan_give_up(publisher, slot, NULL))) return;
    natsConnection_PublishString(run->broker.connection, slot->reply, is_lost ? "+TERM" : "-NAK");
    atomic_store(&slot->is_judging, false);
    atomic_store(&slot->is_busy, false);
}

static void settle(crew_run *run) {
    scan_publisher publisher;
    if (run->slots->cause[0] == '\0') return;
    if (!scan_publisher_open(&publisher, &run->broker, &run->crew.is_leaving)) return;
    for (unsigned i = 0; i < run->slots->count; i++)
        if (atomic_load(&run->slots->items[i].is_busy))
            settle_slot(run, &publisher, &run->slots->items[i]);
    natsConnection_Flush(run->broker.connection);
    scan_publisher_close(&publisher);
    run->slots->cause[0] = '\0';
}

static bool start_worker(crew_run *run, unsigned index) {
    scan_worker *const worker = &run->workers[index];
    worker->crew = &run->crew;
    worker->slot = &run->slots->items[index];
    pthread_mutex_init(&worker->lock, NULL);
    if (!scan_publisher_open(&worker->publisher, &run->broker, &run->crew.is_leaving)) return false;
    if (pthread_create(&run->threads[index], NULL, scan_worker_run, worker) == 0) return true;
    scan_publisher_close(&worker->publisher);
    return false;
}

/* Nobody can end a thread that hangs: the process ends, as if the file had killed it. */
static void end_for_next(crew_run *run) {
    snprintf(run->slots->cause, sizeof run->slots->cause,
             "nothing of the task was finished for %u seconds",
             (unsigned)run->crew.settings->patience_s.value);
    _exit(IS_STUCK);
}

/* Returns whether tasks are in hand. */
static bool keep_all(crew_run *run) {
    bool is_busy = false;
    for (unsigned i = 0; i < run->count; i++) {
        if (!scan_worker_keep(&run->workers[i])) end_for_next(run);
        is_busy = is_busy || atomic_load(&run->workers[i].slot->is_busy);
    }
    return is_busy;
}

/* Of a thread that hangs in a file, on a disk that does not answer, say: others can have its task.
 */
static void leave_now(crew_run *run) {
    for (unsigned i = 0; i < run->count; i++)
        scan_worker_give_back(&run->workers[i]);
    natsConnection_FlushTimeout(run->broker.connection, FLUSH_MS);
    run->slots->has_ended = true;
    _exit(CLI_OK);
}

/* Tasks in hand may end in their time; then they are given back where the next file would begin; a
 * file that does not end is left where it is. */
static void wait_for_end(crew_run *run) {
    const int64_t now_ms = nats_Now();
    const int64_t leave_ms = now_ms + (int64_t)run->crew.settings->grace_s.value * 1000;
    while (keep_all(run)) {
        const bool is_late = told_to_end && nats_Now() >= leave_ms;
        if (is_late) atomic_store(&run->crew.is_leaving, true);
        if (is_late && nats_Now() >= leave_ms + PATIENCE_MS) leave_now(run);
        nats_Sleep(TICK_MS / 4);
    }
}

/* Tells the broker what is in work, and hears signals. Returns an exit code. */
static int look_after(crew_run *run) {
    bool is_lost = false;
    while (!atomic_load(&run->crew.is_ending)) {
        nats_Sleep(TICK_MS);
        keep_all(run);
        is_lost = scan_broker_is_lost(&run->broker);
        if (is_lost) atomic_store(&run->crew.is_leaving, true);
        if (told_to_end || is_lost) atomic_store(&run->crew.is_ending, true);
    }
    wait_for_end(run);
    return is_lost ? SCAN_NO_BROKER : CLI_OK;
}

static void end_workers(crew_run *run) {
    for (unsigned i = 0; i < run->count; i++)
        pthread_join(run->threads[i], NULL);
    for (unsigned i = 0; i < run->count; i++) {
        scan_publisher_close(&run->workers[i].publisher);
        pthread_mutex_destroy(&run->workers[i].lock);
    }
}

static int run_workers(crew_run *run) {
    while (run->count < run->slots->count && start_worker(run, run->count))
        run->count++;
    if (run->count == 0) {
        cli_complain("out of memory or threads");
        return CLI_INTERNAL;
    }
    const int code = look_after(run);
    end_workers(run);
    return code;
}

static int run_crew(crew_run *run) {
    const scan_settings *const settings = run->crew.settings;
    int code = scan_broker_open(&run->broker, settings);
    if (code == CLI_OK) code = scan_queue_open(&run->broker, settings);
    if (code == CLI_OK) {
        settle(run);
        code = run_workers(run);
    }
    scan_broker_close(&run->broker);
    return code;
}

static int judge_tasks(const scan_settings *settings, scan_slots *slots) {
    crew_run run = {.crew = {.settings = settings, .rules = {.lock = PTHREAD_MUTEX_INITIALIZER}},
                    .slots = slots,
                    .workers = calloc(slots->count, sizeof *run.workers),
                    .threads = calloc(slots->count, sizeof *run.threads)};
    run.crew.broker = &run.broker;
    pthread_rwlock_init(&run.crew.company, NULL);
    name_crew(&run.crew);
    int code = CLI_INTERNAL;
    if (run.workers && run.threads)
        code = run_crew(&run);
    else
        cli_complain("out of memory");
    scan_rules_free(&run.crew.rules);
    pthread_rwlock_destroy(&run.crew.company);
    free(run.workers);
    free(run.threads);
    return code;
}

/* ---- the process that sees it end ---- */

static scan_slots *make_slots(const scan_settings *settings) {
    const unsigned count = cli_job_count(settings->jobs);
    scan_slots *const slots = mmap(NULL, sizeof *slots + count * sizeof slots->items[0],
                                   PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (slots == MAP_FAILED) return NULL;
    slots->count = count;
    return slots;
}

/* In the child; does not return. Nobody is left to look after it if the parent is killed. */
static void be_child(const scan_settings *settings, scan_slots *slots, pid_t parent) {
    on_end(note_end);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(CLI_INTERNAL);
    const int code = cli_finish(judge_tasks(settings, slots));
    slots->has_ended = true;
    exit(code);
}

/* Returns the status that waitpid gives, or -1 if there is no process to be had. */
static int run_child(const scan_settings *settings, scan_slots *slots) {
    const pid_t parent = getpid();
    int status = 0;
    slots->has_ended = false;
    const pid_t child = fork();
    if (child == 0) be_child(settings, slots, parent);
    if (child < 0) return -1;
    judging_process = child;
    if (told_to_end) kill(child, SIGTERM);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    judging_process = 0;
    return status;
}

static void note_cause(scan_slots *slots, int status) {
    if (WIFSIGNALED(status))
        snprintf(slots->cause, sizeof slots->cause, "the worker was ended by signal %d (%s)",
                 WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != IS_STUCK) /* whose cause stands there */
        snprintf(slots->cause, sizeof slots->cause, "the worker ended with status %d",
                 WEXITSTATUS(status));
    cli_complain("%s: the next one takes over", slots->cause);
}

/* One that takes over waits for a broker that is away; the first one says so and ends. */
static bool is_to_go_on(const scan_slots *slots, int status) {
    if (told_to_end) return false;
    return !slots->has_ended || (slots->cause[0] != '\0' && WEXITSTATUS(status) == SCAN_NO_BROKER);
}

int scan_work(const scan_arguments *arguments, const cli_operands *operands) {
    (void)operands;
    scan_slots *const slots = make_slots(&arguments->scan);
    if (!slots) return cli_complain("out of memory"), CLI_INTERNAL;
    on_end(pass_on);
    for (;;) {
        const int status = run_child(&arguments->scan, slots);
        if (status == -1) return cli_complain("no process: %s", strerror(errno)), CLI_INTERNAL;
        if (!slots->has_ended) note_cause(slots, status);
        if (!is_to_go_on(slots, status)) return WIFEXITED(status) ? WEXITSTATUS(status) : CLI_OK;
        usleep(PAUSE_US);
    }
}
