#include "cli/absolute.h"

/* "/maps", which is of the current drive, "//machine/share", "C:/maps" and, of another drive's
 * current folder, "C:maps". */
bool cli_is_absolute(const char *path) {
    return path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
}
