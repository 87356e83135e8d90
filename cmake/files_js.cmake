# Writes files.js for the service worker when the page is built:
#     cmake -D TEMPLATE=files.js.in -D LIST=files.txt -D OUT=files.js -P files_js.cmake
# LIST has a line `name file` for every file of the page. @contents@ in the template becomes a
# checksum of all of them, which depends on nothing else.
file(STRINGS ${LIST} lines)
set(sums "")
foreach(line IN LISTS lines)
    string(REGEX MATCH "^([^ ]+) (.+)$" line "${line}")
    file(SHA256 "${CMAKE_MATCH_2}" sum)
    string(APPEND sums "${CMAKE_MATCH_1} ${sum}\n")
endforeach()
string(SHA256 contents "${sums}")
configure_file(${TEMPLATE} ${OUT} @ONLY)
