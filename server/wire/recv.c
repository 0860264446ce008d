#include "server/wire/recv.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>

/* More descriptors than anybody lets a process have; 8 MB of addresses, used as far as needed. */
enum { PLACES_MOST = 1 << 20 };

typedef _Atomic(srv_wire_connection *) place;

/* The caller of recv has nothing but a descriptor: hence a table for the whole process. A place is
 * written by the thread that serves the connection, and read by it alone but for the moment in
 * which a descriptor is used again. */
static place *places;
static size_t place_count;

bool srv_wire_open(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return false;
    place_count = limit.rlim_cur < PLACES_MOST ? (size_t)limit.rlim_cur : PLACES_MOST;
    places = calloc(place_count, sizeof *places);
    return places != NULL;
}

void srv_wire_close(void) {
    free(places);
    places = NULL;
    place_count = 0;
}

static place *place_of(int fd) {
    return fd >= 0 && (size_t)fd < place_count ? &places[fd] : NULL;
}

srv_wire_connection *srv_wire_watch(int fd) {
    place *const p = place_of(fd);
    srv_wire_connection *const connection = p ? calloc(1, sizeof *connection) : NULL;
    if (!connection) return NULL;
    connection->wire.aside_bytes = SRV_ASIDE_BYTES;
    connection->wire.aside_chunks_bytes = SRV_ASIDE_CHUNKS_BYTES;
    atomic_store_explicit(p, connection, memory_order_release);
    return connection;
}

void srv_wire_forget(int fd) {
    place *const p = place_of(fd);
    srv_wire_connection *const connection =
        p ? atomic_exchange_explicit(p, NULL, memory_order_acq_rel) : NULL;
    if (connection) srv_wire_clear(connection);
    free(connection);
}

static ssize_t read_socket(void *context, void *bytes, size_t room) {
    const int *const fd = context;
    return recvfrom(*fd, bytes, room, 0, NULL, NULL);
}

static ssize_t read_what_is_there(void *context, void *bytes, size_t room) {
    const int *const fd = context;
    return recvfrom(*fd, bytes, room, MSG_DONTWAIT, NULL, NULL);
}

static ssize_t peek_socket(void *context, void *bytes, size_t room) {
    const int *const fd = context;
    return recvfrom(*fd, bytes, room, MSG_PEEK | MSG_DONTWAIT, NULL, NULL);
}

srv_aside srv_wire_recv_aside(int fd, void *bytes, size_t room, size_t *given) {
    const place *const p = place_of(fd);
    srv_wire_connection *const connection =
        p ? atomic_load_explicit(p, memory_order_acquire) : NULL;
    const srv_wire_source source = {
        .read = read_what_is_there, .peek = peek_socket, .context = &fd};
    *given = 0;
    return connection ? srv_wire_receive_aside(connection, bytes, room, &source, given)
                      : SRV_ASIDE_LOST;
}

/* recv itself, under a name that does not clash with the one that <sys/socket.h> may define inline.
 * Calls with flags are our own, which look at what has come without taking it. */
__attribute__((visibility("default"))) ssize_t srv_wire_recv(int fd, void *bytes, size_t room,
                                                             int flags) __asm__("recv");

ssize_t srv_wire_recv(int fd, void *bytes, size_t room, int flags) {
    place *const p = flags == 0 ? place_of(fd) : NULL;
    srv_wire_connection *const connection =
        p ? atomic_load_explicit(p, memory_order_acquire) : NULL;
    if (!connection) return recvfrom(fd, bytes, room, flags, NULL, NULL);
    const srv_wire_source source = {.read = read_socket, .context = &fd};
    return srv_wire_receive(connection, bytes, room, &source);
}
