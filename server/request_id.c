#include "server/request_id.h"

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

/* Hexadecimal digits, zeros in front. Returns the place behind them. */
static char *write_hex(char *at, uint64_t number, size_t digit_count) {
    for (size_t i = digit_count; i > 0; i--, number >>= 4)
        at[i - 1] = "0123456789abcdef"[number & 15];
    return at + digit_count;
}

static void make_id(char id[SRV_ID_BYTES], uint64_t boot_id, uint32_t number) {
    char *at = write_hex(id, boot_id, 16);
    *at++ = '-';
    *write_hex(at, number, 8) = '\0';
}

void srv_choose_id(char id[SRV_ID_BYTES], const srv_head *head, uint64_t boot_id, uint32_t number) {
    const srv_header *field = srv_header_find(head, "X-Request-Id", NULL);
    if (!field || !is_sane(field->value)) {
        make_id(id, boot_id, number);
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
