# Toolchain file for TABLIER_TARGET: Debian's cross gcc, and programs run under qemu-user. For `musl`
# the compiler is musl-gcc, which makes static programs for this machine; they run by themselves. For
# `windows` it is that of mingw-w64, and no tests are made.
# scripts/cross fills the folder with the libraries that the tests need.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TABLIER_TARGET)
set(CMAKE_SYSTEM_NAME Linux)
set(packages ${CMAKE_CURRENT_LIST_DIR}/../build/${TABLIER_TARGET}-packages)

if(TABLIER_TARGET STREQUAL "windows")
    set(CMAKE_SYSTEM_NAME Windows)
    set(CMAKE_SYSTEM_PROCESSOR x86_64)
    set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
    set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
    # Programs need no other files but tablier.dll.
    set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
    set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
elseif(TABLIER_TARGET STREQUAL "musl")
    set(CMAKE_C_COMPILER musl-gcc)
    set(CMAKE_C_FLAGS_INIT -D_UINTPTR_T) # cmocka.h knows other C libraries' signs of it
    set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_HOST_SYSTEM_PROCESSOR})
    set(libraries ${packages}/usr/lib)
    set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -L${libraries}")
    set(CMAKE_CROSSCOMPILING_EMULATOR env)
else()
    set(triple ${TABLIER_TARGET}-linux-gnu)
    set(CMAKE_SYSTEM_PROCESSOR ${TABLIER_TARGET})
    set(CMAKE_C_COMPILER ${triple}-gcc)
    if(TABLIER_TARGET STREQUAL "arm") # gcc has no 128-bit integers there
        set(triple arm-linux-gnueabihf)
        set(CMAKE_C_COMPILER clang)
        set(CMAKE_C_COMPILER_TARGET ${triple})
        set(CMAKE_ASM_COMPILER_TARGET ${triple})
    endif()
    set(libraries ${packages}/usr/lib/${triple})
    # What the static library is linked with by name alone.
    set(CMAKE_EXE_LINKER_FLAGS_INIT -L${libraries})
    set(CMAKE_CROSSCOMPILING_EMULATOR
        qemu-${TABLIER_TARGET} -L /usr/${triple} -E LD_LIBRARY_PATH=${libraries})
    set(ENV{PKG_CONFIG_SYSROOT_DIR} ${packages})
endif()
set(CMAKE_ASM_COMPILER ${CMAKE_C_COMPILER})
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/pkgconfig)
