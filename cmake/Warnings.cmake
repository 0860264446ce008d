# Warnings are errors with gcc 12 and clang 14, the compilers of Debian 12 that the gate builds with, and
# with what WebAssembly is built with, the one target here where a size has 32 bits.
# Others may know warnings that nobody has seen yet; that must not keep a user or a fuzzer from building.
add_compile_options(
  -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align
  -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wundef -Wvla -Wformat=2
  -Wimplicit-fallthrough -Wnull-dereference -Wdouble-promotion)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION MATCHES "^12\\."
   OR CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION MATCHES "^14\\."
   OR CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  add_compile_options(-Werror)
endif()
# mingw-w64's isfinite() narrows what it asks about, and its compiler takes every format for one of msvcrt's printf,
# which none is here (__USE_MINGW_ANSI_STDIO).
if(MINGW)
  add_compile_options(-Wno-float-conversion -Wno-format -Wno-format-nonliteral)
endif()

# The OpenSSF baseline, less what gcc 12 and clang 14 do not know. Sanitizer builds and fuzzing
# bring their own instrumentation, and WebAssembly its own walls.
if(NOT NAVLINT_SANITIZE AND NOT NAVLINT_FUZZ AND NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  add_compile_options(-fstack-protector-strong -fno-delete-null-pointer-checks)
  if(NOT WIN32) # where gcc 12 ends in an internal error, and every page of a large frame is probed anyway
    add_compile_options(-fstack-clash-protection)
  endif()
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection=full)
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  endif()
  if(WIN32)
    add_link_options(-Wl,--dynamicbase -Wl,--high-entropy-va -Wl,--nxcompat -Wl,--no-insert-timestamp -Wl,--strip-all)
  else()
    add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,--as-needed)
  endif()
endif()
