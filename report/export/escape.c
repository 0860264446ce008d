/* Names and messages as the forms want them: nothing that a file or its name says may end a field,
 * a line or a tag. */
#include <string.h>

#include "core/text.h"
#include "report/export/export.h"

static bool is_alphanumeric(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_in(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

/* "%0A", "\\x0a": what stands before the two digits, in the case that the form wants. */
static void put_escape(rep_buffer *buffer, const char *before, char c) {
    static const char upper[] = "0123456789ABCDEF", lower[] = "0123456789abcdef";
    const char *const digits = before[0] == '%' ? upper : lower;
    const unsigned byte = (unsigned char)c;
    rep_buffer_text(buffer, before);
    rep_buffer_append(buffer, &digits[byte >> 4], 1);
    rep_buffer_append(buffer, &digits[byte & 15], 1);
}

void exp_put_number(rep_buffer *buffer, uint64_t number) {
    char digits[24];
    nl_text text = nl_text_over(digits, sizeof digits);
    nl_put_uint(&text, number);
    rep_buffer_append(buffer, digits, text.length);
}

void exp_put_hex(rep_buffer *buffer, uint64_t number) {
    char digits[16];
    for (size_t i = sizeof digits; i > 0; i--, number >>= 4)
        digits[i - 1] = "0123456789abcdef"[number & 15];
    rep_buffer_append(buffer, digits, sizeof digits);
}

/* ---- URIs ---- */

bool exp_is_relative(const char *name) {
    return name[0] != '/';
}

void exp_put_uri(rep_buffer *buffer, const char *name) {
    if (!exp_is_relative(name)) rep_buffer_text(buffer, "file://");
    for (const char *at = rep_without_here(name); *at != '\0'; at++)
        if (is_alphanumeric(*at) || is_in(*at, "-._~/"))
            rep_buffer_append(buffer, at, 1);
        else
            put_escape(buffer, "%", *at);
}

/* ---- XML ---- */

static const char *xml_entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

/* U+FFFE and U+FFFF are no characters of XML (section 2.2); UTF-8 can say them. */
static bool is_xml(const char *at, size_t length) {
    return length != 3 || memcmp(at, "\xef\xbf", 2) != 0 || (unsigned char)at[2] < 0xbe;
}

void exp_put_xml(rep_buffer *buffer, const char *text) {
    for (const char *at = text; *at != '\0';) {
        const char *const entity = xml_entity(*at);
        const size_t length = rep_utf8_length(at);
        const bool is_control = (unsigned char)*at < 0x20 || *at == 0x7f;
        if (entity)
            rep_buffer_text(buffer, entity);
        else if (length == 0 || is_control || !is_xml(at, length))
            put_escape(buffer, "\\x", *at);
        else
            rep_buffer_append(buffer, at, length);
        at += length == 0 || !is_xml(at, length) ? 1 : length;
    }
}

/* ---- GitHub's workflow commands ----
 * Source of what is escaped: actions/toolkit, packages/core/src/command.ts. */

void exp_put_command(rep_buffer *buffer, const char *text, bool is_property) {
    rep_buffer shown = {0};
    rep_utf8_append_printable(&shown, text);
    const navlint_text safe = rep_buffer_take(&shown);
    if (!safe.text) buffer->failed = true;
    for (const char *at = safe.text; at && *at != '\0'; at++)
        if (is_in(*at, "%\r\n") || (is_property && is_in(*at, ":,")))
            put_escape(buffer, "%", *at);
        else
            rep_buffer_append(buffer, at, 1);
    navlint_text_free(safe);
}

/* ---- CSV ---- */

static void put_quoted(rep_buffer *buffer, const char *text) {
    rep_buffer_text(buffer, "\"");
    for (const char *at = text; *at != '\0'; at++)
        rep_buffer_append(buffer, *at == '"' ? "\"\"" : at, *at == '"' ? 2 : 1);
    rep_buffer_text(buffer, "\"");
}

void exp_put_csv(rep_buffer *buffer, const char *text) {
    rep_buffer shown = {0};
    if (is_in(text[0], "=+-@")) rep_buffer_text(&shown, "'");
    rep_utf8_append_printable(&shown, text);
    const navlint_text safe = rep_buffer_take(&shown);
    if (!safe.text)
        buffer->failed = true;
    else if (strpbrk(safe.text, ",\""))
        put_quoted(buffer, safe.text);
    else
        rep_buffer_text(buffer, safe.text);
    navlint_text_free(safe);
}

/* ---- Markdown ---- */

static void put_entity(rep_buffer *buffer, char c) {
    rep_buffer_text(buffer, "&#x");
    put_escape(buffer, "", c);
    rep_buffer_text(buffer, ";");
}

static void put_backslashed(rep_buffer *buffer, char c) {
    rep_buffer_text(buffer, "\\");
    rep_buffer_append(buffer, &c, 1);
}

void exp_put_markdown(rep_buffer *buffer, const char *text) {
    rep_buffer shown = {0};
    rep_utf8_append_printable(&shown, text);
    const navlint_text safe = rep_buffer_take(&shown);
    if (!safe.text) buffer->failed = true;
    for (const char *at = safe.text; at && *at != '\0'; at++) {
        if (is_in(*at, "<&@#")) /* a tag, a mention, a reference to an issue */
            put_entity(buffer, *at);
        else if (is_in(*at, "\\`*_[]>|~"))
            put_backslashed(buffer, *at);
        else
            rep_buffer_append(buffer, at, 1);
    }
    navlint_text_free(safe);
}
