unroll_test(exchange/safetensors_test.cpp core_exchange torch)
target_precompile_headers(safetensors_test REUSE_FROM core_nn)
unroll_test(exchange/vectors_test.cpp core_exchange LibArchive::LibArchive)
