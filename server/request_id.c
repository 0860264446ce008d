#include "server/request_id.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "server/framing.h"

static bool is_sane(srv_text id) {
    for (size_t i = 0; i < id.length; i++) {
        const char c = id.bytes[i];
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                           (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.';
        if (!plain) return false;
    }
    return id.length > 0 && id.length < SRV_ID_BYTES;
}

void srv_choose_id(char id[SRV_ID_BYTES], const srv_head *head, uint64_t boot_id, uint32_t number) {
    const srv_header *field = srv_header_find(head, "X-Request-Id", NULL);
    if (!field || !is_sane(field->value)) {
        (void)snprintf(id, SRV_ID_BYTES, "%016" PRIx64 "-%08" PRIx32, boot_id, number);
        return;
    }
    memcpy(id, field->value.bytes, field->value.length);
    id[field->value.length] = '\0';
}

uint64_t srv_random_id(void) {
    uint64_t id = 0;
    if (getrandom(&id, sizeof id, 0) != (ssize_t)sizeof id) id = (uint64_t)time(NULL);
    return id;
}
