#include "cli/config/terms_book.h"

#include <dirent.h>
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check_options.h"
#include "cli/config/keys.h"
#include "cli/inputs/exclude.h"
#include "cli/options_of_check.h"
#include "cli/output.h"

/* Terms, and what they were made of. */
typedef struct page {
    cli_terms terms; /* first: it is found by it */
    const cli_config *config;
    bool *is_meant; /* heap; for each override, whether it counts */
    cli_check_settings settings;
    navlint_options options;
} page;

static size_t override_count(const cli_config *config) {
    return config ? config->override_count : 0;
}

static void free_page(page *one) {
    if (!one) return;
    cli_check_settings lists = one->settings;
    free(one->is_meant);
    cli_check_settings_free(&lists);
    free(one);
}

static int raise_code(cli_terms_book *book, int code) {
    if (book->code == CLI_OK) book->code = code;
    return code;
}

static void *out_of_memory(cli_terms_book *book) {
    cli_complain("out of memory");
    raise_code(book, CLI_INTERNAL);
    return NULL;
}

/* ---- masters ---- */

static bool is_same_list(const cli_list *a, const cli_list *b) {
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0) return false;
    return true;
}

/* A folder that is not there is complained about with the file that names it. */
static int check_folders(const page *of) {
    const cli_list *const folders = &of->settings.masters;
    for (size_t i = 0; of->config && i < folders->count; i++) {
        DIR *const opened = opendir(folders->items[i]);
        if (opened) {
            closedir(opened);
            continue;
        }
        cli_complain("%s: masters: %s: %s", of->config->path, folders->items[i], strerror(errno));
        return CLI_USAGE;
    }
    return CLI_OK;
}

static struct cli_pool_of_masters *add_masters(cli_terms_book *book, const page *of) {
    struct cli_pool_of_masters **const pools =
        realloc(book->masters, (book->masters_count + 1) * sizeof *pools);
    if (pools) book->masters = pools;
    struct cli_pool_of_masters *const pool = pools ? calloc(1, sizeof *pool) : NULL;
    if (!pool) return out_of_memory(book);
    pool->folders = &of->settings.masters;
    pool->max_bytes = of->settings.max_bytes;
    book->masters[book->masters_count++] = pool;
    const bool is_of_config = !book->command->given[CLI_KEY_masters];
    if (is_of_config) raise_code(book, check_folders(of));
    const cli_list none = {0};
    raise_code(book, cli_masters_open(&pool->masters, book->code == CLI_OK ? pool->folders : &none,
                                      pool->max_bytes));
    return pool;
}

static cli_masters *masters_of(cli_terms_book *book, const page *of) {
    for (size_t i = 0; i < book->masters_count; i++) {
        struct cli_pool_of_masters *const pool = book->masters[i];
        if (pool->max_bytes == of->settings.max_bytes &&
            is_same_list(pool->folders, &of->settings.masters))
            return &pool->masters;
    }
    struct cli_pool_of_masters *const added = add_masters(book, of);
    return added ? &added->masters : NULL;
}

/* ---- layers ---- */

/* Members that have no key are the command line's; those that have one stand by default. */
static void begin(page *one, const cli_check_settings *command) {
    const cli_list no_words = {0};
    one->settings = *command;
    one->settings.ignore = one->settings.only = one->settings.masters = no_words;
    one->settings.exclude = no_words;
    one->settings.overrides = (cli_overrides){0};
    for (size_t i = 0; i < CLI_KEY_COUNT; i++)
        cli_key_reset(&cli_keys[i], &one->settings);
}

static void yield_to_all(cli_check_settings *settings) {
    for (size_t i = 0; settings->all && i < CLI_KEY_COUNT; i++)
        if (cli_keys[i].layering == CLI_YIELDS_TO_ALL) cli_key_reset(&cli_keys[i], settings);
}

static int put_layers(page *one, const cli_check_settings *command) {
    const cli_config *const config = one->config;
    begin(one, command);
    int code = config ? cli_keys_put(&one->settings, &config->settings) : CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < override_count(config); i++)
        if (one->is_meant[i]) code = cli_keys_put(&one->settings, &config->overrides[i].settings);
    yield_to_all(&one->settings);
    return code == CLI_OK ? cli_keys_put(&one->settings, command) : code;
}

