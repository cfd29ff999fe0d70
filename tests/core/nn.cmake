unroll_test(nn/recurrent_test.cpp core_nn torch)
target_precompile_headers(recurrent_test REUSE_FROM core_nn)
unroll_test(nn/recurrent_kernels_test.cpp core_nn)
