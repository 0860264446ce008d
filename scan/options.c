#include "scan/options.h"

#include <string.h>

#include "cli/check_options.h"
#include "cli/output.h"

#define TARGET(member) offsetof(scan_arguments, scan.member)

/* ---- rows ---- */

static const cli_option common[] = {
    {"--server", "-s", CLI_WORD, TARGET(server), "URL[,URL...]",
     "Where the broker is. Default nats://127.0.0.1:4222."},
    {"--stream", NULL, CLI_WORD, TARGET(stream), "NAME",
     "What the names of the streams begin with: one archive, one name. Default navlint."},
    {"--user", NULL, CLI_WORD, TARGET(user), "NAME",
     "Log in under this name, with the password in the environment's NAVLINT_SCAN_PASSWORD."},
    {"--creds", NULL, CLI_WORD, TARGET(creds), "FILE", "Log in with this credentials file."},
    {"--tls", NULL, CLI_FLAG, TARGET(tls), NULL,
     "Speak TLS, and check the broker's certificate against those that the system trusts."},
    {"--tls-ca", NULL, CLI_WORD, TARGET(tls_ca), "FILE",
     "Speak TLS, and trust the certificates in this file."},
    {"--tls-cert", NULL, CLI_WORD, TARGET(tls_cert), "FILE",
     "Speak TLS, and show this certificate."},
    {"--tls-key", NULL, CLI_WORD, TARGET(tls_key), "FILE", "The key of --tls-cert."},
    {"--quiet", "-q", CLI_FLAG, TARGET(quiet), NULL, "Print no progress."},
};
enum { COMMON = sizeof common / sizeof common[0] };

static const cli_option of_submit[] = {
    {"--task-files", NULL, CLI_COUNT, TARGET(task_files), "N",
     "Cut folders into tasks of about N files. Default 250."},
    {"--jobs", "-j", CLI_JOBS, TARGET(jobs), "N",
     "Look at N files at once. Default: one for each core."},
    {"--retry-dead", NULL, CLI_FLAG, TARGET(retry_dead), NULL, "Hand in again what was given up."},
};

static const cli_option of_work[] = {
    {"--jobs", "-j", CLI_JOBS, TARGET(jobs), "N",
     "Judge N tasks at once. Default: one for each core."},
    {"--max-deliver", NULL, CLI_COUNT, TARGET(max_deliver), "N",
     "Give a task up that has ended its worker N times. Default 5."},
    {"--ack-wait", NULL, CLI_COUNT, TARGET(ack_wait_s), "SECONDS",
     "Another worker gets a task of which nothing is heard for so long. The same for all workers. "
     "Default 60."},
    {"--patience", NULL, CLI_COUNT, TARGET(patience_s), "SECONDS",
     "A task of which no file was finished for so long ends its worker, which is started again. "
     "Default 600."},
    {"--grace", NULL, CLI_COUNT, TARGET(grace_s), "SECONDS",
     "On SIGTERM finish tasks for so long, then give them back. Default 10."},
    {"--results", NULL, CLI_WORD, TARGET(results), "DIR",
     "Put results into files of this folder, which collect has to see, instead of the broker."},
    {"--until-idle", NULL, CLI_FLAG, TARGET(until_idle), NULL, "End once no task is left."},
};

static const cli_option of_collect[] = {
    {"--timeout", NULL, CLI_COUNT, TARGET(timeout_s), "SECONDS",
     "Give up after so long. Default: never."},
    {"--results", NULL, CLI_WORD, TARGET(results), "DIR",
     "Where the workers put results, if they were told to."},
};

static const char *const judging[] = {
    "--input-format",
    "--game",
    "--scope",
    "--ignore",
    "--only",
    "--severity",
    "--min-severity",
    "--pedantic",
    "--all",
    "--fail-on",
    "--masters",
    "--max-findings",
    "--max-findings-per-rule",
    "--max-bytes",
    "--max-archive-bytes",
    "--max-set-bytes",
    "--digest",
    "--exclude",
    "--on-indeterminate",
};
enum { JUDGING = sizeof judging / sizeof judging[0] };

