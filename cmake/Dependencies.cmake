# jansson and libdeflate, and cmocka for tests: the system's; for a target that Debian builds none for, or whose packages would
# need a foreign architecture in the system's apt, from Debian's source packages, with Debian's patches and in a
# folder that builds share (cmake/sources.tsv pins them).
if(NOT NAVLINT_LIBRARIES_FROM_SOURCE)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
  pkg_check_modules(LIBDEFLATE REQUIRED IMPORTED_TARGET libdeflate)
  include(Holds)
  navlint_may_hold(PkgConfig::JANSSON jansson)
  navlint_may_hold(PkgConfig::LIBDEFLATE deflate)
  return()
endif()

set(wanted libdeflate jansson)
if(BUILD_TESTING AND NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  list(APPEND wanted cmocka)
endif()
set(sources_folder ${PROJECT_SOURCE_DIR}/build-sources)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${CMAKE_CURRENT_LIST_DIR}/sources.tsv ${CMAKE_CURRENT_LIST_DIR}/fetch_sources.sh)
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/fetch_sources.sh ${sources_folder} ${wanted}
                RESULT_VARIABLE fetched)
if(NOT fetched EQUAL 0)
  message(FATAL_ERROR "Sources of libraries are missing: see above.")
endif()

# Their own names are PkgConfig's, so that whoever links them need not know where they come from. Their
# warnings are their authors' business.
add_library(libdeflate_source STATIC
  ${sources_folder}/libdeflate/lib/adler32.c
  ${sources_folder}/libdeflate/lib/crc32.c
  ${sources_folder}/libdeflate/lib/deflate_compress.c
  ${sources_folder}/libdeflate/lib/deflate_decompress.c
  ${sources_folder}/libdeflate/lib/utils.c
  ${sources_folder}/libdeflate/lib/zlib_compress.c
  ${sources_folder}/libdeflate/lib/zlib_decompress.c)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64")
  target_sources(libdeflate_source PRIVATE ${sources_folder}/libdeflate/lib/x86/cpu_features.c)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
  target_sources(libdeflate_source PRIVATE ${sources_folder}/libdeflate/lib/arm/cpu_features.c)
endif()
target_include_directories(libdeflate_source SYSTEM PUBLIC ${sources_folder}/libdeflate)
target_compile_options(libdeflate_source PRIVATE -w)
add_library(PkgConfig::LIBDEFLATE ALIAS libdeflate_source)

# What jansson's configure script would find out.
set(json_inline inline)
set(json_have_long_long 1)
set(json_have_localeconv 1)
set(json_have_atomic_builtins 1)
set(json_have_sync_builtins 1)
set(jansson_config_folder ${CMAKE_BINARY_DIR}/jansson)
configure_file(${sources_folder}/jansson/src/jansson_config.h.in ${jansson_config_folder}/jansson_config.h @ONLY)
file(CONFIGURE OUTPUT ${jansson_config_folder}/jansson_private_config.h CONTENT "#define HAVE_STDINT_H 1\n")
foreach(name IN ITEMS dump error hashtable hashtable_seed load memory pack_unpack strbuffer strconv utf value version)
  list(APPEND jansson_files ${sources_folder}/jansson/src/${name}.c)
endforeach()
add_library(jansson_source STATIC ${jansson_files})
target_compile_definitions(jansson_source PRIVATE HAVE_CONFIG_H)
target_include_directories(jansson_source SYSTEM PUBLIC ${sources_folder}/jansson/src ${jansson_config_folder})
target_compile_options(jansson_source PRIVATE -w)
add_library(PkgConfig::JANSSON ALIAS jansson_source)

# Tests ask for it themselves: here it is already.
if("cmocka" IN_LIST wanted)
  add_library(cmocka_source STATIC ${sources_folder}/cmocka/src/cmocka.c)
  target_compile_definitions(cmocka_source PRIVATE _GNU_SOURCE HAVE_SIGNAL_H=1 HAVE_STRUCT_TIMESPEC=1
    HAVE_CLOCK_REALTIME=1 HAVE_STRSIGNAL=1)
  target_include_directories(cmocka_source SYSTEM PUBLIC ${sources_folder}/cmocka/include)
  target_compile_options(cmocka_source PRIVATE -w)
  add_library(PkgConfig::CMOCKA ALIAS cmocka_source)
endif()
macro(pkg_check_modules)
endmacro()
