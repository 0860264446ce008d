/* What a judge might do that was taken over by a file: navlintd whose judges obey the first word of
 * the body. Nothing of it is in the program that ships. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/isolate/judge.h"

static void crash(void) {
    abort();
}

static void leave(void) {
    _exit(7);
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

typedef struct deed {
    const char *word;
    void (*doing)(void);
} deed;

static const deed deeds[] = {
    {"crash", crash},    {"leave", leave},        {"spin", spin},          {"eat", eat},
    {"open", open_file}, {"socket", open_socket}, {"fork", start_process}, {"exec", start_program},
    {"write", write_out}};

static void obey(srv_upload *upload, srv_reply *reply) {
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
        const size_t length = strlen(deeds[i].word);
        if (upload->used >= length && memcmp(upload->body.bytes, deeds[i].word, length) == 0)
            deeds[i].doing();
    }
    srv_upload_judge(upload, reply);
}

/* A text longer than any, of a type that nobody knows. */
static void lie(srv_upload *upload, srv_reply *reply) {
    static char type[] = "text/html";
    static char text[] = "";
    obey(upload, reply);
    if (upload->seen < 3 || reply->answer != SRV_OK) return;
    if (strcmp(upload->name ? upload->name : "", "lie") != 0) return;
    srv_reply_clear(reply);
    *reply = (srv_reply){.content_type = type, .text = text, .length = SIZE_MAX};
}

__attribute__((constructor)) static void take_over(void) {
    srv_judge_work = lie;
}
