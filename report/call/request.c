#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/checked.h"
#include "core/limits.h"
#include "report/call/call.h"

static const rep_spot nowhere = {NULL, SIZE_MAX, NULL};

/* A reader of the value of one key. */
typedef struct key {
    const char *name;
    bool (*read)(rep_call *call, const char *name, const json_t *value);
} key;

/* ---- Refusals ---- */

/* Steps of a pointer (RFC 6901), as far as there is room. */
static void put_step(char *path, size_t capacity, const char *step) {
    size_t at = strlen(path);
    if (at + 1 < capacity) path[at++] = '/';
    for (; *step != '\0' && at + 2 < capacity; step++) {
        const bool is_special = *step == '~' || *step == '/';
        if (is_special) path[at++] = '~';
        path[at++] = *step == '~' ? '0' : *step == '/' ? '1' : *step;
    }
    path[at] = '\0';
}

bool rep_call_refuse(rep_call *call, const char *code, rep_spot spot, const char *message) {
    rep_refusal *const refusal = &call->refusal;
    char index[24];
    refusal->code = code;
    (void)snprintf(refusal->message, sizeof refusal->message, "%s", message);
    if (spot.key) put_step(refusal->path, sizeof refusal->path, spot.key);
    (void)snprintf(index, sizeof index, "%zu", spot.index);
    if (spot.index != SIZE_MAX) put_step(refusal->path, sizeof refusal->path, index);
    if (spot.member) put_step(refusal->path, sizeof refusal->path, spot.member);
    return false;
}

static bool run_out(rep_call *call) {
    call->is_out_of_memory = true;
    return false;
}

/* "'nav_magic' is no rule" */
static bool refuse_word(rep_call *call, const char *code, rep_spot spot, const char *word,
                        const char *what) {
    char message[sizeof call->refusal.message];
    (void)snprintf(message, sizeof message, "'%.60s' is no %s", word, what);
    return rep_call_refuse(call, code, spot, message);
}

static rep_spot at_key(const char *name) {
    return (rep_spot){name, SIZE_MAX, NULL};
}

static bool expect(rep_call *call, bool is_right, rep_spot spot, const char *what) {
    char message[sizeof call->refusal.message];
    if (is_right) return true;
    (void)snprintf(message, sizeof message, "%s is expected", what);
    return rep_call_refuse(call, "type", spot, message);
}

static void *room_for(rep_call *call, size_t count, size_t bytes) {
    void *const room = calloc(count ? count : 1, bytes);
    if (!room) (void)run_out(call);
    return room;
}

/* ---- Words ---- */

/* The position of the word among `count` of them; refuses others. */
static bool read_choice(rep_call *call, rep_spot spot, const json_t *value,
                        const char *const *words, size_t count, unsigned *position) {
    const char *const word = json_string_value(value);
    if (!expect(call, word, spot, "a string")) return false;
    rep_nearest nearest = {.word = word};
    for (size_t i = 0; i < count; i++) {
        *position = (unsigned)i;
        if (strcmp(words[i], word) == 0) return true;
        rep_nearest_try(&nearest, words[i]);
    }
    call->refusal.nearest = nearest.best;
    return refuse_word(call, "value", spot, word, "word for this");
}

static const char *const severities[] = {"error", "warning", "info", "off"}; /* as in the enum */

static bool read_min_severity(rep_call *call, const char *name, const json_t *value) {
    unsigned position = 0;
    if (!read_choice(call, at_key(name), value, severities, 3, &position)) return false;
    call->options.min_severity = (navlint_severity)position;
    return true;
}

static bool read_scope(rep_call *call, const char *name, const json_t *value) {
    static const char *const scopes[] = {"all", "navmesh"}; /* as in the enum */
    unsigned position = 0;
    if (!read_choice(call, at_key(name), value, scopes, 2, &position)) return false;
    call->options.scope = (navlint_scope)position;
    return true;
}

static bool read_form(rep_call *call, const char *name, const json_t *value) {
    const char *words[REP_AS_EXPORT + NAVLINT_CSV + 1] = {"json", "text"};
    const size_t count = sizeof words / sizeof words[0];
    for (size_t i = REP_AS_EXPORT; i < count; i++)
        words[i] = navlint_form_text((navlint_form)(i - REP_AS_EXPORT));
    return read_choice(call, at_key(name), value, words, count, &call->form);
}

static bool read_schema(rep_call *call, const char *name, const json_t *value) {
    return expect(call, json_is_string(value), at_key(name), "a string");
}

static bool read_set_name(rep_call *call, const char *name, const json_t *value) {
    call->options.set_name = json_string_value(value);
    return expect(call, call->options.set_name, at_key(name), "a string");
}

