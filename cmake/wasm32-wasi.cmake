# WebAssembly with what Debian 12 packages: clang-19, lld-19, wasi-libc, libclang-rt-19-dev-wasm32. CMake
# knows no system of this name; "Generic" has neither shared libraries nor programs that run here.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_SYSROOT /usr)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

# What every engine has had since 2021, Node since 16.
set(CMAKE_C_FLAGS_INIT "-mbulk-memory -mnontrapping-fptoint -msign-ext -fno-delete-null-pointer-checks")
# The level of optimisation is not here but a compile option (CMakeLists.txt): handed to the linker, it makes clang
# call wasm-opt where that is installed, and the same sources would give different bytes.
set(CMAKE_C_FLAGS_RELEASE "-DNDEBUG" CACHE STRING "")
