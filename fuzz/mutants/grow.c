#define _GNU_SOURCE
#include "fuzz/mutants/grow.h"

#include "fuzz/mutants/judge.h"
#include "tests/corpus/edges.h"
#include "tests/support/files.h"
#include "validator/valid_files.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MOST_BASE_BYTES = 6 * 1024, /* of larger ones there would be too many changes */
    MOST_CANDIDATES = 5000,
    SLOW_US = 100000, /* of processor time; a mutant that takes longer hangs */
    MOST_MEMBERS = 300,
    MOST_LOOKS = 50,
    MOST_TRIES = 150, /* of one mutant, which may be one that nothing kills */
    NOBODY = -1
};

/* One file: a base with `length` bytes at `offset` replaced, or cut off at `offset`. */
typedef struct candidate {
    uint32_t base;
    uint32_t offset;
    uint8_t length; /* 0: cut off */
    uint8_t value[EDGE_VALUE_BYTES];
    char change[152]; /* as edges.tsv has it */
    uint64_t digest;
    uint8_t *reached; /* a bit a mutant: whether its jump goes the other way */
} candidate;

typedef struct base {
    char row[EDGE_ROW_BYTES];
    edge_file *file;
} base;

typedef struct growth {
    const navlint_format *format;
    base *bases;
    size_t base_count;
    candidate *candidates;
    size_t candidate_count;
    size_t candidate_capacity;
    mutant *mutants;
    size_t mutant_count;
} growth;

static void *resized(void *memory, size_t bytes) {
    void *const grown = realloc(memory, bytes);
    if (grown) return grown;
    fputs("mutants: no memory\n", stderr);
    exit(EXIT_FAILURE);
}

/* ---- Bases: what the room writes, and the edges that are there already ---- */

static void add_base(growth *g, const edge_file *file, const char *row) {
    if (file->length > MOST_BASE_BYTES) return;
    g->bases = resized(g->bases, (g->base_count + 1) * sizeof *g->bases);
    base *const b = &g->bases[g->base_count++];
    (void)snprintf(b->row, sizeof b->row, "%s", row);
    b->file = resized(NULL, sizeof *b->file);
    *b->file = *file;
}

static void add_named(growth *g, const char *name) {
    static edge_file file;
    if (edge_base(&file, g->format, name)) add_base(g, &file, name);
}

static void add_edges(growth *g, const char *corpus) {
    static edge_file file;
    char row[EDGE_ROW_BYTES];
    char name[64];
    (void)snprintf(name, sizeof name, "%s/edges.tsv", file_room(g->format->id));
    FILE *const table = fopen(file_path(corpus, name), "r");
    while (table && fgets(row, sizeof row, table)) {
        row[strcspn(row, "\n")] = '\0';
        if (row[0] != '#' && edge_make(&file, g->format, row)) add_base(g, &file, row);
    }
    if (table) (void)fclose(table);
}

static void add_bases(growth *g, const char *corpus) {
    static const unsigned sizes[] = {1, 4000};
    char name[64];
    for (unsigned variant = 0; variant < nl_build_variants(g->format->id); variant++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            (void)snprintf(name, sizeof name, "variant %u of %u bytes", variant, sizes[i]);
            add_named(g, name);
        }
    for (size_t i = 0; i < g->format->rule_count; i++)
        add_named(g, g->format->rules[i].code);
    add_edges(g, corpus);
}

/* ---- Candidates ---- */

static candidate *add_candidate(growth *g, size_t base_index, size_t offset) {
    if (g->candidate_count == g->candidate_capacity) {
        g->candidate_capacity = 2 * g->candidate_capacity + 1024;
        g->candidates = resized(g->candidates, g->candidate_capacity * sizeof *g->candidates);
    }
    candidate *const c = &g->candidates[g->candidate_count++];
    *c = (candidate){.base = (uint32_t)base_index, .offset = (uint32_t)offset};
    return c;
}

static void add_value(growth *g, size_t base_index, const edge_field *field, const uint8_t *value) {
    candidate *const c = add_candidate(g, base_index, field->offset);
    c->length = (uint8_t)field->length;
    memcpy(c->value, value, field->length);
    int at = snprintf(c->change, sizeof c->change, "%s=", field->path);
    for (size_t i = 0; i < field->length; i++)
        at += snprintf(c->change + at, sizeof c->change - (size_t)at, "%02x", value[i]);
}

