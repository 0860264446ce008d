# Warnings are errors in every build of ours, with gcc and with clang.
add_compile_options(
  -Wall -Wextra -Werror -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align
  -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wundef -Wvla -Wformat=2
  -Wimplicit-fallthrough -Wnull-dereference -Wdouble-promotion)

# The OpenSSF baseline, less what gcc 12 and clang 14 do not know. Sanitizer builds and fuzzing
# bring their own instrumentation.
if(NOT NAVLINT_SANITIZE AND NOT NAVLINT_FUZZ)
  add_compile_options(-fstack-protector-strong -fstack-clash-protection
                      -fno-delete-null-pointer-checks)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-fcf-protection=full)
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  endif()
  add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,--as-needed)
endif()
