unroll_test(decode/beam_test.cpp core_search)
unroll_test(decode/check_search_test.cpp core_search)
unroll_test(decode/sampling_test.cpp core_search)
unroll_test(decode/trace_test.cpp core_search)
