/* The fts(3) of the command as WebAssembly, compiled for this machine: a walk with its 1st, 2nd,
 * 3rd, ... allocation failing, until none fails.
 *
 * The linker routes allocations to the __wrap_ functions below. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "wasm/command/system/fts.h"

enum { FILES = 5, ENTRIES = FILES + 3 /* the root, a folder, and a file in it */ };

static char root[] = "/tmp/navlint-fts-XXXXXX";

/* ---- The heap ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static struct {
    size_t until_failure; /* this many more allocations, then one fails; 0: none fails */
    bool has_failed;
    long live; /* blocks allocated and not freed */
} heap;

static bool fails_now(void) {
    if (heap.until_failure == 0 || --heap.until_failure > 0) return false;
    heap.has_failed = true;
    errno = ENOMEM;
    return true;
}

static void *counted(void *block) {
    if (block) heap.live++;
    return block;
}

void *__wrap_malloc(size_t size) {
    return fails_now() ? NULL : counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails_now() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size) {
    if (fails_now()) return NULL;
    return block ? __real_realloc(block, size) : counted(__real_realloc(NULL, size));
}

void __wrap_free(void *block) {
    if (block) heap.live--;
    __real_free(block);
}

/* ---- The tree ---- */

static void make_file(int number) {
    char name[sizeof "-2147483648.nav"];
    (void)snprintf(name, sizeof name, "%d.nav", number);
    const int descriptor = open(name, O_WRONLY | O_CREAT, 0600);
    assert_true(descriptor >= 0);
    close(descriptor);
}

static int make_tree(void **state) {
    (void)state;
    if (!mkdtemp(root) || chdir(root) != 0 || mkdir("folder", 0700) != 0) return -1;
    for (int i = 0; i < FILES; i++)
        make_file(i);
    return rename("0.nav", "folder/0.nav") == 0 ? make_file(0), 0 : -1;
}

static int remove_tree(void **state) {
    char name[sizeof "-2147483648.nav"];
    (void)state;
    for (int i = 0; i < FILES; i++) {
        (void)snprintf(name, sizeof name, "%d.nav", i);
        (void)unlink(name);
    }
    (void)unlink("folder/0.nav");
    return rmdir("folder") == 0 && chdir("/") == 0 ? rmdir(root) : -1;
}

/* ---- The walk ---- */

static int compare_names(const FTSENT **left, const FTSENT **right) {
    return strcmp((*left)->fts_name, (*right)->fts_name);
}

/* Returns how many entries came; SIZE_MAX: the walk could not start. complaints: receives how many
 * of them said that memory is out. */
static size_t walk(const char *start, size_t *complaints) {
    char path[sizeof root];
    strcpy(path, start);
    char *const roots[] = {path, NULL};
    FTS *const tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, compare_names);
    size_t count = 0;
    *complaints = 0;
    if (!tree) return SIZE_MAX;
    for (const FTSENT *entry; (entry = fts_read(tree)); count++)
        *complaints += entry->fts_info == FTS_DNR && entry->fts_errno == ENOMEM;
    fts_close(tree);
    return count;
}

static void test_all_entries_come(void **state) {
    size_t complaints = 0;
    (void)state;
    assert_int_equal(walk(root, &complaints), ENTRIES);
    assert_int_equal(complaints, 0);
}

static void test_every_allocation_fails_once(void **state) {
    (void)state;
    const long live = heap.live;
    heap.has_failed = true;
    for (size_t i = 1; heap.has_failed; i++) {
        size_t complaints = 0;
        heap.until_failure = i;
        heap.has_failed = false;
        const size_t count = walk(root, &complaints);
        heap.until_failure = 0;
        assert_int_equal(heap.live, live);
        assert_true(count == SIZE_MAX || complaints == heap.has_failed);
        assert_true(heap.has_failed || count == ENTRIES);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_entries_come),
        cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
