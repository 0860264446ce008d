/* The other end of a connection, as text. */
#ifndef NAVLINT_SERVER_LOG_PEER_H
#define NAVLINT_SERVER_LOG_PEER_H

#include <sys/socket.h>

enum { SRV_PEER_BYTES = 64 };

/* "192.0.2.1:1234", "[2001:db8::1]:1234", "unix", and "?" for what is none of these or NULL.
 * The address is as long as its family says. */
void srv_peer_text(char out[SRV_PEER_BYTES], const struct sockaddr *address);

#endif
