/* Names in archives are UTF-8 whatever the user's locale and whatever locales the system has:
 * libarchive converts them to the thread's. */
#ifndef NAVLINT_INTAKE_NAMES_H
#define NAVLINT_INTAKE_NAMES_H

#include <locale.h>

/* Once, before the others. */
void intake_names_prepare(void);

/* From here on libarchive's names are UTF-8 in this thread. Returns what intake_names_end takes. */
locale_t intake_names_begin(void);

/* Gives the thread its locale back. */
void intake_names_end(locale_t before);

#endif
