# Programs that need nothing of the system but the kernel: with musl, which a program can hold whole, from Debian's sources.
# For toolchain files, which set CMAKE_SYSTEM_PROCESSOR and `compiler`.
set(CMAKE_SYSTEM_NAME Linux)
set(musl_sources ${CMAKE_CURRENT_LIST_DIR}/../build-sources)
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/build_musl.sh ${musl_sources} ${compiler} RESULT_VARIABLE built)
if(NOT built EQUAL 0)
  message(FATAL_ERROR "musl could not be built: see above.")
endif()
get_filename_component(musl ${musl_sources}/musl-${CMAKE_SYSTEM_PROCESSOR} ABSOLUTE)
set(CMAKE_C_COMPILER ${musl}/bin/musl-gcc)
set(CMAKE_FIND_ROOT_PATH ${musl})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
