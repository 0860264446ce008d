#include "intake/lzo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

/* Of lzo/lzoconf.h: what the library is told of the types that it was built with. */
typedef int lzo_start(unsigned version, int size_of_short, int size_of_int, int size_of_long,
                      int size_of_uint32, int size_of_uint, int size_of_dictionary,
                      int size_of_char_pointer, int size_of_pointer, int size_of_callback);
typedef int lzo_decode(const unsigned char *in, size_t in_bytes, unsigned char *out,
                       size_t *out_bytes, void *memory);

enum { LZO_VERSION = 0x20a0, LZO_OK = 0, CALLBACK_BYTES = 6 * sizeof(void *) };

static lzo_decode *decode; /* NULL: not installed */

/* POSIX lets a function's address pass through a void *; ISO C does not, so it is copied. */
static bool find(void *library, const char *name, void *function) {
    void *const symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

/* The library stays loaded. */
static void load(void) {
    void *const library = dlopen("liblzo2.so.2", RTLD_NOW | RTLD_LOCAL);
    lzo_start *start = NULL;
    lzo_decode *found = NULL;
    if (!library || !find(library, "__lzo_init_v2", &start) ||
        !find(library, "lzo1x_decompress_safe", &found))
        return;
    const int status = start(LZO_VERSION, sizeof(short), sizeof(int), sizeof(long),
                             sizeof(unsigned), sizeof(size_t), sizeof(unsigned char *),
                             sizeof(char *), sizeof(void *), CALLBACK_BYTES);
    if (status == LZO_OK) decode = found;
}

bool intake_lzo_prepare(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return decode != NULL;
}

bool intake_lzo_unpack(const unsigned char *packed, size_t packed_bytes, unsigned char *unpacked,
                       size_t unpacked_bytes) {
    size_t used = unpacked_bytes;
    return intake_lzo_prepare() && decode(packed, packed_bytes, unpacked, &used, NULL) == LZO_OK &&
           used == unpacked_bytes;
}
