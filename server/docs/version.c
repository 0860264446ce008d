#include "server/docs/version.h"

#include <archive.h>
#include <jansson.h>
#include <libdeflate.h>
#include <microhttpd.h>
#include <openssl/crypto.h>
#include <string.h>

size_t srv_rule_count(void) {
    size_t count = 0;
    for (size_t i = 0; i < navlint_format_count(); i++)
        count += navlint_format_at(i)->rule_count;
    return count;
}

/* Those that run, not those that were there when this was built; libdeflate does not tell. */
static json_t *libraries(void) {
    const char *const archive = archive_version_string(); /* "libarchive 3.6.2" */
    const char *const number = strrchr(archive, ' ');
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "libmicrohttpd", MHD_get_version(), "jansson",
                     jansson_version_str(), "libarchive", number ? number + 1 : archive,
                     "libdeflate", LIBDEFLATE_VERSION_STRING, "libcrypto",
                     OpenSSL_version(OPENSSL_VERSION_STRING));
}

navlint_text srv_version_json(void) {
    json_t *object = json_pack("{s:s, s:s, s:I, s:I, s:o}", "name", "navlintd", "version",
                               navlint_version(), "formats", (json_int_t)navlint_format_count(),
                               "rules", (json_int_t)srv_rule_count(), "libraries", libraries());
    char *text = object ? json_dumps(object, JSON_INDENT(2)) : NULL;
    json_decref(object);
    return (navlint_text){.text = text, .length = text ? strlen(text) : 0};
}
