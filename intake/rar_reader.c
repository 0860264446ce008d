#include "intake/rar.h"

#include <archive.h>

bool intake_rar_enable(struct archive *reader, unsigned version) {
    const int status = version == 4 ? archive_read_support_format_rar(reader)
                                    : archive_read_support_format_rar5(reader);
    return status == ARCHIVE_OK;
}
