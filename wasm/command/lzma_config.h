/* What liblzma's configure script would be told: decoders alone, no threads, little-endian; for
 * Windows, too. */
#ifndef NAVLINT_WASM_COMMAND_LZMA_CONFIG_H
#define NAVLINT_WASM_COMMAND_LZMA_CONFIG_H

#define HAVE_INTTYPES_H       1
#define HAVE_STDINT_H         1
#define HAVE_STDBOOL_H        1
#define HAVE__BOOL            1
#define HAVE_CHECK_CRC32      1
#define HAVE_CHECK_CRC64      1
#define HAVE_CHECK_SHA256     1
#define HAVE_DECODERS         1
#define HAVE_DECODER_LZMA1    1
#define HAVE_DECODER_LZMA2    1
#define HAVE_DECODER_DELTA    1
#define HAVE_DECODER_X86      1
#define HAVE_DECODER_POWERPC  1
#define HAVE_DECODER_IA64     1
#define HAVE_DECODER_ARM      1
#define HAVE_DECODER_ARMTHUMB 1
#define HAVE_DECODER_ARM64    1
#define HAVE_DECODER_SPARC    1
#define SIZEOF_SIZE_T         __SIZEOF_SIZE_T__
#define PACKAGE_NAME          "XZ Utils"
#define PACKAGE_BUGREPORT     ""
#define PACKAGE_URL           ""

#endif
