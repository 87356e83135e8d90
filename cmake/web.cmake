# The page's WebAssembly module: core, games and search (with its prover), compiled by clang with
# wasi-libc into ${CMAKE_BINARY_DIR}/web/tablier.wasm. Sets TABLIER_WASM to its
# path, or to nothing where the tools are missing.
set(TABLIER_WASM "")
find_program(WASM_CLANG clang)
find_file(WASM_LIBC libc.a PATHS /usr/lib/wasm32-wasi NO_DEFAULT_PATH)

if(TABLIER_WEB AND WASM_CLANG AND WASM_LIBC)
    # No vectors from straight-line code (SLP): they would be made of pairs of 64-bit products,
    # which the hash consists of, and hardly a processor can multiply such pairs.
    set(wasm_flags --target=wasm32-wasi -std=gnu17 -O3 -flto -DNDEBUG -fno-strict-aliasing
        -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -fno-slp-vectorize)
    # The linker would otherwise reserve 64 kB for the stack and let it grow into
    # the data without a word. Calls cost browsers more than they cost a processor,
    # so more is inlined than elsewhere: the search gains a tenth.
    set(wasm_link -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576
        -Wl,--strip-all -Wl,--gc-sections -Wl,-mllvm,-inline-threshold=1000
        -Wl,-mllvm,-vectorize-slp=false)

    file(GLOB wasm_sources CONFIGURE_DEPENDS
        src/core/*.c src/games/*.c src/games/*/*.c src/search/*.c src/wasm/*.c)
    list(APPEND wasm_sources ${PROJECT_SOURCE_DIR}/src/solve/dfpn.c
        ${PROJECT_SOURCE_DIR}/src/solve/direct.c
        ${PROJECT_SOURCE_DIR}/src/solve/memory.c)
    file(GLOB_RECURSE wasm_headers CONFIGURE_DEPENDS src/*.h include/*.h)
    list(APPEND wasm_sources ${PROJECT_SOURCE_DIR}/src/protocol/variation.c
        ${CMAKE_BINARY_DIR}/tictacdoh_table.c ${CMAKE_BINARY_DIR}/orbital_table.c)

    set(wasm_objects "")
    foreach(source IN LISTS wasm_sources)
        string(REPLACE "/" "_" object ${source})
        set(object ${CMAKE_BINARY_DIR}/web/objects/${object}.o)
        add_custom_command(OUTPUT ${object}
            COMMAND ${WASM_CLANG} ${wasm_flags} -I${PROJECT_SOURCE_DIR}/include
                -I${PROJECT_SOURCE_DIR}/src -c ${source} -o ${object}
            DEPENDS ${source} ${wasm_headers} VERBATIM)
        list(APPEND wasm_objects ${object})
    endforeach()

    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/web/objects)
    set(TABLIER_WASM ${CMAKE_BINARY_DIR}/web/tablier.wasm)
    add_custom_command(OUTPUT ${TABLIER_WASM}
        COMMAND ${WASM_CLANG} ${wasm_flags} ${wasm_objects} ${wasm_link} -o ${TABLIER_WASM}
        DEPENDS ${wasm_objects} VERBATIM COMMENT "Linking tablier.wasm")
    add_custom_target(web DEPENDS ${TABLIER_WASM})
endif()
