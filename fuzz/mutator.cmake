# The mutator for fuzz targets: one object that shows nl_mutate and the functions that inform it, nothing else, and carries its own copy of the
# library, built without sanitizers and coverage. Inside the fuzz target a map of a file would else
# cost eight times as much, more than the check that is to be fuzzed, and its branches would count as
# covered by the input.
#
# navlint_link_mutator(TARGET SOURCE...): structure-aware mutation for a libFuzzer target: mutate_libfuzzer.c
# with FUZZ_FORMAT, mutate_input.c and its like with FUZZ_PIECES.
set(mutator_object ${CMAKE_CURRENT_BINARY_DIR}/mutator.o)
file(GLOB mutator_sources CONFIGURE_DEPENDS mutate.c mutate_map.c mutate_records.c mutate_value.c
     ${PROJECT_SOURCE_DIR}/core/*.c ${PROJECT_SOURCE_DIR}/parsers/*.c
     ${PROJECT_SOURCE_DIR}/validator/*.c ${PROJECT_SOURCE_DIR}/containers/*.c)
foreach(room IN LISTS NAVLINT_FORMATS)
  file(GLOB_RECURSE room_sources CONFIGURE_DEPENDS ${NAVLINT_FOLDER_OF_${room}}/*.c)
  list(APPEND mutator_sources ${room_sources})
endforeach()

add_library(mutator_parts OBJECT ${mutator_sources})
target_include_directories(mutator_parts PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(mutator_parts PRIVATE NAVLINT_VERSION="${PROJECT_VERSION}")
set(plain_options -O2 -fno-sanitize=all ${NAVLINT_UNCOUNTED})
target_compile_options(mutator_parts PRIVATE ${plain_options})

add_custom_command(
  OUTPUT ${mutator_object}
  COMMAND ${CMAKE_LINKER} -r -o ${mutator_object} $<TARGET_OBJECTS:mutator_parts>
  COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=nl_mutate
          --keep-global-symbol=nl_mutate_compared --keep-global-symbol=nl_mutate_fairly ${mutator_object}
  DEPENDS mutator_parts $<TARGET_OBJECTS:mutator_parts>
  COMMAND_EXPAND_LISTS
  VERBATIM)
add_custom_target(mutator DEPENDS ${mutator_object})

# TARGET.mutator.so beside it is the same for AFL++, whose driver does not know libFuzzer's entry.
function(navlint_link_mutator target)
  target_sources(${target} PRIVATE ${ARGN})
  target_link_libraries(${target} PRIVATE ${mutator_object})
  add_dependencies(${target} mutator)

  get_target_property(definitions ${target} COMPILE_DEFINITIONS)
  if("mutate_libfuzzer.c" IN_LIST ARGN AND NAVLINT_FUZZ_ENGINE STREQUAL "-fsanitize=fuzzer"
     AND NOT CMAKE_C_COMPILER MATCHES "afl-")
    target_compile_definitions(${target} PRIVATE FUZZ_LOOKS_AT_COMPARISONS)
    target_link_options(${target} PRIVATE -Wl,--wrap=__sanitizer_cov_trace_const_cmp2
                                          -Wl,--wrap=__sanitizer_cov_trace_const_cmp4)
  endif()
  add_library(${target}_afl MODULE mutate_afl.c ${ARGN})
  set_target_properties(${target}_afl PROPERTIES PREFIX "" OUTPUT_NAME ${target}.mutator
                        C_VISIBILITY_PRESET default COMPILE_DEFINITIONS "${definitions}"
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  target_include_directories(${target}_afl PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_options(${target}_afl PRIVATE ${plain_options})
  # afl-fuzz, which loads it, has no sanitizers, nor anything that it misses.
  target_link_options(${target}_afl PRIVATE -fno-sanitize=all -Wl,-z,defs)
  target_link_libraries(${target}_afl PRIVATE ${mutator_object} PkgConfig::LIBDEFLATE)
  add_dependencies(${target}_afl mutator)
  add_dependencies(${target} ${target}_afl)
endfunction()

add_library(rate_afl MODULE mutate_afl.c rate_afl.c)
set_target_properties(rate_afl PROPERTIES PREFIX "" OUTPUT_NAME rate.mutator C_VISIBILITY_PRESET default
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
target_compile_options(rate_afl PRIVATE ${plain_options})
target_link_options(rate_afl PRIVATE -fno-sanitize=all)
add_dependencies(fuzzers rate_afl)
