unroll_test(exchange/safetensors_test.cpp core_exchange torch)
unroll_test(exchange/vectors_test.cpp core_exchange LibArchive::LibArchive)
unroll_test(exchange/export_test.cpp core torch)
