#include "server/receiver.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
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

static void finish(srv_receiver *receiver, srv_inflow *inflow, bool has_ended) {
    pthread_mutex_lock(&receiver->lock);
    take_off(receiver, inflow);
    pthread_mutex_unlock(&receiver->lock);
    receiver->end(inflow, has_ended);
}

static void take_turn(srv_receiver *receiver, srv_inflow *inflow) {
    const srv_aside now = receiver->turn(inflow, receiver->bytes, sizeof receiver->bytes);
    if (now != SRV_ASIDE_COMES) finish(receiver, inflow, now == SRV_ASIDE_ENDED);
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
            if (events[i].data.ptr) take_turn(receiver, events[i].data.ptr);
    }
    return NULL;
}

static void close_all(srv_receiver *receiver) {
    if (receiver->epoll_fd >= 0) (void)close(receiver->epoll_fd);
    if (receiver->wake_fd >= 0) (void)close(receiver->wake_fd);
}

bool srv_receiver_start(srv_receiver *receiver, srv_inflow_turn *turn, srv_inflow_end *end) {
    struct epoll_event wake = {.events = EPOLLIN, .data.ptr = NULL};
    receiver->first = NULL;
    receiver->turn = turn;
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
