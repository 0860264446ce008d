/* libarchive is built without its readers for RAR here. */
#include "intake/rar.h"

bool intake_rar_enable(struct archive *reader, unsigned version) {
    (void)reader, (void)version;
    return false;
}
