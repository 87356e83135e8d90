# embed_bytes(TARGET SYMBOL FILE)
#
# Compiles a data file into TARGET as C, for every machine and for WebAssembly:
#     const unsigned char SYMBOL[];    const size_t SYMBOL_size;
# A zero follows, so that a file that is still empty can be told by its first byte.
function(embed_bytes target symbol file)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(NOT EXISTS ${source} OR ${file} IS_NEWER_THAN ${source})
        file(READ ${file} hex HEX)
        string(LENGTH "${hex}" digits)
        math(EXPR size "${digits} / 2")
        string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
        file(WRITE ${source}
            "#include <stddef.h>\n\n"
            "extern const unsigned char ${symbol}[];\n"
            "extern const size_t ${symbol}_size;\n\n"
            "_Alignas(64) const unsigned char ${symbol}[] = {${bytes}0};\n"
            "const size_t ${symbol}_size = ${size};\n")
    endif()
    target_sources(${target} PRIVATE ${source})
endfunction()
