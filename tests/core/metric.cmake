unroll_test(metric/classification_test.cpp core_metric)
