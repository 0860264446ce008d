/* What files are called, and where they are: each name is looked at once, whatever is in it. */
#include "containers/members.h"
#include "containers/valve_vpk/findings.h"
#include "core/quick.h"

/* ---- Names that the game does not ask for, or that hurt who unpacks ---- */

static bool has_char(box_name name, uint8_t c) {
    return memchr(name.chars, c, name.length) != NULL;
}

static bool has_empty_folder(box_name name) {
    for (uint32_t i = 1; i < name.length; i++)
        if (name.chars[i - 1] == '/' && name.chars[i] == '/') return true;
    return false;
}

/* What keeps the game from finding it; NULL: nothing. */
static const char *oddity_of(box_name name, vpk_level level) {
    if (box_name_has_capitals(name)) return "has capital letters: the game asks for small ones";
    if (has_char(name, '\\')) return "has a backslash: the game asks for /";
    if (level == VPK_FOLDERS && has_empty_folder(name)) return "has // in it";
    if (level == VPK_FOLDERS && name.chars[name.length - 1] == '/') return "ends with a slash";
    if (level != VPK_FOLDERS && has_char(name, '/')) return "has a slash, which belongs to folders";
    if (level == VPK_EXTENSIONS && has_char(name, '.'))
        return "has a dot: an extension is what follows the last one";
    return NULL;
}

static const char *danger_of(box_name name) {
    if (name.length >= BOX_NAME_BYTES) return "is longer than 1023 bytes";
    return box_name_danger(name);
}

typedef struct judged_name {
    unsigned rule;
    const char *words; /* NULL: nothing is wrong */
} judged_name;

/* Rough: folders have slashes. */
static judged_name judge(box_name name, vpk_level level) {
    if (NL_QUICK_ROUGH(name.length < BOX_NAME_BYTES && box_name_is_plain(name)))
        return (judged_name){VPK_NAME_CASE, NULL};
    const char *const danger = vpk_is_none(name) ? NULL : danger_of(name);
    if (danger) return (judged_name){VPK_NAME_UNSAFE, danger};
    return (judged_name){VPK_NAME_CASE, oddity_of(name, level)};
}

static void found_name(const nl_place *place, unsigned field, judged_name judged, uint32_t length) {
    nl_found(place, judged.rule, field,
             &(nl_draft){.length = length + 1, .args = {nl_string(judged.words)}});
}

static void check_extension(const vpk_check *c, uint32_t row) {
    vpk_words words;
    const box_name name = vpk_string_of(c->job->bytes, c->doc->extensions[row].name);
    const judged_name judged = judge(name, VPK_EXTENSIONS);
    if (!judged.words) return;
    const nl_place place = vpk_extension_place(c, row, &words);
    found_name(&place, VPK_EXTENSION_NAME, judged, name.length);
}

static void check_folder(const vpk_check *c, uint32_t row) {
    vpk_words words;
    const box_name name = vpk_string_of(c->job->bytes, c->doc->folders[row].name);
    const judged_name judged = judge(name, VPK_FOLDERS);
    if (!judged.words) return;
    const nl_place place = vpk_folder_place(c, row, &words);
    found_name(&place, VPK_FOLDER_NAME, judged, name.length);
}

static void check_base(const vpk_check *c, uint32_t row) {
    vpk_words words;
    const box_name name = vpk_base_of(c->job->bytes, &c->doc->files[row]);
    const judged_name judged = judge(name, VPK_FILES);
    if (!judged.words) return;
    const nl_place place = vpk_base_place(c, row, &words);
    found_name(&place, VPK_BASE_NAME, judged, name.length);
}

/* ---- Meshes in other folders ---- */

static bool is_in_maps(box_name folder) {
    return box_name_begins(folder, "maps") && (folder.length == 4 || folder.chars[4] == '/');
}

static void found_folder(const vpk_check *c, uint32_t row, box_name folder) {
    vpk_words words;
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, folder.chars, folder.length);
    if (!vpk_is_none(folder)) nl_put_char(&text, '/');
    const nl_place place = vpk_base_place(c, row, &words);
    const char *const where = vpk_is_none(folder) ? "no folder" : text.chars;
    nl_found(&place, VPK_NAV_FOLDER, VPK_BASE_NAME,
             &(nl_draft){.length = c->doc->files[row].entry_at - c->doc->files[row].name_at,
                         .args = {nl_string(where)}});
}

