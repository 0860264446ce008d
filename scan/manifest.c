#include "scan/manifest.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output.h"

/* ---- making ---- */

bool scan_manifest_open(scan_manifest *manifest, size_t operand_count, size_t entry_count) {
    *manifest = (scan_manifest){.operand_count = operand_count, .entry_count = entry_count};
    manifest->operands = calloc(operand_count + 1, sizeof *manifest->operands);
    manifest->entries = calloc(entry_count + 1, sizeof *manifest->entries);
    return manifest->operands && manifest->entries;
}

static bool follows(const scan_range *range, size_t item, const cli_input *input) {
    return range->start + range->count == item && range->operand == input->operand;
}

bool scan_entry_note(scan_entry *entry, const scan_selection *selection) {
    entry->ranges = calloc(selection->count + 1, sizeof *entry->ranges);
    if (!entry->ranges) return false;
    entry->file_count = selection->count;
    for (size_t i = 0; i < selection->count; i++) {
        const size_t item = selection->items[i];
        const cli_input *const input = &selection->inputs->items[item];
        if (entry->range_count == 0 ||
            !follows(&entry->ranges[entry->range_count - 1], item, input))
            entry->ranges[entry->range_count++] = (scan_range){item, 0, input->operand};
        entry->ranges[entry->range_count - 1].count++;
    }
    return true;
}

/* ---- writing ---- */

static json_t *ranges_json(const scan_entry *entry) {
    json_t *const array = json_array();
    for (size_t i = 0; i < entry->range_count; i++)
        json_array_append_new(array, json_pack("[I,I,I]", (json_int_t)entry->ranges[i].start,
                                               (json_int_t)entry->ranges[i].count,
                                               (json_int_t)entry->ranges[i].operand));
    return array;
}

static json_t *folders_json(const scan_entry *entry) {
    json_t *const array = json_array();
    for (size_t i = 0; i < entry->folder_count; i++)
        json_array_append_new(array, json_integer((json_int_t)entry->folders[i]));
    return array;
}

static json_t *entries_json(const scan_manifest *manifest) {
    json_t *const array = json_array();
    for (size_t i = 0; i < manifest->entry_count; i++) {
        const scan_entry *const entry = &manifest->entries[i];
        json_array_append_new(array, json_pack("{s:s, s:o, s:o}", "id", entry->id.hex, "ranges",
                                               ranges_json(entry), "folders", folders_json(entry)));
    }
    return array;
}

/* Names are shown and never opened: JSON takes them made safe for a terminal. */
static json_t *operands_json(const scan_manifest *manifest) {
    json_t *const array = json_array();
    for (size_t i = 0; i < manifest->operand_count; i++) {
        char name[FILENAME_MAX];
        cli_make_safe(name, sizeof name, manifest->operands[i].name);
        json_array_append_new(array, json_pack("{s:s, s:b}", "name", name, "directory",
                                               manifest->operands[i].is_directory));
    }
    return array;
}

bool scan_manifest_write(scan_manifest *manifest, scan_bytes *bytes) {
    json_t *const root =
        json_pack("{s:s, s:I, s:I, s:b, s:o, s:o}", "format", "navlint-scan run 1", "files",
                  (json_int_t)manifest->file_count, "unreadable", (json_int_t)manifest->unreadable,
                  "mayBeEmpty", manifest->may_be_empty, "operands", operands_json(manifest),
                  "tasks", entries_json(manifest));
    bytes->bytes = root ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    if (!bytes->bytes) return false;
    bytes->length = strlen(bytes->bytes);
    scan_id_make(bytes->bytes, bytes->length, &manifest->id);
    return true;
}

/* ---- reading: every number is compared before it is used ---- */

static bool read_size(const json_t *value, size_t limit, size_t *size) {
    if (!json_is_integer(value)) return false;
    const json_int_t number = json_integer_value(value);
    *size = (size_t)number;
    return number >= 0 && (uintmax_t)number <= limit;
}

