# Our numbers against Python's PyTorch. The tests skip themselves with a message where python3-torch
# is missing.
unroll_tests(parity_tests HEADERS torch LIBRARIES core torch NEEDS unroll-spm
    DEFINITIONS UNROLL_PARITY_SCRIPTS="${CMAKE_CURRENT_LIST_DIR}"
    TESTS device_agreement every_kind exchange_text exported_graphs exported_pieces foreign_checkpoints plain_state_dict
    NUMERICS cells_parity exchange_translators language_parity model_parity question_parity
          recurrent_parity tagging_parity train_parity training_parity translator_parity)
# Hundreds of short trainings, each written to disk: long on a slow disk.
math(EXPR every_kind_limit "3 * ${time_limit}")
set_tests_properties(every_kind_test PROPERTIES TIMEOUT ${every_kind_limit})
