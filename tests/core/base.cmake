unroll_test(base/atomic_file_test.cpp core_base)
unroll_test(base/message_test.cpp core_base)
unroll_test(base/option_test.cpp core_base)
