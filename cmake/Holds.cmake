# A program that holds the small libraries it needs starts in two thirds of the time of one that has them loaded: a file is
# judged in less time than a library is mapped. A distribution turns NAVLINT_HOLD_LIBRARIES off.
option(NAVLINT_HOLD_LIBRARIES "Link jansson, libdeflate and liblzma into the command where there are archives of them" ON)

# navlint_may_hold(TARGET LIBRARY): programs with the property HOLDS_LIBRARIES link the archive, all others what TARGET names.
function(navlint_may_hold target library)
  if(NOT NAVLINT_HOLD_LIBRARIES OR NAVLINT_SANITIZE OR NAVLINT_FUZZ)
    return()
  endif()
  find_library(NAVLINT_ARCHIVE_OF_${library} lib${library}.a)
  if(NOT NAVLINT_ARCHIVE_OF_${library})
    return()
  endif()
  get_target_property(shared ${target} INTERFACE_LINK_LIBRARIES)
  set_target_properties(${target} PROPERTIES INTERFACE_LINK_LIBRARIES
    "$<IF:$<BOOL:$<TARGET_PROPERTY:HOLDS_LIBRARIES>>,${NAVLINT_ARCHIVE_OF_${library}},${shared}>")
endfunction()
