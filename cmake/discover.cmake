# Asks a test program for its tests (--list) and gives each its own CTest entry,
# so that each runs in its own process. Run as a script after the program is linked:
#   cmake -D GROUP=name -D PROGRAM=file -D EMULATOR=command -D TIMEOUT=s -D OUT=file -P ...
# A test whose name ends in _once is slow and runs in one configuration only.
set(ENV{ASAN_OPTIONS} detect_leaks=0)
execute_process(COMMAND ${EMULATOR} ${PROGRAM} --list
    OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${names}" names)
string(REPLACE "\n" ";" names "${names}")

set(script "")
foreach(name IN LISTS names)
    string(APPEND script "add_test([==[${GROUP}.${name}]==]")
    foreach(word IN LISTS EMULATOR PROGRAM name)
        string(APPEND script " [==[${word}]==]")
    endforeach()
    string(APPEND script ")\nset_tests_properties([==[${GROUP}.${name}]==] PROPERTIES TIMEOUT ${TIMEOUT}")
    if(name MATCHES "_once$")
        string(APPEND script " LABELS once")
    endif()
    string(APPEND script ")\n")
endforeach()
file(WRITE ${OUT} "${script}")
