#include "scan/body.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char header_attempt[] = "Navlint-Attempt";
static const char header_part[] = "Navlint-Part"; /* NUMBER COUNT OFFSET LENGTH */

uint64_t scan_body_length(const scan_body *body) {
    return body->head_length + body->tail_lengths[0] + body->tail_lengths[1];
}

/* ---- reading ---- */

static bool read_file(int descriptor, uint64_t offset, char *bytes, size_t length) {
    while (length > 0) {
        const ssize_t count = pread(descriptor, bytes, length, (off_t)offset);
        if (count <= 0) return false;
        bytes += count;
        offset += (uint64_t)count;
        length -= (size_t)count;
    }
    return true;
}

/* How much of a piece of `piece` bytes that begins at `start` lies from `offset` on. */
static size_t overlap(uint64_t start, uint64_t piece, uint64_t offset, size_t length) {
    if (offset >= start + piece) return 0;
    const uint64_t left = start + piece - offset;
    return left < length ? (size_t)left : length;
}

bool scan_body_read(const scan_body *body, uint64_t offset, char *bytes, size_t length) {
    size_t count = overlap(0, body->head_length, offset, length);
    uint64_t start = body->head_length;
    if (count > 0) memcpy(bytes, body->head + offset, count);
    for (size_t i = 0; i < 2; i++) {
        bytes += count;
        offset += count;
        length -= count;
        count = overlap(start, body->tail_lengths[i], offset, length);
        if (count > 0 && !read_file(body->tails[i], offset - start, bytes, count)) return false;
        start += body->tail_lengths[i];
    }
    return length == count;
}

/* ---- publishing ---- */

static natsMsg *make_part(const char *subject, const scan_part *part, const char *bytes,
                          size_t length) {
    char text[4 * 24];
    natsMsg *message = NULL;
    snprintf(text, sizeof text, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, part->number,
             part->count, part->offset, part->length);
    natsStatus status = natsMsg_Create(&message, subject, NULL, bytes, (int)length);
    if (status == NATS_OK) status = natsMsgHeader_Set(message, header_attempt, part->attempt.hex);
    if (status == NATS_OK) status = natsMsgHeader_Set(message, header_part, text);
    if (status == NATS_OK) return message;
    natsMsg_Destroy(message);
    return NULL;
}

static bool is_last(const scan_part *part) {
    return part->number + 1 == part->count;
}

static bool publish_part(scan_publisher *publisher, const char *subject, const scan_part *part,
                         const char *bytes, size_t length) {
    char unique[SCAN_ID_DIGITS + 24];
    if (is_last(part) && !scan_publish_end(publisher)) return false;
    snprintf(unique, sizeof unique, "%s:%" PRIu64, part->attempt.hex, part->number);
    return scan_publish(publisher, make_part(subject, part, bytes, length), unique);
}

bool scan_body_publish(scan_publisher *publisher, const char *subject, const scan_body *body) {
    const uint64_t most = publisher->broker->payload_bytes;
    scan_part part = {.attempt = body->attempt, .length = scan_body_length(body)};
    part.count = part.length > 0 ? (part.length + most - 1) / most : 1;
    char *const bytes = malloc(most);
    bool going = bytes != NULL;
    for (; going && part.number < part.count; part.number++) {
        const uint64_t left = part.length - part.offset;
        const size_t length = left < most ? (size_t)left : (size_t)most;
        going = scan_body_read(body, part.offset, bytes, length) &&
                publish_part(publisher, subject, &part, bytes, length);
        part.offset += length;
    }
    free(bytes);
    return going && scan_publish_end(publisher);
}

/* ---- headers ---- */

bool scan_part_read(natsMsg *message, scan_part *part) {
    const char *attempt = NULL, *text = NULL;
    int read = 0;
    if (natsMsgHeader_Get(message, header_attempt, &attempt) != NATS_OK ||
        natsMsgHeader_Get(message, header_part, &text) != NATS_OK)
        return false;
    const int values = sscanf(text, "%20" SCNu64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64 "%n",
                              &part->number, &part->count, &part->offset, &part->length, &read);
    const uint64_t length = (uint64_t)natsMsg_GetDataLength(message);
    return values == 4 && text[read] == '\0' && scan_id_read(attempt, &part->attempt) &&
           part->number < part->count && part->count <= part->length + 1 &&
           part->offset <= part->length && length <= part->length - part->offset;
}

scan_answer scan_body_is_there(jsCtx *js, const scan_broker *broker, const char *subject) {
    natsMsg *message = NULL;
    scan_part part;
    const scan_answer answer = scan_broker_last(js, &broker->results, subject, &message);
    const bool is_cut = answer == SCAN_YES && scan_part_read(message, &part) && !is_last(&part);
    natsMsg_Destroy(message);
    return is_cut ? SCAN_NO : answer;
}
