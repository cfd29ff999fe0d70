unroll_test(data/sample_test.cpp core_data)
