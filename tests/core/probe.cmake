unroll_test(probe/classifier_view_test.cpp core torch)
unroll_test(probe/stored_run_test.cpp core torch)
target_precompile_headers(classifier_view_test REUSE_FROM core_nn)
target_precompile_headers(stored_run_test REUSE_FROM core_nn)
