#include "cli/check/masters.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/output.h"

/* ---- the folders ---- */

static bool add_file(cli_masters *masters, const char *folder, const char *name) {
    const size_t capacity = strlen(folder) + 1 + strlen(name) + 1;
    cli_master *const items = realloc(masters->items, (masters->count + 1) * sizeof *items);
    if (!items) return false;
    masters->items = items;
    char *const path = malloc(capacity);
    if (!path) return false;
    const bool has_slash = folder[0] != '\0' && folder[strlen(folder) - 1] == '/';
    snprintf(path, capacity, "%s%s%s", folder, has_slash ? "" : "/", name);
    items[masters->count++] = (cli_master){
        .path = path, .name = path + strlen(path) - strlen(name), .folder = masters->folder_count};
    return true;
}

static int compare_masters(const void *left, const void *right) {
    const cli_master *const a = left, *const b = right;
    if (a->folder != b->folder) return a->folder < b->folder ? -1 : 1;
    const int names = strcasecmp(a->name, b->name);
    return names != 0 ? names : strcmp(a->name, b->name);
}

static int list_folder(cli_masters *masters, const char *folder) {
    DIR *const opened = opendir(folder);
    if (!opened) {
        cli_complain("check: --masters %s: %s", folder, strerror(errno));
        return CLI_USAGE;
    }
    bool going = true;
    for (const struct dirent *entry; going && (entry = readdir(opened));)
        going = !navlint_format_takes_name(NULL, entry->d_name) ||
                add_file(masters, folder, entry->d_name);
    closedir(opened);
    masters->folder_count++;
    if (!going) cli_complain("out of memory");
    return going ? CLI_OK : CLI_INTERNAL;
}

int cli_masters_open(cli_masters *masters, const cli_list *folders, uint64_t max_bytes) {
    *masters = (cli_masters){.max_bytes = max_bytes};
    pthread_mutex_init(&masters->lock, NULL);
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < folders->count; i++)
        code = list_folder(masters, folders->items[i]);
    if (masters->count > 0)
        qsort(masters->items, masters->count, sizeof *masters->items, compare_masters);
    return code;
}

void cli_masters_close(cli_masters *masters) {
    for (size_t i = 0; i < masters->count; i++) {
        free(masters->items[i].path);
        cli_buffer_free(&masters->items[i].file);
    }
    free(masters->items);
    pthread_mutex_destroy(&masters->lock);
}

/* ---- reading ---- */

static int read_file(const cli_master *master, uint64_t max_bytes, cli_buffer *file) {
    const int descriptor = cli_open(master->path, true);
    if (descriptor < 0) return errno;
    const int failure = cli_read(descriptor, cli_read_limit(max_bytes), file);
    cli_close(descriptor);
    return failure == 0 && file->length > max_bytes ? EFBIG : failure;
}

/* Returns whether its bytes are there; they stay as they are from then on. */
static bool load(cli_masters *masters, cli_master *master) {
    pthread_mutex_lock(&masters->lock);
    if (!master->is_tried) {
        master->failure = read_file(master, masters->max_bytes, &master->file);
        if (master->failure != 0) cli_buffer_free(&master->file);
        master->is_tried = true;
    }
    const bool is_there = master->failure == 0;
    pthread_mutex_unlock(&masters->lock);
    return is_there;
}

static void say_failure(const cli_master *master, void (*say)(void *context, const char *complaint),
                        void *context) {
    char text[CLI_COMPLAINT_CAPACITY];
    snprintf(text, sizeof text, "cannot read %s: %s", master->path,
             master->failure == EFBIG ? "larger than --max-bytes" : strerror(master->failure));
    say(context, text);
}

size_t cli_masters_each_failure(cli_masters *masters,
                                void (*say)(void *context, const char *complaint), void *context) {
    size_t count = 0;
    if (masters->count == 0) return 0;
    pthread_mutex_lock(&masters->lock);
    for (size_t i = 0; i < masters->count; i++) {
        const cli_master *const master = &masters->items[i];
        if (!master->is_tried || master->failure == 0) continue;
        say_failure(master, say, context);
        count++;
    }
    pthread_mutex_unlock(&masters->lock);
    return count;
}

static void complain(void *context, const char *complaint) {
    (void)context;
    cli_complain("%s", complaint);
}

