# The curves view alone: how long it holds up the event loop.
add_executable(curves_benchmark curves_benchmark.cpp)
target_link_libraries(curves_benchmark PRIVATE unroll_options ui)
set_target_properties(curves_benchmark PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
