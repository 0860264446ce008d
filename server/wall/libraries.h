/* What libraries read from files when they are first used. */
#ifndef NAVLINT_SERVER_WALL_LIBRARIES_H
#define NAVLINT_SERVER_WALL_LIBRARIES_H

/* Makes them read it now: the seed of jansson's tables, the time zone (there is none: UTC), the
 * locale of names in archives. Call before any thread starts. */
void srv_libraries_prepare(void);

#endif