size_t cli_masters_complain(cli_masters *masters) {
    return cli_masters_each_failure(masters, complain, NULL);
}

/* ---- what is needed ---- */

/* The search for what some inputs need. */
typedef struct search {
    cli_masters *masters;
    cli_company company;
    const cli_needy *needy;
    bool *is_settled; /* heap; one per master, then one per book of the shelf: it was asked for */
} search;

static bool is_judged(const search *s, const char *name) {
    for (size_t i = 0; i < s->needy->count; i++)
        if (strcasecmp(cli_own_name(&s->company.inputs[i]), name) == 0) return true;
    return false;
}

static cli_master *find_in(const cli_masters *masters, size_t folder, const char *name) {
    size_t low = 0, high = masters->count;
    while (low < high) { /* the first that is not before it */
        const size_t middle = low + (high - low) / 2;
        const cli_master *const master = &masters->items[middle];
        const bool is_before =
            master->folder != folder ? master->folder < folder : strcasecmp(master->name, name) < 0;
        if (is_before)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == masters->count) return NULL;
    cli_master *const found = &masters->items[low];
    return found->folder == folder && strcasecmp(found->name, name) == 0 ? found : NULL;
}

static cli_master *find(const cli_masters *masters, const char *name) {
    cli_master *found = NULL;
    for (size_t folder = 0; !found && folder < masters->folder_count; folder++)
        found = find_in(masters, folder, name);
    return found;
}

static void add(search *s, const navlint_input *input) {
    navlint_input *const added = &s->company.inputs[s->company.count++];
    *added = *input;
    added->is_context = true;
}

/* Returns whether the name is settled: the shelf has it, or the inputs themselves have. */
static bool take_from_shelf(search *s, const char *name) {
    size_t place = 0;
    if (!s->needy->shelf) return false;
    const cli_shelf_found found = cli_shelf_find(s->needy->shelf, name, s->needy->set, &place);
    if (found != CLI_ON_SHELF) return found == CLI_IN_SET;
    const navlint_input *const input = s->needy->shelf->books[place].input;
    bool *const is_settled = &s->is_settled[s->masters->count + place];
    if (!*is_settled) add(s, input);
    *is_settled = true;
    return true;
}

static void take_name(void *context, const char *name) {
    search *const s = context;
    if (take_from_shelf(s, name)) return;
    cli_master *const master = find(s->masters, name);
    if (!master || s->is_settled[master - s->masters->items]) return;
    s->is_settled[master - s->masters->items] = true;
    if (is_judged(s, name) || !load(s->masters, master)) return;
    add(s, &(navlint_input){.name = master->path,
                            .bytes = master->file.bytes,
                            .length = master->file.length,
                            .inner_name = master->name});
}

/* Room for the inputs, their context, all that may be found, and a map. */
static bool make(search *s, size_t found_most) {
    const size_t most = s->needy->count + s->needy->context_count + found_most + 1;
    s->company.inputs = calloc(most, sizeof *s->company.inputs);
    s->company.file_bytes = calloc(most, sizeof *s->company.file_bytes);
    s->is_settled = calloc(found_most + 1, sizeof *s->is_settled);
    return s->company.inputs && s->company.file_bytes && s->is_settled;
}

static void list_given(search *s) {
    const cli_needy *const needy = s->needy;
    memcpy(s->company.inputs, needy->inputs, needy->count * sizeof *needy->inputs);
    s->company.count = needy->count;
    for (size_t i = 0; i < needy->context_count; i++)
        add(s, &needy->context[i]);
}

bool cli_masters_join(cli_masters *masters, const cli_needy *needy, cli_company *company) {
    search s = {.masters = masters, .needy = needy};
    const bool is_made = make(&s, masters->count + (needy->shelf ? needy->shelf->count : 0));
    if (is_made) {
        list_given(&s);
        for (size_t i = 0; i < s.company.count; i++) /* what is found is looked into in its turn */
            navlint_each_needed(&s.company.inputs[i], take_name, &s);
    } else {
        cli_company_free(&s.company);
    }
    free(s.is_settled);
    *company = s.company;
    return is_made;
}

void cli_company_free(cli_company *company) {
    free(company->inputs);
    free(company->file_bytes);
    *company = (cli_company){0};
}
