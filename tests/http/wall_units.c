/* The wall: what is left to a process behind it, tried by children that put it up. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <pthread.h>

#include "server/wall/build.h"
#include "server/wall/wall.h"

enum { DENIED = 0, DONE = 1, NO_WALL = 2 };

/* Does something behind the wall and returns whether it could. */
typedef bool attempt(void);

static char folder[] = "/tmp/navlint-wall-XXXXXX";

static int outcome_in_child(attempt *try_it, const char *masters_dir) {
    const srv_config config = {.wall = true,
                               .masters_dir = masters_dir,
                               .log_file = "",
                               .token_file = "",
                               .bind = "",
                               .metrics_bind = ""};
    if (!srv_wall_raise(&config) || !srv_wall_close(&config)) return NO_WALL;
    return try_it() ? DONE : DENIED;
}

/* Returns how the child ended: an outcome, or the negative number of the signal. */
static int outcome_of(attempt *try_it, const char *masters_dir) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) _exit(outcome_in_child(try_it, masters_dir));
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static bool open_socket(void) {
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}
static bool open_unix_socket(void) {
    return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}
static bool start_process(void) {
    return fork() >= 0;
}
static bool start_program(void) {
    return execl("/bin/true", "true", (char *)NULL) == 0;
}
static bool trace(void) {
    return syscall(SYS_ptrace, 0, 0, 0, 0) == 0;
}
static bool signal_other(void) {
    return kill(getppid(), 0) == 0;
}
static bool become_dumpable(void) {
    return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}
static bool load_filter(void) {
    return syscall(SYS_seccomp, 0, 0, NULL) == 0;
}
static bool map_code(void) {
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
           MAP_FAILED;
}
static bool make_code(void) {
    void *const page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0;
}
static bool unshare_user(void) {
    return unshare(CLONE_NEWUSER) == 0;
}
static bool clone_user(void) {
    return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, 0) >= 0;
}

static void test_killed(void **state) {
    (void)state;
    attempt *const forbidden[] = {open_socket, open_unix_socket, start_process,   start_program,
                                  trace,       signal_other,     become_dumpable, load_filter,
                                  map_code,    make_code,        unshare_user,    clone_user};
    if (!SRV_WALL_HOLDS) skip();
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++)
        assert_int_equal(outcome_of(forbidden[i], ""), -SIGSYS);
}

static bool open_file(void) {
    return open("/etc/passwd", O_RDONLY) >= 0 || errno != EACCES;
}
static bool start_with_clone3(void) {
    return syscall(SYS_clone3, NULL, 0) >= 0 || errno != ENOSYS;
}

static void test_refused(void **state) {
    (void)state;
    if (!SRV_WALL_HOLDS) skip();
    assert_int_equal(outcome_of(open_file, ""), DENIED);
    assert_int_equal(outcome_of(start_with_clone3, ""), DENIED);
}

static void *do_nothing(void *nothing) {
    return nothing;
}
static bool start_thread(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, do_nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}
static bool use_memory(void) {
    const size_t large = (size_t)64 << 20;
    char *const block = malloc(large);
    if (!block) return false;
    memset(block, 1, large);
    char *const wider = realloc(block, 2 * large);
    free(wider ? wider : block);
    return wider != NULL;
}

static void test_left(void **state) {
    (void)state;
    assert_int_equal(outcome_of(start_thread, ""), DONE);
    assert_int_equal(outcome_of(use_memory, ""), DONE);
}

static bool read_master(void) {
    char path[sizeof folder + 16];
    strcpy(path, folder);
    return open(strcat(path, "/master"), O_RDONLY) >= 0;
}
static bool write_master(void) {
    char path[sizeof folder + 16];
    strcpy(path, folder);
    return open(strcat(path, "/master"), O_WRONLY) >= 0;
}

/* A kernel without Landlock leaves files to their permissions. */
static bool has_landlock(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, 1) > 0;
}

static void test_files(void **state) {
    (void)state;
    char path[sizeof folder + 16];
    assert_non_null(mkdtemp(folder));
    strcpy(path, folder);
    assert_true(close(creat(strcat(path, "/master"), 0600)) == 0);
    assert_int_equal(outcome_of(read_master, folder), DONE);
    if (SRV_WALL_HOLDS && has_landlock()) {
        assert_int_equal(outcome_of(write_master, folder), DENIED);
        assert_int_equal(outcome_of(open_file, folder), DENIED);
    }
    (void)unlink(path);
    (void)rmdir(folder);
}

/* The first thread of a process sets up signals; the service starts threads before. */
static int start_first_thread(void **state) {
    (void)state;
    return start_thread() ? 0 : 1;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_killed),
                                       cmocka_unit_test(test_refused), cmocka_unit_test(test_left),
                                       cmocka_unit_test(test_files)};
    return cmocka_run_group_tests(tests, start_first_thread, NULL);
}
