#include "server/docs/front.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/digest.h"

/* The page has some 400 KiB. */
enum { PAGE_MOST_BYTES = 16 << 20 };

static bool fail(char *why, const char *what) {
    (void)snprintf(why, SRV_FRONT_WHY_BYTES, "%s", what);
    return false;
}

/* What a value of a header may hold: no line end above all. */
static bool is_printable(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] < 0x20 || text[i] > 0x7e) return false;
    return true;
}

bool srv_front_policy(const char *html, char *policy) {
    static const char start[] = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    static const char strict[] = "default-src 'none'";
    const char *own = strstr(html, start);
    if (!own) return false;
    own += sizeof start - 1;
    const size_t length = strcspn(own, "\"");
    if (length >= SRV_POLICY_BYTES || !is_printable(own, length)) return false;
    if (strncmp(own, strict, sizeof strict - 1) != 0) return false;
    const int written =
        snprintf(policy, SRV_POLICY_BYTES, "%.*s; frame-ancestors 'none'", (int)length, own);
    return written < SRV_POLICY_BYTES;
}

/* Takes the file in, with a NUL behind it. The caller frees it; NULL with `why` for a failure. */
static char *read_file(int fd, size_t *length, char *why) {
    struct stat about;
    if (fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > PAGE_MOST_BYTES) {
        (void)fail(why, "is no regular file of up to 16 MiB");
        return NULL;
    }
    const size_t size = (size_t)about.st_size;
    char *text = calloc(1, size + 1);
    const ssize_t got = text ? read(fd, text, size) : -1;
    if (got == about.st_size && strlen(text) == size) {
        *length = size;
        return text;
    }
    (void)fail(why, got < 0 ? strerror(errno) : "is no page: it holds a NUL, or changes");
    free(text);
    return NULL;
}

static bool make(srv_front *front, const char *text, size_t length, char *why) {
    if (!srv_front_policy(text, front->policy))
        return fail(why, "is no page of navlint: it has no strict Content-Security-Policy");
    return srv_page_make(&front->page, (srv_text){text, length}) || fail(why, "no memory");
}

static bool load(srv_front *front, const char *path, char *why) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0) return fail(why, strerror(errno));
    size_t length = 0;
    char *text = read_file(fd, &length, why);
    (void)close(fd);
    const bool is_made = text && make(front, text, length, why);
    free(text);
    return is_made;
}

/* Where an installation has the page, whatever its prefix. */
static bool find_installed(char path[PATH_MAX]) {
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return false;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    const int written = snprintf(path, PATH_MAX, "%s/../share/navlint/navlint.html", program);
    return written < PATH_MAX && access(path, F_OK) == 0;
}

bool srv_front_open(srv_front *front, const char *setting, char *why) {
    char installed[PATH_MAX];
    *front = (srv_front){.policy = ""};
    if (strcmp(setting, "none") == 0) return true;
    if (!srv_digest_start()) return fail(why, "no memory");
    if (strcmp(setting, "auto") != 0) return load(front, setting, why);
    return !find_installed(installed) || load(front, installed, why);
}

void srv_front_close(srv_front *front) {
    srv_page_clear(&front->page);
}

void srv_front_answer(const srv_front *front, const srv_head *head, srv_reply *reply) {
    if (!front->page.text) {
        const srv_problem problem = srv_problem_make(SRV_NO_PAGE, NULL, 0);
        srv_reply_problem(reply, &problem, NULL);
        return;
    }
    *reply = (srv_reply){.answer = SRV_OK,
                         .content_type = "text/html; charset=utf-8",
                         .cache_control = "no-cache", /* another release, another page */
                         .policy = front->policy};
    srv_page_lend(&front->page, head, reply);
}
