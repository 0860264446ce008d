#include "server/log/line.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>

/* Kept free for what ends a line: `,"cut":true}}` and the line end. */
enum { END_BYTES = 16 };

typedef struct pen {
    char *at;
    const char *end;
    srv_line_form form;
    bool is_full; /* something did not fit: what is written from here on is taken back */
    bool is_cut;  /* something has been taken back */
} pen;

srv_field srv_field_text(const char *name, const char *text) {
    return (srv_field){.name = name, .kind = SRV_FIELD_TEXT, .text = text};
}

srv_field srv_field_number(const char *name, uint64_t number) {
    return (srv_field){.name = name, .kind = SRV_FIELD_NUMBER, .number = number};
}

srv_field srv_field_time(const char *name, uint64_t unix_ms) {
    return (srv_field){.name = name, .kind = SRV_FIELD_TIME, .number = unix_ms};
}

srv_field srv_field_span(const char *name, uint64_t us) {
    return (srv_field){.name = name, .kind = SRV_FIELD_SPAN, .number = us};
}

srv_field srv_field_group(const char *name, const srv_field *fields) {
    return (srv_field){.name = name, .kind = SRV_FIELD_GROUP, .group = fields};
}

/* ---- bytes ---- */

static void put_bytes(pen *p, const void *bytes, size_t length) {
    if (p->is_full || length > (size_t)(p->end - p->at)) {
        p->is_full = true;
        return;
    }
    memcpy(p->at, bytes, length);
    p->at += length;
}

static void put(pen *p, const char *text) {
    put_bytes(p, text, strlen(text));
}

/* Decimal digits, with zeros in front up to `width`. */
static void put_digits(pen *p, uint64_t number, size_t width) {
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 || sizeof digits - at < width);
    put_bytes(p, digits + at, sizeof digits - at);
}

/* ---- text ---- */

