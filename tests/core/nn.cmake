unroll_test(nn/recurrent_test.cpp core_nn torch)
unroll_test(nn/recurrent_kernels_test.cpp core_nn)
unroll_test(nn/recycled_memory_test.cpp core_nn torch)
unroll_test(nn/cross_entropy_test.cpp core_nn torch)
