/* What libarchive asks for: the charset of names, whatever the user's locale. */
#ifndef NAVLINT_CLI_OS_WINDOWS_SYSTEM_LANGINFO_H
#define NAVLINT_CLI_OS_WINDOWS_SYSTEM_LANGINFO_H

enum { CODESET = 1 };

static inline const char *nl_langinfo(int item) {
    return (void)item, "UTF-8";
}

#endif
