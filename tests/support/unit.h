/* cmocka.h needs these before it. */
#ifndef NAVLINT_TESTS_SUPPORT_UNIT_H
#define NAVLINT_TESTS_SUPPORT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
