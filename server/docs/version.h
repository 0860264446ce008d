/* What this service is made of. */
#ifndef NAVLINT_SERVER_DOCS_VERSION_H
#define NAVLINT_SERVER_DOCS_VERSION_H

#include "navlint/navlint.h"

/* How many rules all formats have together. */
size_t srv_rule_count(void);

/* {"name": "navlintd", "version": ..., "formats": 6, "rules": 723, "libraries": {...}}: what
 * GET /version answers. The caller frees it. */
navlint_text srv_version_json(void);

#endif
