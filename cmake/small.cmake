# tablier_small: the commands that need no library but this one, for cross builds and Windows.
set(small_sources bench/small.c)
foreach(name cmd_bench cmd_engine cmd_qtp engine_args position_args message options settings take locale
        wrap)
    list(APPEND small_sources src/cli/${name}.c)
endforeach()
add_executable(tablier_small ${small_sources})
target_link_libraries(tablier_small PRIVATE tablier_inner)
set_target_properties(tablier_small PROPERTIES OUTPUT_NAME tablier)
