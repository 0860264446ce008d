# libarchive and what it unpacks with, from Debian's source packages: for the command as WebAssembly and as one file.
# Readers and decoders alone. zlib is the copy in Tcl's package, unmodified: Tcl keeps it as its authors release it.
execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/fetch_sources.sh ${sources_folder}
                        libarchive tcl8.6 xz-utils bzip2 libzstd
                RESULT_VARIABLE fetched)
if(NOT fetched EQUAL 0)
  message(FATAL_ERROR "Sources of libraries are missing: see above.")
endif()

set(system_folder ${PROJECT_SOURCE_DIR}/wasm/command) # what the target's C library lacks
if(WIN32)
  set(system_folder ${PROJECT_SOURCE_DIR}/cli/os/windows)
endif()

# unpacker NAME FOLDER FILE...: a static library of the files in the folder.
function(unpacker name folder)
  list(TRANSFORM ARGN PREPEND ${sources_folder}/${folder}/)
  add_library(${name} STATIC ${ARGN})
  target_compile_options(${name} PRIVATE -w)
endfunction()

unpacker(zlib_source tcl8.6/compat/zlib adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c)
target_include_directories(zlib_source SYSTEM PUBLIC ${sources_folder}/tcl8.6/compat/zlib)

unpacker(bzip2_source bzip2 blocksort.c bzlib.c compress.c crctable.c decompress.c huffman.c randtable.c)
target_compile_definitions(bzip2_source PRIVATE BZ_NO_STDIO)
target_include_directories(bzip2_source SYSTEM PUBLIC ${sources_folder}/bzip2)

unpacker(zstd_source libzstd/lib
  common/debug.c common/entropy_common.c common/error_private.c common/fse_decompress.c common/xxhash.c
  common/zstd_common.c decompress/huf_decompress.c decompress/zstd_ddict.c decompress/zstd_decompress.c
  decompress/zstd_decompress_block.c)
target_compile_definitions(zstd_source PRIVATE ZSTD_DISABLE_ASM ZSTD_LEGACY_SUPPORT=0 ZSTD_LIB_COMPRESSION=0)
target_include_directories(zstd_source SYSTEM PUBLIC ${sources_folder}/libzstd/lib)

set(lzma_files
  check/check.c check/crc32_fast.c check/crc32_table.c check/crc64_fast.c check/crc64_table.c check/sha256.c
  lz/lz_decoder.c lzma/lzma_decoder.c lzma/lzma2_decoder.c delta/delta_common.c delta/delta_decoder.c)
foreach(name IN ITEMS alone_decoder block_decoder block_header_decoder block_util common filter_common filter_decoder
        filter_flags_decoder index_hash stream_decoder stream_flags_common stream_flags_decoder vli_decoder vli_size)
  list(APPEND lzma_files common/${name}.c)
endforeach()
foreach(name IN ITEMS arm arm64 armthumb ia64 powerpc simple_coder simple_decoder sparc x86)
  list(APPEND lzma_files simple/${name}.c)
endforeach()
unpacker(lzma_source xz-utils/src/liblzma ${lzma_files})
configure_file(wasm/command/lzma_config.h ${CMAKE_BINARY_DIR}/lzma/config.h COPYONLY)
target_compile_definitions(lzma_source PRIVATE HAVE_CONFIG_H TUKLIB_SYMBOL_PREFIX=lzma_ INTERFACE LZMA_API_STATIC)
target_include_directories(lzma_source SYSTEM PUBLIC ${sources_folder}/xz-utils/src/liblzma/api PRIVATE
  ${CMAKE_BINARY_DIR}/lzma ${system_folder}/system ${sources_folder}/xz-utils/src/common)
foreach(folder IN ITEMS common check lz rangecoder lzma delta simple)
  target_include_directories(lzma_source SYSTEM PRIVATE ${sources_folder}/xz-utils/src/liblzma/${folder})
endforeach()

set(archive_files "")
foreach(name IN ITEMS acl check_magic cmdline cryptor digest entry entry_sparse entry_stat entry_xattr hmac options pack_dev
        ppmd7 ppmd8 rb read read_add_passphrase string string_sprintf util virtual
        read_support_filter_bzip2 read_support_filter_gzip read_support_filter_xz read_support_filter_zstd
        read_support_filter_none read_support_format_7zip read_support_format_raw read_support_format_tar
        read_support_format_zip read_open_memory)
  list(APPEND archive_files archive_${name}.c)
endforeach()
if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32") # RAR
  foreach(name IN ITEMS blake2s_ref blake2sp_ref read_support_format_rar read_support_format_rar5)
    list(APPEND archive_files archive_${name}.c)
  endforeach()
endif()
unpacker(archive_source libarchive/libarchive ${archive_files})
target_compile_definitions(archive_source PRIVATE _GNU_SOURCE PLATFORM_CONFIG_H="${system_folder}/archive_config.h")
target_include_directories(archive_source SYSTEM PUBLIC ${sources_folder}/libarchive/libarchive PRIVATE ${system_folder}/system)
target_link_libraries(archive_source PRIVATE zlib_source bzip2_source zstd_source lzma_source)
target_compile_definitions(archive_source INTERFACE INTAKE_LINKS_LIBARCHIVE LIBARCHIVE_STATIC)
add_library(PkgConfig::LIBARCHIVE ALIAS archive_source)
add_library(PkgConfig::LIBLZMA ALIAS lzma_source)
