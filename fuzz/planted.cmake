# Planted bugs: the fuzz targets once more, linked with copies of some of the product's sources that
# have wrong conditions. Built on demand, by `planted`; fuzz/campaign/planted.py runs them. The product
# itself, and the mutator, are what they are: a planted object stands before the library's own.
set(NAVLINT_PLANT "" CACHE STRING "The planted bug that is compiled in; 0: none; empty: chosen at start")
set(plant_folder ${CMAKE_BINARY_DIR}/planted) # not below a folder "fuzz", where wraps are not reported
file(GLOB plant_files CONFIGURE_DEPENDS planted/*.plants)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${plant_files})
set(planted_files "")
foreach(file IN LISTS plant_files)
  file(STRINGS ${file} rows REGEX "^(file|also): ")
  list(TRANSFORM rows REPLACE "^[a-z]+: " "")
  list(APPEND planted_files ${rows})
endforeach()
list(REMOVE_DUPLICATES planted_files)
list(TRANSFORM planted_files PREPEND ${plant_folder}/ OUTPUT_VARIABLE planted_copies)
list(TRANSFORM planted_files PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE planted_originals)

add_custom_command(OUTPUT ${planted_copies}
  COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR} PYTHONDONTWRITEBYTECODE=1
          /usr/bin/python3 -m campaign.plants ${PROJECT_SOURCE_DIR} ${plant_folder}
  COMMAND ${CMAKE_COMMAND} -E touch ${planted_copies}
  DEPENDS ${plant_files} ${planted_originals} campaign/plants.py VERBATIM)
add_custom_target(planted_sources DEPENDS ${planted_copies})
add_custom_target(planted)

add_library(planted_choice OBJECT EXCLUDE_FROM_ALL planted/plant.c)
target_include_directories(planted_choice PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(planted_choice PRIVATE _GNU_SOURCE)
target_compile_options(planted_choice PRIVATE -O2 -fno-sanitize=all ${NAVLINT_UNCOUNTED})

# navlint_plant_part(FOLDER LIKE): the copies of one part of the house, compiled as the part itself.
function(navlint_plant_part folder like)
  set(copies ${planted_copies})
  list(FILTER copies INCLUDE REGEX "^${plant_folder}/${folder}/.*\\.c$")
  if(NOT copies)
    return()
  endif()
  add_library(planted_${folder} OBJECT EXCLUDE_FROM_ALL ${copies})
  add_dependencies(planted_${folder} planted_sources)
  target_include_directories(planted_${folder} PRIVATE ${plant_folder}
    $<TARGET_PROPERTY:${like},INCLUDE_DIRECTORIES> ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_compile_definitions(planted_${folder} PRIVATE $<TARGET_PROPERTY:${like},COMPILE_DEFINITIONS>
    $<$<NOT:$<STREQUAL:${NAVLINT_PLANT},>>:NAVLINT_PLANT=${NAVLINT_PLANT}>)
  target_compile_options(planted_${folder} PRIVATE $<TARGET_PROPERTY:${like},COMPILE_OPTIONS> -w
    "SHELL:-iquote ${PROJECT_SOURCE_DIR}/${folder}" "SHELL:-include ${CMAKE_CURRENT_SOURCE_DIR}/planted/plant.h")
endfunction()

foreach(part IN ITEMS core parsers validator report)
  navlint_plant_part(${part} navlint_${part})
endforeach()
navlint_plant_part(containers navlint_parsers)
navlint_plant_part(intake navlint_intake)
navlint_plant_part(cli fuzz_cli)
navlint_plant_part(server navlintd_parts)

# navlint_planted_target(TARGET PART...): TARGET_planted of fuzz_TARGET's sources, with the planted
# library and those further parts that it uses.
function(navlint_planted_target target)
  set(planted ${target}_planted)
  get_target_property(sources ${target} SOURCES)
  if(NOT sources) # all of it is in libraries
    set(sources "")
  endif()
  list(FILTER sources EXCLUDE REGEX "TARGET_OBJECTS") # which would stand before the planted ones
  add_executable(${planted} EXCLUDE_FROM_ALL ${sources} $<TARGET_OBJECTS:planted_choice>)
  foreach(part IN ITEMS core parsers containers validator report ${ARGN})
    if(TARGET planted_${part})
      target_sources(${planted} PRIVATE $<TARGET_OBJECTS:planted_${part}>)
    endif()
  endforeach()
  get_target_property(definitions ${target} COMPILE_DEFINITIONS)
  if(definitions)
    target_compile_definitions(${planted} PRIVATE ${definitions})
  endif()
  get_target_property(includes ${target} INCLUDE_DIRECTORIES)
  if(includes)
    target_include_directories(${planted} PRIVATE ${includes})
  endif()
  get_target_property(options ${target} LINK_OPTIONS)
  if(options)
    target_link_options(${planted} PRIVATE ${options})
  endif()
  get_target_property(libraries ${target} LINK_LIBRARIES)
  target_link_libraries(${planted} PRIVATE ${libraries})
  if(TARGET ${target}_afl) # its mutator
    add_dependencies(${planted} mutator ${target}_afl)
  endif()
  add_dependencies(planted ${planted})
endfunction()

foreach(room IN LISTS NAVLINT_FORMATS)
  navlint_planted_target(fuzz_${room})
  navlint_planted_target(fuzz_${room}_records)
endforeach()
foreach(subject IN ITEMS set set_pieces round_trip round_trip_pieces arena arena_pieces report report_pieces call)
  navlint_planted_target(fuzz_${subject})
endforeach()
navlint_planted_target(fuzz_archive intake)
navlint_planted_target(fuzz_archive_pieces intake)
navlint_planted_target(fuzz_unpack intake)
navlint_planted_target(fuzz_suppressions cli)
navlint_planted_target(fuzz_settings cli)
navlint_planted_target(fuzz_settings_pieces cli)
if(TARGET fuzz_upload)
  foreach(subject IN ITEMS http http_pieces wire wire_pieces upload upload_pieces)
    navlint_planted_target(fuzz_${subject} server intake)
  endforeach()
endif()

# The command itself: the references of tests/reference judge the same files.
navlint_planted_target(navlint intake)
set_target_properties(navlint_planted PROPERTIES LINKER_LANGUAGE C)
