#include "server/log/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static void write_six(char out[SRV_PEER_BYTES], const struct sockaddr_in6 *six) {
    char host[INET6_ADDRSTRLEN] = "?";
    (void)inet_ntop(AF_INET6, &six->sin6_addr, host, sizeof host);
    (void)snprintf(out, SRV_PEER_BYTES, "[%s]:%u", host, ntohs(six->sin6_port));
}

static char *write_number(char *at, unsigned number) {
    char digits[10];
    size_t length = 0;
    do {
        digits[length++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (length > 0)
        *at++ = digits[--length];
    return at;
}

/* Of nearly every request: inet_ntop and snprintf take ten times as long. */
static void write_four(char *at, const struct sockaddr_in *four) {
    unsigned char bytes[4];
    memcpy(bytes, &four->sin_addr, sizeof bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        at = write_number(at, bytes[i]);
        *at++ = i + 1 < sizeof bytes ? '.' : ':';
    }
    *write_number(at, ntohs(four->sin_port)) = '\0';
}

void srv_peer_text(char out[SRV_PEER_BYTES], const struct sockaddr *address) {
    struct sockaddr_in four;
    struct sockaddr_in6 six;
    switch (address ? address->sa_family : AF_UNSPEC) {
    case AF_INET:
        memcpy(&four, address, sizeof four);
        write_four(out, &four);
        break;
    case AF_INET6:
        memcpy(&six, address, sizeof six);
        write_six(out, &six);
        break;
    case AF_UNIX:
        (void)strcpy(out, "unix");
        break;
    default:
        (void)strcpy(out, "?");
    }
}