static bool is_tail(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

/* The bytes of the character that starts here, of RFC 3629 section 4; 0: none does. A NUL ends the
 * text and is no tail. */
static size_t utf8_length(const unsigned char *at) {
    const unsigned char lead = at[0];
    if (lead < 0x80) return 1;
    if (lead < 0xC2 || lead > 0xF4 || !is_tail(at[1])) return 0;
    if (lead < 0xE0) return 2;
    if ((lead == 0xE0 && at[1] < 0xA0) || (lead == 0xED && at[1] > 0x9F) || !is_tail(at[2]))
        return 0;
    if (lead < 0xF0) return 3;
    if ((lead == 0xF0 && at[1] < 0x90) || (lead == 0xF4 && at[1] > 0x8F) || !is_tail(at[3]))
        return 0;
    return 4;
}

static void put_escape(pen *p, unsigned char byte) {
    static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* what is escaped, by what */
    static const char hex[] = "0123456789ABCDEF";
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if ((unsigned char)letters[i] != byte) continue;
        put_bytes(p, (const char[]){'\\', letters[i + 1]}, 2);
        return;
    }
    put_bytes(p, (const char[]){'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]}, 6);
}

/* Characters that stand for themselves. */
static size_t plain_length(const unsigned char *at) {
    size_t length = 0;
    while (at[length] >= 0x20 && at[length] < 0x80 && at[length] != '"' && at[length] != '\\')
        length++;
    return length;
}

static void put_quoted(pen *p, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    put(p, "\"");
    while (!p->is_full && *at) {
        const size_t plain = plain_length(at);
        put_bytes(p, at, plain);
        at += plain;
        const size_t length = *at ? utf8_length(at) : 0;
        if (length > 1)
            put_bytes(p, at, length);
        else if (length == 1)
            put_escape(p, *at);
        else if (*at)
            put(p, "\xEF\xBF\xBD");
        at += length > 0 || !*at ? length : 1;
    }
    put(p, "\"");
}

static bool needs_quotes(const char *text) {
    const char *at = text;
    while (*at > ' ' && *at < 0x7F && *at != '"' && *at != '\\' && *at != '=')
        at++;
    return at == text || *at != '\0';
}

static void put_text(pen *p, const char *text) {
    const bool is_json = p->form == SRV_LINE_JSON;
    if (!text)
        put(p, is_json ? "null" : "-");
    else if (is_json || needs_quotes(text) || strcmp(text, "-") == 0)
        put_quoted(p, text);
    else
        put(p, text);
}

/* ---- times ---- */

/* RFC 3339. */
static void put_time(pen *p, uint64_t unix_ms) {
    const time_t seconds = (time_t)(unix_ms / 1000);
    struct tm utc;
    if (!gmtime_r(&seconds, &utc)) return put_text(p, NULL);
    const struct {
        int number;
        size_t width;
        char end;
    } parts[] = {{utc.tm_year + 1900, 4, '-'},   {utc.tm_mon + 1, 2, '-'}, {utc.tm_mday, 2, 'T'},
                 {utc.tm_hour, 2, ':'},          {utc.tm_min, 2, ':'},     {utc.tm_sec, 2, '.'},
                 {(int)(unix_ms % 1000), 3, 'Z'}};
    if (p->form == SRV_LINE_JSON) put(p, "\"");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        put_digits(p, (uint64_t)parts[i].number, parts[i].width);
        put_bytes(p, &parts[i].end, 1);
    }
    if (p->form == SRV_LINE_JSON) put(p, "\"");
}

static void put_span(pen *p, uint64_t us) {
    put_digits(p, us / 1000, 1);
    put(p, ".");
    put_digits(p, us % 1000, 3);
}

/* ---- fields ---- */

static void put_value(pen *p, const srv_field *field) {
    switch (field->kind) {
    case SRV_FIELD_TEXT:
        put_text(p, field->text);
        break;
    case SRV_FIELD_NUMBER:
        put_digits(p, field->number, 1);
        break;
    case SRV_FIELD_TIME:
        put_time(p, field->number);
        break;
    case SRV_FIELD_SPAN:
        put_span(p, field->number);
        break;
    case SRV_FIELD_GROUP:
    case SRV_FIELD_END:
        break;
    }
}

static void put_name(pen *p, const char *group, const char *name, bool is_first) {
    const bool is_json = p->form == SRV_LINE_JSON;
    if (!is_first) put(p, is_json ? "," : " ");
    if (is_json) put(p, "\"");
    if (!is_json && group) put(p, group);
    if (!is_json && group) put(p, ".");
    put(p, name);
    put(p, is_json ? "\":" : "=");
}

/* Takes back what has been written since `mark` if the last of it did not fit. */
static bool settle(pen *p, char *mark) {
    const bool fits = !p->is_full;
    if (!fits) p->at = mark;
    if (!fits) p->is_cut = true;
    p->is_full = false;
    return fits;
}

/* group: the name of what the field is in; NULL: the line itself. count: of the fields before it.
 * Returns the count with it. */
static size_t put_field(pen *p, const char *group, const srv_field *field, size_t count) {
    char *const mark = p->at;
    put_name(p, group, field->name, count == 0);
    put_value(p, field);
    return count + settle(p, mark);
}

static size_t put_fields(pen *p, const char *group, const srv_field *fields, size_t count) {
    for (const srv_field *field = fields; field->kind != SRV_FIELD_END; field++)
        count = put_field(p, group, field, count);
    return count;
}

static size_t put_group(pen *p, const srv_field *field, size_t count) {
    char *const mark = p->at;
    if (p->form == SRV_LINE_TEXT) return put_fields(p, field->name, field->group, count);
    put_name(p, NULL, field->name, count == 0);
    put(p, "{");
    if (!settle(p, mark)) return count;
    (void)put_fields(p, NULL, field->group, 0);
    p->end++;
    put(p, "}");
    return count + 1;
}

size_t srv_line_write(char *out, size_t capacity, srv_line_form form, const srv_field *fields) {
    const bool is_json = form == SRV_LINE_JSON;
    pen p = {.at = out, .end = out + capacity - END_BYTES, .form = form};
    size_t count = 0;
    if (is_json) put(&p, "{");
    for (const srv_field *field = fields; field->kind != SRV_FIELD_END; field++)
        count = field->kind == SRV_FIELD_GROUP ? put_group(&p, field, count)
                                               : put_field(&p, NULL, field, count);
    p.end = out + capacity;
    if (p.is_cut && count > 0) put(&p, is_json ? "," : " ");
    if (p.is_cut) put(&p, is_json ? "\"cut\":true" : "cut=true");
    put(&p, is_json ? "}\n" : "\n");
    return (size_t)(p.at - out);
}
