unroll_test(train_parity_test.cpp core core_train torch)
target_compile_definitions(train_parity_test PRIVATE
    TRAIN_PARITY_SCRIPT="${CMAKE_CURRENT_SOURCE_DIR}/train_parity.py")
unroll_test(training_parity_test.cpp core core_train torch)
target_compile_definitions(training_parity_test PRIVATE
    TRAINING_PARITY_SCRIPT="${CMAKE_CURRENT_SOURCE_DIR}/training_parity.py")