static bool read_pedantic(rep_call *call, const char *name, const json_t *value) {
    call->options.pedantic = json_is_true(value);
    return expect(call, json_is_boolean(value), at_key(name), "true or false");
}

/* ---- Formats and games ---- */

static bool read_input_format(rep_call *call, const char *name, const json_t *value) {
    const char *const id = json_string_value(value);
    if (!expect(call, id, at_key(name), "a string")) return false;
    call->options.format = id;
    if (navlint_format_by_id(id)) return true;
    rep_nearest nearest = {.word = id};
    for (size_t i = 0; i < navlint_format_count(); i++)
        rep_nearest_try(&nearest, navlint_format_at(i)->id);
    call->refusal.nearest = nearest.best;
    return refuse_word(call, "unknown-format", at_key(name), id, "known format");
}

static bool read_game(rep_call *call, const char *name, const json_t *value) {
    const char *const id = json_string_value(value);
    if (!expect(call, id, at_key(name), "a string")) return false;
    rep_nearest nearest = {.word = id};
    call->options.game = id;
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        for (size_t k = 0; k < format->game_count; k++) {
            if (strcmp(format->games[k].id, id) == 0) return true;
            rep_nearest_try(&nearest, format->games[k].id);
        }
    }
    call->refusal.nearest = nearest.best;
    return refuse_word(call, "unknown-game", at_key(name), id, "known game");
}

/* ---- Rules ---- */

/* Calls `take` for each rule there is. */
typedef void (*rule_fn)(void *context, const navlint_rule *rule);

static void each_rule(rule_fn take, void *context) {
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *const format = navlint_format_at(i);
        for (size_t k = 0; k < format->rule_count; k++)
            take(context, &format->rules[k]);
    }
}

static void try_code(void *context, const navlint_rule *rule) {
    rep_nearest_try(context, rule->code);
}

static bool refuse_code(rep_call *call, rep_spot spot, const char *code) {
    rep_nearest nearest = {.word = code};
    each_rule(try_code, &nearest);
    call->refusal.nearest = nearest.best;
    return refuse_word(call, "unknown-rule", spot, code, "known rule");
}

static void count_rule(void *context, const navlint_rule *rule) {
    (void)rule;
    (*(size_t *)context)++;
}

/* Codes that match a code, or with a * at its end all that begin so. */
typedef struct matching {
    const char *text;
    size_t compared; /* characters */
    rep_codes *codes;
    bool *is_listed; /* of each rule */
    size_t next;     /* rule */
    bool has_any;
} matching;

static void take_matching(void *context, const navlint_rule *rule) {
    matching *const m = context;
    bool *const is_listed = &m->is_listed[m->next++];
    if (strncmp(rule->code, m->text, m->compared) != 0) return;
    m->has_any = true;
    if (!*is_listed) m->codes->items[m->codes->count++] = rule->code;
    *is_listed = true;
}

static bool add_codes(rep_call *call, rep_spot spot, const json_t *value, matching *m) {
    m->text = json_string_value(value);
    if (!expect(call, m->text, spot, "the code of a rule")) return false;
    const size_t length = strlen(m->text);
    const bool is_start = length > 1 && m->text[length - 1] == '*';
    m->compared = is_start ? length - 1 : length + 1;
    m->next = 0;
    m->has_any = false;
    each_rule(take_matching, m);
    return m->has_any || refuse_code(call, spot, m->text);
}

static bool read_codes(rep_call *call, const char *name, const json_t *value, rep_codes *codes) {
    size_t rules = 0;
    if (!expect(call, json_is_array(value), at_key(name), "an array of codes")) return false;
    each_rule(count_rule, &rules);
    codes->items = room_for(call, rules, sizeof *codes->items);
    matching m = {.codes = codes, .is_listed = room_for(call, rules, sizeof(bool))};
    bool is_read = !call->is_out_of_memory;
    for (size_t i = 0; is_read && i < json_array_size(value); i++)
        is_read = add_codes(call, (rep_spot){name, i, NULL}, json_array_get(value, i), &m);
    free(m.is_listed);
    return is_read;
}

static bool read_ignore(rep_call *call, const char *name, const json_t *value) {
    if (!read_codes(call, name, value, &call->ignore)) return false;
    call->options.ignore = call->ignore.items;
    call->options.ignore_count = call->ignore.count;
    return true;
}

static bool read_only(rep_call *call, const char *name, const json_t *value) {
    if (!read_codes(call, name, value, &call->only)) return false;
    call->options.only = call->only.items;
    call->options.only_count = call->only.count;
    return true;
}

