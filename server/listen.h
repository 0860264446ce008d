/* The listening socket. */
#ifndef NAVLINT_SERVER_LISTEN_H
#define NAVLINT_SERVER_LISTEN_H

#include <stdbool.h>
#include <stdint.h>

enum { SRV_ADDRESS_BYTES = 80 };

/* Listens on a numeric IPv4 or IPv6 address. port: 0 lets the kernel choose.
 * Returns the socket, -1 with a message on stderr; *bad_address tells a wrong setting from a socket
 * that is not to be had. */
int srv_listen(const char *address, uint16_t port, bool *bad_address);

/* "127.0.0.1:8080" or "[::1]:8080" of a listening socket. */
void srv_listen_address(int fd, char out[SRV_ADDRESS_BYTES]);

#endif
