/* Compiled without counting edges and comparisons: what a plant does is none of the engine's
 * business. */
#include "fuzz/planted/plant.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

bool plant_is_on[PLANT_MOST];

static plant_canary no_file[PLANT_MOST];
static plant_canary *canaries = no_file;
static bool is_watching;

static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)(now.tv_sec * 1000 + now.tv_nsec / 1000000) + 1;
}

uint64_t plant_take(unsigned k, uint64_t right, uint64_t wrong) {
    plant_canary *const canary = &canaries[k];
    if (canary->reached++ == 0) canary->reached_ms = now_ms();
    if (right != wrong && canary->triggered++ == 0) canary->triggered_ms = now_ms();
    return is_watching ? right : wrong;
}

/* Shared with whoever reads it, and with the processes that a fork server starts. */
static void open_canaries(const char *path) {
    const int file = open(path, O_RDWR | O_CREAT, 0644);
    if (file < 0 || ftruncate(file, sizeof no_file) != 0) abort();
    void *const shared = mmap(NULL, sizeof no_file, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) abort();
    canaries = shared;
    close(file);
}

/* PLANT: the number of the active plant; or "watch", or "watch 17 25", which looks at these alone:
 * all count and none does any harm. */
static void choose(const char *word) {
    static const char watch[] = "watch";
    is_watching = strncmp(word, watch, sizeof watch - 1) == 0;
    if (is_watching) word += sizeof watch - 1;
    for (unsigned k = 1; k < PLANT_MOST; k++)
        plant_is_on[k] = is_watching && *word == '\0';
    char *end = NULL;
    for (unsigned long k = strtoul(word, &end, 10); end != word; k = strtoul(word, &end, 10)) {
        if (k < PLANT_MOST) plant_is_on[k] = true;
        word = end;
    }
}

__attribute__((constructor)) static void begin(void) {
    const char *const path = getenv("PLANT_CANARY");
    const char *const word = getenv("PLANT");
    if (path) open_canaries(path);
    if (word) choose(word);
}
