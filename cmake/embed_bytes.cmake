# embed_bytes(TARGET SYMBOL FILE)
#
# Compiles a data file into TARGET as C, for every machine and for WebAssembly:
#     const unsigned char SYMBOL[];    const size_t SYMBOL_size;
# A zero follows, so that a file that is still empty can be told by its first byte.
function(embed_bytes target symbol file)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    if(NOT EXISTS ${source} OR ${file} IS_NEWER_THAN ${source}
        OR ${CMAKE_CURRENT_FUNCTION_LIST_FILE} IS_NEWER_THAN ${source})
        file(READ ${file} hex HEX)
        string(LENGTH "${hex}" digits)
        math(EXPR size "${digits} / 2")
        # Eight at a time, as a string: a list of numbers takes CMake four times as long to write, and
        # compilers twenty times as long to read.
        math(EXPR even "${digits} / 16 * 16")
        string(SUBSTRING "${hex}" 0 ${even} eights)
        string(SUBSTRING "${hex}" ${even} -1 rest)
        string(REGEX REPLACE "(..)(..)(..)(..)(..)(..)(..)(..)"
            "\\\\x\\1\\\\x\\2\\\\x\\3\\\\x\\4\\\\x\\5\\\\x\\6\\\\x\\7\\\\x\\8" eights "${eights}")
        string(REGEX REPLACE "(..)" "\\\\x\\1" rest "${rest}")
        file(WRITE ${source}
            "#include <stddef.h>\n\n"
            "extern const unsigned char ${symbol}[];\n"
            "extern const size_t ${symbol}_size;\n\n"
            "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n"
            "_Alignas(64) const unsigned char ${symbol}[] = \"${eights}${rest}\";\n"
            "const size_t ${symbol}_size = ${size};\n")
    endif()
    target_sources(${target} PRIVATE ${source})
endfunction()
