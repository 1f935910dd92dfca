# SPDX-License-Identifier: MIT
#
# Toolchain: WebAssembly with SIMD, by Debian's clang-19, lld-19, wasi-libc and libclang-rt-19-dev-wasm32. Programs run in
# Node, which the build calls for them.
#
#     cmake -S . -B build/wasm -DCMAKE_TOOLCHAIN_FILE=cmake/wasm.cmake -DIMP_TOOLS=OFF -DIMP_TESTS=OFF

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
set(CMAKE_C_FLAGS_INIT -msimd128)

# The stack lies below everything else, so that what goes beyond it traps instead of writing over data. A call of the
# library takes less than 96 KiB.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--stack-first -Wl,-z,stack-size=262144")

set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi)

find_program(NODE node)
set(CMAKE_CROSSCOMPILING_EMULATOR "${NODE};--no-warnings;${CMAKE_CURRENT_LIST_DIR}/../web/impinge/wasi.js")
