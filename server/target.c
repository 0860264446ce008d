#include "server/target.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

static const char *const param_names[SRV_PARAM_COUNT] = {
#define SRV_PARAMETER(id, name, meaning) name,
#include "server/query.def"
#undef SRV_PARAMETER
};

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/* Takes one character off *in, undoing percent escapes. Returns -1 for a bad escape. */
static int next_character(const char **in, bool plus_is_space) {
    const char *text = *in;
    *in = text + 1;
    if (*text == '+' && plus_is_space) return ' ';
    if (*text != '%') return (unsigned char)*text;
    const int high = hex_digit(text[1]);
    const int low = high < 0 ? -1 : hex_digit(text[2]);
    *in = text + (low < 0 ? 1 : 3);
    return low < 0 ? -1 : high * 16 + low;
}

/* Decodes in place: text only gets shorter. Control characters are refused, NUL among them, so that
 * the result is a C string whatever came. */
static bool decode(char *text, bool plus_is_space) {
    const char *in = text;
    char *out = text;
    while (*in != '\0') {
        const int c = next_character(&in, plus_is_space);
        if (c < 0x20 || c == 0x7F) return false;
        *out++ = (char)c;
    }
    *out = '\0';
    return true;
}

/* Drops "http://authority" of a target in absolute form. */
static char *skip_authority(char *text) {
    if (strncasecmp(text, "http://", 7) != 0) return text;
    char *path = text + 7 + strcspn(text + 7, "/?");
    return *path == '/' ? path : NULL;
}

/* Blanks and control characters have to come as percent escapes. */
static bool is_raw_text(const char *text) {
    while ((unsigned char)*text > 0x20 && *text != 0x7F)
        text++;
    return *text == '\0';
}

srv_answer srv_target_split(srv_target *target, const char *raw) {
    const size_t length = strlen(raw);
    if (length > SRV_TARGET_MAX) return SRV_TARGET_TOO_LONG;
    if (!is_raw_text(raw)) return SRV_TARGET_MALFORMED;
    memcpy(target->store, raw, length + 1);
    memset(target->params, 0, sizeof target->params);
    target->query = strchr(target->store, '?');
    if (target->query) *target->query++ = '\0';
    target->path = skip_authority(target->store);
    if (!target->path || !decode(target->path, false)) return SRV_TARGET_MALFORMED;
    return SRV_OK;
}

int srv_param_of(srv_text name) {
    for (int i = 0; i < SRV_PARAM_COUNT; i++)
        if (strlen(param_names[i]) == name.length &&
            memcmp(param_names[i], name.bytes, name.length) == 0)
            return i;
    return -1;
}

static int param_of(const char *key, unsigned allowed) {
    const int param = srv_param_of((srv_text){key, strlen(key)});
    return param >= 0 && (allowed & (1u << param)) ? param : -1;
}

/* Reads one key=value; `pair` is cut and decoded in place. */
static void read_pair(srv_target *target, char *pair, unsigned allowed, srv_problem *problem) {
    char *value = strchr(pair, '=');
    if (value) *value++ = '\0';
    if (!decode(pair, true) || (value && !decode(value, true))) {
        *problem = srv_problem_make(SRV_TARGET_MALFORMED, NULL, 0);
        return;
    }
    const int param = param_of(pair, allowed);
    if (param < 0)
        *problem = srv_problem_make(SRV_PARAMETER_UNKNOWN, pair, strlen(pair));
    else if (target->params[param])
        *problem = srv_problem_make(SRV_PARAMETER_TWICE, pair, strlen(pair));
    else
        target->params[param] = value ? value : "";
}

void srv_target_query(srv_target *target, unsigned allowed, srv_problem *problem) {
    char *rest = target->query;
    while (rest && *rest != '\0' && problem->answer == SRV_OK) {
        char *pair = rest;
        rest = strchr(pair, '&');
        if (rest) *rest++ = '\0';
        if (*pair != '\0') read_pair(target, pair, allowed, problem);
    }
}
