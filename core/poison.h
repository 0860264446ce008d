/* How navlint shows sanitizers the memory that it hands out itself. Without one nothing is left of
 * it. */
#ifndef NAVLINT_CORE_POISON_H
#define NAVLINT_CORE_POISON_H

#if defined(__SANITIZE_ADDRESS__)
#define NL_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NL_ADDRESS_SANITIZER 1
#endif
#if __has_feature(memory_sanitizer)
#define NL_MEMORY_SANITIZER 1
#endif
#endif

/* nl_poison: nobody may touch memory[0, bytes) until it is handed out (AddressSanitizer), and what
 * stands there counts as never written (MemorySanitizer).
 * nl_unpoison: memory[0, bytes) is handed out, or given back to whom it belongs. */
#if defined(NL_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#define nl_poison(memory, bytes)   __asan_poison_memory_region((memory), (bytes))
#define nl_unpoison(memory, bytes) __asan_unpoison_memory_region((memory), (bytes))
#elif defined(NL_MEMORY_SANITIZER)
#include <sanitizer/msan_interface.h>
#define nl_poison(memory, bytes)   __msan_allocated_memory((memory), (bytes))
#define nl_unpoison(memory, bytes) ((void)(memory), (void)(bytes))
#else
#define nl_poison(memory, bytes)   ((void)(memory), (void)(bytes))
#define nl_unpoison(memory, bytes) ((void)(memory), (void)(bytes))
#endif

#endif
