/* What is known already: the text of navlint-suppressions.json, and the findings of a file.
 *
 * Input: the name of a file, a NUL, the text, a NUL, the file. The text is read, written and read
 * again; then the file is judged, all that is found is made known beside what the text says, and
 * the file is judged by that. */
#include "cli/output.h"
#include "cli/suppress/suppress.h"
#include "cli/suppress/text.h"
#include "fuzz/block.h"
#include "fuzz/samples.h"
#include "fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>

const cli_program cli_this_program = {.name = "navlint", .exit_help = ""};

enum { MOST_FILE_BYTES = 1 << 15, MOST_SEED_BYTES = 512 };

/* ---- The text ---- */

/* One line, which shows nothing raw. */
static void require_complaint(const char *text, size_t length) {
    REQUIRE(51, strncmp(text, "navlint: ", 9) == 0);
    REQUIRE(51, strchr(text, '\n') == text + length - 1);
    for (const char *at = text; at[1] != '\0'; at++)
        REQUIRE(51, (unsigned char)*at >= 0x20 && *at != 0x7f);
}

static int read_text(cli_suppressions *all, const char *text, size_t length) {
    FILE *const usual = stderr;
    char *complaint = NULL;
    size_t complaint_length = 0;
    stderr = open_memstream(&complaint, &complaint_length);
    if (!stderr) abort();
    const int code = cli_suppressions_read(all, text, length, "known.json");
    fclose(stderr);
    stderr = usual;
    REQUIRE(51, code == CLI_OK || code == CLI_USAGE);
    REQUIRE(51, (code == CLI_OK) == (complaint_length == 0));
    if (code != CLI_OK) require_complaint(complaint, complaint_length);
    free(complaint);
    return code;
}

static void require_sorted(const cli_suppressions *all) {
    for (size_t i = 0; i < all->count; i++) {
        const cli_suppression *const one = &all->items[i];
        REQUIRE(51, cli_suppressions_find(all, one->file, one->code) == one);
        REQUIRE(51, strcmp(all->items[cli_suppressions_from(all, one->file)].file, one->file) == 0);
        REQUIRE(51, one->until[0] == '\0' || cli_is_date(one->until));
        for (size_t at = 0; at < one->count; at++)
            REQUIRE(51, cli_suppression_find(one, one->known[at].fingerprint) == &one->known[at]);
    }
}

static bool is_same_text(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void require_same(const cli_suppression *a, const cli_suppression *b) {
    REQUIRE(51, strcmp(a->file, b->file) == 0 && strcmp(a->code, b->code) == 0);
    REQUIRE(51, is_same_text(a->reason, b->reason) && strcmp(a->until, b->until) == 0);
    REQUIRE(51, a->count == b->count);
    for (size_t i = 0; i < a->count; i++)
        REQUIRE(51, a->known[i].fingerprint == b->known[i].fingerprint);
}

/* What is written is read as the same, and written the same. */
static void require_stable(const cli_suppressions *all) {
    cli_suppressions again = {0};
    char *const once = cli_suppressions_write(all);
    REQUIRE(51, once && read_text(&again, once, strlen(once)) == CLI_OK);
    char *const twice = cli_suppressions_write(&again);
    REQUIRE(51, twice && strcmp(once, twice) == 0);
    REQUIRE(51, again.count == all->count);
    for (size_t i = 0; i < all->count; i++)
        require_same(&all->items[i], &again.items[i]);
    cli_suppressions_free(&again);
    free(once);
    free(twice);
}

/* ---- The file ---- */

/* A run that has read the text, somewhere on a disk. */
static void open_run(cli_suppress *run, const cli_check_settings *settings) {
    *run = (cli_suppress){.settings = settings, .is_active = true};
    run->names.base = strdup("/srv/maps");
    if (!run->names.base || pthread_mutex_init(&run->lock, NULL) != 0) abort();
}

static const navlint_report *judge(const navlint_options *options, const navlint_input *input) {
    static fuzz_block block;
    const navlint_report *report = NULL;
    const size_t bytes = navlint_memory_bound(options, input, 1);
    if (navlint_check(options, input, 1, fuzz_block_take(&block, bytes), bytes, &report) !=
        NAVLINT_OK)
        abort();
    return report;
}

static const navlint_report *judge_all(const cli_suppress *run, const navlint_options *options,
                                       const navlint_input *input) {
    navlint_options wide = cli_suppress_widen(options, run->settings);
    const navlint_report *report = judge(&wide, input);
    return cli_suppress_widen_more(&wide, report) ? judge(&wide, input) : report;
}

static uint64_t found_in(const navlint_report *report) {
    const navlint_summary summary = navlint_report_summary(report);
    return summary.errors + summary.warnings + summary.infos;
}

static void require_all_suppressed(const navlint_report *report) {
    const navlint_tally known = navlint_report_suppressed(report);
    const bool is_whole = !navlint_report_summary(report).truncated;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        REQUIRE(51, navlint_report_finding(report, i)->suppression);
    if (is_whole) REQUIRE(51, known.errors + known.warnings + known.infos == found_in(report));
}

/* Returns what was found. */
static uint64_t apply(cli_suppress *run, const navlint_input *input) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_report *const report = judge_all(run, &options, input);
    const cli_suppress_request request = {
        .report = report, .settings = run->settings, .options = &options};
    if (!cli_suppress_apply(run, &request)) abort();
    require_all_suppressed(report);
    return found_in(report);
}

