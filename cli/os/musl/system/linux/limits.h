/* The kernel's headers are no part of musl: what cli/ wants of this one. */
#ifndef NAVLINT_CLI_OS_MUSL_SYSTEM_LINUX_LIMITS_H
#define NAVLINT_CLI_OS_MUSL_SYSTEM_LINUX_LIMITS_H

#define XATTR_SIZE_MAX 65536

#endif
