/* Tells whoever started the service how it is, as sd_notify(3) describes: systemd for units of
 * Type=notify. Nothing happens where NOTIFY_SOCKET is not set. */
#ifndef NAVLINT_SERVER_LIFE_NOTIFY_H
#define NAVLINT_SERVER_LIFE_NOTIFY_H

/* Reads NOTIFY_SOCKET, and removes it from the environment. */
void srv_notify_open(void);

void srv_notify_ready(void);
void srv_notify_reloading(void);
void srv_notify_stopping(void);

#endif