static bool read_range(const scan_manifest *manifest, const json_t *value, scan_range *range) {
    return read_size(json_array_get(value, 0), manifest->file_count, &range->start) &&
           read_size(json_array_get(value, 1), manifest->file_count - range->start,
                     &range->count) &&
           read_size(json_array_get(value, 2), manifest->operand_count, &range->operand) &&
           range->operand < manifest->operand_count;
}

static bool read_ranges(const scan_manifest *manifest, const json_t *array, scan_entry *entry) {
    entry->ranges = calloc(json_array_size(array) + 1, sizeof *entry->ranges);
    if (!entry->ranges) return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        scan_range *const range = &entry->ranges[entry->range_count++];
        if (!read_range(manifest, json_array_get(array, i), range)) return false;
        entry->file_count += range->count;
    }
    return entry->file_count > 0 && entry->file_count <= manifest->file_count;
}

static bool read_folders(const scan_manifest *manifest, const json_t *array, scan_entry *entry) {
    entry->folders = calloc(json_array_size(array) + 1, sizeof *entry->folders);
    if (!entry->folders) return false;
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!read_size(json_array_get(array, i), manifest->file_count,
                       &entry->folders[entry->folder_count++]))
            return false;
    return true;
}

static bool read_entry(const scan_manifest *manifest, const json_t *value, scan_entry *entry) {
    const char *const id = json_string_value(json_object_get(value, "id"));
    return id && scan_id_read(id, &entry->id) &&
           read_ranges(manifest, json_object_get(value, "ranges"), entry) &&
           read_folders(manifest, json_object_get(value, "folders"), entry);
}

static bool read_operand(const json_t *value, scan_operand *operand) {
    const char *const name = json_string_value(json_object_get(value, "name"));
    operand->name = name ? strdup(name) : NULL;
    operand->is_directory = json_is_true(json_object_get(value, "directory"));
    return operand->name != NULL;
}

static bool read_root(const json_t *root, scan_manifest *manifest) {
    const char *const format = json_string_value(json_object_get(root, "format"));
    const json_t *const operands = json_object_get(root, "operands");
    const json_t *const tasks = json_object_get(root, "tasks");
    if (!format || strcmp(format, "navlint-scan run 1") != 0 ||
        !scan_manifest_open(manifest, json_array_size(operands), json_array_size(tasks)) ||
        !read_size(json_object_get(root, "files"), SIZE_MAX / 2, &manifest->file_count) ||
        !read_size(json_object_get(root, "unreadable"), SIZE_MAX / 2, &manifest->unreadable))
        return false;
    manifest->may_be_empty = json_is_true(json_object_get(root, "mayBeEmpty"));
    bool read = true;
    for (size_t i = 0; read && i < manifest->operand_count; i++)
        read = read_operand(json_array_get(operands, i), &manifest->operands[i]);
    for (size_t i = 0; read && i < manifest->entry_count; i++)
        read = read_entry(manifest, json_array_get(tasks, i), &manifest->entries[i]);
    return read;
}

bool scan_manifest_read(const char *bytes, size_t length, scan_manifest *manifest) {
    *manifest = (scan_manifest){0};
    json_t *const root = json_loadb(bytes, length, 0, NULL);
    const bool read = root && read_root(root, manifest);
    json_decref(root);
    if (read) scan_id_make(bytes, length, &manifest->id);
    return read;
}

void scan_manifest_free(scan_manifest *manifest) {
    for (size_t i = 0; i < manifest->operand_count && manifest->operands; i++)
        free(manifest->operands[i].name);
    for (size_t i = 0; i < manifest->entry_count && manifest->entries; i++) {
        free(manifest->entries[i].ranges);
        free(manifest->entries[i].folders);
    }
    free(manifest->operands);
    free(manifest->entries);
    *manifest = (scan_manifest){0};
}
