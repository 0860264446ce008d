/* The name of a file without where it lies. */
#ifndef NAVLINT_CORE_BASE_NAME_H
#define NAVLINT_CORE_BASE_NAME_H

/* What stands behind the last separator of folders, or behind the mark between an archive or a
 * container and its member: "x.zip!maps/a.nav" -> "a.nav". Borrowed. */
static inline const char *nl_base_name(const char *name) {
    const char *base = name;
    for (; *name != '\0'; name++)
        if (*name == '/' || *name == '\\' || *name == '!') base = name + 1;
    return base;
}

#endif
