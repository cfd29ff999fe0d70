unroll_test(data/sample_test.cpp core_data)
unroll_test(data/pair_sample_test.cpp core_data)
