foreach(subject nn/attention nn/initialisation nn/pooling nn/token_form nn/attention_score nn/decoder_attention
        model/classifier model/recurrent_translator model/transformer_translator)
    unroll_test(${subject}_test.cpp core_model core_nn torch)
    cmake_path(GET subject FILENAME name)
    target_precompile_headers(${name}_test REUSE_FROM core_nn)
endforeach()
unroll_test(model/model_description_test.cpp core_model)
