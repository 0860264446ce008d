#include "scan/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"

static const char header_stored[] = "Navlint-Stored";

enum { PIECE_BYTES = 1 << 16 };

typedef struct path {
    char text[PATH_MAX];
} path;

static bool make_path(const char *folder, const scan_id *id, const char *suffix, path *made) {
    const int length =
        snprintf(made->text, sizeof made->text, "%s/%s.result%s", folder, id->hex, suffix);
    if (length > 0 && (size_t)length < sizeof made->text) return true;
    errno = ENAMETOOLONG;
    return false;
}

static bool write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = write(descriptor, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        length -= (size_t)count;
    }
    return true;
}

static bool write_body(int descriptor, const scan_body *body) {
    char bytes[PIECE_BYTES];
    const uint64_t end = scan_body_length(body);
    for (uint64_t at = 0; at < end;) {
        const size_t length = end - at < sizeof bytes ? (size_t)(end - at) : sizeof bytes;
        if (!scan_body_read(body, at, bytes, length) || !write_all(descriptor, bytes, length))
            return false;
        at += length;
    }
    return fsync(descriptor) == 0;
}

/* Under a name of its own until it is whole; the name of the attempt is nobody else's. */
static bool write_file(const path *made, const path *draft, const scan_body *body) {
    const int descriptor = open(draft->text, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) return false;
    const bool written = write_body(descriptor, body);
    if (close(descriptor) == 0 && written && rename(draft->text, made->text) == 0) return true;
    const int failure = errno;
    unlink(draft->text);
    errno = failure;
    return false;
}

bool scan_store_write(const char *folder, const scan_id *id, const scan_body *body) {
    path made, draft;
    char suffix[SCAN_ID_DIGITS + 2];
    snprintf(suffix, sizeof suffix, ".%s", body->attempt.hex);
    if (make_path(folder, id, "", &made) && make_path(folder, id, suffix, &draft) &&
        write_file(&made, &draft, body))
        return true;
    cli_complain("%s: a result could not be written: %s", folder, strerror(errno));
    return false;
}

bool scan_store_publish(scan_publisher *publisher, const char *subject, const scan_id *attempt) {
    natsMsg *message = NULL;
    if (natsMsg_Create(&message, subject, NULL, "", 0) != NATS_OK ||
        natsMsgHeader_Set(message, header_stored, attempt->hex) != NATS_OK)
        return natsMsg_Destroy(message), false;
    return scan_publish(publisher, message, attempt->hex) && scan_publish_end(publisher);
}

bool scan_store_is_meant(natsMsg *message) {
    const char *value = NULL;
    return natsMsgHeader_Get(message, header_stored, &value) == NATS_OK;
}

int scan_store_open(const char *folder, const scan_id *id) {
    path made;
    if (!make_path(folder, id, "", &made)) return -1;
    return open(made.text, O_RDONLY | O_CLOEXEC);
}
