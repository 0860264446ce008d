#include "server/masters.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/reload.h"

/* ---- Reading ---- */

static bool complain(char *why, const char *name, const char *reason) {
    (void)snprintf(why, SRV_RELOAD_WHY_BYTES, "%s: %s", name, reason);
    return false;
}

/* Reads on until all bytes are there. */
static bool read_bytes(int descriptor, uint8_t *bytes, size_t length) {
    for (size_t done = 0; done < length;) {
        const ssize_t got = read(descriptor, bytes + done, length - done);
        if (got <= 0) return false;
        done += (size_t)got;
    }
    return true;
}

static bool read_file(int descriptor, uint64_t length, srv_master *master) {
    if (length > SIZE_MAX - 1) return false;
    master->bytes = malloc((size_t)length + 1);
    master->length = (size_t)length;
    return master->bytes && read_bytes(descriptor, master->bytes, (size_t)length);
}

/* Takes a regular file; others are passed over. */
static bool take_file(srv_masters *masters, int folder, const char *name, char *why) {
    struct stat status;
    const int descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        const int reason = errno;
        if (descriptor >= 0) close(descriptor);
        return complain(why, name, strerror(reason));
    }
    bool is_read = true;
    if (S_ISREG(status.st_mode)) {
        srv_master *const master = &masters->items[masters->count++];
        *master = (srv_master){.name = strdup(name)};
        is_read = master->name && read_file(descriptor, (uint64_t)status.st_size, master);
    }
    close(descriptor);
    return is_read || complain(why, name, "cannot be read to its end");
}

static bool read_folder(srv_masters *masters, DIR *folder, char *why) {
    const struct dirent *entry = NULL;
    while ((entry = readdir(folder)) != NULL) {
        if (!navlint_format_takes_name(NULL, entry->d_name)) continue;
        if (masters->count == SRV_MOST_MASTERS)
            return complain(why, entry->d_name, "too many files");
        if (!take_file(masters, dirfd(folder), entry->d_name, why)) return false;
    }
    return true;
}

static int compare(const void *a, const void *b) {
    return strcasecmp(((const srv_master *)a)->name, ((const srv_master *)b)->name);
}

bool srv_masters_open(srv_masters *masters, const char *folder, char *why) {
    *masters = (srv_masters){.count = 0};
    if (*folder == '\0') return true;
    DIR *const opened = opendir(folder);
    if (!opened) return complain(why, folder, strerror(errno));
    masters->items = calloc(SRV_MOST_MASTERS, sizeof *masters->items);
    const bool is_read = masters->items && read_folder(masters, opened, why);
    closedir(opened);
    if (is_read) qsort(masters->items, masters->count, sizeof *masters->items, compare);
    return is_read;
}

void srv_masters_close(srv_masters *masters) {
    for (size_t i = 0; i < masters->count; i++) {
        free(masters->items[i].name);
        free(masters->items[i].bytes);
    }
    free(masters->items);
    *masters = (srv_masters){.count = 0};
}

/* ---- What is needed ---- */

static navlint_input input_of(const srv_master *master) {
    return (navlint_input){.name = master->name,
                           .bytes = master->bytes,
                           .length = master->length,
                           .is_context = true,
                           .inner_name = master->name};
}

typedef struct search {
    const srv_masters *masters;
    srv_needed *needed;
    size_t found[SRV_MOST_MASTERS]; /* whose own masters are still to be looked for */
    size_t found_count;
} search;

static const srv_master *find(const srv_masters *masters, const char *name) {
    union {
        const char *text;
        char *name;
    } wanted = {.text = name}; /* only read */
    const srv_master key = {.name = wanted.name};
    if (!masters || masters->count == 0) return NULL;
    return bsearch(&key, masters->items, masters->count, sizeof key, compare);
}

bool srv_masters_has(const srv_masters *masters, const char *name, size_t length) {
    char text[NAME_MAX + 1];
    if (length > NAME_MAX) return false;
    memcpy(text, name, length);
    text[length] = '\0';
    return find(masters, text) != NULL;
}

/* Is the name in a list that is separated by commas? */
static bool is_in(const char *list, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = list; at; at = strchr(at, ',')) {
        if (*at == ',') at++;
        if (strcspn(at, ",") == length && strncasecmp(at, name, length) == 0) return true;
    }
    return false;
}

static void look_up(void *context, const char *name) {
    search *const s = context;
    const srv_master *const master = find(s->masters, name);
    if (!master || (s->needed->wanted && !is_in(s->needed->wanted, master->name))) return;
    const size_t index = (size_t)(master - s->masters->items);
    if (s->needed->is_needed[index]) return;
    s->needed->is_needed[index] = true;
    s->needed->count++;
    s->found[s->found_count++] = index;
}

void srv_masters_need(const srv_masters *masters, const navlint_input *file, srv_needed *needed) {
    if (!masters || masters->count == 0) return;
    search s = {.masters = masters, .needed = needed};
    navlint_each_needed(file, look_up, &s);
    while (s.found_count > 0) {
        const navlint_input master = input_of(&masters->items[s.found[--s.found_count]]);
        navlint_each_needed(&master, look_up, &s);
    }
}

void srv_masters_list(const srv_masters *masters, const srv_needed *needed, navlint_input *inputs) {
    for (size_t i = 0; i < masters->count; i++)
        if (needed->is_needed[i]) *inputs++ = input_of(&masters->items[i]);
}

uint64_t srv_masters_bound(const srv_masters *masters, const navlint_options *options) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < masters->count; i++) {
        const navlint_input input = input_of(&masters->items[i]);
        bytes += navlint_memory_bound(options, &input, 1);
    }
    return bytes;
}
