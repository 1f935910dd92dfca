# SPDX-License-Identifier: MIT
#
# How everything here is compiled.
#
# The results are the same bits in every build: no contraction of a * b + c, no fast-math, no -march for all files.
# Functions that need a wider instruction set are marked with it (src/base/cpu.h) and chosen at run time.

if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    set(imp_gnu_like ON)
else()
    set(imp_gnu_like OFF)
endif()

# Where there is FMA, GCC's straight-line vectoriser contracts in spite of -ffp-contract=off. Elsewhere it stays on: it is
# worth up to 20 ns a pair. x86 has FMA only when the user's flags say so.
include(CheckCSourceCompiles)
check_c_source_compiles("
#if (defined(__x86_64__) || defined(__i386__)) && !defined(__FMA__) && !defined(__FMA4__)
#error none
#endif
int main(void) { return 0; }" IMP_FMA)

function(imp_options target)
    set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    if(imp_gnu_like)
        # errno is never asked for, and without it a square root is one instruction.
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion $<$<BOOL:${IMP_WERROR}>:-Werror>
                                                 -ffp-contract=off -fno-math-errno)
        if(IMP_FMA AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
            target_compile_options(${target} PRIVATE -fno-tree-slp-vectorize)
        endif()
    elseif(MSVC)
        target_compile_options(${target} PRIVATE /W3 /fp:precise)
    endif()
    if(NOT IMP_SIMD)
        target_compile_definitions(${target} PRIVATE IMP_NO_SIMD)
    endif()
    if(NOT IMP_WIDE)
        target_compile_definitions(${target} PRIVATE IMP_NO_WIDE)
    endif()
    if(IMP_FUZZ)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
        target_link_options(${target} PUBLIC -fsanitize=fuzzer-no-link)
    endif()
    if(IMP_SANITIZE)
        # Division by zero is defined for floats; a float that does not fit into an integer is not.
        set(flags -fsanitize=address,undefined,float-cast-overflow -fno-sanitize=float-divide-by-zero
                  -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_compile_options(${target} PRIVATE ${flags})
        target_link_options(${target} PUBLIC ${flags})
    endif()
endfunction()
