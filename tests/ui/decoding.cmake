# The Decoding view, fed by the real searches. UNROLL_SCREENSHOTS=folder saves what it draws.
unroll_test(decoding_steps_test.cpp ui core_search)
unroll_test(decoding_tree_test.cpp ui core_search)
unroll_test(decoding_node_test.cpp ui core_search)
unroll_test(decoding_comparison_test.cpp ui core_search)
unroll_test(decoding_view_test.cpp ui core_search)
