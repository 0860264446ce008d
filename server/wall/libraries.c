#include "server/wall/libraries.h"

#include <jansson.h>
#include <stdlib.h>
#include <time.h>

#include "intake/archive.h"
#include "intake/lzo.h"

/* Without liblzo2 members that it packed are refused, and nothing else is.
 *
 * libarchive turns the time of every entry of a zip into UTC, and the C library looks each time
 * whether /etc/localtime has changed. Nobody asks for those times. */
void srv_libraries_prepare(void) {
    (void)setenv("TZ", "UTC0", 1);
    tzset();
    json_object_seed(0);
    intake_prepare();
    (void)intake_lzo_prepare();
}
