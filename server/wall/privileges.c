#include "server/wall/privileges.h"

#include <errno.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/wall/build.h"

static bool set(int what, unsigned long value) {
    return prctl(what, value, 0UL, 0UL, 0UL) == 0;
}

/* The bounding set is what programs could gain by being started. Who may not shrink it has nothing
 * to gain: no_new_privs has been set. */
static bool drop_bounding(void) {
    for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability, 0UL, 0UL, 0UL) >= 0;
         capability++)
        if (!set(PR_CAPBSET_DROP, capability)) return errno == EPERM;
    return true;
}

static bool drop_own(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{.effective = 0}};
    return syscall(SYS_capset, &header, none) == 0;
}

bool srv_privileges_drop(void) {
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    /* A leak checker looks into its own process. */
    const bool is_closed = !SRV_WALL_HOLDS || set(PR_SET_DUMPABLE, 0);
    return set(PR_SET_NO_NEW_PRIVS, 1) && drop_bounding() &&
           prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0UL, 0UL, 0UL) == 0 && drop_own() &&
           is_closed && setrlimit(RLIMIT_CORE, &none) == 0;
}
