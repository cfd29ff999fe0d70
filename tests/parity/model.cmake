unroll_test(model_parity_test.cpp core_model core_nn torch)
target_compile_definitions(model_parity_test PRIVATE
    MODEL_PARITY_SCRIPT="${CMAKE_CURRENT_SOURCE_DIR}/model_parity.py")
unroll_test(translator_parity_test.cpp core_model core_nn torch)
target_compile_definitions(translator_parity_test PRIVATE
    TRANSLATOR_PARITY_SCRIPT="${CMAKE_CURRENT_SOURCE_DIR}/translator_parity.py")
