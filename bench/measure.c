/* Judging against SHA-256 and against one plain read, in turns, so that noise hits all alike. */
#define _GNU_SOURCE /* clock_gettime */
#include "bench/bench.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ROUNDS = 9,
    ROUND_NS = 20 * 1000 * 1000 /* a round repeats its work for at least so long */
};

typedef struct bench_state {
    const bench_input *input;
    navlint_input *inputs; /* the files */
    navlint_options options;
    void *memory;
    EVP_MD *digest;
    EVP_MD_CTX *digest_context;
    navlint_usage usage;
    uint64_t sink; /* keeps the compiler from dropping work whose result nobody wants */
} bench_state;

typedef void (*bench_work)(bench_state *state, const bench_file *file);

void bench_must(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "navlint-bench: %s failed\n", what);
    exit(EXIT_FAILURE);
}

static navlint_input as_input(const bench_file *file) {
    return (navlint_input){.name = "bench", .bytes = file->bytes, .length = file->length};
}

static void judge(bench_state *state, const navlint_input *inputs, size_t count) {
    const size_t memory_bytes = navlint_memory_bound(&state->options, inputs, count);
    const navlint_report *report = NULL;
    bench_must(navlint_check(&state->options, inputs, count, state->memory, memory_bytes,
                             &report) == NAVLINT_OK,
               "navlint_check");
    const navlint_usage usage = navlint_report_usage(report);
    if (usage.arena_peak >= state->usage.arena_peak) state->usage = usage;
}

/* All files of a set are judged at its first. */
static void work_check(bench_state *state, const bench_file *file) {
    if (state->input->task == BENCH_JUDGE)
        judge(state, &state->inputs[file - state->input->files], 1);
    else if (file == state->input->files)
        judge(state, state->inputs, state->input->file_count);
}

static void work_write(bench_state *state, const bench_file *file) {
    (void)file;
    navlint_text text = bench_write_report(state->input);
    state->sink += text.length;
    navlint_text_free(text);
}

static void work_sha256(bench_state *state, const bench_file *file) {
    unsigned char hash[EVP_MAX_MD_SIZE];
    bench_must(EVP_DigestInit_ex2(state->digest_context, state->digest, NULL) == 1 &&
                   EVP_DigestUpdate(state->digest_context, file->bytes, file->length) == 1 &&
                   EVP_DigestFinal_ex(state->digest_context, hash, NULL) == 1,
               "SHA-256");
    state->sink += hash[0];
}

static void work_read(bench_state *state, const bench_file *file) {
    uint64_t sum = 0;
    for (size_t i = 0; i + sizeof sum <= file->length; i += sizeof sum) {
        uint64_t word;
        memcpy(&word, file->bytes + i, sizeof word);
        sum += word;
    }
    state->sink += sum;
}

static void work_unpack(bench_state *state, const bench_file *file) {
    state->sink += bench_unpack(state->input, file);
}

static bool has_packed(const bench_input *input) {
    for (size_t i = 0; i < input->file_count; i++)
        if (bench_unpack(input, &input->files[i]) != 0) return true;
    return false;
}

/* Time of this thread alone: what else the machine does is not ours to measure. */
static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Nanoseconds of working through all files once, the mean over one round. */
static double round_ns(bench_state *state, bench_work work) {
    const double start = now_ns();
    double elapsed = 0;
    uint64_t passes = 0;
    while (elapsed < ROUND_NS) {
        /* Asking for the time costs as much as judging a small file, so not after every pass. */
        for (uint64_t batch = passes + 1; batch > 0; batch--, passes++)
            for (size_t i = 0; i < state->input->file_count; i++)
                work(state, &state->input->files[i]);
        elapsed = now_ns() - start;
    }
    return elapsed / (double)passes;
}

/* Of all calls. */
static size_t largest_block(const bench_state *state) {
    const size_t count = state->input->file_count;
    if (state->input->task == BENCH_JUDGE_SET)
        return navlint_memory_bound(&state->options, state->inputs, count);
    size_t largest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t bytes = navlint_memory_bound(&state->options, &state->inputs[i], 1);
        if (bytes > largest) largest = bytes;
    }
    return largest;
}

static navlint_input *inputs_of(const bench_input *input) {
    navlint_input *const inputs = calloc(input->file_count, sizeof *inputs);
    bench_must(inputs != NULL, "getting memory");
    for (size_t i = 0; i < input->file_count; i++)
        inputs[i] = as_input(&input->files[i]);
    return inputs;
}

static bench_state state_open(const bench_input *input) {
    bench_state state = {.input = input, .inputs = inputs_of(input)};
    navlint_options_init(&state.options, sizeof state.options);
    state.options.scope = input->scope;
    const size_t bytes = largest_block(&state);
    state.memory = malloc(bytes);
    state.digest = EVP_MD_fetch(NULL, "SHA256", NULL);
    state.digest_context = EVP_MD_CTX_new();
    bench_must(state.memory && state.digest && state.digest_context, "getting ready");
    memset(state.memory, 1, bytes); /* page faults are not part of the check */
    return state;
}

static void state_close(bench_state *state) {
    volatile uint64_t keep = state->sink;
    (void)keep;
    EVP_MD_CTX_free(state->digest_context);
    EVP_MD_free(state->digest);
    free(state->memory);
    free(state->inputs);
}

static bool is_written(const bench_input *input) {
    return input->task == BENCH_WRITE_JSON || input->task == BENCH_WRITE_SARIF;
}

bench_row bench_measure(const bench_input *input) {
    const bench_work works[] = {is_written(input) ? work_write : work_check, work_sha256, work_read,
                                work_unpack};
    double best_ns[] = {1e300, 1e300, 1e300, 1e300};
    const size_t work_count = !is_written(input) && has_packed(input) ? 4 : 3;
    bench_state state = state_open(input);
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < work_count; i++) {
            const double ns = round_ns(&state, works[i]);
            if (ns < best_ns[i]) best_ns[i] = ns;
        }
    }
    state_close(&state);
    return (bench_row){.input = input,
                       .check_ns = best_ns[0],
                       .sha256_ns = best_ns[1],
                       .read_ns = best_ns[2],
                       .unpack_ns = work_count == 4 ? best_ns[3] : 0,
                       .usage = state.usage};
}

void bench_judge_once(const bench_input *input) {
    bench_state state = state_open(input);
    for (size_t i = 0; i < input->file_count; i++)
        (is_written(input) ? work_write : work_check)(&state, &input->files[i]);
    state_close(&state);
}
