#include "tests/report/write.h"

#include <stdio.h>
#include <stdlib.h>

void write_json(const char *folder, const char *kind_name, navlint_text text) {
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s.json", folder, kind_name);
    FILE *file = length > 0 && (size_t)length < sizeof path ? fopen(path, "wb") : NULL;
    const bool written =
        file && text.text && fwrite(text.text, 1, text.length, file) == text.length;
    if (!file || fclose(file) != 0 || !written) {
        (void)fprintf(stderr, "cannot write %s\n", path);
        exit(EXIT_FAILURE);
    }
    navlint_text_free(text);
}