static bool read_override(rep_call *call, rep_spot spot, const char *code, const json_t *value) {
    unsigned position = 0;
    const navlint_rule *const rule = navlint_rule_by_code(code, NULL);
    if (!rule) return refuse_code(call, spot, code);
    if (!read_choice(call, spot, value, severities, 4, &position)) return false;
    call->overrides[call->options.override_count++] =
        (navlint_override){rule->code, (navlint_severity)position};
    return true;
}

static bool read_severity(rep_call *call, const char *name, const json_t *value) {
    const char *code;
    json_t *severity;
    if (!expect(call, json_is_object(value), at_key(name), "an object of codes and severities"))
        return false;
    call->overrides = room_for(call, json_object_size(value), sizeof *call->overrides);
    if (!call->overrides) return false;
    call->options.overrides = call->overrides;
    json_object_foreach((json_t *)(uintptr_t)value, code, severity) {
        if (!read_override(call, (rep_spot){name, SIZE_MAX, code}, code, severity)) return false;
    }
    return true;
}

/* ---- Numbers ---- */

/* 3 and 3.0 are one number to JSON. */
static bool read_whole(rep_call *call, const char *name, const json_t *value, uint64_t most,
                       uint64_t *number) {
    char what[64];
    const double real = json_number_value(value);
    const bool is_whole = json_is_number(value) && real >= 0 && real <= (double)most &&
                          (double)(uint64_t)real == real;
    (void)snprintf(what, sizeof what, "a whole number from 0 to %llu", (unsigned long long)most);
    *number = is_whole ? (uint64_t)real : 0;
    return expect(call, is_whole, at_key(name), what);
}

static bool read_max_findings(rep_call *call, const char *name, const json_t *value) {
    uint64_t number = 0;
    const bool is_read = read_whole(call, name, value, UINT32_MAX, &number);
    call->options.max_findings = (uint32_t)number;
    return is_read;
}

static bool read_max_findings_per_rule(rep_call *call, const char *name, const json_t *value) {
    uint64_t number = 0;
    const bool is_read = read_whole(call, name, value, UINT32_MAX, &number);
    call->options.max_findings_per_rule = (uint32_t)number;
    return is_read;
}

static bool read_max_bytes(rep_call *call, const char *name, const json_t *value) {
    return read_whole(call, name, value, UINT64_C(1) << 53, &call->options.max_input_bytes);
}

/* ---- Inputs ---- */

static bool read_content(rep_call *call, rep_spot spot, const json_t *value, navlint_input *input) {
    const char *const text = json_string_value(value);
    if (!expect(call, text, spot, "the bytes in base64")) return false;
    const size_t length = json_string_length(value);
    uint8_t *const bytes = room_for(call, length / 4 * 3 + 1, 1);
    if (!bytes) return false;
    call->contents[call->content_count++] = bytes;
    input->bytes = bytes;
    return rep_base64_read(text, length, bytes, &input->length) ||
           rep_call_refuse(call, "base64", spot,
                           "no base64 as RFC 4648 section 4 has it: padded, without line breaks");
}

static bool read_input(rep_call *call, size_t index, const json_t *value) {
    const rep_spot spot = {"inputs", index, NULL};
    const char *member;
    json_t *item;
    navlint_input *const input = &call->inputs[call->input_count++];
    if (!expect(call, json_is_object(value), spot, "an object with name and base64")) return false;
    json_object_foreach((json_t *)(uintptr_t)value, member, item) {
        const rep_spot at = {"inputs", index, member};
        if (strcmp(member, "name") == 0) {
            input->name = json_string_value(item);
            if (!expect(call, input->name, at, "a string")) return false;
        } else if (strcmp(member, "base64") == 0) {
            if (!read_content(call, at, item, input)) return false;
        } else {
            return refuse_word(call, "unknown-key", at, member, "key of an input");
        }
    }
    return expect(call, input->bytes, spot, "an object with name and base64");
}

static bool read_inputs(rep_call *call, const char *name, const json_t *value) {
    if (!expect(call, json_is_array(value), at_key(name), "an array of objects")) return false;
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!read_input(call, i, json_array_get(value, i))) return false;
    return true;
}

/* Read when all inputs are there. */
static bool read_masters_later(rep_call *call, const char *name, const json_t *value) {
    return expect(call, json_is_array(value), at_key(name), "an array of names of inputs");
}

static bool make_context(rep_call *call, size_t index, const char *name) {
    const rep_spot spot = {"masters", index, NULL};
    bool is_there = false;
    if (!expect(call, name, spot, "the name of an input")) return false;
    rep_nearest nearest = {.word = name};
    for (size_t i = 0; i < call->input_count; i++) {
        navlint_input *const input = &call->inputs[i];
        const bool is_it = input->name && strcmp(input->name, name) == 0;
        input->is_context |= is_it;
        is_there |= is_it;
        if (input->name) rep_nearest_try(&nearest, input->name);
    }
    call->refusal.nearest = is_there ? NULL : nearest.best;
    return is_there || refuse_word(call, "unknown-input", spot, name, "name of an input");
}

