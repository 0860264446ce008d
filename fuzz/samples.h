/* Files that the library itself makes: what seeds are made of. */
#ifndef NAVLINT_FUZZ_SAMPLES_H
#define NAVLINT_FUZZ_SAMPLES_H

#include <navlint/navlint.h>

enum { FUZZ_MOST_MEMBERS = 80 }; /* the files of the smallest whole map, and some */

/* One sample: a witness or a built file; of a witness that takes more than one file, its files. */
typedef struct fuzz_sample {
    char name[80]; /* fit for a file; tells samples of all formats apart */
    size_t format; /* navlint_format_at */
    const navlint_input *inputs;
    size_t count; /* at least 1, at most FUZZ_MOST_MEMBERS */
} fuzz_sample;

typedef void (*fuzz_sample_fn)(void *context, const fuzz_sample *sample);

/* Calls `visit` for every witness of at most most_bytes and every built variant of every format. */
void fuzz_each_sample(size_t most_bytes, fuzz_sample_fn visit, void *context);

/* The smallest file of a variant. buffer: receives at most `capacity` bytes. Returns how many. */
size_t fuzz_smallest(size_t format, unsigned variant, void *buffer, size_t capacity);

#endif
