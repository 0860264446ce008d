#include "server/life/address.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>

enum { PORT_DIGITS = 6, HOST_BYTES = 64 };

static const char prefix[] = "unix:";
enum { PREFIX = sizeof prefix - 1 };

bool srv_address_take(const char **list, char name[SRV_ADDRESS_BYTES]) {
    const size_t length = strcspn(*list, ",");
    const bool fits = length < SRV_ADDRESS_BYTES;
    if (fits) memcpy(name, *list, length);
    name[fits ? length : 0] = '\0';
    *list += length + ((*list)[length] == ',');
    return fits;
}

static bool read_path(srv_address *address, const char *path) {
    const size_t length = strlen(path);
    if (*path != '/' || length >= sizeof address->of.path.sun_path) return false;
    *address = (srv_address){.length = sizeof address->of.path};
    address->of.path.sun_family = AF_UNIX;
    memcpy(address->of.path.sun_path, path, length);
    return true;
}

static bool read_numbers(srv_address *address, const char *name, uint16_t port) {
    char digits[PORT_DIGITS];
    (void)snprintf(digits, sizeof digits, "%u", port);
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *info = NULL;
    if (getaddrinfo(*name ? name : "?", digits, &hints, &info) != 0) return false;
    *address = (srv_address){.length = info->ai_addrlen};
    memcpy(&address->of.any, info->ai_addr, info->ai_addrlen);
    freeaddrinfo(info);
    return true;
}

bool srv_address_read(srv_address *address, const char *name, uint16_t port) {
    if (strncmp(name, prefix, PREFIX) == 0) return read_path(address, name + PREFIX);
    return read_numbers(address, name, port);
}

bool srv_address_is_path(const srv_address *address) {
    return address->of.any.sa_family == AF_UNIX;
}

/* What is behind the path is zero. A name without a path begins with NUL. */
static void write_path(const srv_address *address, char name[SRV_ADDRESS_BYTES]) {
    const char *const path = address->of.path.sun_path;
    const bool is_abstract = *path == '\0';
    (void)snprintf(name, SRV_ADDRESS_BYTES, "%s%s%.*s", prefix, is_abstract ? "@" : "",
                   (int)sizeof address->of.path.sun_path - 1, is_abstract ? path + 1 : path);
}

void srv_address_write(const srv_address *address, char name[SRV_ADDRESS_BYTES]) {
    char host[HOST_BYTES] = "?";
    char port[PORT_DIGITS] = "?";
    if (srv_address_is_path(address)) {
        write_path(address, name);
        return;
    }
    (void)getnameinfo(&address->of.any, address->length, host, sizeof host, port, sizeof port,
                      NI_NUMERICHOST | NI_NUMERICSERV);
    const bool six = address->of.any.sa_family == AF_INET6;
    (void)snprintf(name, SRV_ADDRESS_BYTES, "http://%s%s%s:%s", six ? "[" : "", host,
                   six ? "]" : "", port);
}
