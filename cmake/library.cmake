# The library: one set of objects, in three forms.
#   tablier_inner   for our own program and tests, inner headers and names included
#   tablier_shared  libtablier.so
#   tablier_static  libtablier.a
# The last two are installed, and show the names of tablier.h and no others.
find_package(Threads REQUIRED)

file(GLOB library_sources CONFIGURE_DEPENDS
    src/core/*.c src/games/*.c src/games/*/*.c src/json/*.c src/file/*.c
    src/search/*.c src/solve/*.c src/net/*.c src/learn/*.c src/protocol/*.c src/api/*.c)
if(WIN32) # which has no such streams; the library does without
    list(FILTER library_sources EXCLUDE REGEX "/src/file/text_stream\\.c$")
endif()
add_library(tablier_objects OBJECT ${library_sources})
# The exact tables of the games, each as NAME_table.
file(GLOB game_tables CONFIGURE_DEPENDS src/games/*/*.table)
foreach(table IN LISTS game_tables)
    cmake_path(GET table STEM name)
    embed_bytes(tablier_objects ${name}_table ${table})
endforeach()
# Their networks, each as NAME_net.
file(GLOB game_nets CONFIGURE_DEPENDS src/games/*/*.net)
foreach(net IN LISTS game_nets)
    cmake_path(GET net STEM name)
    embed_bytes(tablier_objects ${name}_net ${net})
endforeach()
target_compile_definitions(tablier_objects PRIVATE TB_BUILD_SHARED)
target_include_directories(tablier_objects PRIVATE include src)
set_target_properties(tablier_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)

add_library(tablier_archive STATIC $<TARGET_OBJECTS:tablier_objects>)
target_include_directories(tablier_archive PUBLIC ${PROJECT_SOURCE_DIR}/include)
add_library(tablier_inner INTERFACE)
target_link_libraries(tablier_inner INTERFACE
    tablier_archive Threads::Threads m)
target_include_directories(tablier_inner INTERFACE src)

add_library(tablier_shared SHARED $<TARGET_OBJECTS:tablier_objects>)
target_link_libraries(tablier_shared PRIVATE Threads::Threads m)
set_target_properties(tablier_shared PROPERTIES EXPORT_NAME tablier
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

# A DLL shows the names that it is told, as there is no visibility.
if(WIN32)
    file(STRINGS tests/abi.txt exported REGEX "^tb_")
    list(TRANSFORM exported REPLACE " .*" "")
    list(JOIN exported "\n" exported)
    file(WRITE ${PROJECT_BINARY_DIR}/tablier.def "EXPORTS\n${exported}\n")
    target_sources(tablier_shared PRIVATE ${PROJECT_BINARY_DIR}/tablier.def)
endif()

# Between the objects of an archive names are hidden from nobody, so the static library is
# one object, in which all hidden names have become local. The linker is called without the
# compiler: it takes the machine code of the fat objects. Instrumented objects cannot be
# joined so, and nobody installs them.
function(join_objects joined)
    add_custom_command(OUTPUT ${joined} VERBATIM COMMAND_EXPAND_LISTS
        COMMAND ${CMAKE_LINKER} -r -o ${joined}.whole ${ARGN}
        COMMAND ${CMAKE_OBJCOPY} --localize-hidden --wildcard --remove-section=.gnu.lto_*
            --remove-section=.gnu.debuglto_* ${joined}.whole ${joined}
        COMMAND ${CMAKE_COMMAND} -E rm ${joined}.whole
        DEPENDS tablier_objects ${ARGN} COMMENT "Joining libtablier.o")
    set_source_files_properties(${joined} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
endfunction()

if(TABLIER_SANITIZE OR TABLIER_FUZZ)
    add_library(tablier_static STATIC $<TARGET_OBJECTS:tablier_objects>)
else()
    set(joined ${PROJECT_BINARY_DIR}/libtablier.o)
    join_objects(${joined} $<TARGET_OBJECTS:tablier_objects>)
    add_library(tablier_static STATIC ${joined})
    set_target_properties(tablier_static PROPERTIES LINKER_LANGUAGE C)
endif()
# By name: whoever uses the installed package has no target of these.
target_link_libraries(tablier_static INTERFACE pthread m)
set_target_properties(tablier_static PROPERTIES EXPORT_NAME static)

foreach(library tablier_static tablier_shared)
    target_include_directories(${library} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME tablier)
endforeach()
# The same names as in the installed package, for add_subdirectory() and FetchContent.
add_library(tablier::tablier ALIAS tablier_shared)
add_library(tablier::static ALIAS tablier_static)
