/* Which mutants the corpus kills. A mutant is one conditional jump of the compiled rooms that
 * always or never jumps (SQLite's branch mutation, https://www.sqlite.org/testing.html
 * section 7.6). It is killed when a trial gives another number, dies, or takes far longer.
 *
 * Of mutants on standard input, one `FILE:FUNCTION#NUMBER:always` or `...:never` a line:
 *
 * - `mutants JOBS CORPUS JUDGED FORMAT...`: a line of each: name, fate (untried: no trial could
 * show it), killer, "unusual" if the way is another than that of clean files;
 * - `mutants --grow CORPUS FORMAT SEED`: rows for corpus/<room>/edges.tsv that kill some;
 * - `mutants --pick CORPUS FORMAT FOLDER`: names of files of the folder that kill some.
 *
 * `mutants --list`: all jumps: name, function, place.
 */
#define _GNU_SOURCE
#include "fuzz/mutants/grow.h"
#include "fuzz/mutants/jumps.h"
#include "fuzz/mutants/trials.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Time is the processor's, so that other programs do not kill mutants. */
enum {
    SLOWER_BY = 20,
    GRACE_US = 50000,
    MEMORY_BYTES = 1 << 30,
    LOOKS = 16, /* at a jump in a trial, to see which ways it goes */
    LOOKS_IF_HARD = 4,
    LOOKS_IF_CLEAN = 2000,
    CLEAN_BYTES = 4500, /* of larger ones it would take too long */
    NO_KILLER = 0xFFFF
};

/* What the code does as it is. */
typedef struct baseline {
    trial_list trials; /* cheap ones first */
    uint64_t *digests;
    uint64_t *limits_us; /* of processor time */
    uint8_t *ways;       /* a row a trial, a byte a jump: where it went */
} baseline;

static void *zeroed(size_t count, size_t bytes) {
    void *const memory = calloc(count + 1, bytes);
    if (memory) return memory;
    fputs("mutants: no memory\n", stderr);
    exit(EXIT_FAILURE);
}

static uint64_t cpu_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* ---- The baseline ---- */

static uint8_t *ways_in(const baseline *base, size_t trial_index) {
    return base->ways + trial_index * jump_count();
}

static size_t bytes_of(const trial *row) {
    size_t bytes = (size_t)row->build.target_bytes;
    for (size_t i = 0; i < row->subject.input_count; i++)
        bytes += row->subject.inputs[i].length;
    return bytes;
}

static bool is_clean(const trial *row) {
    return row->is_clean && bytes_of(row) <= CLEAN_BYTES;
}

static void watch_trial(const baseline *base, size_t index) {
    const trial *const row = &base->trials.rows[index];
    const uint16_t clean_looks = is_clean(row) ? LOOKS_IF_CLEAN : LOOKS;
    jumps_watch(ways_in(base, index), NULL, row->is_hard ? LOOKS_IF_HARD : clean_looks);
    (void)trial_run(row);
    jumps_unwatch();
}

static void measure_trial(baseline *base, size_t index) {
    const trial *const row = &base->trials.rows[index];
    const uint64_t before = cpu_us();
    base->digests[index] = trial_run(row);
    base->limits_us[index] = (cpu_us() - before) * SLOWER_BY + GRACE_US;
    if (trial_run(row) == base->digests[index]) return;
    fprintf(stderr, "mutants: %s: not the same twice\n", row->name);
    exit(EXIT_FAILURE);
}

static int by_cost(const void *a, const void *b) {
    const int harder = ((const trial *)a)->is_hard - ((const trial *)b)->is_hard;
    if (harder != 0) return harder;
    const size_t left = bytes_of(a);
    const size_t right = bytes_of(b);
    return (left > right) - (left < right);
}

/* words: CORPUS JUDGED FORMAT... */
static baseline baseline_of(char **words, int word_count) {
    baseline base = {.digests = NULL};
    for (int i = 2; i < word_count; i++) {
        const navlint_format *const format = navlint_format_by_id(words[i]);
        if (!format) {
            fprintf(stderr, "mutants: no format %s\n", words[i]);
            exit(2);
        }
        trials_of_format(&base.trials, format, words[0], words[1]);
    }
    const size_t count = base.trials.count;
    qsort(base.trials.rows, count, sizeof base.trials.rows[0], by_cost);
    base.digests = zeroed(count, sizeof base.digests[0]);
    base.limits_us = zeroed(count, sizeof base.limits_us[0]);
    base.ways = zeroed(count, jump_count());
    for (size_t i = 0; i < count; i++) {
        watch_trial(&base, i);
        measure_trial(&base, i);
    }
    return base;
}

/* ---- One mutant ---- */

static void limit_time(uint64_t us) {
    const struct itimerval timer = {
        .it_value = {.tv_sec = (time_t)(us / 1000000), .tv_usec = (suseconds_t)(us % 1000000)}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* Tells the parent which trial runs, for a trial that kills may not come back. */
static void tell(int pipe_end, uint16_t index) {
    if (write(pipe_end, &index, sizeof index) != (ssize_t)sizeof index) _exit(EXIT_FAILURE);
}

static _Noreturn void try_all(const baseline *base, size_t jump_index, jump_way way, int pipe_end) {
    for (size_t i = 0; i < base->trials.count; i++) {
        if (!jump_differs(ways_in(base, i)[jump_index], way)) continue;
        tell(pipe_end, (uint16_t)i);
        limit_time(base->limits_us[i]);
        if (trial_run(&base->trials.rows[i]) != base->digests[i]) _exit(EXIT_SUCCESS);
    }
    limit_time(0);
    tell(pipe_end, NO_KILLER);
    _exit(EXIT_SUCCESS);
}

static void be_the_mutant(const baseline *base, const jump *chosen, jump_way way, int pipe_end) {
    const struct rlimit memory = {MEMORY_BYTES, MEMORY_BYTES};
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CORE, &no_core);
    jump_force(chosen, way);
    try_all(base, (size_t)(chosen - jumps), way, pipe_end);
}

/* The last trial that the mutant began: the one that killed it, or NO_KILLER. */
static uint16_t killer_of(const baseline *base, const jump *chosen, jump_way way) {
    int ends[2];
    uint16_t last = NO_KILLER;
    if (pipe(ends) != 0) abort();
    const pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        close(ends[0]);
        be_the_mutant(base, chosen, way, ends[1]);
    }
    close(ends[1]);
    for (uint16_t index; read(ends[0], &index, sizeof index) == (ssize_t)sizeof index;)
        last = index;
    close(ends[0]);
    (void)waitpid(child, NULL, 0);
    return last;
}

