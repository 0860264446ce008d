/* The ways to judge that tasks ask for, each read once. */
#ifndef NAVLINT_SCAN_RULES_H
#define NAVLINT_SCAN_RULES_H

#include <pthread.h>

#include "scan/judge.h"

/* As many as one worker keeps. */
enum { SCAN_MOST_RULES = 64 };

/* Options, and what they mean. */
typedef struct scan_rules_row {
    char *text; /* heap; the words, each ended by a NUL */
    size_t length;
    char **words; /* heap; into the text */
    cli_check_settings settings;
    cli_masters masters;
    scan_rules rules;
} scan_rules_row;

/* Shared by the threads of a worker. Start with {.lock = PTHREAD_MUTEX_INITIALIZER}. */
typedef struct scan_rules_list {
    pthread_mutex_t lock;
    scan_rules_row *rows[SCAN_MOST_RULES]; /* heap */
    size_t count;
} scan_rules_list;

/* The rules that the words ask for; NULL after a complaint. They stay as long as the list. */
const scan_rules *scan_rules_for(scan_rules_list *list, const cli_list *words);

void scan_rules_free(scan_rules_list *list);

#endif
