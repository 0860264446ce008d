# NAVLINT_SANITIZE: "" | "address,undefined" | "memory" | ... as -fsanitize takes it.
set(NAVLINT_SANITIZE "" CACHE STRING "Sanitizers to build everything with")
option(NAVLINT_COVERAGE "Count lines, branches and conditions (clang)" OFF)

if(NAVLINT_SANITIZE)
  # Functions and lines of a stack are all that is wanted of debug information, and programs with
  # sanitizers are large: lld, where it is there, links them in a third of the time.
  add_compile_options(-fsanitize=${NAVLINT_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${NAVLINT_SANITIZE})
  include(CheckLinkerFlag)
  check_linker_flag(C -fuse-ld=lld NAVLINT_HAS_LLD)
  if(NAVLINT_HAS_LLD)
    add_link_options(-fuse-ld=lld)
  endif()
  # Where a value came from takes a third of a run to know; fuzzing tells it of what a test finds.
  if(NAVLINT_FUZZ AND NAVLINT_SANITIZE MATCHES "memory")
    add_compile_options(-fsanitize-memory-track-origins=2)
  endif()
endif()
if(NAVLINT_SANITIZE MATCHES "integer")
  add_compile_options(-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/fuzz/wraps.ignore)
endif()

# What the fuzz targets are linked with; libFuzzer's flag by default. OSS-Fuzz and its kin hand in
# another one, together with the flags that count edges.
set(NAVLINT_FUZZ_ENGINE "-fsanitize=fuzzer" CACHE STRING "Fuzzing engine to link the targets with")
# Where lines are counted (.clusterfuzzlite/run coverage) nothing looks at edges, and programs without an
# engine have no library that their counters would call.
if(NAVLINT_FUZZ AND NAVLINT_FUZZ_ENGINE STREQUAL "-fsanitize=fuzzer"
   AND NOT CMAKE_C_FLAGS MATCHES "-fcoverage-mapping")
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
set(NAVLINT_UNCOUNTED "") # for code whose edges and comparisons are none of the engine's business
if(NAVLINT_FUZZ AND CMAKE_C_COMPILER_ID STREQUAL "Clang")
  set(NAVLINT_UNCOUNTED
      -fno-sanitize-coverage=trace-cmp,inline-8bit-counters,pc-table,indirect-calls)
endif()
if(NAVLINT_COVERAGE)
  # Counts of threads must not get lost: the false ways are what is left of others.
  add_compile_options(-fprofile-instr-generate -fprofile-update=atomic -fcoverage-mapping -fcoverage-mcdc)
  add_link_options(-fprofile-instr-generate)
  # clang names a static function's counters by its file's name alone, and two rooms have a decode.c:
  # llvm-cov would drop what does not fit. The path tells them apart.
  string(REPLACE "-c <SOURCE>" "-Xclang -main-file-name -Xclang <SOURCE> -c <SOURCE>"
         CMAKE_C_COMPILE_OBJECT "${CMAKE_C_COMPILE_OBJECT}")
endif()
