unroll_test(probe/classifier_view_test.cpp core torch)
unroll_test(probe/stored_run_test.cpp core torch)
unroll_test(probe/translator_view_test.cpp core torch)
unroll_test(probe/translation_scoring_test.cpp core torch)
