#include "server/wall/wall.h"

#include <stdio.h>
#include <unistd.h>

#include "server/log/log.h"
#include "server/wall/build.h"
#include "server/wall/calls.h"
#include "server/wall/files.h"
#include "server/wall/libraries.h"
#include "server/wall/privileges.h"

bool srv_wall_admits(const srv_config *config) {
    if (config->allow_root || (getuid() != 0 && geteuid() != 0)) return true;
    fprintf(stderr, "navlintd: runs as root, which nothing of it needs; --allow-root insists\n");
    return false;
}

static bool complain(const char *what) {
    fprintf(stderr, "navlintd: --wall: %s is not to be had here; --wall off does without\n", what);
    return false;
}

bool srv_wall_raise(const srv_config *config) {
    if (!config->wall) return true;
    srv_libraries_prepare();
    if (!srv_privileges_drop()) return complain("dropping privileges");
    if (!SRV_WALL_HOLDS) return true;
    switch (srv_files_confine(config)) {
    case SRV_FILES_CONFINED:
        return true;
    case SRV_FILES_NO_LANDLOCK:
        srv_event("wall", (const srv_field[]){srv_field_text("landlock", "none"), {0}});
        return true;
    case SRV_FILES_FAILED:
        break;
    }
    return complain("Landlock for the folders of the settings");
}

bool srv_wall_close(const srv_config *config) {
    if (!config->wall) return true;
    return srv_calls_confine(srv_files_are_named(config) ? SRV_CALLS_WITH_FILES
                                                         : SRV_CALLS_WITHOUT_FILES) ||
           complain("seccomp");
}
