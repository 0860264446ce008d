/* Listening sockets that whoever started the service has opened for it, as systemd does for socket
 * units: sd_listen_fds(3) describes the protocol. libsystemd would bring five compression and
 * cryptography libraries along for it. */
#ifndef NAVLINT_SERVER_LIFE_INHERIT_H
#define NAVLINT_SERVER_LIFE_INHERIT_H

#include "server/life/listen.h"

/* Takes the sockets that LISTEN_FDS counts, if LISTEN_PID says that they are for this process, and
 * removes both from the environment.
 * listeners: receives the sockets, none if there are none.
 * Whatever is not SRV_LISTEN_OK has left a message on stderr. */
srv_listen_result srv_listeners_inherit(srv_listeners *listeners);

#endif
