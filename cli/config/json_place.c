#include "cli/config/json_place.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Reading stops at the end whatever the text is: it has been looked at, but not here. */
typedef struct cursor {
    const char *at;
    const char *end;
} cursor;

static char peek(const cursor *c) {
    return c->at < c->end ? *c->at : '\0';
}

static void skip_blanks(cursor *c) {
    while (c->at < c->end && strchr(" \t\r\n", *c->at))
        c->at++;
}

/* Moves past the string that begins here. */
static void skip_string(cursor *c) {
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        if (*c->at == '\\' && c->at + 1 < c->end) c->at++;
    if (c->at < c->end) c->at++;
}

/* Moves past the value that begins here. */
static void skip_value(cursor *c) {
    size_t depth = 0;
    while (c->at < c->end) {
        const char byte = *c->at;
        if (depth == 0 && strchr(",]} \t\r\n", byte)) return;
        if (byte == '"') {
            skip_string(c);
        } else {
            if (byte == '[' || byte == '{') depth++;
            if (byte == ']' || byte == '}') depth--;
            c->at++;
        }
        if (depth == 0 && strchr("\"]}", byte)) return;
    }
}

/* ---- steps ---- */

/* "a~1b" -> "a/b"; of `length` bytes. heap. */
static char *unescaped(const char *step, size_t length) {
    char *const text = malloc(length + 1);
    size_t used = 0;
    for (size_t i = 0; text && i < length; i++) {
        const bool is_escape = step[i] == '~' && i + 1 < length;
        text[used++] = (char)(!is_escape ? step[i] : step[i + 1] == '1' ? '/' : '~');
        i += is_escape;
    }
    if (text) text[used] = '\0';
    return text;
}

/* Says whether the string between the two, quotes included, is `key`. */
static bool is_key(const char *begin, const char *end, const char *key) {
    json_t *const string = json_loadb(begin, (size_t)(end - begin), JSON_DECODE_ANY, NULL);
    const bool is_same = string && strcmp(json_string_value(string), key) == 0;
    json_decref(string);
    return is_same;
}

static bool enter_member(cursor *c, const char *key) {
    for (c->at++; skip_blanks(c), peek(c) == '"';) {
        const char *const begin = c->at;
        skip_string(c);
        const bool is_it = is_key(begin, c->at, key);
        skip_blanks(c);
        if (peek(c) == ':') c->at++;
        skip_blanks(c);
        if (is_it) return true;
        skip_value(c);
        skip_blanks(c);
        if (peek(c) == ',') c->at++;
    }
    return false;
}

static bool enter_element(cursor *c, const char *step) {
    c->at++;
    for (unsigned long index = strtoul(step, NULL, 10); index > 0; index--) {
        skip_blanks(c);
        skip_value(c);
        skip_blanks(c);
        if (peek(c) != ',') return false;
        c->at++;
    }
    skip_blanks(c);
    return peek(c) != ']';
}

static bool enter(cursor *c, const char *step) {
    if (peek(c) == '{') return enter_member(c, step);
    return peek(c) == '[' && enter_element(c, step);
}

static cli_json_place place_of(const char *text, const char *at) {
    cli_json_place place = {1, 1};
    for (; text < at; text++) {
        if (*text == '\n')
            place = (cli_json_place){place.line + 1, 1};
        else if (((unsigned char)*text & 0xc0) != 0x80) /* begins a character */
            place.column++;
    }
    return place;
}

cli_json_place cli_json_find(const char *text, size_t length, const char *pointer) {
    cursor c = {text, text + length};
    skip_blanks(&c);
    while (*pointer == '/') {
        const size_t step_length = strcspn(pointer + 1, "/");
        char *const step = unescaped(pointer + 1, step_length);
        const bool found = step && enter(&c, step);
        free(step);
        if (!found) return (cli_json_place){0};
        pointer += 1 + step_length;
    }
    return place_of(text, c.at);
}

void cli_json_step(char *pointer, size_t capacity, const char *step) {
    size_t used = strlen(pointer), needed = 1;
    for (const char *at = step; *at != '\0'; at++)
        needed += *at == '~' || *at == '/' ? 2 : 1;
    if (used + needed >= capacity) return;
    pointer[used++] = '/';
    for (const char *at = step; *at != '\0'; at++) {
        const bool is_escaped = *at == '~' || *at == '/';
        if (is_escaped) pointer[used++] = '~';
        pointer[used++] = (char)(!is_escaped ? *at : *at == '/' ? '1' : '0');
    }
    pointer[used] = '\0';
}
