# Toolchain file: Debian's cross gcc for x86-64, programs run under qemu-user.
# The libraries that the tests need stand in a folder that scripts/cross
# fills; glibc comes with the cross compiler.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-linux-gnu-gcc)
set(CMAKE_ASM_COMPILER x86_64-linux-gnu-gcc)

set(packages ${CMAKE_CURRENT_LIST_DIR}/../build/x86_64-packages)
set(libraries ${packages}/usr/lib/x86_64-linux-gnu)
set(ENV{PKG_CONFIG_LIBDIR} ${libraries}/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${packages})
# What the static library is linked with by name alone.
set(CMAKE_EXE_LINKER_FLAGS_INIT -L${libraries})
set(CMAKE_CROSSCOMPILING_EMULATOR
    qemu-x86_64 -L /usr/x86_64-linux-gnu -E LD_LIBRARY_PATH=${libraries})
