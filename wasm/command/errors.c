/* What glibc calls an error where wasi-libc has other words: messages are the same everywhere. */
#include <errno.h>
#include <stddef.h>

char *__real_strerror(int number);
char *__wrap_strerror(int number);

static const char *word_of(int number) {
    switch (number) {
    case EBUSY:
        return "Device or resource busy";
    case EDQUOT:
        return "Disk quota exceeded";
    case EILSEQ:
        return "Invalid or incomplete multibyte or wide character";
    case EIO:
        return "Input/output error";
    case ELOOP:
        return "Too many levels of symbolic links";
    case EMFILE:
        return "Too many open files";
    case ENAMETOOLONG:
        return "File name too long";
    case ENOMEM:
        return "Cannot allocate memory";
    case ENOTSUP:
        return "Operation not supported";
    case ENOTTY:
        return "Inappropriate ioctl for device";
    case EOVERFLOW:
        return "Value too large for defined data type";
    case ERANGE:
        return "Numerical result out of range";
    case ESPIPE:
        return "Illegal seek";
    case ETIMEDOUT:
        return "Connection timed out";
    case EXDEV:
        return "Invalid cross-device link";
    default:
        return NULL;
    }
}

char *__wrap_strerror(int number) {
    const char *const word = word_of(number);
    return word ? (char *)(size_t)word : __real_strerror(number);
}
