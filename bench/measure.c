/* Judging against SHA-256 and against one plain read, in turns, so that noise hits all alike. */
#define _GNU_SOURCE /* clock_gettime */
#include "bench/bench.h"

#include <libdeflate.h>
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
    bench_members members;
    void *member_memory; /* for one at a time */
    uint64_t sink;       /* keeps the compiler from dropping work whose result nobody wants */
} bench_state;

typedef void (*bench_work)(bench_state *state, const bench_file *file);

static navlint_input as_input(const bench_file *file) {
    return (navlint_input){.name = "bench", .bytes = file->bytes, .length = file->length};
}

static navlint_usage check(const bench_state *state, const navlint_input *inputs, size_t count,
                           void *memory) {
    const size_t memory_bytes = navlint_memory_bound(&state->options, inputs, count);
    const navlint_report *report = NULL;
    bench_must(navlint_check(&state->options, inputs, count, memory, memory_bytes, &report) ==
                   NAVLINT_OK,
               "navlint_check");
    return navlint_report_usage(report);
}

static void check_alone(const bench_state *state, const bench_file *file) {
    const navlint_input input = as_input(file);
    (void)check(state, &input, 1, state->member_memory);
}

/* The container whose members are judged. */
typedef struct opened {
    bench_state *state;
    const bench_file *container;
} opened;

static bool check_member(void *context, const navlint_member *member) {
    const opened *const box = context;
    bench_file file;
    if (bench_member_file(box->container, member, &file)) check_alone(box->state, &file);
    return true;
}

static void check_members(bench_state *state, const bench_file *file) {
    const navlint_input input = as_input(file);
    const size_t memory_bytes = navlint_memory_bound(&state->options, &input, 1);
    opened box = {state, file};
    bench_must(navlint_each_member(&state->options, &input, state->memory, memory_bytes,
                                   check_member, &box) == NAVLINT_OK,
               "navlint_each_member");
}

static void judge(bench_state *state, const navlint_input *inputs, size_t count) {
    const navlint_usage usage = check(state, inputs, count, state->memory);
    if (usage.arena_peak >= state->usage.arena_peak) state->usage = usage;
}

/* Those of all containers: what is judged of a member by itself, and the sum that directories have
 * of it. */
static void work_members(bench_state *state, const bench_file *file) {
    if (file != state->input->files) return;
    for (size_t i = 0; i < state->members.count; i++) {
        const bench_file *const member = &state->members.files[i];
        check_alone(state, member);
        if (state->members.have_sums)
            state->sink += libdeflate_crc32(0, member->bytes, member->length);
    }
}

/* All files of a set are judged at its first. */
static void work_check(bench_state *state, const bench_file *file) {
    if (state->input->task == BENCH_JUDGE)
        judge(state, &state->inputs[file - state->input->files], 1);
    else if (file == state->input->files)
        judge(state, state->inputs, state->input->file_count);
    if (state->input->has_members) check_members(state, file);
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

static size_t largest_member_block(const bench_state *state) {
    size_t largest = 0;
    for (size_t i = 0; i < state->members.count; i++) {
        const navlint_input input = as_input(&state->members.files[i]);
        const size_t bytes = navlint_memory_bound(&state->options, &input, 1);
        if (bytes > largest) largest = bytes;
    }
    return largest;
}

/* Page faults are not part of the check. */
static void *touched_block(size_t bytes) {
    void *const memory = malloc(bytes);
    bench_must(memory != NULL, "getting memory");
    memset(memory, 1, bytes);
    return memory;
}

static navlint_input *inputs_of(const bench_input *input) {
    navlint_input *const inputs = calloc(input->file_count, sizeof *inputs);
    bench_must(inputs != NULL, "getting memory");
    for (size_t i = 0; i < input->file_count; i++)
        inputs[i] = as_input(&input->files[i]);
    return inputs;
}

static bench_state state_open(const bench_input *input) {
    bench_state state = {
        .input = input, .inputs = inputs_of(input), .members = bench_members_of(input)};
    navlint_options_init(&state.options, sizeof state.options);
    state.options.scope = input->scope;
    state.memory = touched_block(largest_block(&state));
    if (state.members.count > 0) state.member_memory = touched_block(largest_member_block(&state));
    state.digest = EVP_MD_fetch(NULL, "SHA256", NULL);
    state.digest_context = EVP_MD_CTX_new();
    bench_must(state.digest && state.digest_context, "getting ready");
    return state;
}

static void state_close(bench_state *state) {
    volatile uint64_t keep = state->sink;
    (void)keep;
    EVP_MD_CTX_free(state->digest_context);
    EVP_MD_free(state->digest);
    free(state->members.files);
    free(state->member_memory);
    free(state->memory);
    free(state->inputs);
}

static bool is_written(const bench_input *input) {
    return input->task == BENCH_WRITE_JSON || input->task == BENCH_WRITE_SARIF;
}

/* A kind of work, if the row has it. */
typedef struct bench_turn {
    bench_work work;
    bool is_taken;
    double best_ns;
} bench_turn;

enum { CHECK, SHA256, READ, UNPACK, MEMBERS, TURNS };

static void take_turns(bench_state *state, bench_turn *turns) {
    for (int i = 0; i < TURNS; i++) {
        const double ns = turns[i].is_taken ? round_ns(state, turns[i].work) : 0;
        if (ns < turns[i].best_ns) turns[i].best_ns = ns;
    }
}

bench_row bench_measure(const bench_input *input) {
    bench_state state = state_open(input);
    bench_turn turns[TURNS] = {
        [CHECK] = {is_written(input) ? work_write : work_check, true, 1e300},
        [SHA256] = {work_sha256, true, 1e300},
        [READ] = {work_read, true, 1e300},
        [UNPACK] = {work_unpack, !is_written(input) && has_packed(input), 1e300},
        [MEMBERS] = {work_members, state.members.count > 0, 1e300}};
    for (int round = 0; round < ROUNDS; round++)
        take_turns(&state, turns);
    state_close(&state);
    return (bench_row){.input = input,
                       .check_ns = turns[CHECK].best_ns,
                       .sha256_ns = turns[SHA256].best_ns,
                       .read_ns = turns[READ].best_ns,
                       .unpack_ns = turns[UNPACK].best_ns,
                       .members_ns = turns[MEMBERS].best_ns,
                       .usage = state.usage};
}

void bench_judge_once(const bench_input *input) {
    bench_state state = state_open(input);
    for (size_t i = 0; i < input->file_count; i++)
        (is_written(input) ? work_write : work_check)(&state, &input->files[i]);
    state_close(&state);
}
