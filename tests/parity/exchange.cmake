unroll_test(exchange_text_test.cpp core_text)
add_dependencies(exchange_text_test unroll-spm)
unroll_test(exchange_translators_test.cpp core torch)
add_dependencies(exchange_translators_test unroll-spm)
target_compile_definitions(exchange_translators_test
                           PRIVATE UNROLL_PARITY_SCRIPTS="${CMAKE_CURRENT_LIST_DIR}")
unroll_test(every_kind_test.cpp core torch)
add_dependencies(every_kind_test unroll-spm)
target_compile_definitions(every_kind_test PRIVATE UNROLL_PARITY_SCRIPTS="${CMAKE_CURRENT_LIST_DIR}")
# Hundreds of short trainings, each written to disk: long on a slow disk.
set_tests_properties(every_kind_test PROPERTIES TIMEOUT 900)
