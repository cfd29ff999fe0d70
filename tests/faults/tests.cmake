# Calls into the system that fail, one after the other. The library is preloaded by the programs that
# the tests start.
add_library(unroll-faults SHARED ${CMAKE_CURRENT_LIST_DIR}/fault_plan.cpp
            ${CMAKE_CURRENT_LIST_DIR}/preload.cpp)
target_link_libraries(unroll-faults PRIVATE unroll_options ${CMAKE_DL_LIBS})
set_target_properties(unroll-faults PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
set(faults UNROLL_CLI="$<TARGET_FILE:unroll-cli>" UNROLL_FAULTS="$<TARGET_FILE:unroll-faults>")
unroll_tests(fault_tests HEADERS plain LIBRARIES core torch DEFINITIONS ${faults}
    NEEDS unroll-cli unroll-spm unroll-faults TESTS cache_faults export_faults training_faults)
# Starts itself for each call: a program that loads LibTorch starts ten times as slowly.
unroll_tests(settings_fault_tests HEADERS plain LIBRARIES ui DEFINITIONS ${faults}
    NEEDS unroll-faults TESTS settings_faults)
