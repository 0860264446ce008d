#include "containers/valve_vpk/findings.h"

/* ---- Words ---- */

static void put_named(nl_text *text, const nl_subject *subject) {
    nl_put(text, subject->kind);
    nl_put(text, " \"");
    nl_put_bytes(text, (const uint8_t *)subject->name, strlen(subject->name));
    nl_put_char(text, '"');
}

static nl_place about(nl_place place, const char *kind, uint64_t row, const vpk_words *words) {
    place.subject = (nl_subject){.kind = kind, .id = row, .put = put_named, .name = words->chars};
    return place;
}

/* ---- Places ---- */

nl_place vpk_bytes_place(const nl_job *job, uint64_t at) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = at;
    return place;
}

nl_place vpk_header_place(const nl_job *job) {
    return nl_place_of(job->report, job->bytes);
}

nl_place vpk_sizes_place(const nl_job *job) {
    return vpk_bytes_place(job, VPK_HEAD_BYTES);
}

static nl_place extension_at(const vpk_check *c, uint32_t row) {
    const vpk_extension *const extension = &c->doc->extensions[row];
    return nl_place_in(vpk_header_place(c->job), "extensions", extension->number,
                       extension->name.at);
}

static nl_place folder_at(const vpk_check *c, uint32_t row) {
    const vpk_folder *const folder = &c->doc->folders[row];
    return nl_place_in(extension_at(c, folder->extension), "folders", folder->number,
                       folder->name.at);
}

nl_place vpk_extension_place(const vpk_check *c, uint32_t row, vpk_words *words) {
    (void)box_name_copy(words->chars, vpk_string_of(c->job->bytes, c->doc->extensions[row].name));
    return about(extension_at(c, row), "extension", row, words);
}

nl_place vpk_folder_place(const vpk_check *c, uint32_t row, vpk_words *words) {
    (void)box_name_copy(words->chars, vpk_string_of(c->job->bytes, c->doc->folders[row].name));
    return about(folder_at(c, row), "folder", row, words);
}

nl_place vpk_file_place(const vpk_check *c, uint32_t row, vpk_words *words) {
    const vpk_file *const file = &c->doc->files[row];
    const uint32_t number = row - c->doc->folders[file->folder].first_file;
    vpk_put_name(words->chars, c->job->bytes, c->doc, file);
    const nl_place place = nl_place_in(folder_at(c, file->folder), "files", number, file->entry_at);
    return about(place, "file", row, words);
}

nl_place vpk_base_place(const vpk_check *c, uint32_t row, vpk_words *words) {
    nl_place place = vpk_file_place(c, row, words);
    place.at = c->doc->files[row].name_at;
    return place;
}

nl_place vpk_chunk_place(const vpk_check *c, uint32_t row) {
    const uint64_t at = c->doc->at.chunks + (uint64_t)row * VPK_CHUNK_BYTES;
    return nl_place_in(vpk_header_place(c->job), "chunkHashes", row, at);
}
