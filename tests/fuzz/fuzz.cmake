# The readers fed from memory: what the fuzzer drives, and what replays its corpora in the test suite.
set(fuzz ${CMAKE_CURRENT_LIST_DIR})
add_library(fuzz_readers STATIC ${fuzz}/target.cpp ${fuzz}/parser_targets.cpp
            ${fuzz}/data_targets.cpp ${fuzz}/text_targets.cpp)
target_link_libraries(fuzz_readers PUBLIC unroll_options core_data core_text core_base
                      PRIVATE LibArchive::LibArchive)
target_compile_definitions(fuzz_readers PRIVATE FUZZ_CORPORA="${fuzz}/corpora")
add_library(fuzz_runs STATIC ${fuzz}/exchange_targets.cpp ${fuzz}/run_targets.cpp)
target_link_libraries(fuzz_runs PUBLIC fuzz_readers core PRIVATE torch unroll_torch_headers)
unroll_tests(fuzz_reader_tests HEADERS plain LABEL readers LIBRARIES fuzz_readers LibArchive::LibArchive
    TESTS reader_corpus reader_fuzz)
if(UNROLL_FUZZ)
    foreach(fuzzer readers runs)
        add_executable(unroll-fuzz-${fuzzer} ${fuzz}/fuzzer.cpp)
        target_link_libraries(unroll-fuzz-${fuzzer} PRIVATE fuzz_${fuzzer})
        target_link_options(unroll-fuzz-${fuzzer} PRIVATE -fsanitize=fuzzer)
    endforeach()
    target_compile_definitions(unroll-fuzz-readers PRIVATE FUZZ_TARGETS=readerTargets)
    target_compile_definitions(unroll-fuzz-runs PRIVATE FUZZ_TARGETS=storedTargets)
endif()
