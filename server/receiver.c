#include "server/receiver.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { EVENTS_MOST = 64 };

/* Call with the lock held. */
static void take_off(srv_receiver *receiver, srv_inflow *inflow) {
    if (inflow->previous)
        inflow->previous->next = inflow->next;
    else
        receiver->first = inflow->next;
    if (inflow->next) inflow->next->previous = inflow->previous;
    (void)epoll_ctl(receiver->epoll_fd, EPOLL_CTL_DEL, inflow->fd, NULL);
}

static void finish(srv_receiver *receiver, srv_inflow *inflow, bool is_whole) {
    pthread_mutex_lock(&receiver->lock);
    take_off(receiver, inflow);
    pthread_mutex_unlock(&receiver->lock);
    receiver->end(inflow, is_whole);
}

/* With flags, recv is the kernel's own: server/wire/recv.h passes it on. */
static void receive(srv_receiver *receiver, srv_inflow *inflow) {
    const size_t most = inflow->left < SRV_INFLOW_BYTES ? (size_t)inflow->left : SRV_INFLOW_BYTES;
    const ssize_t count = recv(inflow->fd, receiver->bytes, most, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        finish(receiver, inflow, false);
        return;
    }
    inflow->left -= (uint64_t)count;
    receiver->take(inflow, receiver->bytes, (size_t)count);
    if (inflow->left == 0) finish(receiver, inflow, true);
}

static bool is_stopped(srv_receiver *receiver) {
    pthread_mutex_lock(&receiver->lock);
    const bool stop = receiver->stop;
    pthread_mutex_unlock(&receiver->lock);
    return stop;
}

static void *run(void *context) {
    srv_receiver *const receiver = context;
    struct epoll_event events[EVENTS_MOST];
    while (!is_stopped(receiver)) {
        const int count = epoll_wait(receiver->epoll_fd, events, EVENTS_MOST, -1);
        for (int i = 0; i < count; i++)
            if (events[i].data.ptr) receive(receiver, events[i].data.ptr);
    }
    return NULL;
}

static void close_all(srv_receiver *receiver) {
    if (receiver->epoll_fd >= 0) (void)close(receiver->epoll_fd);
    if (receiver->wake_fd >= 0) (void)close(receiver->wake_fd);
}

bool srv_receiver_start(srv_receiver *receiver, srv_inflow_take *take, srv_inflow_end *end) {
    struct epoll_event wake = {.events = EPOLLIN, .data.ptr = NULL};
    receiver->first = NULL;
    receiver->take = take;
    receiver->end = end;
    receiver->stop = false;
    pthread_mutex_init(&receiver->lock, NULL);
    receiver->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    receiver->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (receiver->epoll_fd >= 0 && receiver->wake_fd >= 0 &&
        epoll_ctl(receiver->epoll_fd, EPOLL_CTL_ADD, receiver->wake_fd, &wake) == 0 &&
        pthread_create(&receiver->thread, NULL, run, receiver) == 0)
        return true;
    close_all(receiver);
    return false;
}

bool srv_receiver_add(srv_receiver *receiver, srv_inflow *inflow) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = inflow};
    pthread_mutex_lock(&receiver->lock);
    const bool is_added =
        !receiver->stop && epoll_ctl(receiver->epoll_fd, EPOLL_CTL_ADD, inflow->fd, &event) == 0;
    if (is_added) {
        inflow->previous = NULL;
        inflow->next = receiver->first;
        if (inflow->next) inflow->next->previous = inflow;
        receiver->first = inflow;
    }
    pthread_mutex_unlock(&receiver->lock);
    return is_added;
}

void srv_receiver_stop(srv_receiver *receiver) {
    pthread_mutex_lock(&receiver->lock);
    receiver->stop = true;
    pthread_mutex_unlock(&receiver->lock);
    (void)eventfd_write(receiver->wake_fd, 1);
    pthread_join(receiver->thread, NULL);
    while (receiver->first)
        finish(receiver, receiver->first, false);
    (void)close(receiver->epoll_fd);
    (void)close(receiver->wake_fd);
}
