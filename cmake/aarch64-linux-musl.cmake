# Linux on arm64 with musl and Debian's cross compiler; programs run under qemu-user.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(compiler aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
# The compiler's own choice between two kinds of atomics, made when the program starts, asks glibc.
set(CMAKE_C_FLAGS_INIT -mno-outline-atomics)
include(${CMAKE_CURRENT_LIST_DIR}/linux-musl.cmake)
