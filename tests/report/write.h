#ifndef NAVLINT_TESTS_REPORT_WRITE_H
#define NAVLINT_TESTS_REPORT_WRITE_H

#include "navlint/navlint.h"

/* Writes `text` to folder/kind_name.json for test_schemas.py to judge, and frees it. Ends the
 * program with a message if the text is missing or the file cannot be written. */
void write_json(const char *folder, const char *kind_name, navlint_text text);

#endif
