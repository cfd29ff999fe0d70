# Calls into the system that fail, one after the other. The library is preloaded by the programs that
# the tests start.
add_library(unroll-faults SHARED ${CMAKE_CURRENT_LIST_DIR}/fault_plan.cpp
            ${CMAKE_CURRENT_LIST_DIR}/preload.cpp)
target_link_libraries(unroll-faults PRIVATE unroll_options ${CMAKE_DL_LIBS})
set_target_properties(unroll-faults PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
unroll_tests(fault_tests HEADERS plain LIBRARIES core torch ui
    DEFINITIONS UNROLL_CLI="$<TARGET_FILE:unroll-cli>" UNROLL_FAULTS="$<TARGET_FILE:unroll-faults>"
    NEEDS unroll-cli unroll-spm unroll-faults
    TESTS cache_faults export_faults settings_faults training_faults)
