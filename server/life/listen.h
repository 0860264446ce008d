/* The listening sockets. */
#ifndef NAVLINT_SERVER_LIFE_LISTEN_H
#define NAVLINT_SERVER_LIFE_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SRV_MOST_LISTENERS = 16, SRV_ADDRESS_BYTES = 128 };

typedef struct srv_listener {
    int fd;                          /* non-blocking; -1: closed */
    bool has_ended;                  /* takes no more connections */
    char address[SRV_ADDRESS_BYTES]; /* "http://127.0.0.1:8080" or "http://[::1]:8080" */
} srv_listener;

typedef struct srv_listeners {
    srv_listener items[SRV_MOST_LISTENERS];
    size_t count;
} srv_listeners;

typedef enum srv_listen_result {
    SRV_LISTEN_OK = 0,
    SRV_LISTEN_BAD_SETTING,
    SRV_LISTEN_FAILED /* the kernel refuses */
} srv_listen_result;

/* Listens on a numeric IPv4 or IPv6 address. port: 0 lets the kernel choose.
 * listeners: receives the socket; srv_listeners_close closes it.
 * Whatever is not SRV_LISTEN_OK has left a message on stderr and nothing open. */
srv_listen_result srv_listeners_open(srv_listeners *listeners, const char *address, uint16_t port);

void srv_listeners_close(srv_listeners *listeners);

/* Makes the kernel refuse new connections, while those that it has taken, or is shaking hands with,
 * can still be accepted. */
void srv_listener_end(srv_listener *listener);

/* Prepares a connection that was accepted from the listener. */
void srv_listener_welcome(const srv_listener *listener, int connection_fd);

void srv_listener_close(srv_listener *listener);

#endif
