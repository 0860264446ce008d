/* What the command asks of the program around it beyond WASI preview 1: npm/host/more.js answers.
 * Paths end with a NUL. An answer below zero is the negative of an errno of wasi-libc's. */
#ifndef NAVLINT_WASM_COMMAND_HOST_H
#define NAVLINT_WASM_COMMAND_HOST_H

#include <stddef.h>
#include <stdint.h>

#define HOST(name) __attribute__((import_module("navlint_host"), import_name(name)))

/* The absolute path without links, with its NUL, into `real`; returns 0. */
HOST("real_path") int32_t host_real_path(const char *path, char *real, size_t capacity);

/* 1: the path does not depend on the folder that it is read in. */
HOST("is_absolute") int32_t host_is_absolute(const char *path);

/* Opens a file that nobody else sees and that is gone once it is closed; returns its descriptor. */
HOST("temporary_file") int32_t host_temporary_file(void);

/* What a path leads to. Times are those since 1970. */
typedef struct host_status {
    uint64_t device;
    uint64_t inode;
    uint64_t links;
    uint64_t bytes;
    uint64_t accessed_ns;
    uint64_t modified_ns;
    uint64_t changed_ns;
    uint32_t mode; /* what it is and who may do what with it, in wasi-libc's bits */
    uint32_t user;
    uint32_t group;
    uint32_t unused;
} host_status;

/* Links are followed; returns 0. */
HOST("status_of") int32_t host_status_of(const char *path, host_status *status);

/* ways: R_OK, W_OK, X_OK, or F_OK. Returns 0 if the user may. */
HOST("may") int32_t host_may(const char *path, int32_t ways);

/* UINT32_MAX: stays as it is. */
HOST("change_owner")
int32_t host_change_owner(int32_t descriptor, uint32_t user, uint32_t group);

HOST("change_mode") int32_t host_change_mode(int32_t descriptor, uint32_t mode);

/* Sets the mask of new files; returns the one before. */
HOST("mask_modes") int32_t host_mask_modes(uint32_t mask);

/* Runs a program to its end. words: one behind the other, the program's name first. Descriptors are
 * the command's own; -1: nothing to read. Returns the exit status, 256 + N for signal N. */
HOST("run") int32_t host_run(const char *words, size_t length, int32_t input, int32_t output);

/* Of the terminal behind the descriptor; 0 if there is none. */
HOST("columns") int32_t host_columns(int32_t descriptor);

/* 32 bytes into `digest`. */
HOST("sha256") void host_sha256(const void *bytes, size_t length, unsigned char *digest);

#endif
