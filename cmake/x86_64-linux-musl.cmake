# Linux on x86-64 with musl.
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(compiler gcc)
include(${CMAKE_CURRENT_LIST_DIR}/linux-musl.cmake)