/* They say what is handed in, and stay here. */
static const char *const choosing[] = {
    "--files-from", "--null", "--since", "--diff-only", "--respect-gitignore", "--allow-empty",
};
enum { CHOOSING = sizeof choosing / sizeof choosing[0] };

/* ---- tables, made when they are first asked for: by the thread that reads the command line ----
 */

enum { MOST_OPTIONS = COMMON + JUDGING + CHOOSING + 16 };

typedef struct table {
    cli_option options[MOST_OPTIONS];
    size_t count;
} table;

static void add_rows(table *to, const cli_option *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        to->options[to->count++] = rows[i];
}

/* Rows of `navlint check`, which point into its settings. */
typedef struct loan {
    const char *const *names;
    size_t count;
    size_t base; /* where these are in the struct that the table points into */
} loan;

static void add_loan(table *to, loan taken) {
    for (size_t i = 0; i < taken.count; i++)
        for (size_t at = 0; at < CLI_CHECK_OPTION_COUNT; at++)
            if (strcmp(cli_check_options[at].name, taken.names[i]) == 0) {
                to->options[to->count] = cli_check_options[at];
                to->options[to->count++].target += taken.base;
            }
}

scan_table scan_submit_table(void) {
    static table made;
    if (made.count == 0) {
        add_rows(&made, of_submit, sizeof of_submit / sizeof of_submit[0]);
        add_rows(&made, common, COMMON);
        add_loan(&made, (loan){choosing, CHOOSING, offsetof(scan_arguments, check)});
        add_loan(&made, (loan){judging, JUDGING, offsetof(scan_arguments, check)});
    }
    return (scan_table){made.options, made.count};
}

scan_table scan_work_table(void) {
    static table made;
    if (made.count == 0) {
        add_rows(&made, of_work, sizeof of_work / sizeof of_work[0]);
        add_rows(&made, common, COMMON);
    }
    return (scan_table){made.options, made.count};
}

scan_table scan_collect_table(void) {
    static table made;
    if (made.count == 0) {
        add_rows(&made, of_collect, sizeof of_collect / sizeof of_collect[0]);
        add_rows(&made, common, COMMON);
    }
    return (scan_table){made.options, made.count};
}

scan_table scan_judging_table(void) {
    static table made;
    if (made.count == 0) add_loan(&made, (loan){judging, JUDGING, 0});
    return (scan_table){made.options, made.count};
}

/* ---- settings ---- */

scan_arguments scan_defaults(void) {
    return (scan_arguments){.scan = {.server = "nats://127.0.0.1:4222",
                                     .stream = "navlint",
                                     .task_files = {250, false},
                                     .max_deliver = {5, false},
                                     .ack_wait_s = {60, false},
                                     .grace_s = {10, false},
                                     .patience_s = {600, false}},
                            .check = cli_check_defaults()};
}

void scan_arguments_free(scan_arguments *arguments) {
    cli_check_settings_free(&arguments->check);
}

/* ---- words ---- */

bool scan_spell(const scan_arguments *arguments, cli_words *words) {
    const scan_table rows = scan_judging_table();
    const cli_check_settings defaults = cli_check_defaults();
    for (size_t i = 0; i < rows.count; i++)
        cli_spell(words, &rows.options[i], &arguments->check, &defaults);
    if (words->has_failed) cli_complain("out of memory");
    return !words->has_failed;
}

bool scan_read_words(char **words, size_t count, cli_check_settings *settings) {
    const scan_table rows = scan_judging_table();
    const cli_verb task = {
        .name = "task", .operands = "", .options = rows.options, .option_count = rows.count};
    cli_operands operands;
    *settings = cli_check_defaults();
    if (cli_parse(&task, words, count, settings, &operands) != CLI_OK) return false;
    settings->outputs = (cli_outputs){.items = {{.form = CLI_NDJSON}}, .count = 1};
    return true;
}
