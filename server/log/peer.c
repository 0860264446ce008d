#include "server/log/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void write_text(char out[SRV_PEER_BYTES], const char *host, in_port_t port) {
    const bool six = strchr(host, ':') != NULL;
    (void)snprintf(out, SRV_PEER_BYTES, "%s%s%s:%u", six ? "[" : "", host, six ? "]" : "",
                   ntohs(port));
}

void srv_peer_text(char out[SRV_PEER_BYTES], const struct sockaddr *address) {
    char host[INET6_ADDRSTRLEN] = "?";
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    switch (address ? address->sa_family : AF_UNSPEC) {
    case AF_INET:
        memcpy(&four, address, sizeof four);
        write_text(out, inet_ntop(AF_INET, &four.sin_addr, host, sizeof host), four.sin_port);
        break;
    case AF_INET6:
        memcpy(&six, address, sizeof six);
        write_text(out, inet_ntop(AF_INET6, &six.sin6_addr, host, sizeof host), six.sin6_port);
        break;
    case AF_UNIX:
        (void)strcpy(out, "unix");
        break;
    default:
        (void)strcpy(out, "?");
    }
}
