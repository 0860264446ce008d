/* Which sanitizer this is built with: FUZZ_ADDRESS_SANITIZER, FUZZ_MEMORY_SANITIZER or neither. */
#ifndef NAVLINT_FUZZ_SANITIZERS_H
#define NAVLINT_FUZZ_SANITIZERS_H

#if defined(__SANITIZE_ADDRESS__)
#define FUZZ_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FUZZ_ADDRESS_SANITIZER 1
#endif
#if __has_feature(memory_sanitizer)
#define FUZZ_MEMORY_SANITIZER 1
#endif
#endif

#ifdef FUZZ_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif
#ifdef FUZZ_MEMORY_SANITIZER
#include <sanitizer/msan_interface.h>
#endif

#endif