static void check_nav_folder(const vpk_check *c, uint32_t row) {
    const vpk_file *const file = &c->doc->files[row];
    const box_name nav = {(const uint8_t *)"nav", 3};
    if (vpk_file_content(c->doc, file) != VPK_NAVIGATION) return;
    if (!box_name_same_folded(vpk_extension_of(c->job->bytes, c->doc, file), nav)) return;
    const box_name folder = vpk_folder_of(c->job->bytes, c->doc, file);
    if (!is_in_maps(folder)) found_folder(c, row, folder);
}

/* ---- The same name twice ---- */

/* Longer names are no names of files, and would be long to compare. */
static bool is_comparable(const vpk_check *c, const vpk_file *file) {
    const uint8_t *const bytes = c->job->bytes;
    return (uint64_t)vpk_base_of(bytes, file).length + vpk_folder_of(bytes, c->doc, file).length +
               vpk_extension_of(bytes, c->doc, file).length <
           BOX_NAME_BYTES;
}

static bool is_same(void *context, uint32_t first_row, uint32_t row) {
    const vpk_check *const c = context;
    const uint8_t *const bytes = c->job->bytes;
    const vpk_file *const a = &c->doc->files[first_row];
    const vpk_file *const b = &c->doc->files[row];
    const box_name base = vpk_base_of(bytes, b);
    if (!nl_spend(c->job->budget, base.length / 4 + 1)) return false;
    if (!box_name_same_folded(vpk_base_of(bytes, a), base)) return false;
    if (a->folder == b->folder) return true;
    const box_name folder = vpk_folder_of(bytes, c->doc, b);
    const box_name extension = vpk_extension_of(bytes, c->doc, b);
    return nl_spend(c->job->budget, (folder.length + extension.length) / 4 + 1) &&
           box_name_same_folded(vpk_folder_of(bytes, c->doc, a), folder) &&
           box_name_same_folded(vpk_extension_of(bytes, c->doc, a), extension);
}

static void found_twin(void *context, uint32_t first_row, uint32_t row) {
    vpk_words words;
    const vpk_check *const c = context;
    const vpk_file *const first = &c->doc->files[first_row];
    const vpk_file *const file = &c->doc->files[row];
    const nl_place place = vpk_base_place(c, row, &words);
    nl_found(&place, VPK_NAME_DUPLICATE, VPK_BASE_NAME,
             &(nl_draft){.length = file->entry_at - file->name_at,
                         .related = {{first->name_at, first->entry_at - first->name_at,
                                      "the file that is found"}}});
}

/* Hashes of the parts of a name, one on top of the other: of extension and folder but once for all
 * their files. The NUL goes in, so that no part runs into the next. */
typedef struct hasher {
    const vpk_check *check;
    uint32_t folder; /* row that `hash` is of; UINT32_MAX: none yet */
    uint64_t hash;
} hasher;

static uint64_t hash_of(hasher *h, const vpk_file *file) {
    const uint8_t *const bytes = h->check->job->bytes;
    if (h->folder != file->folder) {
        const box_name extension = vpk_extension_of(bytes, h->check->doc, file);
        const box_name folder = vpk_folder_of(bytes, h->check->doc, file);
        h->hash = box_hash(box_no_hash, extension.chars, extension.length + 1, true);
        h->hash = box_hash(h->hash, folder.chars, folder.length + 1, true);
        h->folder = file->folder;
    }
    const box_name base = vpk_base_of(bytes, file);
    return box_hash(h->hash, base.chars, base.length, true);
}

static bool check_twins(vpk_check *c) {
    uint32_t count = 0;
    hasher h = {.check = c, .folder = UINT32_MAX};
    const size_t mark = nl_arena_mark(c->job->arena);
    box_hashed *const names = NL_NEW(c->job->arena, box_hashed, c->doc->file_count);
    if (!names) return false;
    for (uint32_t row = 0; row < c->doc->file_count; row++)
        if (is_comparable(c, &c->doc->files[row]))
            names[count++] = (box_hashed){hash_of(&h, &c->doc->files[row]), row};
    const box_twins twins = {is_same, found_twin, c};
    const bool is_whole = box_each_twin(names, count, c->job->budget, &twins);
    nl_arena_release(c->job->arena, mark);
    return is_whole && !c->job->budget->exhausted;
}

/* ---- All of it ---- */

bool vpk_check_names(vpk_check *c) {
    const vpk_document *const doc = c->doc;
    if (!nl_spend(c->job->budget, doc->tree_end - doc->at.tree)) return false;
    for (uint32_t row = 0; row < doc->extension_count; row++)
        check_extension(c, row);
    for (uint32_t row = 0; row < doc->folder_count; row++)
        check_folder(c, row);
    for (uint32_t row = 0; row < doc->file_count; row++) {
        check_base(c, row);
        check_nav_folder(c, row);
    }
    return check_twins(c);
}