static void add_cut(growth *g, size_t base_index, size_t length) {
    candidate *const c = add_candidate(g, base_index, length);
    (void)snprintf(c->change, sizeof c->change, "cut=%zu", length);
}

/* Zeros, ones, the neighbours in either byte order, and each bit the other way. */
static void add_values(growth *g, size_t base_index, const edge_field *field) {
    const uint8_t *const old = g->bases[base_index].file->bytes + field->offset;
    uint8_t value[EDGE_VALUE_BYTES] = {0};
    add_value(g, base_index, field, value);
    memset(value, 0xff, sizeof value);
    add_value(g, base_index, field, value);
    const size_t ends[] = {0, field->length - 1};
    for (size_t i = 0; i < (field->length > 1 ? 2 : 1); i++)
        for (int step = -1; step <= 1; step += 2) {
            memcpy(value, old, field->length);
            value[ends[i]] = (uint8_t)(value[ends[i]] + step);
            add_value(g, base_index, field, value);
        }
    for (size_t bit = 0; bit < 8 * field->length; bit++) {
        memcpy(value, old, field->length);
        value[bit / 8] ^= (uint8_t)(1u << bit % 8);
        add_value(g, base_index, field, value);
    }
}

typedef struct field_state {
    growth *g;
    size_t base_index;
    bool is_archive;
} field_state;

static bool add_field(void *context, const edge_field *field) {
    const field_state *const state = context;
    add_values(state->g, state->base_index, field);
    if (state->is_archive) return true;
    add_cut(state->g, state->base_index, field->offset);
    if (field->length > 1) add_cut(state->g, state->base_index, field->offset + 1);
    return true;
}

static void add_candidates(growth *g) {
    for (size_t i = 0; i < g->base_count; i++) {
        field_state state = {.g = g, .base_index = i};
        state.is_archive = memcmp(g->bases[i].file->bytes + 257, "ustar", 5) == 0;
        edge_fields(g->bases[i].file, add_field, &state);
    }
}

/* Too many to judge: a seeded choice, in a random order. */
static void thin_out(growth *g, uint64_t seed) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    const size_t kept = g->candidate_count < MOST_CANDIDATES ? g->candidate_count : MOST_CANDIDATES;
    for (size_t i = 0; i < kept; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const size_t other = i + (size_t)((state >> 33) % (g->candidate_count - i));
        const candidate swapped = g->candidates[i];
        g->candidates[i] = g->candidates[other];
        g->candidates[other] = swapped;
    }
    g->candidate_count = kept;
}

static uint64_t judge_candidate(const growth *g, const candidate *c) {
    static edge_file file;
    static navlint_input inputs[MOST_MEMBERS];
    const edge_file *const from = g->bases[c->base].file;
    file.format = from->format;
    file.length = c->length == 0 ? c->offset : from->length;
    memcpy(file.bytes, from->bytes, file.length);
    memcpy(file.bytes + c->offset, c->value, c->length);
    const size_t count = edge_inputs(&file, "edge", inputs, MOST_MEMBERS);
    const subject judged = {.format = file.format, .inputs = inputs, .input_count = count};
    return digest_of_verdict(&judged);
}

/* ---- Which mutants each candidate may show ---- */

static void note_reached(const growth *g, candidate *c, const uint8_t *ways) {
    const size_t bytes = g->mutant_count / 8 + 1;
    c->reached = resized(NULL, bytes);
    memset(c->reached, 0, bytes);
    for (size_t i = 0; i < g->mutant_count; i++)
        if (jump_differs(ways[g->mutants[i].jump - jumps], g->mutants[i].way))
            c->reached[i / 8] |= (uint8_t)(1u << i % 8);
}

static bool reaches(const candidate *c, size_t mutant_index) {
    return c->reached[mutant_index / 8] >> mutant_index % 8 & 1;
}

static void judge_candidates(growth *g) {
    uint8_t *const wanted = resized(NULL, jump_count());
    uint8_t *const ways = resized(NULL, jump_count());
    memset(wanted, 0, jump_count());
    for (size_t i = 0; i < g->mutant_count; i++)
        wanted[g->mutants[i].jump - jumps] = 1;
    for (size_t i = 0; i < g->candidate_count; i++) {
        memset(ways, 0, jump_count());
        jumps_watch(ways, wanted, MOST_LOOKS);
        g->candidates[i].digest = judge_candidate(g, &g->candidates[i]);
        jumps_unwatch();
        note_reached(g, &g->candidates[i], ways);
    }
    free(wanted);
    free(ways);
}

