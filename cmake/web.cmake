# The page's WebAssembly module: core, games and search (with its prover), compiled by clang with
# wasi-libc into ${CMAKE_BINARY_DIR}/web/tablier.wasm. Sets TABLIER_WASM to its
# path, or to nothing where the tools are missing. A second module beside it, solver.wasm, also solves
# small boards of Quoridor: the page loads it for them alone.
set(TABLIER_WASM "")
find_program(WASM_CLANG clang)
find_file(WASM_LIBC libc.a PATHS /usr/lib/wasm32-wasi NO_DEFAULT_PATH)
find_program(ESBUILD esbuild)
find_program(BROTLI brotli)
find_program(WASM_OPT wasm-opt)

if(TABLIER_WEB AND WASM_CLANG AND WASM_LIBC AND ESBUILD)
    # No vectors from straight-line code (SLP): they would be made of pairs of 64-bit products,
    # which the hash consists of, and hardly a processor can multiply such pairs. No instructions that
    # copy and fill memory: browsers are slow to begin with them (src/wasm/copy.c).
    set(wasm_flags --target=wasm32-wasi -std=gnu17 -O3 -flto -DNDEBUG -fno-strict-aliasing
        -msimd128 -msign-ext -mnontrapping-fptoint -fno-slp-vectorize
        -matomics -mmutable-globals)
    # The linker would otherwise reserve 64 kB for the stack and let it grow into
    # the data without a word. Calls cost browsers more than they cost a processor,
    # so more is inlined than elsewhere: the search gains a tenth. (-inline-threshold would also
    # inline into functions that are compiled for size.)
    set(wasm_link -mexec-model=reactor -Wl,--stack-first -Wl,-z,stack-size=1048576
        -Wl,--strip-all -Wl,--gc-sections -Wl,--lto-O2 -Wl,-mllvm,-inlinedefault-threshold=200
        -Wl,-mllvm,-vectorize-slp=false)
    # The memory is one that workers can share where the browser lets them; whoever instantiates
    # the module makes it, of these sizes (bindings/js/wasm.js). wasi-libc was not compiled for
    # that, hence the check that is left out: what runs in several threads allocates nothing.
    list(APPEND wasm_link -Wl,--import-memory -Wl,--shared-memory -Wl,--no-check-features
        -Wl,--initial-memory=8388608 -Wl,--max-memory=1073741824
        -Wl,--export=__stack_pointer -Wl,--export=helper_stacks -Wl,--export-table)

    file(GLOB wasm_sources CONFIGURE_DEPENDS
        src/core/*.c src/games/*.c src/games/*/*.c src/net/*.c src/search/*.c
        src/wasm/*.c)
    # A page's worker thinks while it is called, and its threads are other workers
    # (src/wasm/helpers.c). The first module does not solve setups as a whole.
    list(FILTER wasm_sources EXCLUDE REGEX
        "/search/(async_engine|parallel)\\.c$|/(dorix_number|dorix_whole|quoridor_layers|layers_.|opening_code)\\.c$")
    list(APPEND wasm_sources ${PROJECT_SOURCE_DIR}/src/learn/puzzle.c
        ${PROJECT_SOURCE_DIR}/src/learn/annotate.c
        ${PROJECT_SOURCE_DIR}/src/learn/book.c
        ${PROJECT_SOURCE_DIR}/src/learn/explore.c
        ${PROJECT_SOURCE_DIR}/src/learn/puzzle_prove.c
        ${PROJECT_SOURCE_DIR}/src/learn/review.c
        ${PROJECT_SOURCE_DIR}/src/api/check.c
        ${PROJECT_SOURCE_DIR}/src/api/svg_api.c
        ${PROJECT_SOURCE_DIR}/src/solve/solve.c
        ${PROJECT_SOURCE_DIR}/src/solve/retrograde.c
        ${PROJECT_SOURCE_DIR}/src/solve/dfpn.c
        ${PROJECT_SOURCE_DIR}/src/solve/direct.c
        ${PROJECT_SOURCE_DIR}/src/solve/proof_table.c)
    file(GLOB_RECURSE wasm_headers CONFIGURE_DEPENDS src/*.h include/*.h)
    # Tables and networks stay outside: they are fetched when they are first needed, and given to the
    # module. It has room for the tables, and the first bytes of each (src/wasm/tables.h).
    # module_data(OUT [SOLVER]): appends to the list OUT the sources with this room for `game_tables`,
    # and with an empty network in place of each of `game_nets`. Only the solver reads Quoridor's table.
    function(module_data out)
        set(place ${CMAKE_CURRENT_BINARY_DIR}/web)
        set(rooms "")
        set(rows "")
        set(tables ${place}/tables.c)
        if(ARGN)
            set(tables ${place}/solver_tables.c)
        endif()
        set(sources ${tables})
        foreach(table IN LISTS game_tables)
            cmake_path(GET table STEM name)
            if(name STREQUAL quoridor AND NOT ARGN)
                continue()
            endif()
            file(SIZE ${table} size)
            file(READ ${table} beginning LIMIT 16 HEX)
            string(REGEX REPLACE "(..)" "0x\\1, " beginning "${beginning}")
            # One byte more, so that a file that is still empty counts as not loaded.
            string(APPEND rooms
                "extern unsigned char ${name}_table[];\n"
                "_Alignas(64) unsigned char ${name}_table[${size} + 1];\n")
            string(APPEND rows "    {\"${name}\", ${name}_table, ${size}, {${beginning}}},\n")
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
        endforeach()
        file(CONFIGURE OUTPUT ${tables} @ONLY CONTENT
"#include \"wasm/tables.h\"

@rooms@
const struct module_table module_tables[] = {
@rows@    {0},
};
")
        foreach(net IN LISTS game_nets)
            cmake_path(GET net STEM name)
            list(APPEND sources ${place}/${name}_no_net.c)
            file(CONFIGURE OUTPUT ${place}/${name}_no_net.c @ONLY CONTENT
"#include <stddef.h>

extern const unsigned char @name@_net[];
extern const size_t @name@_net_size;

const unsigned char @name@_net[1];
const size_t @name@_net_size;
")
        endforeach()
        set(${out} ${${out}} ${sources} PARENT_SCOPE)
    endfunction()
    module_data(wasm_sources)

    # Compiles one source; appends the object, in whose name `wasm_prefix` is, to the list OUT.
    function(wasm_object out source)
        string(REPLACE "/" "_" object ${wasm_prefix}${source})
        set(object ${CMAKE_BINARY_DIR}/web/objects/${object}.o)
        set(flags ${wasm_flags})
        # Only moves, evaluations and the inner loops of the searches are in a hurry; every byte has to
        # be loaded. (Orbital is proven.) Some are as fast with -O2, which saves a few hundred bytes.
        if(source MATCHES "/(dorix|dorix_eval|(dorix|quoridor)_(multiplayer|many_features))\\.c$")
            list(APPEND flags -O2)
        elseif(source MATCHES "/wasm/copy\\.c$")
            list(APPEND flags -O2 -fno-unroll-loops -mbulk-memory -fno-builtin -fno-lto)
        elseif(NOT source MATCHES "/games/[a-z]+/[a-z]+(_(eval|features))?\\.c$|/net/|/(alphabeta|mcts|multi|multiplayer|ordering|table|dfpn|game|canonical|layers_5|opening_code)\\.c$"
            OR source MATCHES "/orbital(_eval)?\\.c$")
            list(APPEND flags -Oz)
        endif()
        add_custom_command(OUTPUT ${object}
            COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${WASM_CLANG} ${flags} -I${PROJECT_SOURCE_DIR}/include
                -I${PROJECT_SOURCE_DIR}/src ${ARGN} -c ${source} -o ${object}
            DEPENDS ${source} ${wasm_headers} VERBATIM)
        set(${out} ${${out}} ${object} PARENT_SCOPE)
    endfunction()

    # wasm_module(MODULE OBJECTS object... [OPTIONS option...]): links objects into a module.
    function(wasm_module module)
        cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS;OBJECTS")
        # With -O3 clang hands the module to wasm-opt where that is installed, and wasm-opt, without a word about
        # threads and vectors, refuses it. So it is called afterwards; without it the module is larger.
        set(link_flags ${wasm_flags})
        list(REMOVE_ITEM link_flags -O3)
        set(shrink "")
        if(WASM_OPT)
            set(shrink COMMAND ${WASM_OPT} -O3 --enable-threads --enable-simd --enable-bulk-memory --enable-sign-ext
                --enable-nontrapping-float-to-int --enable-mutable-globals ${module} -o ${module})
        endif()
        add_custom_command(OUTPUT ${module}
            COMMAND ${WASM_CLANG} ${link_flags} ${arg_OBJECTS} ${wasm_link} ${arg_OPTIONS} -o ${module}
            ${shrink}
            DEPENDS ${arg_OBJECTS} VERBATIM COMMENT "Linking a module")
    endfunction()

    set(wasm_objects "")
    foreach(source IN LISTS wasm_sources)
        wasm_object(wasm_objects ${source})
    endforeach()

    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/web/objects)
    set(TABLIER_WASM ${CMAKE_BINARY_DIR}/web/tablier.wasm)
    wasm_module(${TABLIER_WASM} OBJECTS ${wasm_objects})

    # The solver: the same with what the layers and their table need, and with the sources that ask
    # for them compiled again.
    set(solver_objects ${wasm_objects})
    list(FILTER solver_objects EXCLUDE REGEX "_(quoridor_eval|engine|explore|calls_learn)\\.c\\.o$|_web_tables\\.c\\.o$")
    set(solver_sources ${wasm_sources})
    list(FILTER solver_sources INCLUDE REGEX "/(quoridor_eval|engine|explore|calls_learn)\\.c$")
    foreach(name quoridor_layers layers_5 opening_code)
        list(APPEND solver_sources ${PROJECT_SOURCE_DIR}/src/games/quoridor/${name}.c)
    endforeach()
    set(solver_data "")
    module_data(solver_data SOLVER)
    list(FILTER solver_data INCLUDE REGEX "/solver_tables\\.c$")
    set(wasm_prefix solver)
    foreach(source IN LISTS solver_sources solver_data)
        wasm_object(solver_objects ${source} -DTABLIER_SOLVES)
    endforeach()
    set(wasm_prefix "")
    set(TABLIER_SOLVER_WASM ${CMAKE_BINARY_DIR}/web/solver.wasm)
    wasm_module(${TABLIER_SOLVER_WASM} OBJECTS ${solver_objects})
    add_custom_target(web DEPENDS ${TABLIER_WASM} ${TABLIER_SOLVER_WASM})

    # Makes HTML of the rule pages.
    pkg_check_modules(md4c_html REQUIRED IMPORTED_TARGET md4c-html)
    add_executable(markdown_html cmake/markdown_html.c)
    target_link_libraries(markdown_html PRIVATE PkgConfig::md4c_html)

    # Makes HTML of the lab's published data.
    add_executable(lab_html cmake/lab_html.c)
    target_link_libraries(lab_html PRIVATE tablier_lab)
endif()