static bool is_reached(const baseline *base, const jump *chosen, jump_way way) {
    for (size_t i = 0; i < base->trials.count; i++)
        if (jump_differs(ways_in(base, i)[chosen - jumps], way)) return true;
    return false;
}

/* Whether clean files take the jump, all of them the other way: "unusual"; "" otherwise. */
static const char *custom_of(const baseline *base, const jump *chosen, jump_way way) {
    const jump_way other = way == JUMP_ALWAYS ? JUMP_NEVER : JUMP_ALWAYS;
    bool is_taken = false;
    for (size_t i = 0; i < base->trials.count; i++) {
        const uint8_t ways = ways_in(base, i)[chosen - jumps];
        if (!is_clean(&base->trials.rows[i])) continue;
        if (jump_differs(ways, other)) return "";
        is_taken = is_taken || ways != 0;
    }
    return is_taken ? "unusual" : "";
}

static void judge_mutant(const baseline *base, char *name) {
    const char *way = NULL;
    name[strcspn(name, "\n")] = '\0';
    const jump *const chosen = jump_by_name(name, &way);
    if (!chosen) {
        fprintf(stderr, "mutants: no jump %s\n", name);
        exit(2);
    }
    const jump_way forced = strcmp(way, ":always") == 0 ? JUMP_ALWAYS : JUMP_NEVER;
    const char *const custom = custom_of(base, chosen, forced);
    if (!is_reached(base, chosen, forced)) {
        printf("%s\tuntried\t\t%s\n", name, custom);
        return;
    }
    const uint16_t killer = killer_of(base, chosen, forced);
    if (killer == NO_KILLER)
        printf("%s\tsurvived\t\t%s\n", name, custom);
    else
        printf("%s\tkilled\t%s\t\n", name, base->trials.rows[killer].name);
}

/* ---- Shares ---- */

enum { MOST_NAMES = 16384, NAME_BYTES = 128 };

static char names[MOST_NAMES][NAME_BYTES];

static size_t read_names(void) {
    size_t count = 0;
    while (count < MOST_NAMES && fgets(names[count], NAME_BYTES, stdin))
        count++;
    return count;
}

/* A process for each share; their lines come as they are done. */
static void judge_in_shares(const baseline *base, size_t jobs) {
    const size_t count = read_names();
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (size_t job = 0; job < jobs; job++) {
        const pid_t child = fork();
        if (child < 0) abort();
        if (child != 0) continue;
        for (size_t i = job; i < count; i += jobs)
            judge_mutant(base, names[i]);
        fflush(stdout);
        _exit(EXIT_SUCCESS);
    }
    while (wait(NULL) > 0) {
    }
}

/* ---- Growing ---- */

/* The mutants on standard input. */
static size_t read_mutants(mutant *mutants, size_t capacity) {
    size_t count = 0;
    char name[1024];
    while (count < capacity && fgets(name, sizeof name, stdin)) {
        const char *way = NULL;
        const jump *const chosen = jump_by_name(name, &way);
        if (!chosen) continue;
        const bool is_always = strncmp(way, ":always", strlen(":always")) == 0;
        mutants[count++] = (mutant){.jump = chosen, .way = is_always ? JUMP_ALWAYS : JUMP_NEVER};
    }
    return count;
}

static int look_for_killers(char **words) {
    static mutant mutants[16384];
    const size_t count = read_mutants(mutants, sizeof mutants / sizeof mutants[0]);
    const navlint_format *const format = navlint_format_by_id(words[2]);
    if (!format) return 2;
    if (strcmp(words[0], "--pick") == 0)
        pick(format, words[3], mutants, count);
    else
        grow(format, words[1], mutants, count, strtoull(words[3], NULL, 10));
    return EXIT_SUCCESS;
}

static void list_jumps(void) {
    for (size_t i = 0; i < jump_count(); i++)
        if (jump_is_first(&jumps[i]))
            printf("%s#%llu\t%s\t%s\n", jumps[i].owner, (unsigned long long)jumps[i].number,
                   jump_function(&jumps[i]), jump_place(&jumps[i]));
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        list_jumps();
        return EXIT_SUCCESS;
    }
    if (argc == 5 && (strcmp(argv[1], "--grow") == 0 || strcmp(argv[1], "--pick") == 0))
        return look_for_killers(argv + 1);
    if (argc < 5 || atoi(argv[1]) < 1) {
        fputs("usage: mutants --list | mutants JOBS CORPUS JUDGED FORMAT... < NAMES\n", stderr);
        return 2;
    }
    const int jobs = atoi(argv[1]);
    const baseline base = baseline_of(argv + 2, argc - 2);
    fprintf(stderr, "mutants: %zu trials\n", base.trials.count);
    judge_in_shares(&base, (size_t)jobs);
    return EXIT_SUCCESS;
}
