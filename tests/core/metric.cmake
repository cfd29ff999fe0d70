unroll_test(metric/classification_test.cpp core_metric)
unroll_test(metric/alignment_test.cpp core_metric)
unroll_test(metric/bleu_test.cpp core_metric)
unroll_test(metric/chrf_test.cpp core_metric)