static void fill(cli_terms_book *book, page *one) {
    raise_code(book, put_layers(one, book->command));
    one->options = cli_options_of(&one->settings);
    one->terms = (cli_terms){&one->settings, &one->options, masters_of(book, one)};
}

/* ---- pages ---- */

static int compare_pages(const void *left, const void *right) {
    const page *const a = left, *const b = right;
    if (a->config != b->config) return (uintptr_t)a->config < (uintptr_t)b->config ? -1 : 1;
    return memcmp(a->is_meant, b->is_meant, override_count(a->config) * sizeof *a->is_meant);
}

/* The globs that mean a file are those that --exclude would leave it out by. */
static bool mark_overrides(cli_terms_book *book, page *one, const char *path) {
    const size_t count = override_count(one->config);
    one->is_meant = calloc(count + 1, sizeof *one->is_meant);
    if (!one->is_meant) return out_of_memory(book);
    if (count == 0 || !path) return true;
    char *const relative = cli_config_relative(&book->finder, one->config, path);
    for (size_t i = 0; relative && i < count; i++)
        one->is_meant[i] = cli_is_excluded_below(&one->config->overrides[i].files, relative);
    free(relative);
    return relative;
}

/* The page that is like this one, which it takes. */
static const cli_terms *settle(cli_terms_book *book, page *one) {
    page *const *const found = tsearch(one, &book->pages, compare_pages);
    if (!found) return free_page(one), out_of_memory(book);
    if (*found == one)
        fill(book, one);
    else
        free_page(one);
    return book->code == CLI_OK ? &(*found)->terms : NULL;
}

/* path: NULL where no override can mean it. */
static const cli_terms *terms_by(cli_terms_book *book, const cli_config *config, const char *path) {
    raise_code(book, book->finder.code);
    if (book->code != CLI_OK) return NULL;
    page *const one = calloc(1, sizeof *one);
    if (!one) return out_of_memory(book);
    one->config = config;
    if (!mark_overrides(book, one, path)) return free_page(one), NULL;
    return settle(book, one);
}

int cli_terms_book_open(cli_terms_book *book, const cli_check_settings *command) {
    *book = (cli_terms_book){.command = command};
    raise_code(book, cli_config_finder_open(&book->finder, command));
    book->plain = terms_by(book, NULL, NULL);
    return book->code;
}

const cli_terms *cli_terms_of_file(cli_terms_book *book, const char *path) {
    return terms_by(book, cli_config_of_file(&book->finder, path), path);
}

const cli_terms *cli_terms_of_folder(cli_terms_book *book, const char *path) {
    return terms_by(book, cli_config_of_folder(&book->finder, path), NULL);
}

const cli_terms *cli_terms_of_stdin(cli_terms_book *book, const char *name) {
    return terms_by(book, cli_config_of_folder(&book->finder, "."), name);
}

bool cli_terms_leave_out(void *context, const char *path) {
    cli_terms_book *const book = context;
    const cli_config *const config = cli_config_of_file(&book->finder, path);
    if (book->finder.code != CLI_OK) return true;
    if (!config || config->settings.exclude.count == 0) return false;
    char *const relative = cli_config_relative(&book->finder, config, path);
    const bool is_out = !relative || cli_is_excluded(&config->settings.exclude, relative);
    free(relative);
    return is_out;
}

static const page *page_of(const cli_terms *terms) {
    return (const page *)(const void *)terms;
}

const cli_config *cli_terms_config(const cli_terms *terms) {
    return page_of(terms)->config;
}

bool cli_terms_have_override(const cli_terms *terms, size_t override) {
    return page_of(terms)->is_meant[override];
}

size_t cli_terms_complain_masters(cli_terms_book *book) {
    size_t count = 0;
    for (size_t i = 0; i < book->masters_count; i++)
        count += cli_masters_complain(&book->masters[i]->masters);
    return count;
}

void cli_terms_book_close(cli_terms_book *book) {
    for (size_t i = 0; i < book->masters_count; i++) {
        cli_masters_close(&book->masters[i]->masters);
        free(book->masters[i]);
    }
    free(book->masters);
    while (book->pages) {
        page *const one = *(page **)book->pages;
        tdelete(one, &book->pages, compare_pages);
        free_page(one);
    }
    cli_config_finder_close(&book->finder);
}
