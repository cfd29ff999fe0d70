# The readers fed from memory: what the fuzzer drives, and what replays its corpora in the test suite.
set(fuzz ${CMAKE_CURRENT_LIST_DIR})
add_library(fuzz_readers STATIC ${fuzz}/target.cpp ${fuzz}/data_targets.cpp ${fuzz}/text_targets.cpp)
target_link_libraries(fuzz_readers PUBLIC unroll_options core_data core_text core_base)
target_compile_definitions(fuzz_readers PRIVATE FUZZ_CORPORA="${fuzz}/corpora")
add_library(fuzz_runs STATIC ${fuzz}/exchange_targets.cpp ${fuzz}/run_targets.cpp)
target_link_libraries(fuzz_runs PUBLIC fuzz_readers core PRIVATE torch unroll_torch_headers)
unroll_tests(fuzz_reader_tests HEADERS plain LABEL readers LIBRARIES fuzz_readers LibArchive::LibArchive
    TESTS reader_corpus reader_fuzz)
if(UNROLL_FUZZ)
    add_executable(unroll-fuzz ${fuzz}/fuzzer.cpp)
    target_link_libraries(unroll-fuzz PRIVATE fuzz_runs)
    target_link_options(unroll-fuzz PRIVATE -fsanitize=fuzzer)
endif()
