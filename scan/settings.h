/* What the options of navlint-scan say. */
#ifndef NAVLINT_SCAN_SETTINGS_H
#define NAVLINT_SCAN_SETTINGS_H

#include "cli/settings.h"

/* Beside those of cli/output.h. */
enum { SCAN_NO_BROKER = 5 /* it cannot be reached, or refuses */ };

typedef struct scan_settings {
    /* Of every verb: */
    const char *server; /* addresses with commas between */
    const char *stream; /* prefix of the names of streams and subjects */
    const char *user;
    const char *creds; /* file */
    bool tls;
    const char *tls_ca;   /* file */
    const char *tls_cert; /* file */
    const char *tls_key;  /* file */
    bool quiet;
    const char *results; /* folder; NULL: results go through the broker */
    /* Of submit: */
    cli_count task_files; /* how many make a task, about */
    bool retry_dead;
    /* Of work: */
    uint32_t jobs; /* 0: as many as there are cores */
    cli_count max_deliver;
    cli_count ack_wait_s;
    cli_count grace_s;
    cli_count patience_s;
    bool until_idle;
    /* Of collect: */
    cli_count timeout_s; /* not given: for ever */
} scan_settings;

#endif
