#include "server/wall/files.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char unix_prefix[] = "unix:/";

/* Rights to files by version of Landlock's interface; Debian's header knows the first two. */
enum { FIRST_RIGHTS = 13 };
static const unsigned rights_of_abi[] = {0, FIRST_RIGHTS, 14, 15, 15, 16};
enum { KNOWN_ABI = sizeof rights_of_abi / sizeof rights_of_abi[0] - 1, NET_ABI = 4, SCOPE_ABI = 6 };

/* struct landlock_ruleset_attr of interface 6. */
typedef struct ruleset {
    uint64_t files;
    uint64_t net;   /* TCP: bind, connect */
    uint64_t scope; /* abstract Unix sockets, signals */
} ruleset;

static ruleset everything(long abi) {
    const unsigned rights = rights_of_abi[abi < KNOWN_ABI ? abi : KNOWN_ABI];
    return (ruleset){.files = (UINT64_C(1) << rights) - 1,
                     .net = abi >= NET_ABI ? 3 : 0,
                     .scope = abi >= SCOPE_ABI ? 3 : 0};
}

/* An older kernel knows the first fields only. */
static size_t size_for(long abi) {
    return abi >= SCOPE_ABI ? sizeof(ruleset)
                            : offsetof(ruleset, net) + (abi >= NET_ABI ? sizeof(uint64_t) : 0);
}

static bool allow(int rules_fd, const char *path, uint64_t rights) {
    const int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return false;
    const struct landlock_path_beneath_attr beneath = {.allowed_access = rights, .parent_fd = fd};
    const bool done =
        syscall(SYS_landlock_add_rule, rules_fd, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0 ||
        errno == EBADFD; /* a pipe is in no file system, and always open */
    (void)close(fd);
    return done;
}

bool srv_files_are_named(const srv_config *config) {
    return *config->masters_dir != '\0' || *config->log_file != '\0' ||
           *config->token_file != '\0' || strstr(config->bind, unix_prefix) ||
           strstr(config->metrics_bind, unix_prefix);
}

static bool allow_folder_of(int rules_fd, const char *path, uint64_t rights) {
    char *const copy = strdup(path);
    const bool done = copy && allow(rules_fd, dirname(copy), rights);
    free(copy);
    return done;
}

/* The files of Unix sockets are removed at the end. addresses: with commas between. */
static bool allow_sockets(int rules_fd, const char *addresses) {
    bool done = true;
    for (size_t length = 0; done && *addresses != '\0'; addresses += length) {
        length = strcspn(addresses, ",");
        char *const name = strndup(addresses, length);
        const bool has_file = name && strncmp(name, unix_prefix, strlen(unix_prefix)) == 0;
        done = name && (!has_file || allow_folder_of(rules_fd, name + strlen(unix_prefix) - 1,
                                                     LANDLOCK_ACCESS_FS_REMOVE_FILE));
        free(name);
        length += addresses[length] == ',';
    }
    return done;
}

static bool allow_masters(int rules_fd, const srv_config *config) {
    const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
    return *config->masters_dir == '\0' || allow(rules_fd, config->masters_dir, reading);
}

/* A log file that was renamed is made anew: its folder has to be open for that. What is no file, a
 * pipe or a device, is not renamed. */
static bool allow_log(int rules_fd, const srv_config *config) {
    const char *const path = config->log_file;
    struct stat status;
    if (*path == '\0') return true;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return allow(rules_fd, path, LANDLOCK_ACCESS_FS_WRITE_FILE);
    return allow_folder_of(rules_fd, path,
                           LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG);
}

/* Who changes the tokens may put another file in the place of this one. */
static bool allow_tokens(int rules_fd, const srv_config *config) {
    return *config->token_file == '\0' ||
           allow_folder_of(rules_fd, config->token_file, LANDLOCK_ACCESS_FS_READ_FILE);
}

static bool allow_named(int rules_fd, const srv_config *config) {
    return allow_masters(rules_fd, config) && allow_log(rules_fd, config) &&
           allow_tokens(rules_fd, config) && allow_sockets(rules_fd, config->bind) &&
           allow_sockets(rules_fd, config->metrics_bind);
}

srv_files_result srv_files_confine(const srv_config *config) {
    const long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (abi < 1) return SRV_FILES_NO_LANDLOCK;
    const ruleset rules = everything(abi);
    const int fd = (int)syscall(SYS_landlock_create_ruleset, &rules, size_for(abi), 0);
    if (fd < 0) return SRV_FILES_FAILED;
    const bool done =
        (!config || allow_named(fd, config)) && syscall(SYS_landlock_restrict_self, fd, 0) == 0;
    (void)close(fd);
    return done ? SRV_FILES_CONFINED : SRV_FILES_FAILED;
}