/* No two findings of a file share a fingerprint. */
static void make_known(cli_suppress *run) {
    const size_t before = cli_suppressions_total(&run->known);
    if (!cli_suppressions_merge(&run->known, run->notes, run->note_count)) abort();
    for (size_t i = 0; i < run->note_count; i++)
        free(run->notes[i].file);
    REQUIRE(51, cli_suppressions_total(&run->known) - before <= run->note_count);
    REQUIRE(51, before > 0 || cli_suppressions_total(&run->known) == run->note_count);
    run->note_count = 0;
    require_sorted(&run->known);
    require_stable(&run->known);
}

/* All that the file has was met: nothing of it may be removed. */
static void prune(cli_suppress *run) {
    const size_t before = cli_suppressions_total(&run->known), met = run->known.count;
    size_t unmet = 0;
    for (size_t i = 0; i < met; i++)
        for (size_t at = 0; at < run->known.items[i].count; at++)
            unmet += run->known.items[i].is_judged && !run->known.items[i].known[at].is_met;
    REQUIRE(51, cli_suppressions_prune(&run->known) == unmet);
    REQUIRE(51, cli_suppressions_total(&run->known) == before - unmet);
    require_sorted(&run->known);
}

static void run_file(cli_suppressions *known, const navlint_input *input) {
    cli_check_settings settings = {.min_severity = CLI_SEVERITY_OF_FORM, .suppress_all = true};
    cli_suppress run;
    open_run(&run, &settings);
    run.known = *known;
    *known = (cli_suppressions){0};
    const uint64_t found = apply(&run, input);
    make_known(&run);
    settings.suppress_all = false;
    REQUIRE(51, apply(&run, input) == found);
    REQUIRE(51, run.note_count == 0);
    prune(&run);
    (void)apply(&run, input);
    cli_suppress_close(&run);
}

/* ---- The target ---- */

/* Up to a NUL, as a heap string of its size. */
static char *cut_text(fuzz_cut *cut) {
    const uint8_t *const end = cut->left > 0 ? memchr(cut->bytes, '\0', cut->left) : NULL;
    size_t length = 0;
    const uint8_t *const bytes =
        fuzz_cut_bytes(cut, end ? (size_t)(end - cut->bytes) : cut->left, &length);
    char *const text = malloc(length + 1);
    if (!text) abort();
    if (length > 0) memcpy(text, bytes, length);
    text[length] = '\0';
    (void)fuzz_cut_u8(cut);
    return text;
}

/* The disk is not to be asked for folders that strangers name; "-" is no file. */
static void make_name_plain(char *name) {
    for (char *at = name; *at != '\0'; at++)
        if (*at == '/') *at = '_';
    if (strcmp(name, "-") == 0) *name = '+';
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    fuzz_cut cut = {bytes, length};
    cli_suppressions known = {0};
    char *const name = cut_text(&cut), *const text = cut_text(&cut);
    make_name_plain(name);
    if (read_text(&known, text, strlen(text)) == CLI_OK) {
        require_sorted(&known);
        require_stable(&known);
    } else {
        cli_suppressions_free(&known);
    }
    if (cut.left <= MOST_FILE_BYTES)
        run_file(&known, &(navlint_input){.name = name, .bytes = cut.bytes, .length = cut.left});
    cli_suppressions_free(&known);
    free(name);
    free(text);
}

/* ---- Seeds ---- */

static const char *const texts[] = {
    "{\"files\": {}}",
    "{\"$schema\": \"urn:navlint:schema:suppressions:1\", \"files\": {\"a.nav\": "
    "{\"NAV_BSP_SIZE\": "
    "{\"count\": 1, \"reason\": \"why\", \"until\": \"2027-03-01\", \"fingerprints\": "
    "[\"0123456789abcdef\"]}}}}",
    "{\"files\": {\"b.zip!m/\\\\xff.nav\": {\"NAV_CONN_SELF\": {\"count\": 0, \"fingerprints\": "
    "[]}, "
    "\"X\": {\"count\": 3, \"reason\": \"\", \"until\": \"2000-02-29\", \"fingerprints\": "
    "[\"0000000000000000\"]}}}}",
    "{\"files\": {\"a.nav\": {\"X\": {\"count\": 1, \"reasn\": 1}}}}",
    "not json",
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

typedef struct giving {
    const fuzz_seeds *seeds;
    size_t given;
} giving;

static void give(const fuzz_seeds *seeds, const char *name, const char *text,
                 const navlint_input *file) {
    uint8_t bytes[2048];
    const int head = snprintf((char *)bytes, sizeof bytes, "a.nav%c%s%c", '\0', text, '\0');
    if (head < 0 || (size_t)head + file->length > sizeof bytes) abort();
    memcpy(bytes + head, file->bytes, file->length);
    seeds->give(seeds->context, name, bytes, (size_t)head + file->length);
}

/* Several findings of a rule are for the engine to make. */
static bool breaks_rules_once(const navlint_input *file) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_report *const report = judge(&options, file);
    const size_t count = navlint_report_finding_count(report);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (navlint_report_finding(report, i)->rule == navlint_report_finding(report, k)->rule)
                return false;
    return true;
}

/* Every fourth of the small files, each with the next one of the texts. */
static void give_sample(void *context, const fuzz_sample *sample) {
    giving *const g = context;
    if (sample->count != 1 || sample->inputs->length > MOST_SEED_BYTES || g->given++ % 4 != 0)
        return;
    if (!breaks_rules_once(sample->inputs)) return;
    give(g->seeds, sample->name, texts[g->given / 4 % TEXTS], sample->inputs);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static const navlint_input nothing = {.bytes = "", .length = 0};
    giving g = {.seeds = seeds};
    for (size_t i = 0; i < TEXTS; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "text-%zu", i);
        give(seeds, name, texts[i], &nothing);
    }
    fuzz_each_sample(MOST_SEED_BYTES, give_sample, &g);
}
