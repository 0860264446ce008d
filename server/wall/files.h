/* The file system, by Landlock. */
#ifndef NAVLINT_SERVER_WALL_FILES_H
#define NAVLINT_SERVER_WALL_FILES_H

#include <stdbool.h>

#include "server/config.h"

typedef enum srv_files_result {
    SRV_FILES_CONFINED = 0,
    SRV_FILES_NO_LANDLOCK, /* the kernel has none, or has it turned off */
    SRV_FILES_FAILED
} srv_files_result;

/* Do the settings name files or folders that are read or written while the service runs? */
bool srv_files_are_named(const srv_config *config);

/* Leaves nothing of the file system but what the settings name (NULL: nothing at all), no new TCP
 * connection or listening socket, and no signal to another process: as far as the kernel's Landlock
 * goes. Of the calling thread and those that it starts. Needs no_new_privs. */
srv_files_result srv_files_confine(const srv_config *config);

#endif