static bool read_masters(rep_call *call) {
    const json_t *const names = json_object_get(call->root, "masters");
    for (size_t i = 0; i < json_array_size(names); i++)
        if (!make_context(call, i, json_string_value(json_array_get(names, i)))) return false;
    for (size_t i = 0; i < call->input_count; i++)
        if (!call->inputs[i].is_context) return true;
    return rep_call_refuse(call, "no-inputs", nowhere, "there is no input to judge");
}

/* ---- The request ---- */

static const key keys[] = {
    {"$schema", read_schema},
    {"format", read_form},
    {"inputFormat", read_input_format},
    {"game", read_game},
    {"scope", read_scope},
    {"ignore", read_ignore},
    {"only", read_only},
    {"severity", read_severity},
    {"minSeverity", read_min_severity},
    {"pedantic", read_pedantic},
    {"maxFindings", read_max_findings},
    {"maxFindingsPerRule", read_max_findings_per_rule},
    {"maxBytes", read_max_bytes},
    {"setName", read_set_name},
    {"masters", read_masters_later},
    {"inputs", read_inputs},
};

static bool read_key(rep_call *call, const char *name, const json_t *value) {
    rep_nearest nearest = {.word = name};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].name, name) == 0) return keys[i].read(call, keys[i].name, value);
        rep_nearest_try(&nearest, keys[i].name);
    }
    call->refusal.nearest = nearest.best;
    return refuse_word(call, "unknown-key", at_key(name), name, "key of a request");
}

/* Commas and brackets outside of strings: no more values than these and one. */
static bool has_many_values(const char *text, size_t length) {
    size_t count = 0;
    bool is_inside = false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (is_inside && c == '\\') i++;
        if (c == '"') is_inside = !is_inside;
        count += !is_inside && (c == ',' || c == '[' || c == '{');
    }
    return count >= NL_MAX_REQUEST_VALUES;
}

static bool refuse_json(rep_call *call, const json_error_t *error) {
    const bool is_twice = json_error_code(error) == json_error_duplicate_key;
    if (json_error_code(error) == json_error_out_of_memory) return run_out(call);
    call->refusal.line = error->line > 0 ? error->line : 1;
    call->refusal.column = error->column + 1;
    call->refusal.offset = error->position > 0 ? (uint64_t)error->position : 0;
    return rep_call_refuse(call, is_twice ? "duplicate-key" : "json", nowhere, error->text);
}

static bool parse(rep_call *call, const char *request, size_t request_bytes) {
    json_error_t error;
    if (has_many_values(request, request_bytes))
        return rep_call_refuse(call, "too-large", nowhere, "more than 100000 values");
    call->root = json_loadb(request, request_bytes, JSON_REJECT_DUPLICATES, &error);
    if (!call->root) return refuse_json(call, &error);
    return expect(call, json_is_object(call->root), nowhere, "an object");
}

static bool make_room(rep_call *call, size_t given_count) {
    const size_t count = json_array_size(json_object_get(call->root, "inputs"));
    call->inputs = room_for(call, count + given_count, sizeof *call->inputs);
    call->contents = room_for(call, count, sizeof *call->contents);
    return call->inputs && call->contents;
}

/* A request pays for memory with its inputs: there is room for as many findings as a check of them
 * has steps (core/limits.h). */
static void bound_findings(rep_call *call) {
    uint64_t most = NL_DEFAULT_FINDINGS;
    for (size_t i = 0; i < call->input_count; i++)
        most = nl_add_sat(most, nl_mul_sat(call->inputs[i].length, NL_STEPS_PER_BYTE));
    call->options.max_findings = (uint32_t)nl_min(call->options.max_findings, most);
}

bool rep_call_read(rep_call *call, const char *request, size_t request_bytes,
                   const navlint_input *given, size_t given_count) {
    const char *name;
    json_t *value;
    navlint_options_init(&call->options, sizeof call->options);
    if (!parse(call, request, request_bytes) || !make_room(call, given_count)) return false;
    json_object_foreach(call->root, name, value) {
        if (!read_key(call, name, value)) return false;
    }
    for (size_t i = 0; i < given_count; i++)
        call->inputs[call->input_count++] = given[i];
    bound_findings(call);
    return read_masters(call);
}

void rep_call_free(rep_call *call) {
    for (size_t i = 0; i < call->content_count; i++)
        free(call->contents[i]);
    free(call->contents);
    free(call->inputs);
    free(call->overrides);
    free((void *)call->ignore.items);
    free((void *)call->only.items);
    json_decref(call->root);
    *call = (rep_call){.root = NULL};
}
