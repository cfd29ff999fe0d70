unroll_test(recurrent_parity_test.cpp core_exchange core_nn torch)
target_compile_definitions(recurrent_parity_test PRIVATE
    RECURRENT_PARITY_SCRIPT="${CMAKE_CURRENT_SOURCE_DIR}/recurrent_parity.py")
