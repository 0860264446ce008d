/* Bodies that are received beside libmicrohttpd. */
#include "server/receiver.h"

#include <errno.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { MIB = 1 << 20 };

typedef struct body {
    srv_inflow inflow;
    int sender;
    uint64_t length;
    uint64_t taken;
    uint64_t sum; /* of its bytes */
    size_t most;  /* bytes that a turn may take */
    bool has_ended;
    sem_t ended;
} body;

static srv_aside turn(srv_inflow *inflow, void *bytes, size_t room) {
    body *const b = (body *)(void *)((char *)inflow - offsetof(body, inflow));
    const unsigned char *const at = bytes;
    const uint64_t left = b->length - b->taken;
    const ssize_t got = recv(inflow->fd, bytes, left < room ? (size_t)left : room, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return SRV_ASIDE_COMES;
    if (got <= 0) return SRV_ASIDE_LOST;
    b->taken += (uint64_t)got;
    if (room > b->most) b->most = room;
    for (ssize_t i = 0; i < got; i++)
        b->sum += at[i];
    return b->taken < b->length ? SRV_ASIDE_COMES : SRV_ASIDE_ENDED;
}

static void end(srv_inflow *inflow, bool has_ended) {
    body *const b = (body *)(void *)((char *)inflow - offsetof(body, inflow));
    b->has_ended = has_ended;
    sem_post(&b->ended);
}

static srv_receiver receiver;

static void open_body(body *b, uint64_t length) {
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    memset(b, 0, sizeof *b);
    b->inflow.fd = ends[0];
    b->length = length;
    b->sender = ends[1];
    sem_init(&b->ended, 0, 0);
}

static void close_body(body *b) {
    close(b->inflow.fd);
    if (b->sender >= 0) close(b->sender);
    sem_destroy(&b->ended);
}

static void send_all(const body *b, size_t length) {
    static char ones[MIB];
    memset(ones, 1, sizeof ones);
    while (length > 0) {
        const ssize_t sent = send(b->sender, ones, length < MIB ? length : MIB, 0);
        assert_true(sent > 0);
        length -= (size_t)sent;
    }
}

static void test_whole_bodies(void **state) {
    (void)state;
    enum { COUNT = 8 };
    static body bodies[COUNT];
    assert_true(srv_receiver_start(&receiver, turn, end));
    for (size_t i = 0; i < COUNT; i++) {
        open_body(&bodies[i], 3 * MIB + i);
        assert_true(srv_receiver_add(&receiver, &bodies[i].inflow));
    }
    for (size_t i = 0; i < COUNT; i++)
        send_all(&bodies[i], 3 * MIB + i);
    for (size_t i = 0; i < COUNT; i++) {
        sem_wait(&bodies[i].ended);
        assert_true(bodies[i].has_ended);
        assert_int_equal(bodies[i].taken, 3 * MIB + i);
        assert_int_equal(bodies[i].sum, 3 * MIB + i);
        assert_int_equal(bodies[i].most, SRV_INFLOW_BYTES);
        close_body(&bodies[i]);
    }
    srv_receiver_stop(&receiver);
}

static void test_senders_that_leave(void **state) {
    (void)state;
    static body left;
    static body cut;
    assert_true(srv_receiver_start(&receiver, turn, end));
    open_body(&left, 1000);
    open_body(&cut, 1000);
    send_all(&left, 999);
    assert_true(srv_receiver_add(&receiver, &left.inflow));
    assert_true(srv_receiver_add(&receiver, &cut.inflow));
    close(left.sender);
    left.sender = -1;
    assert_int_equal(shutdown(cut.inflow.fd, SHUT_RDWR), 0); /* as the watchdog does */
    sem_wait(&left.ended);
    sem_wait(&cut.ended);
    assert_false(left.has_ended);
    assert_int_equal(left.taken, 999);
    assert_false(cut.has_ended);
    close_body(&left);
    close_body(&cut);
    srv_receiver_stop(&receiver);
}

static void test_a_stop_ends_them_all(void **state) {
    (void)state;
    static body bodies[3];
    static body late;
    assert_true(srv_receiver_start(&receiver, turn, end));
    for (size_t i = 0; i < 3; i++) {
        open_body(&bodies[i], 10);
        assert_true(srv_receiver_add(&receiver, &bodies[i].inflow));
    }
    srv_receiver_stop(&receiver);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(sem_trywait(&bodies[i].ended), 0);
        assert_false(bodies[i].has_ended);
        close_body(&bodies[i]);
    }
    open_body(&late, 10);
    assert_false(srv_receiver_add(&receiver, &late.inflow));
    close_body(&late);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_bodies),
        cmocka_unit_test(test_senders_that_leave),
        cmocka_unit_test(test_a_stop_ends_them_all),
    };
    return cmocka_run_group_tests_name("receiver_units", tests, NULL, NULL);
}