/* ---- Killing ---- */

/* In the child: the first candidate from `first` on that tells the mutant apart. Each is announced
 * before it runs, for the one that kills may not come back. */
static _Noreturn void hunt(const growth *g, size_t index, size_t first, size_t end, int out) {
    const struct itimerval timer = {.it_value = {.tv_usec = SLOW_US}};
    jump_force(g->mutants[index].jump, g->mutants[index].way);
    size_t tries = 0;
    for (size_t i = first; i < end && tries < MOST_TRIES; i++) {
        const int32_t number = (int32_t)i;
        if (!reaches(&g->candidates[i], index)) continue;
        tries++;
        if (pwrite(out, &number, sizeof number, 0) < 0) _exit(EXIT_FAILURE);
        setitimer(ITIMER_PROF, &timer, NULL);
        if (judge_candidate(g, &g->candidates[i]) != g->candidates[i].digest) _exit(EXIT_SUCCESS);
    }
    const int32_t nobody = NOBODY;
    (void)!pwrite(out, &nobody, sizeof nobody, 0);
    _exit(EXIT_SUCCESS);
}

static int32_t killer_among(const growth *g, size_t index, size_t first, size_t end) {
    static FILE *answer;
    int32_t killer = NOBODY;
    if (!answer) answer = tmpfile();
    if (!answer || pwrite(fileno(answer), &killer, sizeof killer, 0) < 0) abort();
    const pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) hunt(g, index, first, end, fileno(answer));
    (void)waitpid(child, NULL, 0);
    if (pread(fileno(answer), &killer, sizeof killer, 0) != (ssize_t)sizeof killer) abort();
    return killer;
}

static void kill_others(const growth *g, size_t chosen) {
    for (size_t i = 0; i < g->mutant_count; i++)
        if (!g->mutants[i].is_dead && reaches(&g->candidates[chosen], i))
            g->mutants[i].is_dead = killer_among(g, i, chosen, chosen + 1) != NOBODY;
}

static void print_choice(const growth *g, const candidate *chosen) {
    const char *const row = g->bases[chosen->base].row;
    if (chosen->change[0] == '\0')
        printf("%s\n", row);
    else
        printf("%s\t%s\n", row, chosen->change);
    (void)fflush(stdout);
}

static void choose(const growth *g) {
    for (size_t i = 0; i < g->mutant_count; i++) {
        if (g->mutants[i].is_dead) continue;
        const int32_t killer = killer_among(g, i, 0, g->candidate_count);
        if (killer == NOBODY) continue;
        print_choice(g, &g->candidates[killer]);
        kill_others(g, (size_t)killer);
    }
}

static void judge_and_choose(growth *g) {
    judge_candidates(g);
    fprintf(stderr, "mutants: %zu candidates judged\n", g->candidate_count);
    choose(g);
}

void grow(const navlint_format *format, const char *corpus, mutant *mutants, size_t mutant_count,
          uint64_t seed) {
    growth g = {.format = format, .mutants = mutants, .mutant_count = mutant_count};
    add_bases(&g, corpus);
    add_candidates(&g);
    fprintf(stderr, "mutants: %zu bases, %zu candidates\n", g.base_count, g.candidate_count);
    thin_out(&g, seed);
    judge_and_choose(&g);
}

/* ---- Picking ---- */

static void add_file(growth *g, const char *folder, const char *name) {
    static edge_file file;
    FILE *const stream = fopen(file_path(folder, name), "rb");
    if (!stream) return;
    file.format = g->format;
    file.length = fread(file.bytes, 1, sizeof file.bytes, stream);
    (void)fclose(stream);
    add_base(g, &file, name);
}

static int by_length(const void *a, const void *b) {
    const size_t left = ((const base *)a)->file->length;
    const size_t right = ((const base *)b)->file->length;
    return (left > right) - (left < right);
}

void pick(const navlint_format *format, const char *folder, mutant *mutants, size_t mutant_count) {
    growth g = {.format = format, .mutants = mutants, .mutant_count = mutant_count};
    DIR *const directory = opendir(folder);
    if (!directory) return;
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') add_file(&g, folder, entry->d_name);
    (void)closedir(directory);
    qsort(g.bases, g.base_count, sizeof g.bases[0], by_length);
    for (size_t i = 0; i < g.base_count; i++)
        (void)add_candidate(&g, i, g.bases[i].file->length); /* nothing is cut off */
    judge_and_choose(&g);
}
