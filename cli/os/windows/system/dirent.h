/* The entries of a folder, in UTF-8. */
#ifndef NAVLINT_CLI_OS_WINDOWS_SYSTEM_DIRENT_H
#define NAVLINT_CLI_OS_WINDOWS_SYSTEM_DIRENT_H

struct dirent {
    char d_name[1024]; /* 255 units of UTF-16 take 765 bytes */
};

typedef struct windows_folder DIR;

DIR *opendir(const char *path);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

#endif
