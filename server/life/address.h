/* Addresses to listen on, as people write them and as the kernel has them. */
#ifndef NAVLINT_SERVER_LIFE_ADDRESS_H
#define NAVLINT_SERVER_LIFE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { SRV_ADDRESS_BYTES = 128 };

typedef struct srv_address {
    socklen_t length;
    union {
        struct sockaddr any;
        struct sockaddr_un path;
        struct sockaddr_storage room;
    } of;
} srv_address;

/* Copies what stands before the next comma of a list, and goes behind the comma. Returns false if
 * it does not fit. */
bool srv_address_take(const char **list, char name[SRV_ADDRESS_BYTES]);

/* Reads a numeric IPv4 or IPv6 address, or "unix:" and an absolute path. port: not of the latter.
 * Returns false if it is none. */
bool srv_address_read(srv_address *address, const char *name, uint16_t port);

bool srv_address_is_path(const srv_address *address);

/* "http://127.0.0.1:8080", "http://[::1]:8080", "unix:/run/navlintd.sock", "unix:@abstract" */
void srv_address_write(const srv_address *address, char name[SRV_ADDRESS_BYTES]);

#endif
