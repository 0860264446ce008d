/* The listening sockets. */
#ifndef NAVLINT_SERVER_LIFE_LISTEN_H
#define NAVLINT_SERVER_LIFE_LISTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/life/address.h"

enum { SRV_MOST_LISTENERS = 16 };

typedef struct srv_listener {
    int fd; /* non-blocking; -1: closed */
    srv_address address;
    char name[SRV_ADDRESS_BYTES]; /* of the address */
    bool is_inherited;            /* others may listen on it, too */
    bool has_ended;               /* takes no more connections */
    bool ends_when_empty;         /* nothing comes any more, or it is for others */
    bool has_file;                /* of ours, at its path */
    uint64_t device;              /* of that file */
    uint64_t inode;
} srv_listener;

typedef struct srv_listeners {
    srv_listener items[SRV_MOST_LISTENERS];
    size_t count;
} srv_listeners;

typedef struct srv_binding {
    const char *flag;      /* where they come from, for messages: "--bind" */
    size_t most;           /* addresses; up to SRV_MOST_LISTENERS */
    const char *addresses; /* numeric ones of IPv4 and IPv6, and "unix:PATH", separated by commas */
    const char *unix_mode; /* of the files of Unix sockets, octal */
    uint16_t port;         /* 0 lets the kernel choose */
} srv_binding;

typedef enum srv_listen_result {
    SRV_LISTEN_OK = 0,
    SRV_LISTEN_BAD_SETTING,
    SRV_LISTEN_FAILED /* the kernel refuses */
} srv_listen_result;

/* Listens on all addresses of the binding.
 * listeners: receives the sockets; srv_listeners_close closes them.
 * Whatever is not SRV_LISTEN_OK has left a message on stderr and nothing open. */
srv_listen_result srv_listeners_open(srv_listeners *listeners, const srv_binding *binding);

void srv_listeners_close(srv_listeners *listeners);

/* Fills in the address as the kernel has it, which may have chosen the port. */
void srv_listener_look(srv_listener *listener);

/* Makes the kernel refuse new connections, while those that it has taken, or is shaking hands with,
 * can still be accepted. Does nothing to an inherited socket: what waits there is for whoever holds
 * it next. */
void srv_listener_end(srv_listener *listener);

/* Prepares a connection that was accepted from the listener. */
void srv_listener_welcome(const srv_listener *listener, int connection_fd);

void srv_listener_close(srv_listener *listener);

#endif
