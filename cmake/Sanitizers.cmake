# NAVLINT_SANITIZE: "" | "address,undefined" | "memory" | ... as -fsanitize takes it.
set(NAVLINT_SANITIZE "" CACHE STRING "Sanitizers to build everything with")
if(NAVLINT_SANITIZE)
  add_compile_options(-fsanitize=${NAVLINT_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${NAVLINT_SANITIZE})
endif()
if(NAVLINT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
