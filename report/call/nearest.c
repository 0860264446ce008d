#include <string.h>

#include "report/call/call.h"

enum { LONGEST_WORD = 63 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Letters to put in, take out or change (Levenshtein). */
static size_t changes_between(const char *a, const char *b) {
    size_t row[LONGEST_WORD + 1];
    const size_t columns = strlen(b);
    for (size_t k = 0; k <= columns; k++)
        row[k] = k;
    for (size_t i = 0; a[i] != '\0'; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t k = 0; k < columns; k++) {
            const size_t changed = diagonal + (a[i] != b[k]);
            diagonal = row[k + 1];
            row[k + 1] = least(changed, least(row[k], diagonal) + 1);
        }
    }
    return row[columns];
}

/* As many as a third of the word are a slip, not another word. */
void rep_nearest_try(rep_nearest *nearest, const char *candidate) {
    const size_t length = strlen(nearest->word);
    if (length > LONGEST_WORD || strlen(candidate) > LONGEST_WORD) return;
    const size_t changes = changes_between(nearest->word, candidate);
    const size_t most = nearest->best ? nearest->changes - 1 : length / 3 + 1;
    if (changes > most || changes >= length) return;
    nearest->best = candidate;
    nearest->changes = changes;
}
