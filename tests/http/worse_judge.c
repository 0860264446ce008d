/* What a judge might do that was taken over by a file: navlintd whose judges obey the first word of
 * the body. Nothing of it is in the program that ships. */
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/isolate/judge.h"

static void crash(void) {
    abort();
}

static void leave(void) {
    _exit(7);
}

/* As if it could not even begin. */
static void quit(void) {
    _exit(SRV_JUDGE_UNABLE);
}

static void spin(void) {
    for (volatile unsigned i = 0;; i++) {
    }
}

/* Until there is no more, and then as if there were. */
static void eat(void) {
    const size_t bytes = (size_t)16 << 20;
    for (;;) {
        char *const block = malloc(bytes);
        memset(block, 1, bytes);
    }
}

static void open_file(void) {
    (void)open("/etc/passwd", O_RDONLY);
}

static void open_socket(void) {
    (void)socket(AF_INET, SOCK_STREAM, 0);
}

static void start_process(void) {
    (void)fork();
}

static void start_program(void) {
    (void)execl("/bin/true", "true", (char *)NULL);
}

static void write_out(void) {
    if (write(STDERR_FILENO, "x", 1) < 0) abort();
}

/* ---- with the memory that it shares with the service ---- */

static srv_slot *slot;

static void overwrite(void) {
    memset(slot, 0xFF, offsetof(srv_slot, data));
    srv_slot_pass(slot, SRV_TURN_COUNT, false);
    spin();
}

/* As if the zygote had seen its end. */
static void play_dead(void) {
    srv_slot_pass(slot, SRV_TURN_ENDED, false);
    spin();
}

/* As if it had not taken the order. */
static void feign(void) {
    atomic_store(&slot->turn, SRV_TURN_CALLED);
    spin();
}

/* More than there is, again and again. */
static void beg(void) {
    const srv_patience patience = {.waits_for_end_of = 1u << SRV_TURN_ASKS};
    for (;;) {
        slot->asked_bytes = UINT64_MAX;
        slot->asked_share = UINT32_MAX;
        srv_slot_pass(slot, SRV_TURN_ASKS, false);
        (void)srv_slot_wait(slot, &patience);
    }
}

/* Nothing worse than slow. */
static void dawdle(void) {
    const uint64_t until_ms = srv_now_ms() + 30;
    while (srv_now_ms() < until_ms) {
    }
}

/* Those who believe this do not wake the service, which sleeps by then. */
static void hush(void) {
    dawdle();
    atomic_store(&slot->service_sleeps, 0);
    abort();
}

typedef struct deed {
    const char *word;
    void (*doing)(void);
} deed;

static const deed deeds[] = {{"crash", crash},
                             {"leave", leave},
                             {"quit", quit},
                             {"spin", spin},
                             {"eat", eat},
                             {"open", open_file},
                             {"socket", open_socket},
                             {"fork", start_process},
                             {"exec", start_program},
                             {"write", write_out},
                             {"overwrite", overwrite},
                             {"play dead", play_dead},
                             {"hush", hush},
                             {"beg", beg},
                             {"feign", feign},
                             {"dawdle", dawdle}};

static void obey(srv_upload *upload, srv_reply *reply) {
    slot = (srv_slot *)(void *)((char *)upload - offsetof(srv_slot, order.upload));
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        const size_t length = strlen(deeds[i].word);
        if (upload->used >= length && memcmp(upload->body.bytes, deeds[i].word, length) == 0)
            deeds[i].doing();
    }
    srv_upload_judge(upload, reply);
}

typedef struct lie {
    const char *name;
    srv_reply reply;
} lie;

static char no_text[] = "";
static char much_text[64 << 20];

static const lie lies[] = {
    {"longer than any", {.content_type = "application/json", .text = no_text, .length = SIZE_MAX}},
    {"longer than granted",
     {.content_type = "application/json", .text = much_text, .length = sizeof much_text}},
    {"of a type that nobody knows", {.content_type = "text/html", .text = no_text}},
    {"a status that nobody knows",
     {.answer = SRV_ANSWER_COUNT, .content_type = "application/json", .text = no_text}}};

/* What the upload's name says. */
static void lie_or_obey(srv_upload *upload, srv_reply *reply) {
    obey(upload, reply);
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        if (!upload->name || strcmp(upload->name, lies[i].name) != 0) continue;
        srv_reply_clear(reply);
        *reply = lies[i].reply;
    }
}

__attribute__((constructor)) static void take_over(void) {
    srv_judge_work = lie_or_obey;
}
