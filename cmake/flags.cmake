# Compiler flags for everything in the tree. No -march: a build runs on every
# machine of its architecture.
include(CheckCSourceCompiles)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS ON)

# No product and sum in one rounding, where a machine has that: numbers are the same on all.
add_compile_options(-fno-strict-aliasing -ffp-contract=off
    -Wall -Wextra -Wformat-security -Wshadow -Wstrict-prototypes -Wmissing-prototypes)
# At -O3 gcc unrolls recursion and warns of steps that it cannot take; the other
# builds keep these warnings.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
    set(quiet -Wno-array-bounds -Wno-aggressive-loop-optimizations -Wno-format-truncation)
    add_compile_options(${quiet})
    add_link_options(${quiet})
endif()
if(TABLIER_WERROR)
    add_compile_options(-Werror)
endif()

if(TABLIER_SANITIZE)
    add_compile_options(-fsanitize=${TABLIER_SANITIZE} -fno-sanitize-recover=all
        -fno-omit-frame-pointer -UNDEBUG)
    add_link_options(-fsanitize=${TABLIER_SANITIZE})
endif()
# Full instrumentation also reports the operands of comparisons, which finds more in a long run
# and makes everything half as fast.
if(TABLIER_FUZZ STREQUAL "light")
    add_compile_options(-fsanitize-coverage=inline-8bit-counters,pc-table)
elseif(TABLIER_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Fat objects hold machine code beside the intermediate form, so the installed
# static library serves any linker. Other compilers than gcc have no such thing.
if(TABLIER_LTO AND CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(lto_flags -flto=auto -ffat-lto-objects)
    list(JOIN lto_flags " " CMAKE_REQUIRED_FLAGS)
    check_c_source_compiles("int main(void) { return 0; }" TABLIER_LTO_WORKS)
    unset(CMAKE_REQUIRED_FLAGS)
    if(TABLIER_LTO_WORKS)
        add_compile_options(${lto_flags})
        add_link_options(${lto_flags})
    endif()
endif()
