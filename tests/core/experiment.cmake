unroll_test(experiment/spec_json_test.cpp core)
