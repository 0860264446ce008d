/* The part of fts(3) that cli/walk.c uses: one root, links followed, no change of the folder. */
#ifndef NAVLINT_WASM_COMMAND_SYSTEM_FTS_H
#define NAVLINT_WASM_COMMAND_SYSTEM_FTS_H

#include <sys/stat.h>

enum { FTS_LOGICAL = 2, FTS_NOCHDIR = 4 }; /* fts_open */
enum { FTS_SKIP = 4 };                     /* fts_set */
enum { FTS_ROOTLEVEL = 0 };                /* fts_level */
enum {
    FTS_D = 1,
    FTS_DC,
    FTS_DEFAULT,
    FTS_DNR,
    FTS_DP, /* fts_info */
    FTS_ERR = 7,
    FTS_F,
    FTS_NS = 10,
    FTS_SLNONE = 13
};

typedef struct FTSENT {
    int fts_info;
    int fts_errno;
    int fts_level;
    char *fts_path; /* heap */
    char *fts_name; /* the end of the path */
    struct stat *fts_statp;
    struct stat fts_stat;
    int fts_instr; /* what fts_set said */
} FTSENT;

typedef struct FTS FTS;

FTS *fts_open(char *const *roots, int options, int (*compare)(const FTSENT **, const FTSENT **));
FTSENT *fts_read(FTS *tree);
int fts_set(FTS *tree, FTSENT *entry, int instruction);
int fts_close(FTS *tree);

#endif
